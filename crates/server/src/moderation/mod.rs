//! Order among people: reports, and what moderators do about them. `desk` knows which tables are closed, `following` has what was done take
//! effect wherever somebody is, also what is done by `office`, in which whoever keeps the server acts on the database itself; `routes`
//! answers HTTP.

pub mod admin;
pub mod audit_follower;
pub mod reports;
pub mod routes;
pub mod service;
pub mod store;
pub mod types;
