//! State of the dragon's pending step.

use bastide_core::packed_struct;

/// The dragon is about to take a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DragonStep {
    /// The seat that leads it.
    pub seat: u8,
    /// Number of steps taken.
    pub taken: u8,
}

packed_struct!(DragonStep { seat, taken });
