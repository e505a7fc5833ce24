//! Ways to sign in beside a password. `pending` keeps unfinished sign-ins in memory for a few minutes, `passkeys` registers and
//! verifies passkeys, `store` has the SQL.

#[cfg(feature = "online")]
pub mod passkey_routes;
#[cfg(feature = "online")]
pub mod passkeys;
#[cfg(feature = "online")]
pub mod pending;
pub mod routes;
pub mod store;
pub mod types;
