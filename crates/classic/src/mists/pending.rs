//! State of the pending decision about a ghost.

use bastide_core::packed_struct;

/// A ghost is to be placed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Haunt {
    /// Whether it goes to one of the player's own followers, because mist was limited; otherwise to another player's, because it was
    /// extended.
    pub own: bool,
    /// Whether one for the player's own followers comes after it (MIST-05).
    pub then_own: bool,
}

packed_struct!(Haunt { own, then_own });
