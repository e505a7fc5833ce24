//! What is known of the dragon's step while it is asked for.

use bastide_core::packed_struct;

/// The dragon is about to take a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DragonStep {
    /// Who leads it.
    pub seat: u8,
    /// Steps that it has taken.
    pub taken: u8,
}

packed_struct!(DragonStep { seat, taken });
