//! The OpenAPI document of the HTTP API, made from the routes. `route` declares a route with its metadata: there is no route without.
//! `arguments` derives from a handler's arguments what a request has, `schemas` the JSON schemas; `document` puts all of it together.

pub mod arguments;
pub mod document;
pub mod route;
pub mod schemas;
