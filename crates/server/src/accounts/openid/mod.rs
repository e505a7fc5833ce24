//! Signing in with OpenID Connect. `provider` talks to one provider, `pending_logins` are the users who were sent to one and have not
//! returned, `routes` answers HTTP.

pub mod pending_logins;
pub mod provider;
pub mod routes;
pub mod types;
