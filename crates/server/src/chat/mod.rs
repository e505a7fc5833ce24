//! What people say: `words` says what can be said, `room` brings it to those at a table at once, `desk` has what all talk needs, `routes`
//! answers HTTP.

pub mod phrases;
pub mod room;
pub mod routes;
pub mod service;
pub mod store;
pub mod types;
