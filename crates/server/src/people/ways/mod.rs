//! Ways to sign in beside a password. `waiting` keeps what has begun and is not finished, for a few minutes and once; `passkeys` are made
//! and checked; `routes` answers HTTP.

pub mod passkeys;
pub mod routes;
pub mod shapes;
pub mod waiting;
