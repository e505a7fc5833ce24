//! Game results, as stored for archives and ratings.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::info::How;
use crate::occupant::SeatOccupant;
use crate::terms::Clock;

/// Assumed number of turns per seat in a two-player game, used to compare clocks.
const ASSUMED_TURNS: u32 = 36;
/// Maximum time per seat in a blitz game, in seconds.
const BLITZ_MAX_SECONDS: u32 = 10 * 60;
/// Maximum time per seat in a rapid game, in seconds; longer games are slow.
const RAPID_MAX_SECONDS: u32 = 30 * 60;

/// Category of a game based on its clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Speed {
    /// Up to about ten minutes per seat.
    Blitz,
    /// Up to about thirty minutes per seat.
    Rapid,
    /// More than about thirty minutes per seat.
    Slow,
    /// A number of days per turn.
    Days,
    /// No time limit.
    None,
}

impl Speed {
    /// All speeds, from the fastest to the slowest.
    pub const ALL: [Speed; 5] = [Speed::Blitz, Speed::Rapid, Speed::Slow, Speed::Days, Speed::None];

    /// Returns the speed of games with this clock. A turn is assumed to take half its time limit.
    pub fn of(clock: Option<Clock>) -> Speed {
        let seconds = match clock {
            None => return Speed::None,
            Some(Clock::Days { .. }) => return Speed::Days,
            Some(Clock::Game { start, increment }) => start.saturating_add(increment.saturating_mul(ASSUMED_TURNS)),
            Some(Clock::Turn { seconds }) => seconds.saturating_mul(ASSUMED_TURNS) / 2,
        };
        match seconds {
            ..=BLITZ_MAX_SECONDS => Speed::Blitz,
            seconds if seconds <= RAPID_MAX_SECONDS => Speed::Rapid,
            _ => Speed::Slow,
        }
    }

    /// Returns the word used in the protocol and in storage.
    pub fn word(self) -> &'static str {
        match self {
            Speed::Blitz => "blitz",
            Speed::Rapid => "rapid",
            Speed::Slow => "slow",
            Speed::Days => "days",
            Speed::None => "none",
        }
    }

    /// Parses a word; `None` if it is unknown.
    pub fn parse(word: &str) -> Option<Speed> {
        Speed::ALL.into_iter().find(|speed| speed.word() == word)
    }
}

/// Result of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// How the game ended.
    pub how: How,
    /// The game's id.
    pub game: String,
    /// Ids of the expansions, in the same order as in the set-up line.
    pub expansions: Vec<String>,
    /// The set-up in canonical form, on one line; the same for all tables with equal set-ups.
    pub setup: String,
    /// True if all seats formed one team.
    pub team: bool,
    /// Speed of the game.
    pub speed: Speed,
    /// True if the game counts toward ratings.
    pub rated: bool,
    /// Number of turns.
    pub turns: u16,
    /// Number of answers.
    pub answers: usize,
    /// Results by seat.
    pub seats: Vec<SeatResult>,
}

/// A seat's result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatResult {
    /// The occupant when the game began.
    pub occupant: SeatOccupant,
    /// Points. A game that ended early is scored as if its rules had ended it at that position.
    pub score: i32,
    /// Rank, starting at 1; equal scores share a rank. Seats that lost before the end rank below all others, and the first seat to lose
    /// ranks last.
    pub rank: u8,
    /// True if the seat won, alone or with others.
    pub won: bool,
    /// True if the seat shares the win with seats outside its team.
    pub shared: bool,
    /// Points by kind of feature or other source.
    pub by_kind: BTreeMap<&'static str, i32>,
}

/// Returns the ranks for seats with these points. `lost` lists the seats that lost before the end, in the order in which they lost.
pub(crate) fn ranks(scores: &[i32], lost: &[u8]) -> Vec<u8> {
    let place = |seat: u8| lost.iter().position(|&other| other == seat);
    let better = |seat: u8, other: u8| match (place(seat), place(other)) {
        (None, None) => scores[usize::from(other)] > scores[usize::from(seat)],
        (Some(_), None) => true,
        (None, Some(_)) => false,
        (Some(own), Some(theirs)) => theirs > own,
    };
    let seats = || (0u8..).take(scores.len());
    seats().map(|seat| 1 + seats().filter(|&other| better(seat, other)).count() as u8).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn similar_clocks_have_the_same_speed() {
        let words = |clocks: &[Clock]| clocks.iter().map(|&clock| Speed::of(Some(clock)).word()).collect::<Vec<_>>();
        let game = |start, increment| Clock::Game { start, increment };
        assert_eq!(
            words(&[game(120, 5), game(600, 0), game(300, 10), game(1200, 20)]),
            ["blitz", "blitz", "rapid", "slow"]
        );
        let turn = |seconds| Clock::Turn { seconds };
        assert_eq!(words(&[turn(30), turn(60), turn(180), turn(86_400)]), ["blitz", "rapid", "slow", "slow"]);
        assert_eq!((Speed::of(Some(Clock::Days { days: 1 })), Speed::of(None)), (Speed::Days, Speed::None));
        assert!(Speed::ALL.into_iter().all(|speed| Speed::parse(speed.word()) == Some(speed)));
    }

    #[test]
    fn first_to_lose_ranks_last_and_equal_points_share_a_rank() {
        assert_eq!(ranks(&[30, 40, 30, 10], &[]), [2, 1, 2, 4]);
        assert_eq!(ranks(&[30, 40, 30, 10], &[1, 0]), [3, 4, 1, 2]);
        assert_eq!(ranks(&[90, 5], &[0]), [2, 1]);
    }
}
