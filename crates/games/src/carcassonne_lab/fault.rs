//! Errors for links that cannot be imported, and for records that cannot be written as links.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::record::RecordError;

/// Maximum length of a link, in bytes.
pub(super) const MAX_LINK_BYTES: usize = 4096;
/// Number of characters of a move.
pub(super) const MOVE_LEN: usize = 4;
/// Number of tiles in the base game.
pub(super) const MAX_TILES: usize = 72;

/// The reason a link cannot be imported.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LabError {
    /// The link is too long.
    #[error("the link has {0} bytes; at most {MAX_LINK_BYTES} are allowed")]
    TooLong(usize),
    /// The link lacks a part.
    #[error("the link is incomplete: after #/ it must have version, discards, tiles, moves and ?players=")]
    Form,
    /// The version is unknown.
    #[error("unknown version \"{0}\" of the link; only version 0 can be imported")]
    Version(String),
    /// The list of discards is malformed.
    #[error("invalid discards \"{0}\": they must be 0, followed by numbers of moves in rising order, as in 0.5.12")]
    Discards(String),
    /// A discard comes after the last move.
    #[error("a tile is discarded after move {discard}, but the link has {moves} moves")]
    LateDiscard {
        /// The number of moves before the discard.
        discard: usize,
        /// The number of moves in the link.
        moves: usize,
    },
    /// The tiles contain a character that is not a digit.
    #[error("character {at} of the tiles is \"{digit}\", which is not a digit; digits are A-Z, a-z, 0-9, - and _")]
    StackDigit {
        /// The position of the character, counted from 1.
        at: usize,
        /// The character as in the link.
        digit: char,
    },
    /// The first tile is not the start tile.
    #[error("the tiles do not begin with the start tile")]
    StartTile,
    /// There are too many tiles.
    #[error("the link has more than {MAX_TILES} tiles")]
    TooManyTiles,
    /// A tile occurs too often.
    #[error("the link has {count} tiles {tile}, but the base game has {copies}")]
    Copies {
        /// Id of the tile.
        tile: &'static str,
        /// The number of times it occurs.
        count: usize,
        /// The number of copies in the game.
        copies: usize,
    },
    /// The length of the moves is wrong.
    #[error("the moves have {0} characters, which is not a multiple of {MOVE_LEN}; the link is cut off")]
    MoveLength(usize),
    /// The number of tiles does not match the moves and discards.
    #[error(
        "the link has {tiles} tiles, but a start tile, {moves} moves and {discards} discards; the link is cut off or damaged"
    )]
    Count {
        /// The number of tiles.
        tiles: usize,
        /// The number of moves.
        moves: usize,
        /// The number of discards.
        discards: usize,
    },
    /// The number of players is not possible.
    #[error("the link names {0} players; it must name 2 to 5")]
    Seats(usize),
    /// A name is encoded incorrectly.
    #[error("the name of player {0} is not valid percent-encoded UTF-8")]
    Name(usize),
    /// The colours contain invalid characters.
    #[error("invalid colours \"{0}\"")]
    Colours(String),
    /// A tile is discarded although it fits.
    #[error("before move {number}, {tile} is discarded, but it fits")]
    DiscardFits {
        /// The number of the next move.
        number: usize,
        /// Id of the tile.
        tile: &'static str,
    },
    /// A move is not possible.
    #[error("move {number} ({text}): {why}")]
    Move {
        /// The number of the move, counted from 1.
        number: usize,
        /// The characters of the move.
        text: String,
        /// Why the move is not possible.
        why: MoveError,
    },
}

/// The reason a move is not possible.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveError {
    /// A character is not a digit.
    #[error("\"{0}\" is not a digit of column, row or rotation")]
    Digit(char),
    /// The follower is not a decimal digit.
    #[error("\"{0}\" is not a decimal digit for the follower")]
    FollowerDigit(char),
    /// The rotation has unknown bits.
    #[error("the rotation {0} has unknown bits")]
    Rotation(u8),
    /// The tile fits nowhere, so it should have been discarded.
    #[error("{0} fits nowhere, but is not among the discards")]
    FitsNowhere(&'static str),
    /// The place is taken.
    #[error("{0},{1} already has a tile")]
    Taken(i16, i16),
    /// The place touches no tile.
    #[error("{0},{1} touches no tile")]
    TouchesNothing(i16, i16),
    /// The tile does not fit.
    #[error("{tile} does not fit at {x},{y} with rotation r{turned}; {}", fitting(.fits))]
    DoesNotFit {
        /// Id of the tile.
        tile: &'static str,
        /// Column, counted from the start tile.
        x: i16,
        /// Row, counted from the start tile.
        y: i16,
        /// The rotation in degrees.
        turned: u16,
        /// The rotations that fit there, in degrees.
        fits: Vec<u16>,
        /// Whether the follower, if any, stands on the same segment whichever rotation is meant.
        clear: bool,
    },
    /// The tile has no such segment.
    #[error("{tile} has no segment {code}")]
    NoSegment {
        /// Id of the tile.
        tile: &'static str,
        /// The number in the link.
        code: u8,
    },
    /// The feature is occupied.
    #[error("segment {0} of the tile belongs to an occupied feature")]
    Occupied(u8),
    /// The player has no followers left.
    #[error("the player has no follower left")]
    NoFollower,
    /// The game was already over.
    #[error("the game is already over")]
    Over,
}

