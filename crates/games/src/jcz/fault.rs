//! Why a saved game cannot be imported.

use thiserror::Error;

use crate::notation::WordError;

/// Longest file that is read, in bytes: a hundred times what a long game takes.
pub(super) const MAX_BYTES: usize = 16 << 20;

/// Why a file cannot be imported.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum JczError {
    /// It is larger than any saved game.
    #[error("the file has {0} bytes; a saved game has at most {MAX_BYTES}")]
    TooLarge(usize),
    /// It is XML: as the program wrote it up to version 3, or of another kind; says which.
    #[error("{0}")]
    Xml(String),
    /// It is not JSON, or not that of a saved game.
    #[error("the file is no saved game of JCloisterZone: {0}")]
    Json(String),
    /// It asks for things that this program does not have.
    #[error("the file asks for what is not there yet: {}", .0.join("; "))]
    Unmet(Vec<String>),
    /// A message cannot be replayed.
    #[error("message {number} ({kind}): {why}")]
    Message {
        /// Its number in the file, counted from 1.
        number: usize,
        /// Its type.
        kind: String,
        /// Why not.
        why: MessageError,
    },
}

/// Why a message of a saved game cannot be replayed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MessageError {
    /// It has not the shape that messages of its type have.
    #[error("its payload is not as it should be: {0}")]
    Payload(String),
    /// Its answer was refused.
    #[error(transparent)]
    Refused(#[from] WordError),
    /// The set-up has no tile of this name.
    #[error("the set-up has no tile {0}")]
    Tile(String),
    /// No tile lies where it points.
    #[error("no tile lies at {0},{1}")]
    Place(i16, i16),
    /// The tile where it points has no such feature there.
    #[error("the tile at {x},{y} has no {feature} {location}")]
    Feature {
        /// The tile's column.
        x: i16,
        /// The tile's row.
        y: i16,
        /// The feature's kind in that program's words.
        feature: String,
        /// Where on the tile, in that program's words.
        location: String,
    },
    /// A figure is not of the seat that has to answer.
    #[error("the figure is not of player {0}, who has to answer")]
    OfAnother(u8),
    /// It is sent in another seat's turn.
    #[error("it is sent by player {player} in the turn of player {seat}")]
    Turn {
        /// Who sent it.
        player: i64,
        /// Whose turn it is.
        seat: u8,
    },
    /// A tile is placed that is not the one drawn.
    #[error("{0} is placed, and the draw order has another tile")]
    OtherTile(String),
    /// A tile is drawn of which no copy is left.
    #[error("{0} is drawn once more than there are copies of it")]
    NoCopy(String),
    /// A tile is drawn before its time.
    #[error("{0} cannot be drawn yet")]
    TooSoon(String),
    /// A tile that is drawn fits nowhere.
    #[error("{0} fits nowhere")]
    FitsNowhere(String),
    /// The game is of another family.
    #[error("the game is of another family")]
    OtherFamily,
    /// It names no figure of the game.
    #[error("the figure is none that the game has")]
    NoFigure,
    /// It names no piece that is led.
    #[error("the piece is neither dragon nor fairy nor count")]
    NoPiece,
    /// It names a token that is not built with.
    #[error("the token is no piece of a tower")]
    NoToken,
    /// No game that is played here asks for it.
    #[error("nothing in this set-up is answered by it")]
    Unknown,
    /// A figure is deployed where that is not asked.
    #[error("no figure can be deployed now")]
    NoDeployment,
    /// A barn is placed elsewhere than at a corner.
    #[error("the barn is not placed at a corner of the newest tile")]
    NoCorner,
    /// A figure goes where it cannot go.
    #[error("the figure cannot go there")]
    NoMove,
    /// A figure does not stand where the message has it.
    #[error("the figure does not stand there")]
    NotThere,
    /// A captive is redeemed that is none.
    #[error("there is no such captive")]
    NoCaptive,
    /// Nothing stands before it that could be taken back.
    #[error("there is nothing to take back")]
    NothingToUndo,
    /// The game is over before it.
    #[error("the game is over before it")]
    Over,
    /// A tile is placed where something else is asked.
    #[error("another answer is due, not a tile")]
    NoTileDue,
    /// A tile is turned by what is no quarter.
    #[error("the rotation is none of R0, R90, R180, R270")]
    Rotation,
    /// It passes where that cannot be.
    #[error("there is nothing to pass")]
    NothingToPass,
    /// It confirms nothing.
    #[error("there is nothing to confirm")]
    NothingToConfirm,
}
