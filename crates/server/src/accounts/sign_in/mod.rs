//! Ways to sign in beside a password. `waiting` keeps what has begun and is not finished, for a few minutes and once; `passkeys` are made
//! and checked; `routes` answers HTTP.

#[cfg(feature = "online")]
pub mod passkey_routes;
#[cfg(feature = "online")]
pub mod passkeys;
#[cfg(feature = "online")]
pub mod pending;
pub mod routes;
pub mod store;
pub mod types;
