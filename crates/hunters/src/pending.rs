//! Pending decisions, and their codes in saved positions.

use bastide_core::{KindIndex, encoded_enum};

/// A pending decision.
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
        /// The segments of the newest tile on which a figure in supply may be placed, as a bit set.
        free: u16,
    },
    /// Whether a member comes back (later edition: HG-30).
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
