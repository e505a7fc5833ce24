//! API tokens for programs that play. `scopes` defines what a token allows and what each route requires; `rated_play` keeps programs and
//! people apart in rated games; `store` has the SQL.

pub mod rated_play;
pub mod routes;
pub mod scopes;
pub mod store;
pub mod types;