impl MoveError {
    /// Returns the rotation, in degrees, in which the tile fits if it is the only one and nothing else depends on the choice.
    pub(super) fn other_rotation(&self) -> Option<u16> {
        match self {
            Self::DoesNotFit { fits, clear: true, .. } if fits.len() == 1 => Some(fits[0]),
            _ => None,
        }
    }

    fn reason(&self) -> &'static str {
        match self {
            Self::Digit(_) | Self::FollowerDigit(_) | Self::Rotation(_) => "damaged",
            Self::FitsNowhere(_) => "fits_nowhere",
            Self::Taken(..) => "taken",
            Self::TouchesNothing(..) => "touches_nothing",
            Self::DoesNotFit { .. } => "does_not_fit",
            Self::NoSegment { .. } => "no_segment",
            Self::Occupied(_) => "occupied",
            Self::NoFollower => "no_follower",
            Self::Over => "too_long",
        }
    }
}

/// The reason a link cannot be imported, for programs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct LinkProblem {
    /// The reason: `damaged`, `version`, `seats`, `too_long`, `discard_fits`, `fits_nowhere`, `taken`, `touches_nothing`, `does_not_fit`,
    /// `no_segment`, `occupied` or `no_follower`.
    pub reason: String,
    /// Number of the move, counted from 1; absent if the problem is not in a move.
    #[serde(rename = "move", default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(nullable = false))]
    #[cfg_attr(feature = "types", ts(optional))]
    pub number: Option<usize>,
    /// The only rotation in which the tile of this move fits, in degrees; a request with `fix_rotation` imports the link with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(nullable = false))]
    #[cfg_attr(feature = "types", ts(optional))]
    pub fits: Option<u16>,
}

impl LabError {
    /// Returns the rotation in which the tile of the faulty move fits, if it is the only one.
    pub fn other_rotation(&self) -> Option<u16> {
        if let Self::Move { why, .. } = self { why.other_rotation() } else { None }
    }

    /// Returns the reason in a form for programs.
    pub fn problem(&self) -> LinkProblem {
        let (reason, number) = match self {
            Self::TooLong(_) | Self::TooManyTiles => ("too_long", None),
            Self::Version(_) => ("version", None),
            Self::Seats(_) => ("seats", None),
            Self::DiscardFits { number, .. } => ("discard_fits", Some(*number)),
            Self::Move { number, why, .. } => (why.reason(), Some(*number)),
            Self::Form
            | Self::Discards(_)
            | Self::LateDiscard { .. }
            | Self::StackDigit { .. }
            | Self::StartTile
            | Self::Copies { .. }
            | Self::MoveLength(_)
            | Self::Count { .. }
            | Self::Name(_)
            | Self::Colours(_) => ("damaged", None),
        };
        LinkProblem { reason: reason.to_owned(), number, fits: self.other_rotation() }
    }
}

/// Describes the rotations that fit at a place.
fn fitting(rotations: &[u16]) -> String {
    match rotations {
        [] => "no rotation fits there".to_owned(),
        [only] => format!("only r{only} fits there"),
        several => {
            let several: Vec<_> = several.iter().map(|one| format!("r{one}")).collect();
            format!("{} fit there", several.join(" and "))
        }
    }
}

/// The reason a record cannot be written as a link.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ExportError {
    /// The game is not the base game with the usual rules.
    #[error("CarcassonneLab links hold only the base game with default options, not {0}")]
    Setup(String),
    /// The number of players is not possible.
    #[error("CarcassonneLab links hold games of 2 to 5 players, not {0}")]
    Seats(u8),
    /// A tile is too far away from the start tile.
    #[error("turn {0}: CarcassonneLab links hold no tile further than 55 places from the start tile")]
    TooFar(u16),
    /// The game has no tile besides the start tile.
    #[error("the game has no moves")]
    Empty,
    /// The record cannot be replayed.
    #[error(transparent)]
    Record(#[from] RecordError),
}
