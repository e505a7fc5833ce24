//! The next step after an expansion has applied an answer. Expansions return it, and only `turn` acts on it.

use crate::count::pending as count;
use crate::pending::Pending;
use bastide_core::{KindIndex, Place};

/// The stages of a turn, in order. In a double turn, the stages from `Half` onwards run twice. `turn::run_from_stage` handles them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// The turn begins.
    Begin,
    /// The turn or its second half begins; an abbey may be placed instead of drawing a tile.
    Half,
    /// A tile is drawn, then placed.
    Draw,
    /// The tile was placed.
    Placed,
    /// The mage or the witch moves.
    MageWitch,
    /// Ghosts are placed.
    Haunt,
    /// The player takes one action: deploys a follower, or does something that an expansion offers instead.
    Act,
    /// The dragon moves, unless it moves after the scoring.
    Dragon,
    /// Followers leave the City of Carcassonne for completed features.
    LeaveCity,
    /// Completed features are scored.
    Score,
    /// The dragon moves, if it moves after the scoring.
    DragonAfterScoring,
    /// Wagons move on from scored features.
    Wagons,
    /// A prisoner is bought back with points from the scoring.
    Ransom,
    /// A follower enters the City of Carcassonne, and the count moves.
    Courtier,
    /// A knight escapes from a besieged city.
    Escape,
}

/// The next step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// The turn pauses for this decision.
    Ask(Pending),
    /// A tile is placed without being drawn.
    Place {
        /// The tile to place.
        kind: KindIndex,
        /// The place for the tile.
        at: Place,
    },
    /// The turn continues with this stage again.
    Again(Stage),
    /// The turn continues with the stage after this one. After `Act`, a phantom may follow.
    After(Stage),
    /// The turn continues after the action, which no phantom may follow.
    AfterAction,
    /// This seat, then the seats after it, may move a follower out of the City of Carcassonne.
    LeaveCity(count::Enter),
    /// The turn is over.
    EndTurn,
    /// The game is over.
    EndGame,
}
