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
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest, Sha256};

use crate::game::Game;
use crate::hex::hex;
use crate::setup::{Setup, SetupError};

/// Maximum size of a board, in bytes.
pub const MAX_BOARD_BYTES: usize = 64 * 1024;
/// Maximum number of lines of a board.
pub const MAX_BOARD_LINES: usize = 2000;
/// Length of the hash that names a board, in bytes.
const HASH_BYTES: usize = 8;
/// Maximum number of answers that are taken back to find a position that a board can state. Few turns have so many.
const MAX_TAKEN_BACK: usize = 64;

/// A starting board, or only its hash.
///
/// In JSON this is a string: the board, or the 16 digits of the hash, which can never be a board.
#[derive(Clone, PartialEq, Eq)]
pub struct StartingBoard {
    hash: String,
    text: Option<Arc<str>>,
}

impl StartingBoard {
    /// Wraps a board. Line endings are normalized, and trailing white space and empty lines at the end are removed. The board is checked
    /// when its set-up is compiled.
    pub fn new(text: &str) -> Self {
        let mut normal = String::with_capacity(text.len() + 1);
        for line in text.trim_start_matches('\u{feff}').lines() {
            normal.push_str(line.trim_end());
            normal.push('\n');
        }
        normal.truncate(normal.trim_end_matches('\n').len());
        normal.push('\n');
        Self { hash: hex(&Sha256::digest(&normal)[..HASH_BYTES]), text: Some(normal.into()) }
    }

    /// Refers to a board by its hash, without the text; `None` if the text is not a hash.
    pub fn from_hash(hash: &str) -> Option<Self> {
        let digits = hash.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'));
        (digits && hash.len() == 2 * HASH_BYTES).then(|| Self { hash: hash.to_owned(), text: None })
    }

    /// Returns the hash: the first 16 hexadecimal digits of the SHA-256 of the text.
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// Returns the text, if it is present.
    pub fn text(&self) -> Option<&str> {
        self.text.as_deref()
    }

    /// Returns the board of a game's position. If a board cannot state the position, for example because a figure is being placed, the last
    /// answers are taken back, usually to the moment when the tile was drawn.
    ///
    /// # Errors
    /// Fails if no position of the last turns can be stated, for example because the river is not finished or hands are hidden.
    pub fn of(game: &Game) -> Result<Self, BoardError> {
        if game.has_secrets() {
            return Err(BoardError::Unstated);
        }
        let len = game.answers().len();
        for taken_back in 0..=len.min(MAX_TAKEN_BACK) {
            let mut earlier = game.restarted();
            for &answer in &game.answers()[..len - taken_back] {
                earlier.apply_raw(answer).map_err(|_| BoardError::Unstated)?;
            }
            if let Some(board) = Self::of_exactly(&earlier) {
                return Ok(board);
            }
        }
        Err(BoardError::Unstated)
    }

    /// Writes a position as a board, whether or not the board can state everything about it.
    pub fn of_position(game: &Game) -> Self {
        Self::new(&game.board_text())
    }

    /// Returns the board of exactly this position, if a board can state it.
    pub fn of_exactly(game: &Game) -> Option<Self> {
        let board = Self::of_position(game);
        let again = Game::for_replay(&Setup { board: Some(board.clone()), ..game.setup().clone() }).ok()?;
        // Before the first turn, the seat that begins may still have to be drawn.
        (game.turn() == 0 || is_same(&game.position_text(), &again.position_text())).then_some(board)
    }
}

/// Returns whether the texts of two positions agree in everything except the set-up, the number of the turn, and what the next placement
/// overwrites.
fn is_same(one: &str, other: &str) -> bool {
    let lines = |text: &str| -> Vec<String> {
        let line = |line: &str| {
            let words: Vec<&str> = line.split(' ').collect();
            match words[..] {
                ["turn", number, seat] if number.bytes().all(|b| b.is_ascii_digit()) => format!("turn {seat}"),
                ["turn", "ransomed", paid, ..] => format!("ransomed {paid}"),
                _ => line.to_owned(),
            }
        };
        let mut lines: Vec<String> = text.lines().skip(2).map(line).collect();
        lines.sort_unstable();
        lines
    };
    lines(one) == lines(other)
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
    /// What is wrong, in English.
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
    /// A board cannot state the position.
    #[error("a starting board cannot state this position; try another move of the game")]
    Unstated,
}

impl From<BoardError> for SetupError {
    fn from(why: BoardError) -> Self {
        Self::Board(why)
    }
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
        write!(f, "starting board {}{}", self.hash, if self.text.is_some() { "" } else { " without its text" })
    }
}

impl Serialize for StartingBoard {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.text().unwrap_or(&self.hash))
    }
}

impl<'de> Deserialize<'de> for StartingBoard {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        Ok(Self::from_hash(&text).unwrap_or_else(|| Self::new(&text)))
    }
}
