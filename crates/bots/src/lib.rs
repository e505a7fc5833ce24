//! The computer players, and the arena that compares them. Each room uses those above it alone:
//!
//! - [`evaluation`]: what a position is worth to each seat, family by family.
//! - [`search`]: how a move is searched.
//! - [`agents`]: the players made of these: levels and personalities.
//! - [`analysis`]: what the strongest of them thinks of a position or a whole game.
//! - [`arena`]: matches with the same tiles for both sides, and what they prove.
//! - [`training`]: weights tuned by self-play, and corrections learned from games.
//!
//! A position never contains the order of the draw pile, so no player can know what comes: only what is left.

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
