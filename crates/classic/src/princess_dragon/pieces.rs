//! The dragon and the fairy: definitions that other modules use.

use crate::family::ClassicPosition;
use crate::kinds;
use bastide_core::{FigureIndex, PieceKind, Spot, TileIndex};

/// Piece kind of the dragon.
pub const DRAGON: PieceKind = kinds::piece(DRAGON_WORD);
/// Notation word for the dragon.
pub const DRAGON_WORD: &str = "dragon";
/// Piece kind of the fairy.
pub const FAIRY: PieceKind = kinds::piece(FAIRY_WORD);
/// Notation word for the fairy, also as a source of points.
pub const FAIRY_WORD: &str = "fairy";

/// Returns whether the dragon is on a tile, where no follower may be (PD-08).
#[inline]
pub(crate) fn holds_tile(position: &ClassicPosition, tile: TileIndex) -> bool {
    position.piece(DRAGON) == Some(Spot::Tile(tile))
}

/// Returns whether the fairy is beside this single figure, not beside all figures on a tile.
#[inline]
pub(crate) fn is_by_fairy(position: &ClassicPosition, figure: FigureIndex) -> bool {
    position.piece(FAIRY) == Some(Spot::Figure(figure))
}
