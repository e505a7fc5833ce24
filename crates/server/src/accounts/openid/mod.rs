//! Signing in by a provider of OpenID Connect that whoever keeps the server has named. `provider` talks to one, `pending_logins` are those who
//! were sent there and have not come back, `routes` answers HTTP.

pub mod pending_logins;
pub mod provider;
pub mod routes;
pub mod types;
