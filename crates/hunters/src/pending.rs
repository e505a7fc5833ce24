//! The decisions that wait, and the numbers that stand for them in saved positions.

use bastide_core::{Coded, KindIndex};

/// A decision that waits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pending {
    /// None: the game is over.
    #[default]
    Over,
    /// Which seat begins (HG-02).
    Begin,
    /// Which tile is drawn: a land tile (HG-03), or the turn's bonus tile (HG-12).
    Draw,
    /// Where the drawn tile goes (HG-04).
    Place {
        /// The tile in hand.
        kind: KindIndex,
    },
    /// Whether and where a member or a hut is placed on the newest tile (HG-05, HG-07).
    Deploy {
        /// The segments of the newest tile on which a figure of the supply may stand, one bit each.
        free: u16,
    },
    /// Whether a member comes back (later edition: HG-30).
    Shaman,
}

impl Coded for Pending {
    fn code(self) -> (u8, u16) {
        match self {
            Self::Over => (0, 0),
            Self::Begin => (1, 0),
            Self::Draw => (2, 0),
            Self::Place { kind } => (3, kind as u16),
            Self::Deploy { free } => (4, free),
            Self::Shaman => (5, 0),
        }
    }

    fn decoded(kind: u8, number: u16) -> Option<Self> {
        Some(match kind {
            0 => Self::Over,
            1 => Self::Begin,
            2 => Self::Draw,
            3 => Self::Place { kind: number as u8 },
            4 => Self::Deploy { free: number },
            5 => Self::Shaman,
            _ => return None,
        })
    }
}
