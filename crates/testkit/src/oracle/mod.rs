//! Games recorded by an independent engine, replayed in ours and compared at every decision.

pub mod compare;
pub mod file;
pub mod hunters;
pub mod items;
pub mod read;

pub use compare::{Difference, Tally, compare_file};
