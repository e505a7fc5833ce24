//! What is known of the dragon's step while it is asked for.

/// The dragon is about to take a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DragonStep {
    /// Who leads it.
    pub seat: u8,
    /// Steps that it has taken.
    pub taken: u8,
}
