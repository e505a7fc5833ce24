//! Who can play: the levels, and yardsticks for the arena.

use std::fmt;
use std::str::FromStr;

use strum::VariantArray;

use super::level::Level;
use super::personalities::of_level;
use crate::evaluation::personality::Personality;
use crate::evaluation::uses::{Use, Uses};

/// A computer player: one of the levels, or a yardstick for the arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// Any legal answer.
    Random,
    /// The best difference of scores if the game ended now, less half a point for a figure used.
    Greedy,
    /// A level.
    Level(Level),
    /// The hard level without some of what expansions offer: for matches that show what that is worth.
    Without(Uses),
}

/// What comes before the words of what a player does without.
const WITHOUT: &str = "hard-without-";

impl Player {
    /// All players, the weakest first.
    pub const ALL: [Self; 8] = [
        Self::Random,
        Self::Level(Level::Easy),
        Self::Greedy,
        Self::Level(Level::Medium),
        Self::Level(Level::Baron),
        Self::Level(Level::Thief),
        Self::Level(Level::Hard),
        Self::Level(Level::Master),
    ];

    /// What of expansions it makes use of.
    pub fn uses(self) -> Uses {
        if let Self::Without(uses) = self { uses } else { Uses::ALL }
    }

    /// What it cares for.
    pub fn personality(self) -> Personality {
        if let Self::Level(level) = self { of_level(level) } else { Personality::PLAIN }
    }
}

impl From<Level> for Player {
    fn from(level: Level) -> Self {
        Self::Level(level)
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random => f.write_str("random"),
            Self::Greedy => f.write_str("greedy"),
            Self::Level(level) => level.fmt(f),
            Self::Without(uses) => write!(f, "{WITHOUT}{uses}"),
        }
    }
}

/// A word that is no player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no computer player \"{0}\"; there is {words}, and {WITHOUT}... of {uses}", words = words(), uses = uses())]
pub struct UnknownPlayer(pub String);

fn words() -> String {
    Player::ALL.map(|player| player.to_string()).join(", ")
}

fn uses() -> String {
    Use::VARIANTS.iter().map(|one| one.into()).collect::<Vec<&str>>().join(", ")
}

impl FromStr for Player {
    type Err = UnknownPlayer;

    fn from_str(word: &str) -> Result<Self, UnknownPlayer> {
        let found = match word.strip_prefix(WITHOUT) {
            Some(words) => Uses::without_words(words).map(Self::Without),
            None => Self::ALL.into_iter().find(|player| player.to_string() == word),
        };
        found.ok_or_else(|| UnknownPlayer(word.to_owned()))
    }
}
