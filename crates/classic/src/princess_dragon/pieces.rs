//! Dragon and fairy: what others ask about where they stand.

use crate::family::ClassicPosition;
use crate::kinds;
use bastide_core::{FigureIndex, PieceKind, Spot, TileIndex};

/// The dragon.
pub const DRAGON: PieceKind = kinds::piece(DRAGON_WORD);
/// The word for it.
pub const DRAGON_WORD: &str = "dragon";
/// The fairy.
pub const FAIRY: PieceKind = kinds::piece(FAIRY_WORD);
/// The word for it, as a piece and as what gives points.
pub const FAIRY_WORD: &str = "fairy";

/// Whether the dragon is on a tile, where no follower may be (PD-08).
#[inline]
pub(crate) fn holds_tile(position: &ClassicPosition, tile: TileIndex) -> bool {
    position.piece(DRAGON) == Some(Spot::Tile(tile))
}

/// Whether the fairy stands by a figure, and not by everybody on a tile.
#[inline]
pub(crate) fn is_by_fairy(position: &ClassicPosition, figure: FigureIndex) -> bool {
    position.piece(FAIRY) == Some(Spot::Figure(figure))
}
