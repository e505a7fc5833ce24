//! The decisions that wait, and the numbers that stand for them in saved positions.

use crate::count::pending as count;
use crate::mists::pending as mists;
use crate::princess_dragon::pending as princess_dragon;
use bastide_core::plain::{paired, parted};
use bastide_core::{Coded, KindIndex, SegmentIndex};

/// A decision that waits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pending {
    /// None: the game is over.
    #[default]
    Over,
    /// Which seat begins (BASE-03).
    Begin,
    /// Which tile is drawn (BASE-04).
    Draw,
    /// Where the drawn tile goes (BASE-05).
    Place {
        /// The tile in hand.
        kind: KindIndex,
    },
    /// What is done with the newest tile: whether and where a follower is deployed (BASE-08), or what expansions offer instead.
    Deploy {
        /// The segments of the newest tile on which a follower may stand, one bit each.
        free: u16,
    },
    /// Whether and where an abbey is placed instead of drawing (AM-02).
    Abbey,
    /// Whether a wagon moves on from a scored feature (AM-10).
    Wagon(u8),
    /// Which prisoner is taken from a tower (TOW-04).
    Capture(SegmentIndex),
    /// Which prisoner comes back from a seat in an exchange (TOW-06).
    Exchange(u8),
    /// Where the dragon goes (PD-11).
    Dragon(princess_dragon::DragonStep),
    /// Whether followers leave the city of Carcassonne (COUNT-05).
    Enter(count::Enter),
    /// Whether a follower is placed in the city of Carcassonne (COUNT-04).
    Courtier,
    /// Whether the count moves (COUNT-09).
    Count,
    /// By which follower a ghost is placed (MIST-04).
    Haunt(mists::Haunt),
    /// Whether a knight escapes from a besieged city (CATH-04).
    Escape,
}

impl Coded for Pending {
    fn code(self) -> (u8, u16) {
        match self {
            Self::Over => (0, 0),
            Self::Begin => (1, 0),
            Self::Draw => (2, 0),
            Self::Place { kind } => (3, kind as u16),
            Self::Deploy { free } => (4, free),
            Self::Abbey => (5, 0),
            Self::Wagon(wagon) => (6, wagon as u16),
            Self::Capture(segment) => (7, segment),
            Self::Exchange(with) => (8, with as u16),
            Self::Dragon(step) => (9, paired(step.seat, step.taken)),
            Self::Enter(enter) => (10, paired(enter.seat, enter.last as u8)),
            Self::Courtier => (11, 0),
            Self::Count => (12, 0),
            Self::Escape => (13, 0),
            Self::Haunt(haunt) => (14, paired(haunt.own as u8, haunt.then_own as u8)),
        }
    }

    fn decoded(kind: u8, number: u16) -> Option<Self> {
        let (low, high) = parted(number);
        Some(match kind {
            0 => Self::Over,
            1 => Self::Begin,
            2 => Self::Draw,
            3 => Self::Place { kind: low },
            4 => Self::Deploy { free: number },
            5 => Self::Abbey,
            6 => Self::Wagon(low),
            7 => Self::Capture(number),
            8 => Self::Exchange(low),
            9 => Self::Dragon(princess_dragon::DragonStep { seat: low, taken: high }),
            10 => Self::Enter(count::Enter { seat: low, last: high > 0 }),
            11 => Self::Courtier,
            12 => Self::Count,
            13 => Self::Escape,
            14 => Self::Haunt(mists::Haunt { own: low > 0, then_own: high > 0 }),
            _ => return None,
        })
    }
}
