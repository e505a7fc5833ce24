//! The family's state beyond the board.

use crate::later;
use bastide_core::plain_struct;

/// The family's state beyond the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extra {
    /// Whether the current tile is the turn's bonus tile (HG-12).
    pub bonus: bool,
    /// State of the later edition: the animals taken by hunting traps.
    pub later: later::Extra,
}

plain_struct!(Extra { bonus, later });
