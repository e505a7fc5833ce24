//! What is written down of a table: who sits there, what is played, the answers given so far.

use games::deal::Seed;
use serde::{Deserialize, Serialize};

use crate::access::Access;
use crate::clocks::ClockState;
use crate::occupant::SeatOccupant;
use crate::terms::Terms;

/// The SHA-256 of a secret. The table never has the secret itself: whoever makes one hands its hash in.
pub type Hash = [u8; 32];

/// How far a table has come.
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
    /// The phase of a table at which nobody has answered yet: it gathers players while a seat is open.
    pub fn of(seats: &[SeatOccupant]) -> Phase {
        if seats.contains(&SeatOccupant::Open) { Phase::Gathering } else { Phase::Playing }
    }

    /// Its word, in the protocol and in the storage.
    pub fn word(self) -> &'static str {
        match self {
            Phase::Gathering => "gathering",
            Phase::Playing => "playing",
            Phase::Finished => "finished",
        }
    }

    /// The phase of this word, if it is one.
    pub fn parse(word: &str) -> Option<Phase> {
        [Phase::Gathering, Phase::Playing, Phase::Finished].into_iter().find(|phase| phase.word() == word)
    }
}

/// What a secret opens: a seat, or the host's rights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Right {
    /// To answer for this seat.
    Seat(u8),
    /// To start the game.
    Host,
    /// To look at the table, and to take a seat there.
    Look,
}

/// A secret's hash and what it opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Key {
    pub hash: Hash,
    /// What it opens.
    pub right: Right,
}

/// Where the tiles of a table's game come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// From the draw order of this seed.
    Seed(Seed),
    /// From a record that somebody brought.
    Record(Claims),
}

/// What a record says of its game beside set-up, players and answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claims {
    /// The commitment to the draw order.
    pub commitment: Option<String>,
    /// The seed of the draw order.
    pub seed: Option<Seed>,
    /// Whether the game was broken off and scored.
    pub stopped: bool,
}

/// A table without its answers.
#[derive(Clone, Debug, PartialEq)]
pub struct TableRecord {
    pub name: String,
    /// The set-up as JSON, with own tiles by their hash.
    pub setup: String,
    /// The tile file of the players' own, if they have one.
    pub own_tiles: Option<String>,
    /// The version of the rules that the game is pinned to.
    pub rules_version: u32,
    /// Where its tiles come from.
    pub source: Source,
    /// Whether everybody may find it in the list.
    pub public: bool,
    /// Whether it is a plain table: nobody is helped while its game goes on.
    pub plain: bool,
    /// What it is played by beside its rules.
    pub terms: Terms,
    /// Its clocks, if it has some.
    pub clocks: Option<ClockState>,
    /// How far it has come.
    pub phase: Phase,
    /// Who sat where when the game began.
    pub seats: Vec<SeatOccupant>,
    /// The secrets' hashes.
    pub keys: Vec<Key>,
    /// Who may come to it.
    pub access: Access,
    /// The table whose rematch it is.
    pub after: Option<String>,
    /// Its own rematch.
    pub next: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredAnswer {
    /// The number of entries of the log before it: of answers too, where nothing else stands there.
    pub seq: usize,
    /// Who gave it; nobody where chance did.
    pub seat: Option<u8>,
    /// The answer's word.
    pub word: String,
}

/// Where a game stands after an answer, for lists of tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standing {
    /// How far the table has come.
    pub phase: Phase,
    /// Whose turn it is.
    pub turn: Option<u8>,
}

/// One entry of a table's log. Entries are only ever added; what they lead to follows from all of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogEntry {
    /// The number of entries before it.
    pub number: usize,
    /// What was written down.
    pub what: Logged,
}

/// What an entry of the log says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Logged {
    /// A seat, or chance, answered.
    Answer {
        /// Who; nobody where chance did.
        seat: Option<u8>,
        /// The answer's word.
        word: String,
    },
    /// The answers after so many do not hold any more; what was told of them stays in the log.
    Undo {
        /// How many hold.
        to: usize,
    },
    /// A seat gave the game up, which ends it.
    Resigned { seat: u8 },
    /// A seat's time was used up, which ends the game.
    TimeFell { seat: u8 },
    /// The game was ended before it had well begun, and has no result.
    Aborted {
        /// By whom.
        seat: u8,
    },
    /// Somebody else plays on for a seat, or the one who sat there again.
    TakenOver { seat: u8, by: SeatOccupant },
    /// A seat has lost, and somebody plays on for it, so that the others can finish the game.
    Out {
        seat: u8,
        loss: Loss,
        /// Who plays on.
        by: SeatOccupant,
    },
}

/// By what a seat has lost that did not play to the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Loss {
    /// It gave the game up.
    Resigned,
    /// Its time was used up.
    Time,
}

impl Logged {
    /// The word of its kind, in the storage.
    pub fn kind(&self) -> &'static str {
        match self {
            Logged::Answer { .. } => "answer",
            Logged::Undo { .. } => "undo",
            Logged::Resigned { .. } => "resigned",
            Logged::TimeFell { .. } => "time_fell",
            Logged::Aborted { .. } => "aborted",
            Logged::TakenOver { .. } => "taken_over",
            Logged::Out { .. } => "out",
        }
    }
}

impl From<StoredAnswer> for LogEntry {
    fn from(StoredAnswer { seq, seat, word }: StoredAnswer) -> LogEntry {
        LogEntry { number: seq, what: Logged::Answer { seat, word } }
    }
}

/// How a game ended that its rules did not end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EarlyEnd {
    /// This seat gave it up.
    Resigned(u8),
    /// This seat's time was used up.
    TimeFell(u8),
    /// This seat ended it before it had well begun.
    Aborted(u8),
}

impl EarlyEnd {
    /// The seat through which it ended.
    pub fn seat(self) -> u8 {
        match self {
            EarlyEnd::Resigned(seat) | EarlyEnd::TimeFell(seat) | EarlyEnd::Aborted(seat) => seat,
        }
    }
}

/// That somebody else plays for a seat from some answer on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatChange {
    /// How many answers there were.
    pub answers: usize,
    pub seat: u8,
    /// Who plays for it.
    pub by: SeatOccupant,
    /// By what the seat has lost, if it has.
    pub loss: Option<Loss>,
}
