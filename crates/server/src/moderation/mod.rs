//! Moderation: reports, and actions by moderators. `service` keeps closed tables, bans and settings in memory. `store` carries out actions
//! and adds them to the audit log, and `reports` stores reports. `accounts` finds accounts for moderators. `admin` carries out actions from
//! the command line, and `audit_follower` applies actions from any source to open sockets and tables.

pub mod accounts;
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
