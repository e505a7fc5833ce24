//! Errors for saved games that cannot be imported.

use thiserror::Error;

use crate::notation::WordError;

/// Maximum size of a file, in bytes: about a hundred times the size of a long game.
pub(super) const MAX_BYTES: usize = 16 << 20;

/// The reason a file cannot be imported.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum JczError {
    /// The file is too large.
    #[error("the file has {0} bytes; at most {MAX_BYTES} are allowed")]
    TooLarge(usize),
    /// The file is XML, so it comes from version 3 or earlier, or from another program; the message says which.
    #[error("{0}")]
    Xml(String),
    /// The file is not JSON, or not a saved game.
    #[error("the file is not a saved game of JCloisterZone: {0}")]
    Json(String),
    /// The file uses features that are not supported.
    #[error("the file uses unsupported features: {}", .0.join("; "))]
    Unmet(Vec<String>),
    /// A message cannot be replayed.
    #[error("message {number} ({kind}): {why}")]
    Message {
        /// The message's number in the file, counted from 1.
        number: usize,
        /// The message's type in the file.
        kind: String,
        /// Why the message cannot be replayed.
        why: MessageError,
    },
}

/// The reason a saved game's message cannot be replayed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MessageError {
    /// The payload has the wrong shape for its type.
    #[error("invalid payload: {0}")]
    Payload(String),
    /// The answer was rejected.
    #[error(transparent)]
    Refused(#[from] WordError),
    /// The set-up has no tile of this name.
    #[error("the set-up has no tile {0}")]
    Tile(String),
    /// No tile lies at the place that the message names.
    #[error("no tile lies at {0},{1}")]
    Place(i16, i16),
    /// The tile at that place has no such feature.
    #[error("the tile at {x},{y} has no {feature} {location}")]
    Feature {
        /// The tile's column.
        x: i16,
        /// The tile's row.
        y: i16,
        /// The feature's kind, in JCloisterZone's words.
        feature: String,
        /// The feature's location on the tile, in JCloisterZone's words.
        location: String,
    },
    /// The figure does not belong to the seat that must answer.
    #[error("the figure does not belong to player {0}, who has to answer")]
    OfAnother(u8),
    /// The message was sent during another seat's turn.
    #[error("it was sent by player {player} in the turn of player {seat}")]
    Turn {
        /// The player that sent the message, counted from 0.
        player: i64,
        /// The seat to move.
        seat: u8,
    },
    /// The placed tile is not the one drawn.
    #[error("{0} is placed, but the draw order has another tile")]
    OtherTile(String),
    /// The drawn tile has no copies left.
    #[error("{0} is drawn more often than it has copies")]
    NoCopy(String),
    /// The tile is drawn too early.
    #[error("{0} cannot be drawn yet")]
    TooSoon(String),
    /// The drawn tile fits nowhere.
    #[error("{0} fits nowhere")]
    FitsNowhere(String),
    /// The game belongs to another family.
    #[error("the game belongs to another family")]
    OtherFamily,
    /// The message names an unknown figure.
    #[error("unknown figure")]
    NoFigure,
    /// The message names an unknown piece.
    #[error("the piece is not the dragon, the fairy or the count")]
    NoPiece,
    /// The token in the message is not a tower piece.
    #[error("the token is not a tower piece")]
    NoToken,
    /// Messages of this type do not answer any decision in a supported game.
    #[error("it does not answer anything in this set-up")]
    Unknown,
    /// A figure was deployed when none could be.
    #[error("no figure can be deployed now")]
    NoDeployment,
    /// The barn is not placed at a corner of the newest tile.
    #[error("the barn is not placed at a corner of the newest tile")]
    NoCorner,
    /// The figure cannot move to the named feature.
    #[error("the figure cannot go there")]
    NoMove,
    /// The figure does not stand on the named feature.
    #[error("the figure does not stand there")]
    NotThere,
    /// The message names a captive that does not exist.
    #[error("there is no such captive")]
    NoCaptive,
    /// No earlier message can be undone.
    #[error("there is nothing to undo")]
    NothingToUndo,
    /// The game was over before the message.
    #[error("the game was already over")]
    Over,
    /// A tile was placed when a different answer was due.
    #[error("another answer is due, not a tile")]
    NoTileDue,
    /// The rotation is not a multiple of 90 degrees.
    #[error("the rotation must be R0, R90, R180 or R270")]
    Rotation,
    /// Passing is not possible.
    #[error("there is nothing to pass")]
    NothingToPass,
    /// There is nothing to confirm.
    #[error("there is nothing to confirm")]
    NothingToConfirm,
}
