//! What a game came to, as it is kept for archives and ratings.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::info::How;
use crate::occupant::SeatOccupant;
use crate::terms::Clock;

/// Turns that a seat has in a game of two, by which clocks are compared.
const TURNS: u32 = 36;
/// Up to so many seconds for a seat a game is a blitz.
const BLITZ: u32 = 10 * 60;
/// Up to so many it is rapid; what takes longer is slow.
const RAPID: u32 = 30 * 60;

/// How fast a game is by its clock: those are compared that are played alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Speed {
    /// Up to some ten minutes for each.
    Blitz,
    /// Up to some thirty minutes.
    Rapid,
    /// More.
    Slow,
    /// Days for a turn.
    Days,
    /// There is no clock.
    None,
}

impl Speed {
    /// Every speed, the fastest first.
    pub const ALL: [Speed; 5] = [Speed::Blitz, Speed::Rapid, Speed::Slow, Speed::Days, Speed::None];

    /// How fast a game is by this clock. A turn is thought to take half of what it may.
    pub fn of(clock: Option<Clock>) -> Speed {
        let seconds = match clock {
            None => return Speed::None,
            Some(Clock::Days { .. }) => return Speed::Days,
            Some(Clock::Game { start, increment }) => start.saturating_add(increment.saturating_mul(TURNS)),
            Some(Clock::Turn { seconds }) => seconds.saturating_mul(TURNS) / 2,
        };
        match seconds {
            ..=BLITZ => Speed::Blitz,
            seconds if seconds <= RAPID => Speed::Rapid,
            _ => Speed::Slow,
        }
    }

    /// Its word, in the protocol and in the storage.
    pub fn word(self) -> &'static str {
        match self {
            Speed::Blitz => "blitz",
            Speed::Rapid => "rapid",
            Speed::Slow => "slow",
            Speed::Days => "days",
            Speed::None => "none",
        }
    }

    /// The speed of this word, if it is one.
    pub fn parse(word: &str) -> Option<Speed> {
        Speed::ALL.into_iter().find(|speed| speed.word() == word)
    }
}

/// What a game came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// How it ended.
    pub how: How,
    /// The game's id.
    pub game: String,
    /// The expansions' ids, in the order of the set-up's line.
    pub expansions: Vec<String>,
    /// The set-up in one line, which is the same for all tables that play by it.
    pub setup: String,
    /// Whether all seats were one team.
    pub team: bool,
    /// How fast it was.
    pub speed: Speed,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// Turns that it had.
    pub turns: u16,
    /// Answers that were given.
    pub answers: usize,
    /// What it came to for each seat.
    pub seats: Vec<SeatResult>,
}

/// What a game came to for a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatResult {
    /// Who sat there when the game began.
    pub occupant: SeatOccupant,
    /// The points; of a game that ended early, as if it had ended there by its rules.
    pub score: i32,
    /// From 1 on; those who share it have the same. Who lost before the end comes after those who did not, the first to lose last.
    pub rank: u8,
    /// Whether the seat has won, alone or with others.
    pub won: bool,
    /// Whether others have won too that are not of one team with it.
    pub shared: bool,
    /// Points by kind of feature, and by what else gives or takes some.
    pub by_kind: BTreeMap<&'static str, i32>,
}

/// The ranks of seats with these points, of which some have lost before the end, in the order in which they did.
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
    fn clocks_that_are_played_alike_have_one_speed() {
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
    fn who_lost_first_is_last_and_equal_points_share_a_rank() {
        assert_eq!(ranks(&[30, 40, 30, 10], &[]), [2, 1, 2, 4]);
        assert_eq!(ranks(&[30, 40, 30, 10], &[1, 0]), [3, 4, 1, 2]);
        assert_eq!(ranks(&[90, 5], &[0]), [2, 1]);
    }
}
