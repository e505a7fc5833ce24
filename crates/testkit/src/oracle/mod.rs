//! Replays games recorded by independent engines in our engine and compares every decision.

pub mod compare;
pub mod file;
pub mod hunters;
pub mod items;
pub mod read;

pub use compare::{Difference, Tally, compare_file};
