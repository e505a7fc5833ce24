//! The state of a tournament.

use crate::matches::{Match, Outcome};
use crate::refused::Refused;
use crate::settings::Settings;
use crate::{MatchNumber, PlayerNumber};

/// Maximum number of players who can join.
pub const MAX_PLAYERS: usize = 256;

/// A player of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// Name, different from those of all other players.
    pub name: String,
    /// The rating by which the player is seeded.
    pub rating: Option<u16>,
    /// Whether the player has left.
    pub withdrawn: bool,
}

/// Progress of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Before the first round.
    Joining,
    /// A round is played.
    Playing,
    /// All matches of the round are decided, and another round follows.
    BetweenRounds,
    /// All rounds are played.
    Over,
}

/// A tournament: its settings, players and matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tournament {
    pub(crate) settings: Settings,
    pub(crate) players: Vec<Player>,
    /// The players who were there at the start, the best first. The order is fixed then.
    pub(crate) seeds: Vec<PlayerNumber>,
    pub(crate) matches: Vec<Match>,
    pub(crate) rounds: usize,
}

impl Tournament {
    /// Returns a tournament without players.
    ///
    /// # Errors
    /// Fails if the settings contain a number out of its range.
    pub fn new(settings: Settings) -> Result<Self, Refused> {
        settings.check()?;
        Ok(Self { settings, players: Vec::new(), seeds: Vec::new(), matches: Vec::new(), rounds: 0 })
    }

    /// Returns the settings.
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Returns the players by number.
    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// Returns the players who were there at the start, the best first; late players follow in the order in which they joined.
    pub fn seeds(&self) -> &[PlayerNumber] {
        &self.seeds
    }

    /// Returns the matches by number.
    pub fn matches(&self) -> &[Match] {
        &self.matches
    }

    /// Returns the number of rounds paired so far.
    pub const fn rounds(&self) -> usize {
        self.rounds
    }

    /// Returns the matches of a round with their numbers.
    pub fn matches_of(&self, round: usize) -> impl Iterator<Item = (MatchNumber, &Match)> {
        (0..).zip(&self.matches).filter(move |(_, found)| found.round == round)
    }

    /// Returns how a match ended; `None` while it is open.
    pub fn outcome(&self, found: &Match) -> Option<Outcome> {
        found.outcome(&self.settings)
    }
}
