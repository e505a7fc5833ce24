//! Puzzles with ratings: an account has one rating for puzzles, a puzzle has one, and the first attempt of an account at a puzzle is a game
//! between the two. `collection` reads the puzzles that come with the client, `store` keeps attempts and ratings.

pub mod collection;
pub mod routes;
pub mod store;
pub mod types;
