//! Programs that play by an account: `scopes` says what a token of theirs allows, `apart` keeps their ratings from those of people,
//! `routes` answers HTTP in `shapes`.

pub mod rated_play;
pub mod routes;
pub mod scopes;
pub mod store;
pub mod types;
