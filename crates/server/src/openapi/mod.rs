//! The OpenAPI document of the HTTP API, generated from the routes. `route` declares a route together with its metadata, `arguments`
//! derives request metadata from a handler's arguments, `schemas` has the JSON schemas, and `document` puts everything together.

pub mod arguments;
pub mod document;
pub mod route;
pub mod schemas;
