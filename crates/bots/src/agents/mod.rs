//! The computer players.
//!
//! - [`level`]: the levels; [`personalities`]: what sets some of them apart.
//! - [`player`]: the levels, and reference players for the arena.
//! - [`agent`]: answers decisions for any of them, with a family's evaluation and search; [`choose`](mod@choose): answers a single
//!   decision.
//! - [`illegal`]: handling of illegal choices.

pub mod agent;
pub mod choose;
pub mod illegal;
pub mod level;
pub mod personalities;
pub mod player;
