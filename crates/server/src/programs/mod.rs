//! Programs that play by an account: `scopes` says what a token of theirs allows, `apart` keeps their ratings from those of people,
//! `routes` answers HTTP in `shapes`.

pub mod apart;
pub mod routes;
pub mod scopes;
pub mod shapes;
