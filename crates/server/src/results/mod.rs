//! Results of games, and what is computed from them. `store` writes a result with the ratings that follow (`ratings`), `archive_store`
//! searches them. `query` parses searches, `records` streams whole games, `backfill` adds results of old games,
//! `households` limits what games of one household with itself change.

pub mod archive_store;
pub mod backfill;
mod households;
pub mod query;
pub mod ratings;
pub mod records;
pub mod routes;
pub mod store;
#[cfg(test)]
pub(crate) mod tests;
pub mod types;
