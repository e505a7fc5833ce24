//! What games came to, and what is made of it: `ratings` says how results change what is thought of a player, `query` what can be searched
//! for, `shapes` how it is told; `routes` answers HTTP, `records` streams whole games, `catching_up` gives old games their results.

pub mod archive_store;
pub mod backfill;
pub mod query;
pub mod ratings;
pub mod records;
pub mod routes;
pub mod store;
#[cfg(test)]
pub(crate) mod tests;
pub mod types;
