//! Defines the faults that make a player forfeit a game.

use strum::{EnumString, IntoStaticStr};

/// Kind of fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumString, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum FaultKind {
    /// The player could not be started or did not become ready.
    Start,
    /// The player exceeded its time limit.
    Time,
    /// The answer is illegal.
    Illegal,
    /// The reply could not be parsed as an answer.
    Malformed,
    /// The program exited.
    Exited,
}

impl FaultKind {
    /// All kinds of fault.
    pub const ALL: [Self; 5] = [Self::Start, Self::Time, Self::Illegal, Self::Malformed, Self::Exited];

    /// Returns the kind's name.
    pub fn word(self) -> &'static str {
        self.into()
    }
}

/// A fault that makes a player forfeit a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct Fault {
    /// Kind of fault.
    pub kind: FaultKind,
    /// Human-readable description of the fault.
    pub reason: String,
}

/// A game lost through a fault. Its scores are those at the moment of the fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forfeit {
    /// The player, 0 or 1.
    pub player: usize,
    /// The seat that should have answered; `None` before the first answer.
    pub seat: Option<u8>,
    /// Number of answers in the game before the fault.
    pub seq: usize,
    /// Reason for the forfeit.
    pub fault: Fault,
}
