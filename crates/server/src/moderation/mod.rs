//! Moderation: reports, and the moderators' actions. `service` keeps in memory what is in force, such as closed tables. `store` carries out
//! actions and adds them to the audit log, and `reports` stores reports. `admin` carries out actions from the command line, and
//! `audit_follower` applies actions, wherever they were carried out, to open sockets and tables.

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
