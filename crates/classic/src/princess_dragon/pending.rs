//! State of the dragon's pending step.

use bastide_core::packed_struct;

/// The step that the dragon is about to take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DragonStep {
    /// The seat that moves the dragon.
    pub seat: u8,
    /// Number of steps already taken in this move.
    pub taken: u8,
}

packed_struct!(DragonStep { seat, taken });
