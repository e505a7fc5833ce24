//! Game results, and the ratings and statistics derived from them. `store` writes a result and updates the ratings (`ratings`),
//! `archive_store` searches results, `query` parses searches, `records` streams whole games, `backfill` adds results for old games,
//! `seat_ratings` finds the ratings that tables show, and `shared_networks` limits how much games between players on the same network
//! change ratings. `people` and `people_store` list players.

pub mod archive_store;
pub mod backfill;
pub mod people;
pub mod people_store;
pub mod query;
pub mod ratings;
pub mod records;
pub mod routes;
pub mod seat_ratings;
mod shared_networks;
pub mod store;
#[cfg(test)]
pub(crate) mod tests;
pub mod types;
