//! Chat: `phrases` validates what is said, `links` finds links in it, `room` delivers it at a table, `service` has what all of it needs,
//! `store` the SQL, with blocked accounts.

pub mod links;
pub mod phrases;
pub mod room;
pub mod routes;
pub mod service;
pub mod store;
pub mod types;
