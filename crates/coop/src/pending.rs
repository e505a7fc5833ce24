//! Pending decisions, and their codes in saved positions.

use bastide_core::{KindIndex, encoded_enum};

/// A pending decision.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pending {
    /// No decision: the game is over.
    #[default]
    Over,
    /// Chance draws the seat that begins (COOP-03).
    Begin,
    /// Chance draws the tile for the turn (COOP-04).
    Draw,
    /// The active seat places the drawn tile (COOP-05).
    Place {
        /// The drawn tile.
        kind: KindIndex,
    },
    /// The active seat places a figure on the newest tile, or passes (COOP-10).
    Deploy {
        /// The segments of the newest tile on which a figure may be placed, as a bit set.
        free: u16,
    },
    /// The active seat scores a finished feature, or removes ghosts from a tile instead (COOP-13).
    Reward {
        /// The segments of the newest tile whose features are undecided, as a bit set; the lowest one is being decided now.
        left: u16,
    },
}

encoded_enum! {
    impl Encoded for Pending {
        0 => Over,
        1 => Begin,
        2 => Draw,
        3 => Place { kind },
        4 => Deploy { free },
        5 => Reward { left },
    }
}
