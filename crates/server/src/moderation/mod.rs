//! Moderation: reports, and the moderators' actions. `service` holds what is in force, such as closed tables. `store` carries out actions
//! and adds them to the audit log, `reports` has the reports. `admin` does the same from the command line, and `audit_follower` applies
//! actions, wherever they were carried out, to open sockets and tables.

pub mod admin;
pub mod audit_follower;
pub mod bans;
pub mod guest_addresses;
pub mod reports;
pub mod routes;
pub mod service;
pub mod shared_networks;
pub mod store;
pub mod types;
