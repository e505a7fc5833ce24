//! What the family remembers beside the board.

use crate::later;
use bastide_core::plain_struct;

/// What the family remembers beside the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extra {
    /// The tile that is drawn, placed and occupied is the turn's bonus tile (HG-12).
    pub bonus: bool,
    /// The animals that a hunting trap took.
    pub later: later::Extra,
}

plain_struct!(Extra { bonus, later });
