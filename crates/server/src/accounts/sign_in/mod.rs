//! Sign-in methods besides passwords. `ceremonies` seals the state of unfinished sign-ins, which the client keeps; `passkeys` registers and
//! verifies passkeys; `store` has the SQL.

#[cfg(feature = "online")]
pub mod ceremonies;
#[cfg(feature = "online")]
pub mod passkey_routes;
#[cfg(feature = "online")]
pub mod passkeys;
pub mod routes;
pub mod store;
pub mod types;
