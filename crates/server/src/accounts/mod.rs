//! Accounts: signing up and in, sessions, passwords, and deletion. Playing needs no account.
//!
//! - `routes`: sign-up, sign-in, sessions, password, export and deletion over HTTP; `types`: responses.
//! - `security_log`: counts failed sign-ins and logs them for fail2ban.
//! - `service`: authentication state shared by all requests. Its parts are `names`, `passwords`, `proofs` (recent identity confirmations)
//!   and `presence` (sessions in use by open sockets).
//! - `store` and `sessions`: accounts and their sessions in the database. `sessions` also revokes them.
//! - `profile`: an account as its owner sees it, with its avatar and flag.
//! - `changes`: emails to the owner about changed sign-in methods.
//! - `sign_in`: passkeys and other sign-in methods; `openid`: OpenID Connect.
//! - `deletion`: removes deleted accounts from their seats; `deletion_store`: its SQL. The `export` module of this crate writes all data of
//!   an account.

pub mod changes;
pub mod deletion;
pub mod deletion_store;
pub mod names;
#[cfg_attr(not(feature = "online"), path = "no_openid.rs")]
pub mod openid;
pub mod passwords;
pub mod presence;
pub mod profile;
pub mod proofs;
pub mod routes;
pub mod security_log;
pub mod service;
pub mod sessions;
pub mod sign_in;
pub mod store;
pub mod types;
