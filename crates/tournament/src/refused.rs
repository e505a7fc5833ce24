//! Why a command is refused.

use crate::{MatchNumber, PlayerNumber};
use thiserror::Error;

/// Maximum number of characters in a name.
pub const MAX_NAME: usize = 60;

/// Why a command is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refused {
    /// A number of the settings is out of its range.
    #[error("{what} must be {least} to {most}, not {number}")]
    Number {
        /// Name of the setting.
        what: &'static str,
        /// The number given.
        number: u8,
        /// The least number allowed.
        least: u8,
        /// The greatest number allowed.
        most: u8,
    },
    /// A match must consist of an odd number of games.
    #[error("a match is best of 1, 3 or 5 games, not {0}")]
    BestOf(u8),
    /// A name is empty, too long, or contains control characters.
    #[error("names must have 1 to 60 characters without line breaks")]
    Name,
    /// The name is taken.
    #[error("there is already a player named {0}")]
    NameTaken(String),
    /// The tournament is full.
    #[error("a tournament has at most 256 players")]
    Full,
    /// The format takes no late players.
    #[error("players cannot join or return after the start of this format")]
    Started,
    /// There are too few players for the first round.
    #[error("{needed} players are needed, and there are {players}")]
    TooFew {
        /// Number of players who have joined and not left.
        players: usize,
        /// Number of players needed.
        needed: usize,
    },
    /// There is no such player.
    #[error("there is no player {0}")]
    NoPlayer(PlayerNumber),
    /// The player has already left.
    #[error("{0} has already left")]
    AlreadyLeft(String),
    /// The player has not left.
    #[error("{0} has not left")]
    NotLeft(String),
    /// There is no such match.
    #[error("there is no match {0}")]
    NoMatch(MatchNumber),
    /// The match is decided.
    #[error("match {0} is decided; an arbiter can reopen it")]
    Decided(MatchNumber),
    /// The match is interrupted.
    #[error("match {0} is adjourned; resume it first")]
    Adjourned(MatchNumber),
    /// There is nothing to reopen or resume.
    #[error("match {0} has nothing to take back")]
    NothingToReopen(MatchNumber),
    /// The next round depends on the match.
    #[error("match {0} belongs to an earlier round, and later rounds were paired from its result")]
    EarlierRound(MatchNumber),
    /// A match has no such side.
    #[error("the side must be 0 or 1, not {0}")]
    Side(u8),
    /// Points that no game can give.
    #[error("points must be between -10000 and 10000")]
    Points,
    /// A ruling that this match cannot have.
    #[error("match {0} needs a winner, since its loser is out")]
    NeedsWinner(MatchNumber),
    /// Matches of the current round are not decided.
    #[error("round {round} is not finished: {open} matches are open")]
    RoundOpen {
        /// The round, counted from 1.
        round: usize,
        /// Number of matches without an outcome.
        open: usize,
    },
    /// All rounds are played.
    #[error("the tournament is over")]
    Over,
}

impl Refused {
    /// Returns the same refusal with players and matches numbered from 1, as people see them.
    #[must_use]
    pub fn counted_from_one(self) -> Self {
        match self {
            Self::NoPlayer(player) => Self::NoPlayer(player.saturating_add(1)),
            Self::NoMatch(number) => Self::NoMatch(number.saturating_add(1)),
            Self::Decided(number) => Self::Decided(number.saturating_add(1)),
            Self::Adjourned(number) => Self::Adjourned(number.saturating_add(1)),
            Self::NothingToReopen(number) => Self::NothingToReopen(number.saturating_add(1)),
            Self::EarlierRound(number) => Self::EarlierRound(number.saturating_add(1)),
            Self::NeedsWinner(number) => Self::NeedsWinner(number.saturating_add(1)),
            other => other,
        }
    }
}

/// Refuses an empty or long name, one with control characters, and one with spaces around it.
pub fn check_name(name: &str) -> Result<(), Refused> {
    let fits = (1..=MAX_NAME).contains(&name.chars().count());
    let plain = !name.chars().any(char::is_control) && name.trim() == name;
    if fits && plain { Ok(()) } else { Err(Refused::Name) }
}
