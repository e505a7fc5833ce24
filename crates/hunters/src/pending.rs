//! Pending decisions, and their codes in saved positions.

use bastide_core::{KindIndex, encoded_enum};

/// A pending decision.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pending {
    /// No decision: the game is over.
    #[default]
    Over,
    /// Chance draws the seat that goes first (HG-02).
    Begin,
    /// Chance draws a land tile (HG-03), or the turn's bonus tile (HG-12).
    Draw,
    /// The active seat places the drawn tile (HG-04).
    Place {
        /// The tile in hand.
        kind: KindIndex,
    },
    /// The active seat places a member or a hut on the newest tile (HG-05, HG-07), or passes.
    Deploy {
        /// The segments of the newest tile on which a figure in supply may be placed, as a bit set.
        free: u16,
    },
    /// The active seat returns a member to its supply, or passes (later edition, HG-30).
    Shaman,
}

encoded_enum! {
    impl Encoded for Pending {
        0 => Over,
        1 => Begin,
        2 => Draw,
        3 => Place { kind },
        4 => Deploy { free },
        5 => Shaman,
    }
}
