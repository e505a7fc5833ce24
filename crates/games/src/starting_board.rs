//! Starting boards: positions in which a game begins instead of its first turn, as part of a set-up.
//!
//! A board is a text with one item a line: tiles in their order, figures, scores, the seat to move, and what differs from the rest of the
//! set-up. `docs/notation.md` describes it. As with custom tiles, JSON carries the text and a set-up line only its hash.

mod build;
mod items;
mod names;
mod write;

pub(crate) use build::{build, finish};
pub(crate) use write::text_of;

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::hashed_text::HashedText;

/// Maximum size of a board, in bytes.
pub const MAX_BOARD_BYTES: usize = 64 * 1024;
/// Maximum number of lines of a board.
pub const MAX_BOARD_LINES: usize = 2000;

/// A starting board, or only its hash.
///
/// In JSON this is a string: the board, or the 16 digits of the hash, which can never be a board.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct StartingBoard(HashedText);

impl StartingBoard {
    /// Wraps a board. Line endings are normalized, and trailing white space and empty lines at the end are removed. The board is checked
    /// when its set-up is compiled.
    pub fn new(text: &str) -> Self {
        Self(HashedText::new(text))
    }

    /// Refers to a board by its hash, without the text; `None` if the text is not a hash.
    pub fn from_hash(hash: &str) -> Option<Self> {
        HashedText::from_hash(hash).map(Self)
    }

    /// Returns the hash: the first 16 hexadecimal digits of the SHA-256 of the text.
    pub fn hash(&self) -> &str {
        self.0.hash()
    }

    /// Returns the text, if it is present.
    pub fn text(&self) -> Option<&str> {
        self.0.text()
    }
}

/// A line of a board that cannot be, or something that is missing from it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct BoardProblem {
    /// Number of the line, from 1; 0 if the problem concerns the whole board.
    pub line: u32,
    /// Stable code of the problem: `form`, `tile`, `copies`, `edges`, `taken`, `apart`, `far`, `segment`, `figure`, `supply`, `seat`,
    /// `number`, `twice`, `hand`, `bag`, `piece`, `token`, `start` or `position`.
    pub code: &'static str,
    /// Description of the problem, in English.
    pub text: String,
}

impl fmt::Display for BoardProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "starting board: {}", self.text),
            line => write!(f, "starting board, line {line}: {}", self.text),
        }
    }
}

/// The reason a set-up's board cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// The set-up contains only the hash.
    #[error("the set-up refers to a starting board with the hash {hash}, but the board is not there")]
    Missing {
        /// Hash of the missing board.
        hash: String,
    },
    /// The board is too long.
    #[error(
        "the starting board has {bytes} bytes and {lines} lines; at most {MAX_BOARD_BYTES} and {MAX_BOARD_LINES} are allowed"
    )]
    TooLong {
        /// Length of the text in bytes.
        bytes: usize,
        /// Number of its lines.
        lines: usize,
    },
    /// Something in the board cannot be.
    #[error("{0}")]
    Problem(BoardProblem),
    /// A board cannot represent the position.
    #[error("a starting board cannot represent this position; try another move of the game")]
    Unrepresentable,
}

/// Returns the text of a set-up's board, if it is present and short enough.
pub(crate) fn checked_text(board: &StartingBoard) -> Result<&str, BoardError> {
    let text = board.text().ok_or_else(|| BoardError::Missing { hash: board.hash().to_owned() })?;
    let (bytes, lines) = (text.len(), text.lines().count());
    if bytes > MAX_BOARD_BYTES || lines > MAX_BOARD_LINES {
        return Err(BoardError::TooLong { bytes, lines });
    }
    Ok(text)
}

impl fmt::Debug for StartingBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "starting board {}{}", self.hash(), if self.text().is_some() { "" } else { " without its text" })
    }
}
