//! What the lines of a record's text form look like, and what can be wrong with one.

use thiserror::Error;

use crate::deal::SeedError;
use crate::position_hash::HashError;
use crate::setup::{SetupError, SetupLineError};

/// The form of records that this program reads and writes.
pub(super) const FORM: u32 = 1;
/// What the first line says.
pub(super) const HEADING: &str = "bastide record";
/// With what a line of the tile file begins.
pub(super) const FILE_LINE: char = '|';

/// What is wrong with a line of a record's text form, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LineError {
    /// The first line names no record.
    #[error("a record begins with \"{HEADING} {FORM}\"")]
    Heading,
    /// It is a record of another form.
    #[error("the record has form {0}; this program reads form {FORM}")]
    Form(u32),
    /// Something else among the turns.
    #[error("\"{0}\" is no turn; turns look like 1. draw:crfr crfr@0,1r0 pass")]
    NoTurn(String),
    /// A line of no form.
    #[error("\"{0}\" is neither a header nor a turn")]
    Neither(String),
    /// A header that there is not, or one twice.
    #[error(
        "\"{0}\" is no header, or the second of its kind; headers are rules, setup, player 0, player 1 and so on, \
             commitment, seed, result"
    )]
    Header(String),
    /// A header whose value is no number.
    #[error("{0} is no number")]
    Number(String),
    /// The line of the set-up cannot be read.
    #[error("{0}")]
    SetupLine(SetupLineError),
    /// The set-up does not hold.
    #[error("{0}")]
    Setup(SetupError),
    /// A commitment that is none.
    #[error("\"{0}\" is no commitment; it has 64 hexadecimal digits in lower case")]
    Commitment(String),
    /// A seed that is none.
    #[error("{0}")]
    Seed(SeedError),
    /// A result that is none.
    #[error("result is \"{0}\"; it looks like 45 : 37, 45 : 37 stopped or unfinished")]
    Result(String),
    /// A header stands there twice.
    #[error("{0} is given twice")]
    Twice(String),
    /// A turn's number that is none.
    #[error("\"{0}\" is no turn's number")]
    TurnNumber(String),
    /// A turn that is not later than the one before it.
    #[error("turn {0} does not come after the turn before it")]
    TurnOrder(u16),
    /// Words of a turn after its hash.
    #[error("turn {0} goes on after its hash")]
    AfterHash(u16),
    /// A position's hash that is none.
    #[error("{0}")]
    Hash(HashError),
    /// A word that no answer has.
    #[error("\"{0}\" is no answer")]
    Answer(String),
    /// A turn without answers.
    #[error("turn {0} has no answers")]
    NoAnswers(u16),
    /// The set-up is missing.
    #[error("the record has no setup")]
    NoSetup,
    /// The version of the rules is missing.
    #[error("the record does not name the rules")]
    NoRules,
    /// A player whom the set-up has no seat for.
    #[error("player {seat} has no seat; the set-up has {seats} seats")]
    NoSeat {
        /// The player's number.
        seat: usize,
        /// Seats of the set-up.
        seats: u8,
    },
    /// A tile file that nobody asks for.
    #[error("the record has a tile file, and its set-up names none")]
    FileUnnamed,
    /// The tile file of this hash is missing.
    #[error(
        "the set-up has own tiles, and their file, with the hash {0}, is not in the record; its lines begin with \"{FILE_LINE} \""
    )]
    FileMissing(String),
    /// Another tile file than the one that the set-up names.
    #[error("the tile file has the hash {is}, and the set-up names {named}")]
    FileHash {
        /// The hash that it has.
        is: String,
        /// The hash in the set-up.
        named: String,
    },
}

/// Scores as they stand in a record: `45 : 37`.
pub(super) fn scores(scores: &[i32]) -> String {
    scores.iter().map(i32::to_string).collect::<Vec<_>>().join(" : ")
}
