//! Followed players: an account can follow others, see which of them are online, and watch their games.
//!
//! - `routes`: HTTP; `types` has its responses.
//! - `store`: the SQL. `results/people_store.rs` lists the followed players, `chat/store.rs` ends follows when an account blocks another.

pub mod routes;
pub mod store;
pub mod types;
