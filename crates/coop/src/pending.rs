//! The decisions that wait, and the numbers that stand for them in saved positions.

use bastide_core::{Coded, KindIndex};

/// A decision that waits.
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
        /// The segments of the newest tile on which one may be placed, one bit each.
        free: u16,
    },
    /// Whether a finished feature is scored, or ghosts are taken off a tile instead (COOP-13).
    Reward {
        /// The segments of the newest tile whose features are still to be decided, one bit each; the lowest is decided now.
        left: u16,
    },
}

impl Coded for Pending {
    fn code(self) -> (u8, u16) {
        match self {
            Self::Over => (0, 0),
            Self::Begin => (1, 0),
            Self::Draw => (2, 0),
            Self::Place { kind } => (3, kind as u16),
            Self::Deploy { free } => (4, free),
            Self::Reward { left } => (5, left),
        }
    }

    fn decoded(kind: u8, number: u16) -> Option<Self> {
        Some(match kind {
            0 => Self::Over,
            1 => Self::Begin,
            2 => Self::Draw,
            3 => Self::Place { kind: number as u8 },
            4 => Self::Deploy { free: number },
            5 => Self::Reward { left: number },
            _ => return None,
        })
    }
}
