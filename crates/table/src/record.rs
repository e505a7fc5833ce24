//! Stored data for a table: occupants, set-up, and log.

use games::deal::Seed;
use serde::{Deserialize, Serialize};

use crate::access::Access;
use crate::clocks::ClockState;
use crate::occupant::SeatOccupant;
use crate::terms::Terms;

/// SHA-256 of a secret. The table never sees the secret itself: the caller passes in its hash.
pub type Hash = [u8; 32];

/// Phase of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Seats are open.
    Gathering,
    /// The game is under way.
    Playing,
    /// The game is over.
    Finished,
}

impl Phase {
    /// Returns the phase of a table without answers: gathering while a seat is open, otherwise playing.
    pub fn of(seats: &[SeatOccupant]) -> Phase {
        if seats.contains(&SeatOccupant::Open) { Phase::Gathering } else { Phase::Playing }
    }

    /// Returns the word used in the protocol and in storage.
    pub fn word(self) -> &'static str {
        match self {
            Phase::Gathering => "gathering",
            Phase::Playing => "playing",
            Phase::Finished => "finished",
        }
    }

    /// Parses a word; `None` if it is unknown.
    pub fn parse(word: &str) -> Option<Phase> {
        [Phase::Gathering, Phase::Playing, Phase::Finished].into_iter().find(|phase| phase.word() == word)
    }
}

/// The right that a secret grants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Right {
    /// Answers for this seat.
    Seat(u8),
    /// Starts the game.
    Host,
    /// Watches the table and takes a seat.
    Look,
}

/// Hash of a secret, with the right that it grants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Key {
    pub hash: Hash,
    pub right: Right,
}

/// Source of the tiles for a table's game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Source {
    /// A draw order derived from this seed.
    Seed(Seed),
    /// An imported record.
    Record(Claims),
    /// A record up to the entry [`Logged::Transferred`], and then a draw order derived from this seed.
    Transferred(Seed),
}

/// Claims of an imported record beyond its set-up, players and answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claims {
    /// Commitment to the draw order.
    pub commitment: Option<String>,
    /// Seed for the draw order.
    pub seed: Option<Seed>,
    /// True if the game was broken off and scored.
    pub stopped: bool,
}

/// A table without its answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TableRecord {
    pub name: String,
    /// The set-up as JSON, referring to custom tiles by their hash.
    pub setup: String,
    /// The custom tile file, if any.
    pub own_tiles: Option<String>,
    /// The version of the rules that the game is pinned to.
    pub rules_version: u32,
    /// Source of the tiles.
    pub source: Source,
    /// True if the table is listed publicly.
    pub public: bool,
    /// True for a plain table, which gives no hints while the game is being played.
    pub plain: bool,
    /// Terms of play besides the rules.
    pub terms: Terms,
    /// The clocks, if the table has any.
    pub clocks: Option<ClockState>,
    /// The current phase.
    pub phase: Phase,
    /// The occupants when the game began.
    pub seats: Vec<SeatOccupant>,
    /// Keys to the table.
    pub keys: Vec<Key>,
    pub access: Access,
    /// The table that this table is a rematch of.
    pub after: Option<String>,
    /// The rematch of this table, once created.
    pub next: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredAnswer {
    /// Number of log entries before this answer. It equals the number of answers before it if the log contains only answers.
    pub seq: usize,
    /// The seat that gave the answer; `None` for chance.
    pub seat: Option<u8>,
    /// The answer as a word.
    pub word: String,
}

/// A game's standing, as shown in lists of tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standing {
    /// Phase of the table.
    pub phase: Phase,
    /// The seat that must answer, if any.
    pub turn: Option<u8>,
}

/// An entry in a table's log. The log is append-only, and all of its entries together determine the state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogEntry {
    /// Number of entries before this one.
    pub number: usize,
    /// The recorded change.
    pub what: Logged,
}

/// Content of a log entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Logged {
    /// A seat, or chance, answered.
    Answer {
        /// The seat; `None` for chance.
        seat: Option<u8>,
        /// The answer as a word.
        word: String,
    },
    /// The last answers were undone; they stay in the log.
    Undo {
        /// Number of answers that remain.
        to: usize,
    },
    /// A seat resigned, which ends the game.
    Resigned { seat: u8 },
    /// A seat ran out of time, which ends the game.
    TimedOut { seat: u8 },
    /// The game was aborted during its first turn, without a result.
    Aborted {
        /// The seat that aborted the game.
        seat: u8,
    },
    /// The players agreed to end the game without a result.
    Ended {
        /// The seat that offered it.
        seat: u8,
    },
    /// The players agreed to pause the game.
    Paused {
        /// The seat that offered it.
        seat: u8,
    },
    /// A player resumed the paused game.
    Resumed { seat: u8 },
    /// A seat got a new occupant, or its original occupant back.
    TakenOver { seat: u8, by: SeatOccupant },
    /// A seat has lost, and a computer player takes over so that the other players can finish the game.
    Out {
        seat: u8,
        loss: Loss,
        /// The new occupant.
        by: SeatOccupant,
    },
    /// The game was transferred to this table; all earlier entries come from its record.
    Transferred,
}

/// Reason why a seat lost before the end of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Loss {
    /// The seat resigned.
    Resigned,
    /// The seat ran out of time.
    Time,
}

impl Logged {
    /// Returns the word used in storage for this type of entry.
    pub fn kind(&self) -> &'static str {
        match self {
            Logged::Answer { .. } => "answer",
            Logged::Undo { .. } => "undo",
            Logged::Resigned { .. } => "resigned",
            Logged::TimedOut { .. } => "time_fell",
            Logged::Aborted { .. } => "aborted",
            Logged::Ended { .. } => "ended",
            Logged::Paused { .. } => "paused",
            Logged::Resumed { .. } => "resumed",
            Logged::TakenOver { .. } => "taken_over",
            Logged::Out { .. } => "out",
            Logged::Transferred => "transferred",
        }
    }
}

impl From<StoredAnswer> for LogEntry {
    fn from(StoredAnswer { seq, seat, word }: StoredAnswer) -> LogEntry {
        LogEntry { number: seq, what: Logged::Answer { seat, word } }
    }
}

/// An end of the game that did not follow from the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EarlyEnd {
    /// This seat resigned.
    Resigned(u8),
    /// This seat ran out of time.
    TimedOut(u8),
    /// This seat aborted the game during its first turn.
    Aborted(u8),
    /// The players agreed to end the game, as this seat had offered.
    Agreed(u8),
}

impl EarlyEnd {
    /// Returns the seat that ended the game early.
    pub fn seat(self) -> u8 {
        match self {
            EarlyEnd::Resigned(seat) | EarlyEnd::TimedOut(seat) | EarlyEnd::Aborted(seat) | EarlyEnd::Agreed(seat) => {
                seat
            }
        }
    }
}

impl From<EarlyEnd> for Logged {
    fn from(end: EarlyEnd) -> Logged {
        match end {
            EarlyEnd::Resigned(seat) => Logged::Resigned { seat },
            EarlyEnd::TimedOut(seat) => Logged::TimedOut { seat },
            EarlyEnd::Aborted(seat) => Logged::Aborted { seat },
            EarlyEnd::Agreed(seat) => Logged::Ended { seat },
        }
    }
}

/// A change of a seat's occupant during the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatChange {
    /// Number of answers before the change.
    pub answers: usize,
    pub seat: u8,
    /// The new occupant.
    pub by: SeatOccupant,
    /// The reason why the seat lost, if it did.
    pub loss: Option<Loss>,
}
