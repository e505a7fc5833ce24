//! The decisions that wait, and the numbers that stand for them in saved positions.

use bastide_core::plain::{paired, parted};
use bastide_core::{Coded, KindIndex};

/// A decision that waits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pending {
    /// None: the game is over.
    #[default]
    Over,
    /// Which seat begins (DISC-02).
    Begin,
    /// Which tile is taken out before the start (DISC-17).
    TakeOut {
        /// The seat that will begin.
        first: u8,
        /// Tiles that are still to be taken out, this one included.
        left: u8,
    },
    /// Which tile comes into a hand before the first turn (DISC-16).
    Deal {
        /// The seat that will begin.
        first: u8,
    },
    /// Which tile is drawn (DISC-03).
    Draw,
    /// Which tile comes into the hand whose tiles fit nowhere (DISC-16).
    Replace,
    /// Which tile comes into the hand at the end of the turn (DISC-16).
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
        /// The segments of the newest tile on which a follower may be placed, one bit each.
        free: u16,
    },
}

impl Coded for Pending {
    fn code(self) -> (u8, u16) {
        match self {
            Self::Over => (0, 0),
            Self::Begin => (1, 0),
            Self::TakeOut { first, left } => (2, paired(first, left)),
            Self::Deal { first } => (3, first as u16),
            Self::Draw => (4, 0),
            Self::Replace => (5, 0),
            Self::Refill => (6, 0),
            Self::Place { kind } => (7, kind as u16),
            Self::PlaceHeld => (8, 0),
            Self::Deploy { free } => (9, free),
        }
    }

    fn decoded(kind: u8, number: u16) -> Option<Self> {
        let (low, high) = parted(number);
        Some(match kind {
            0 => Self::Over,
            1 => Self::Begin,
            2 => Self::TakeOut { first: low, left: high },
            3 => Self::Deal { first: low },
            4 => Self::Draw,
            5 => Self::Replace,
            6 => Self::Refill,
            7 => Self::Place { kind: low },
            8 => Self::PlaceHeld,
            9 => Self::Deploy { free: number },
            _ => return None,
        })
    }
}
