//! Moderation: reports, and what moderators do about them. `service` knows the closed tables. `store` carries actions out and adds them
//! to the audit log, `reports` has the reports. `admin` does the same from the command line, and `audit_follower` applies what was
//! done, wherever it was, to open sockets and tables.

pub mod admin;
pub mod audit_follower;
pub mod bans;
pub mod guest_addresses;
pub mod households;
pub mod reports;
pub mod routes;
pub mod service;
pub mod store;
pub mod types;
