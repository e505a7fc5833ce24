//! State of the pending decision about leaving the city.

use bastide_core::packed_struct;

/// A seat's chance to move followers out of the city.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Enter {
    /// The seat that decides.
    pub seat: u8,
    /// Whether followers leave because the game is ending, rather than during a turn (COUNT-08).
    pub last: bool,
}

packed_struct!(Enter { seat, last });
