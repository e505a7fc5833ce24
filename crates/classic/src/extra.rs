//! What the family remembers beside the board.

use crate::abbey_mayor;
use crate::count;
use crate::king_robber;
use crate::princess_dragon;
use crate::tower;
use crate::traders_builders;
use bastide_core::plain_struct;

/// The turn under way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Turn {
    /// It will have a second half.
    pub doubled: bool,
    /// It is in its second half.
    pub second: bool,
    /// What may be done with a tile was done with the volcano's, so that nothing is done with the lake's (RIV-08).
    pub acted: bool,
}

impl Turn {
    /// The second half of a double turn (TB-03).
    pub(crate) const SECOND_HALF: Self = Self { doubled: false, second: true, acted: false };
}

plain_struct!(Turn { doubled, second, acted });

/// What expansions remember.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extra {
    /// The turn under way.
    pub turn: Turn,
    /// The king and the robber baron.
    pub king_robber: king_robber::Extra,
    /// This half of the turn, for the city of Carcassonne.
    pub count: count::Extra,
    /// The abbeys.
    pub abbey_mayor: abbey_mayor::Extra,
    /// The dragon's move.
    pub princess_dragon: princess_dragon::Extra,
    /// The goods.
    pub traders_builders: traders_builders::Extra,
    /// The towers.
    pub tower: tower::Extra,
}

plain_struct! {
    Extra {
        turn,
        king_robber,
        count,
        abbey_mayor,
        princess_dragon,
        traders_builders,
        tower,
    }
}
