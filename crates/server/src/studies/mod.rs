//! Studies: trees of variations that accounts store on the server, share by link, and show live.
//!
//! A study is stored as a whole document with a version number; a change names the version that it replaces. `streams` notifies the pages
//! that have a study open, on all nodes.

pub mod routes;
pub mod service;
pub mod store;
pub mod streams;
pub mod types;
