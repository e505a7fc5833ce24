//! What is known of a ghost while it is asked where it goes.

use bastide_core::packed_struct;

/// A ghost is to be placed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Haunt {
    /// By a follower of one's own, because mist was limited; otherwise by another player's, because it was extended.
    pub own: bool,
    /// One of one's own comes after it (MIST-05).
    pub then_own: bool,
}

packed_struct!(Haunt { own, then_own });
