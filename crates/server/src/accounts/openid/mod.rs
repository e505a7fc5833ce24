//! OpenID Connect sign-in. `provider` talks to one provider, `pending_logins` are the users who were redirected to one and have not
//! returned, `routes` serves HTTP.

pub mod pending_logins;
pub mod provider;
pub mod routes;
pub mod types;
