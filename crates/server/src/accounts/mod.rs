//! Accounts: signing up and in, sessions, passwords, and deletion. Playing needs no account.
//!
//! - `routes`: sign-up, sign-in, sessions, password, export and deletion over HTTP; `types` are its responses.
//! - `security_log`: failed sign-ins, counted and written down for fail2ban.
//! - `service`: what every request needs to know who is asking. `names`, `passwords`, `proofs` (who has proved lately who they are) and
//!   `presence` (sessions in use at open sockets) are its parts.
//! - `store` and `sessions`: accounts and their sessions in the database. A session is revoked in `sessions`.
//! - `changes`: letters to the owner about changes of how the account is signed in to.
//! - `sign_in`: passkeys and other ways to sign in; `openid`: OpenID Connect.
//! - `deletion` gives up the seats of deleted accounts; `deletion_store` has its SQL. The folder `export` writes all data of an account.

pub mod changes;
pub mod deletion;
pub mod deletion_store;
pub mod names;
#[cfg_attr(not(feature = "online"), path = "no_openid.rs")]
pub mod openid;
pub mod passwords;
pub mod presence;
pub mod proofs;
pub mod routes;
pub mod security_log;
pub mod service;
pub mod sessions;
pub mod sign_in;
pub mod store;
pub mod types;
