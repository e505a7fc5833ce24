//! What is known of a follower's way out of the city while it is asked for.

use bastide_core::packed_struct;

/// A seat may move followers out of the city.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Enter {
    /// Who.
    pub seat: u8,
    /// At the end of the game (COUNT-08).
    pub last: bool,
}

packed_struct!(Enter { seat, last });
