//! What comes after an answer that an expansion has carried out. The expansions say it, and only `turn` acts on it.

use crate::count::pending as count;
use crate::pending::Pending;
use bastide_core::{KindIndex, Place};

/// The stages of a turn, in their order; a double turn has those from `Half` on twice. `turn::run` says what happens in each.
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
    /// Ghosts are placed.
    Haunt,
    /// One thing is done with the tile: a follower is deployed, or what expansions offer instead.
    Act,
    /// The dragon moves, unless it moves after the scoring.
    Dragon,
    /// Followers leave the City of Carcassonne for what is complete.
    LeaveCity,
    /// What is complete is scored.
    Score,
    /// The dragon moves, if it moves after the scoring.
    DragonAfterScoring,
    /// Wagons move on from what was scored.
    Wagons,
    /// A prisoner is bought back by points of the scoring.
    Ransom,
    /// A follower enters the City of Carcassonne, and the count moves.
    Courtier,
    /// A knight escapes from a besieged city.
    Escape,
}

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// This decision is asked.
    Ask(Pending),
    /// A tile is placed without being drawn.
    Place {
        /// The tile.
        kind: KindIndex,
        /// Where it goes.
        at: Place,
    },
    /// This stage of the turn, once more.
    Again(Stage),
    /// The stage after this one.
    After(Stage),
    /// This seat may move a follower out of the City of Carcassonne, then the seats after it.
    LeaveCity(count::Enter),
    /// The turn is over.
    EndTurn,
    /// The game is over.
    EndGame,
}
