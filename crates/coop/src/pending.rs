//! Pending decisions, and their codes in saved positions.

use bastide_core::{KindIndex, encoded_enum};

/// A pending decision.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pending {
    /// None: the game is over.
    #[default]
    Over,
    /// Which seat begins (COOP-03).
    Begin,
    /// Which tile is drawn (COOP-04).
    Draw,
    /// Where the drawn tile goes (COOP-05).
    Place {
        /// The tile that was drawn.
        kind: KindIndex,
    },
    /// Whether a figure is placed on the newest tile (COOP-10).
    Deploy {
        /// The segments of the newest tile on which one may be placed, as a bit set.
        free: u16,
    },
    /// Whether a finished feature is scored, or ghosts are removed from a tile instead (COOP-13).
    Reward {
        /// The segments of the newest tile whose features are still to be decided, as a bit set; the lowest is decided now.
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
