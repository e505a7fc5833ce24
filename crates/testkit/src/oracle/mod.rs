//! Replays games recorded by independent engines in our engine and compares every decision.

pub mod agreed;
pub mod compare;
pub mod file;
pub mod hunters;
pub mod items;
pub mod read;

pub use agreed::agreed_games;
pub use compare::{Difference, Tally, compare_file};
