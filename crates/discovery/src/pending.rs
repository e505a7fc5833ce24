//! Pending decisions, and their codes in saved positions.

use bastide_core::{KindIndex, encoded_enum};

/// A pending decision.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pending {
    /// None: the game is over.
    #[default]
    Over,
    /// Which seat begins (DISC-02).
    Begin,
    /// Which tile is removed before the start (DISC-17).
    TakeOut {
        /// The seat that will begin.
        first: u8,
        /// Number of tiles still to be removed, including this one.
        left: u8,
    },
    /// Which tile goes into a hand before the first turn (DISC-16).
    Deal {
        /// The seat that will begin.
        first: u8,
    },
    /// Which tile is drawn (DISC-03).
    Draw,
    /// Which tile goes into a hand whose tiles fitted nowhere (DISC-16).
    Replace,
    /// Which tile goes into the hand at the end of the turn (DISC-16).
    Refill,
    /// Where the drawn tile goes (DISC-04).
    Place {
        /// The tile that was drawn.
        kind: KindIndex,
    },
    /// Which tile of the hand goes where (DISC-16).
    PlaceHeld,
    /// Whether a follower is placed on the newest tile (DISC-05), or one is removed from anywhere (DISC-06).
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
