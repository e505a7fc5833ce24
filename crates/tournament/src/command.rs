//! Commands that change a tournament.

use crate::matches::Outcome;
use crate::{MatchNumber, PlayerNumber};
use serde::{Deserialize, Serialize};

/// A change of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "command", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Command {
    /// A player joins.
    Join {
        /// The name, which no other player has.
        name: String,
        /// The rating by which the player is seeded.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rating: Option<u16>,
    },
    /// A player leaves. The player loses the match that is still open, and is not paired again.
    Withdraw {
        /// Number of the player.
        player: PlayerNumber,
    },
    /// A player who left comes back, and is paired again from the next round on.
    Return {
        /// Number of the player.
        player: PlayerNumber,
    },
    /// Pairs the next round; the first one starts the tournament.
    Pair,
    /// A player reports the result of the current game of a match. It counts once both players report the same.
    Report {
        /// Number of the match.
        #[serde(rename = "match")]
        number: MatchNumber,
        /// Which of its players reports: 0 or 1.
        side: u8,
        /// The points of its first and second player.
        points: [i32; 2],
    },
    /// The arbiter, or the program on which the game was played, enters the result of the current game of a match.
    Enter {
        /// Number of the match.
        #[serde(rename = "match")]
        number: MatchNumber,
        /// The points of its first and second player.
        points: [i32; 2],
        /// The side that wins, 0 or 1, if the points do not decide it, such as after the other player resigned.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        winner: Option<u8>,
    },
    /// The arbiter decides a match without regard to its games, such as by forfeit.
    Rule {
        /// Number of the match.
        #[serde(rename = "match")]
        number: MatchNumber,
        /// How it ends.
        outcome: Outcome,
        /// Why, for the players to read.
        reason: String,
    },
    /// The arbiter cancels a ruling, or else the last game that was reported or finished, which is then played again.
    Reopen {
        /// The match, of the current round.
        #[serde(rename = "match")]
        number: MatchNumber,
    },
    /// The arbiter interrupts a match, which then takes no results, or resumes it.
    Adjourn {
        /// Number of the match.
        #[serde(rename = "match")]
        number: MatchNumber,
        /// False to resume.
        adjourned: bool,
    },
}
