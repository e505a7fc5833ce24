//! The computer players.
//!
//! - [`level`]: how well each plays; [`personalities`]: what sets some of them apart.
//! - [`player`]: the levels, and yardsticks for the arena.
//! - [`agent`]: what answers decisions for any of them, with the evaluation and the search of a family; [`choose`](mod@choose): one
//!   answer.
//! - [`illegal`]: what becomes of a choice that is not legal.

pub mod agent;
pub mod choose;
pub mod illegal;
pub mod level;
pub mod personalities;
pub mod player;
