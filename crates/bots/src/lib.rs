//! The computer players, and the arena that compares them.
//!
//! - [`weights`]: what things are worth, by name.
//! - [`odds`]: what the bag can still bring.
//! - [`evaluation`]: what a position is worth to each seat.
//! - [`experience`]: what games of their own have taught them.
//! - [`moves`]: placing and deploying weighed together, one turn ahead; `wide`: the same where expansions are in play.
//! - [`march`]: the ways of the dragon.
//! - [`uses`]: what of the expansions a player makes use of.
//! - [`characters`]: what some players care for more or less than the others, of any family.
//! - [`player`]: the players made of these.
//!
//! These are of the Carcassonne family, whose hot code they share. Any other family is played by the same players in general form:
//!
//! - [`judge`]: what a family tells them; [`hunters`], [`discovery`]: the judges of these families; [`team`]: that of Mists over
//!   Carcassonne.
//! - [`survey`]: what a judge must know of the map.
//! - [`thinker`]: the mind of a player, for each family.
//!
//! What looks ahead is the same for all:
//!
//! - [`lines`]: what a seat can do in the rest of its turn.
//! - [`guide`]: what leads a search through a family's positions.
//! - [`search`]: comparing lines by samples of what chance may bring, within a budget; `tree`: what was tried after each of them.
//! - [`ending`]: the last tiles, where nothing is left to chance.
//! - [`hands`]: hands that a player may not see.
//!
//! What is made of the players:
//!
//! - [`analysis`]: what the strongest player thinks of a position, and why.
//! - [`review`]: what the answers of a game gave away, by such analyses.
//! - `illegal`: what becomes of a choice that is not legal.
//! - [`arena`]: matches with the same tiles for both sides, and what they prove.
//! - [`tune`]: weights by self-play; [`learn`]: experience.
//!
//! A position never contains the order of the draw pile, so no player can know what comes: only what is left.

pub mod analysis;
pub mod arena;
pub mod characters;
pub mod discovery;
pub mod ending;
pub mod evaluation;
pub mod experience;
pub mod guide;
pub mod hands;
pub mod hunters;
mod illegal;
pub mod judge;
pub mod learn;
pub mod lines;
pub mod march;
pub mod moves;
pub mod odds;
pub mod player;
pub mod review;
pub mod search;
pub mod survey;
pub mod team;
pub mod thinker;
mod tree;
pub mod tune;
pub mod uses;
pub mod weights;
mod wide;

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

pub use analysis::{Analysis, Inquiry, Prospect, analyse};
pub use games::Answer;
use games::{Actor, Game, with_family};
pub use illegal::illegal_choices;
pub use player::{Mind, Player};
pub use search::Budget;
pub use thinker::{Thinker, Thought};

/// How well a computer player plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Level {
    /// Sees the points of the moment, and overlooks things.
    Easy,
    /// Weighs every way to place and deploy by what it leads to, as all stronger ones do, and loves to build: its own features can
    /// never be large enough.
    Medium,
    /// The same, with an eye for fields from the first turn.
    Baron,
    /// The same, happiest with what others lose.
    Thief,
    /// The same, without any such quirk.
    Hard,
    /// Looks ahead as far as its time allows.
    Master,
}

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Self; 6] = [Self::Easy, Self::Medium, Self::Baron, Self::Thief, Self::Hard, Self::Master];

    /// Its word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Baron => "baron",
            Self::Thief => "thief",
            Self::Hard => "hard",
            Self::Master => "master",
        }
    }

    /// Whether it plays the better the more time it has. The others take as long as they take.
    pub const fn needs_time(self) -> bool {
        matches!(self, Self::Master)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A word that is no level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownLevel(pub String);

impl fmt::Display for UnknownLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no level \"{}\"; there is {}", self.0, Level::ALL.map(Level::word).join(", "))
    }
}

impl std::error::Error for UnknownLevel {}

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(word: &str) -> Result<Self, UnknownLevel> {
        Self::ALL.into_iter().find(|level| level.word() == word).ok_or_else(|| UnknownLevel(word.to_owned()))
    }
}

/// Chooses a legal answer for the seat that must act, within the budget and a few milliseconds more; at once if there is only
/// one. Equal arguments give equal answers, except on the master level, where they depend on how far the time reaches.
///
/// Where nobody but chance must act, the first legal answer comes back, or `Pass` after the end.
pub fn choose(game: &Game, level: Level, budget: Duration, seed: u64) -> Answer {
    let legal = game.legal();
    if legal.len() < 2 || !matches!(game.actor(), Actor::Seat(_)) {
        return legal.first().copied().unwrap_or(Answer::Pass);
    }
    let answer = with_family!(game.setup().game.as_str(), F => answer_of::<F>(game, level, budget, seed)).flatten();
    // A mistake of a player must not stop a table.
    illegal::legal_or_first(game, level.into(), answer)
}

fn answer_of<F: Thought>(game: &Game, level: Level, budget: Duration, seed: u64) -> Option<Answer> {
    let (rules, position) = game.of::<F>()?;
    Some(F::mind(rules, position).answer(level.into(), position, Budget::Time(budget), seed))
}
