//! State of the family that is not part of the board.

use crate::abbey_mayor;
use crate::count;
use crate::king_robber;
use crate::princess_dragon;
use crate::tower;
use crate::traders_builders;
use bastide_core::plain_struct;

/// The current turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Turn {
    /// Whether the turn will have a second half.
    pub doubled: bool,
    /// Whether the turn is in its second half.
    pub second: bool,
    /// Whether the turn's action was taken with the volcano tile, so that none is offered with the lake tile (RIV-08).
    pub acted: bool,
}

impl Turn {
    /// State in the second half of a double turn (TB-03).
    pub(crate) const SECOND_HALF: Self = Self { doubled: false, second: true, acted: false };
}

plain_struct!(Turn { doubled, second, acted });

/// State of the expansions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extra {
    /// The current turn.
    pub turn: Turn,
    /// The king and the robber baron.
    pub king_robber: king_robber::Extra,
    /// The City of Carcassonne in this half of the turn.
    pub count: count::Extra,
    /// State of Abbey & Mayor: the abbeys.
    pub abbey_mayor: abbey_mayor::Extra,
    /// The dragon's move.
    pub princess_dragon: princess_dragon::Extra,
    /// State of Traders & Builders: the goods.
    pub traders_builders: traders_builders::Extra,
    /// State of The Tower: the towers.
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
