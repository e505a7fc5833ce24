//! The interface through which a family lets a position be arranged by hand.

use crate::described::Described;
use crate::tile::{PILE_BAG, PILE_FIRST};
use crate::{FigureKind, Position, Rules, SegmentIndex, TileIndex};

/// A family whose positions can be arranged. Each method that sets something returns whether it exists and can have that value.
pub trait Arrange: Described {
    /// Sets what the seats and the expansions have before the first tile is laid.
    fn arrange_start(_: &mut Position<Self>, _: &Rules<Self::Options>) {}

    /// Records a tile that was just laid.
    fn tile_arranged(_: &mut Position<Self>, _: &Rules<Self::Options>) {}

    /// Checks that a figure can stand on a segment, given all tiles.
    ///
    /// # Errors
    /// Returns why it cannot.
    fn may_stand(
        position: &Position<Self>,
        rules: &Rules<Self::Options>,
        figure: FigureKind,
        segment: SegmentIndex,
    ) -> Result<(), &'static str>;

    /// Sets the number of tokens that a seat holds, under their word in [`Described::tokens`].
    fn set_token(_: &mut Position<Self>, _: &Rules<Self::Options>, _seat: u8, _word: &str, _count: u8) -> bool {
        false
    }

    /// Sets the height of what is built on a segment, as in [`Described::buildings`].
    fn set_building(_: &mut Position<Self>, _: SegmentIndex, _height: u8) -> bool {
        false
    }

    /// Sets the number of tokens on a tile, as in [`Described::tile_tokens`].
    fn set_tile_tokens(_: &mut Position<Self>, _: &Rules<Self::Options>, _: TileIndex, _count: u8) -> bool {
        false
    }

    /// Calls the closure with the word and the value of every other number that a game remembers from turn to turn.
    fn notes(_: &Position<Self>, _: &Rules<Self::Options>, _: impl FnMut(&'static str, u16)) {}

    /// Sets a number of [`notes`](Self::notes).
    fn set_note(_: &mut Position<Self>, _: &Rules<Self::Options>, _word: &str, _value: u16) -> bool {
        false
    }

    /// Calls the closure with a word and every segment about which a game remembers something from turn to turn.
    fn noted_segments(_: &Position<Self>, _: impl FnMut(&'static str, SegmentIndex)) {}

    /// Adds a segment to [`noted_segments`](Self::noted_segments).
    fn note_segment(_: &mut Position<Self>, _: &Rules<Self::Options>, _word: &str, _: SegmentIndex) -> bool {
        false
    }

    /// Returns the pile from which a tile in hand was drawn.
    fn pile_of_hand(position: &Position<Self>) -> u8 {
        if position.bag().left_in_first_pile() > 0 { PILE_FIRST } else { PILE_BAG }
    }

    /// Checks the arranged position as a whole.
    ///
    /// # Errors
    /// Returns what is missing or cannot be.
    fn check_arranged(_: &Position<Self>, _: &Rules<Self::Options>) -> Result<(), &'static str> {
        Ok(())
    }
}
