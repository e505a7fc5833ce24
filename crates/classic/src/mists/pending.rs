//! State of the pending decision about a ghost.

use bastide_core::packed_struct;

/// A ghost that is about to be placed beside a follower.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Haunt {
    /// Whether the ghost goes beside one of the player's own followers, because mist was limited; otherwise beside another player's
    /// follower, because mist was extended.
    pub own: bool,
    /// Whether another ghost, beside one of the player's own followers, comes after this one (MIST-05).
    pub then_own: bool,
}

packed_struct!(Haunt { own, then_own });
