//! The family's state outside the board.

use crate::later;
use bastide_core::plain_struct;

/// The family's state outside the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extra {
    /// Whether the tile being drawn, placed and occupied is the turn's bonus tile (HG-12).
    pub bonus: bool,
    /// State of the later edition: the animals taken by hunting traps.
    pub later: later::Extra,
}

plain_struct!(Extra { bonus, later });
