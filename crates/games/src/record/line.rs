//! Lines of a record's text form, and their errors.

use thiserror::Error;

use crate::deal::SeedError;
use crate::position_hash::HashError;
use crate::setup::{SetupError, SetupLineError};

/// Format version of records that this program reads and writes.
pub(super) const FORMAT_VERSION: u32 = 1;
/// Start of a record's first line.
pub(super) const HEADING: &str = "bastide record";
/// Prefix for each line of a tile file within a record.
pub(super) const FILE_LINE: char = '|';

/// Prefix for each line of a starting board within a record.
pub(super) const BOARD_LINE: char = '>';

/// The reason a line of a record's text form is invalid, and what would be valid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LineError {
    /// The first line does not identify the text as a record.
    #[error("a record must begin with \"{HEADING} {FORMAT_VERSION}\"")]
    Heading,
    /// Unknown format version.
    #[error("the record has format {0}; this program reads format {FORMAT_VERSION}")]
    Form(u32),
    /// A line among the turns that is not a turn.
    #[error("\"{0}\" is not a turn; turns look like 1. draw:crfr crfr@0,1r0 pass")]
    NoTurn(String),
    /// A line that is neither a header nor a turn.
    #[error("\"{0}\" is neither a header nor a turn")]
    Neither(String),
    /// An unknown or repeated header.
    #[error(
        "\"{0}\" is not a header, or is repeated; headers are rules, setup, player 0, player 1 and so on, \
             commitment, seed, result"
    )]
    Header(String),
    /// A header whose value is not a number.
    #[error("{0} must be a number")]
    Number(String),
    /// The set-up line is malformed.
    #[error("{0}")]
    SetupLine(SetupLineError),
    /// The set-up line is well formed, but the set-up is invalid.
    #[error("{0}")]
    Setup(SetupError),
    /// The commitment is malformed.
    #[error("\"{0}\" is not a commitment; it must have 64 lower-case hexadecimal digits")]
    Commitment(String),
    /// The seed is malformed.
    #[error("{0}")]
    Seed(SeedError),
    /// The result is malformed.
    #[error("invalid result \"{0}\"; results look like 45 : 37, 45 : 37 stopped or unfinished")]
    Result(String),
    /// A header is repeated.
    #[error("{0} is given twice")]
    Twice(String),
    /// A turn number is invalid.
    #[error("\"{0}\" is not a turn number")]
    TurnNumber(String),
    /// A turn whose number is not higher than that of the turn before it.
    #[error("turn {0} must have a higher number than the turn before it")]
    TurnOrder(u16),
    /// A turn has words after its hash.
    #[error("turn {0} has words after its hash")]
    AfterHash(u16),
    /// Invalid position hash.
    #[error("{0}")]
    Hash(HashError),
    /// A word that cannot be an answer.
    #[error("\"{0}\" is not an answer")]
    Answer(String),
    /// A turn without answers.
    #[error("turn {0} has no answers")]
    NoAnswers(u16),
    /// The set-up is missing.
    #[error("missing `setup:` in the record")]
    NoSetup,
    /// The version of the rules is missing.
    #[error("missing `rules:` in the record")]
    NoRules,
    /// A player without a seat in the set-up.
    #[error("player {seat} has no seat; the set-up has {seats} seats")]
    NoSeat {
        /// The player's number.
        seat: usize,
        /// Number of seats in the set-up.
        seats: u8,
    },
    /// A starting board that the set-up does not use.
    #[error("the record has a starting board, but its set-up uses none")]
    BoardUnnamed,
    /// The set-up uses a starting board with this hash, but the record does not contain it.
    #[error(
        "the set-up has a starting board, but its text, with the hash {0}, is missing from the record; its lines begin \"{BOARD_LINE} \""
    )]
    BoardMissing(String),
    /// The starting board is not the one that the set-up uses.
    #[error("the starting board has the hash {is}, but the set-up names {named}")]
    BoardHash {
        /// The board's actual hash.
        is: String,
        /// The hash in the set-up.
        named: String,
    },
    /// A tile file that the set-up does not use.
    #[error("the record has a tile file, but its set-up uses none")]
    FileUnnamed,
    /// The set-up uses a tile file with this hash, but the record does not contain it.
    #[error(
        "the set-up has custom tiles, but their file, with the hash {0}, is missing from the record; its lines begin with \"{FILE_LINE} \""
    )]
    FileMissing(String),
    /// The tile file is not the one that the set-up uses.
    #[error("the tile file has the hash {is}, but the set-up names {named}")]
    FileHash {
        /// The file's actual hash.
        is: String,
        /// The hash in the set-up.
        named: String,
    },
}

/// Formats scores for a record, such as `45 : 37`.
pub(super) fn scores(scores: &[i32]) -> String {
    scores.iter().map(i32::to_string).collect::<Vec<_>>().join(" : ")
}
