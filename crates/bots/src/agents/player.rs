//! Defines the computer players: the levels, and reference players for the arena.

use std::fmt;
use std::str::FromStr;

use strum::VariantArray;

use super::level::Level;
use super::personalities::of_level;
use crate::evaluation::personality::Personality;
use crate::evaluation::uses::{Use, Uses};

/// A computer player: a level, or a reference player for the arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// Gives random legal answers.
    Random,
    /// Maximises the lead that it would have if the game ended now, minus half a point if it uses a figure.
    Greedy,
    /// Plays at a level.
    Level(Level),
    /// The hard level without some expansion mechanics, for matches that measure what these mechanics are worth.
    Without(Uses),
}

/// Name prefix of [`Player::Without`].
const WITHOUT_PREFIX: &str = "hard-without-";

impl Player {
    /// All players, weakest first.
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

    /// Returns the expansion mechanics that the player uses.
    pub fn uses(self) -> Uses {
        if let Self::Without(uses) = self { uses } else { Uses::ALL }
    }

    /// Returns the player's personality.
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
            Self::Without(uses) => write!(f, "{WITHOUT_PREFIX}{uses}"),
        }
    }
}

/// Error returned when no computer player has the given name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown computer player \"{0}\"; use one of {words}, or {WITHOUT_PREFIX}... with {uses}", words = words(), uses = uses())]
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
        let found = match word.strip_prefix(WITHOUT_PREFIX) {
            Some(words) => Uses::without_words(words).map(Self::Without),
            None => Self::ALL.into_iter().find(|player| player.to_string() == word),
        };
        found.ok_or_else(|| UnknownPlayer(word.to_owned()))
    }
}
