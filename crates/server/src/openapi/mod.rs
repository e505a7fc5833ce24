//! The OpenAPI document of the HTTP API, made from the routes: `route` is a route with what is said of it, so that there is none without;
//! `arguments` tells from a handler's arguments what a request brings, `schemas` the shapes, `document` puts all of it together.

pub mod arguments;
pub mod document;
pub mod route;
pub mod schemas;
