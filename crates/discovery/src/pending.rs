//! Pending decisions, and their codes in saved positions.

use bastide_core::{KindIndex, encoded_enum};

/// A pending decision.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pending {
    /// No decision: the game is over.
    #[default]
    Over,
    /// Chance draws the seat that begins (DISC-02).
    Begin,
    /// Chance draws a tile that is removed before the start (DISC-17).
    TakeOut {
        /// The seat that will begin.
        first: u8,
        /// Number of tiles still to be removed, including this one.
        left: u8,
    },
    /// Chance draws a tile into a hand before the first turn (DISC-16).
    Deal {
        /// The seat that will begin.
        first: u8,
    },
    /// Chance draws the tile for the turn (DISC-03).
    Draw,
    /// Chance draws a replacement tile after a hand was discarded because none of its tiles fitted (DISC-16).
    Replace,
    /// Chance draws a tile into the hand at the end of the turn (DISC-16).
    Refill,
    /// The active seat places the drawn tile (DISC-04).
    Place {
        /// The drawn tile.
        kind: KindIndex,
    },
    /// The active seat places a tile from its hand (DISC-16).
    PlaceHeld,
    /// The active seat places a follower on the newest tile (DISC-05), removes one from anywhere (DISC-06), or passes.
    Deploy {
        /// The segments of the newest tile on which a follower may be placed, as a bit set.
        free: u16,
    },
}

encoded_enum! {
    impl Encoded for Pending {
        0 => Over,
        1 => Begin,
        2 => TakeOut { first, left },
        3 => Deal { first },
        4 => Draw,
        5 => Replace,
        6 => Refill,
        7 => Place { kind },
        8 => PlaceHeld,
        9 => Deploy { free },
    }
}
