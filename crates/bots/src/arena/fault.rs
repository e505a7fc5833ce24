//! What makes a player forfeit a game.

use strum::{EnumString, IntoStaticStr};

/// What kind of fault a player made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumString, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum FaultKind {
    /// It could not be started, or did not get ready.
    Start,
    /// It took too long.
    Time,
    /// It gave an answer that is not legal.
    Illegal,
    /// What it said was no answer at all.
    Malformed,
    /// It ended.
    Exited,
}

impl FaultKind {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Start, Self::Time, Self::Illegal, Self::Malformed, Self::Exited];

    /// Its word.
    pub fn word(self) -> &'static str {
        self.into()
    }
}

/// Why a player forfeits a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct Fault {
    /// What kind of fault it is.
    pub kind: FaultKind,
    /// What it did, in a sentence for people.
    pub reason: String,
}

/// A game that a player lost by a fault. The scores are those of the moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forfeit {
    /// Which player, 0 or 1.
    pub player: usize,
    /// The seat that should have answered; none before the first answer.
    pub seat: Option<u8>,
    /// Answers given before.
    pub seq: usize,
    /// Why.
    pub fault: Fault,
}
