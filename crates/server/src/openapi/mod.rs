//! The OpenAPI document for the HTTP API, generated from the routes. `route` declares a route together with its metadata, `arguments`
//! derives request metadata from a handler's arguments, `schemas` collects the JSON schemas, and `document` builds the document.

pub mod arguments;
pub mod document;
pub mod route;
pub mod schemas;
