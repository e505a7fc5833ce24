//! Pending decisions, and their codes in saved positions.

use crate::count::pending as count;
use crate::mists::pending as mists;
use crate::princess_dragon::pending as princess_dragon;
use bastide_core::{KindIndex, SegmentIndex, encoded_enum};

/// A pending decision.
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
    /// Whether and where a follower is deployed (BASE-08), or what expansions offer instead.
    Deploy {
        /// The segments of the newest tile on which a follower may be placed, as a bit set.
        free: u16,
    },
    /// Whether and where an abbey is placed instead of drawing (AM-02).
    Abbey,
    /// Whether a wagon moves on from a scored feature (AM-10).
    Wagon(u8),
    /// Whether and which follower is taken prisoner by a tower (TOW-04).
    Capture(SegmentIndex),
    /// Which prisoner comes back from a seat in an exchange (TOW-06).
    Exchange(u8),
    /// Where the dragon goes (PD-11).
    Dragon(princess_dragon::DragonStep),
    /// Whether followers leave the City of Carcassonne (COUNT-05).
    Enter(count::Enter),
    /// Whether a follower is placed in the City of Carcassonne (COUNT-04).
    Courtier,
    /// Whether the count moves (COUNT-09).
    Count,
    /// Which follower gets a ghost (MIST-04).
    Haunt(mists::Haunt),
    /// Whether a knight escapes from a besieged city (CATH-04).
    Escape,
    /// Whether a prisoner is bought back with points that were just scored (TOW-07).
    Ransom,
    /// Whether a second tile is drawn (TB-03).
    Double,
}

encoded_enum! {
    impl Encoded for Pending {
        0 => Over,
        1 => Begin,
        2 => Draw,
        3 => Place { kind },
        4 => Deploy { free },
        5 => Abbey,
        6 => Wagon(figure),
        7 => Capture(tower),
        8 => Exchange(with),
        9 => Dragon(step),
        10 => Enter(enter),
        11 => Courtier,
        12 => Count,
        13 => Escape,
        14 => Haunt(haunt),
        15 => Ransom,
        16 => Double,
    }
}
