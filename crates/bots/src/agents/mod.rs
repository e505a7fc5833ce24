//! The computer players.
//!
//! - [`level`]: the levels; [`personalities`]: the personalities of some of them.
//! - [`player`]: the levels, and reference players for the arena.
//! - [`agent`]: answers decisions for any player, using a family's evaluation and search; [`choose`](mod@choose): answers a single
//!   decision.
//! - [`illegal`]: handles illegal choices.

pub mod agent;
pub mod choose;
pub mod illegal;
pub mod level;
pub mod personalities;
pub mod player;
