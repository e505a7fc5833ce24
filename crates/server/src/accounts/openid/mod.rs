//! OpenID Connect sign-in. `provider` is the client for a provider, `pending_logins` contains the state of users who were redirected to a
//! provider, and `routes` has the HTTP routes.

pub mod pending_logins;
pub mod provider;
pub mod routes;
pub mod types;
