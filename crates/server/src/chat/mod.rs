//! Chat: `phrases` validates lines, `links` finds links in them, `room` delivers them at a table, `service` is the shared service, `store`
//! has the SQL, including blocked accounts.

pub mod links;
pub mod phrases;
pub mod room;
pub mod routes;
pub mod service;
pub mod store;
pub mod types;
