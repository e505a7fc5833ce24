//! Chat. `phrases` validates lines, `links` finds links in them, `channel` delivers them at a table, `service` is the shared service, and
//! `store` has the SQL, including that for blocked accounts.

pub mod channel;
pub mod links;
pub mod phrases;
pub mod routes;
pub mod service;
pub mod store;
pub mod types;
