//! The computer players, and the arena that compares them. Each module uses only the modules listed above it:
//!
//! - [`evaluation`]: computes the value of a position to each seat, for each family.
//! - [`search`]: searches for the best move.
//! - [`agents`]: the players built on both, with their levels and personalities.
//! - [`analysis`]: analyses a position or a whole game with the strongest player.
//! - [`arena`]: plays matches in which both sides get the same tiles, and computes their statistics.
//! - [`training`]: tunes weights by self-play, and learns corrections from games.
//!
//! A position never contains the order of the draw pile, so a player can know which tiles are left, but not which one comes next.

#![warn(missing_docs)]

pub mod agents;
pub mod analysis;
pub mod arena;
pub mod evaluation;
pub mod search;
pub mod training;

pub use agents::agent::{Agent, AgentFamily};
pub use agents::choose::{choose, choose_in_threads};
pub use agents::illegal::illegal_choices;
pub use agents::level::{Level, UnknownLevel};
pub use agents::player::{Player, UnknownPlayer};
pub use analysis::analyse::{Analysis, AnalysisLine, AnalysisRequest, analyse};
pub use analysis::review;
pub use games::Answer;
pub use search::config::Budget;
