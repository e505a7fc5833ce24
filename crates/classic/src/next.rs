//! What comes after an answer that a room has carried out. The rooms say it, and `turn` alone acts on it.

use crate::count::pending as count;
use crate::pending::Pending;
use bastide_core::{KindIndex, Place};

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// This decision is asked.
    Ask(Pending),
    /// A tile is drawn.
    Draw,
    /// A tile is placed without being drawn.
    Place {
        /// The tile.
        kind: KindIndex,
        /// Where it goes.
        at: Place,
    },
    /// What is done with the newest tile is asked, perhaps once more.
    Action,
    /// What is done with the newest tile is done.
    AfterAction,
    /// Followers may leave the City of Carcassonne for what is complete now.
    Enter,
    /// Those of this seat may, and then those of the seats after it.
    EnterFrom(count::Enter),
    /// What is complete is scored.
    Score,
    /// Wagons go on from what was scored.
    Wagons,
    /// A knight may escape.
    Escape,
    /// The turn, or this half of it, is over.
    EndHalf,
    /// The game is over.
    EndGame,
}
