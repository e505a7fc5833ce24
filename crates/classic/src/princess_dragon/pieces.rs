//! The dragon and the fairy: definitions that other modules use.

use crate::family::ClassicPosition;
use crate::kinds;
use bastide_core::{FigureIndex, PieceKind, Spot, TileIndex};

/// Piece kind for the dragon.
pub const DRAGON: PieceKind = kinds::piece(DRAGON_WORD);
/// Notation word for the dragon.
pub const DRAGON_WORD: &str = "dragon";
/// Piece kind for the fairy.
pub const FAIRY: PieceKind = kinds::piece(FAIRY_WORD);
/// Word for the fairy, both in notation and as a source of points.
pub const FAIRY_WORD: &str = "fairy";

/// Returns whether the dragon is on a tile, where no follower can be (PD-08).
#[inline]
pub(crate) fn holds_tile(position: &ClassicPosition, tile: TileIndex) -> bool {
    position.piece(DRAGON) == Some(Spot::Tile(tile))
}

/// Returns whether the fairy is beside this particular figure, rather than beside all figures on a tile.
#[inline]
pub(crate) fn is_by_fairy(position: &ClassicPosition, figure: FigureIndex) -> bool {
    position.piece(FAIRY) == Some(Spot::Figure(figure))
}
