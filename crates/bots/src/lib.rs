//! The computer players, and the arena that compares them. Each module uses only those above it:
//!
//! - [`evaluation`]: how much a position is worth to each seat, for each family.
//! - [`search`]: move search.
//! - [`agents`]: the players built on these, with their levels and personalities.
//! - [`analysis`]: the strongest player's view of a position or a whole game.
//! - [`arena`]: matches in which both sides get the same tiles, and their statistics.
//! - [`training`]: tuning weights by self-play, and learning corrections from games.
//!
//! A position never contains the order of the draw pile, so a player can only know which tiles are left, not which comes next.

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
