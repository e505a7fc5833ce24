//! Plays matches between two players. Every draw order is played twice, with the seats swapped, so that neither player gets the better
//! tiles.
//!
//! - [`contest`]: plays the games of a match between built-in players and external programs.
//! - [`fault`]: faults that make a player forfeit a game.
//! - [`pairs`]: win statistics, with confidence intervals, Elo and the sequential test.
//! - [`field`]: one Elo table from the matches of several players.
//! - [`report`]: scores, margins, wins and times.

pub mod contest;
pub mod fault;
pub mod field;
pub mod pairs;
pub mod report;

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use games::{Setup, SetupError};

pub use contest::{Contest, ExternalPlayer, Finished, Reply, Side, Step};
pub use fault::{Fault, FaultKind, Forfeit};
pub use pairs::{Finding, Pairs, Sequence, Sprt, SprtError};
pub use report::{Estimate, Played, Report, Times};

use crate::agents::player::Player;
use crate::search::config::Budget;

/// A match between two built-in players.
#[derive(Clone, Debug)]
pub struct Match {
    /// Set-up of the games. With more than two seats, the players alternate around the table.
    pub setup: Setup,
    /// The two players.
    pub players: [Player; 2],
    /// Number of draw orders; each is played twice.
    pub pairs: u32,
    /// A player's budget for each decision.
    pub budget: Budget,
    /// Seed for the deals and the players' random choices.
    pub seed: u64,
    /// Number of concurrent games.
    pub threads: NonZeroUsize,
}

impl Match {
    /// Plays the match, and calls `done` after each game with the number of finished games.
    ///
    /// # Errors
    /// Returns an error if the set-up is invalid.
    pub fn play(&self, done: impl Fn(u32) + Sync) -> Result<Report, SetupError> {
        let contest = Contest {
            setup: self.setup.clone(),
            sides: self.players.map(Side::Ours),
            budget: self.budget,
            seed: self.seed,
            threads: self.threads,
            search_threads: NonZeroUsize::MIN,
        };
        let numbers: Vec<u32> = (0..self.pairs * 2).collect();
        let results = Mutex::new((0, vec![Played::default(); numbers.len()]));
        contest.play(&numbers, |Finished { number, played, .. }| {
            let mut results = results.lock().unwrap_or_else(PoisonError::into_inner);
            results.0 += 1;
            results.1[number as usize] = played;
            done(results.0);
            ControlFlow::Continue(())
        })?;
        Ok(Report { games: results.into_inner().unwrap_or_else(PoisonError::into_inner).1 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_team_wins_or_loses_together() {
        for seats in [1, 2] {
            let game = Match {
                setup: Setup::of("coop", seats),
                players: [Player::from(crate::agents::level::Level::Medium); 2],
                pairs: 5,
                budget: Budget::Evaluations(100),
                seed: 1,
                threads: NonZeroUsize::MIN,
            };
            let report = game.play(|_| {}).unwrap();
            let won = report.games.iter().filter(|game| game.won.contains(&true)).count();
            assert_eq!(report.team_rate().0, won as f64 / 10.0);
            assert!(won > 0 && report.games.iter().all(|game| game.scores.iter().all(|score| score.is_finite())));
            assert!(seats == 1 || report.games.iter().all(|game| game.won[0] == game.won[1]));
        }
    }

    #[test]
    fn equal_players_play_two_different_games_of_a_draw_order() {
        let game = Match {
            setup: Setup::base(2),
            players: [Player::from(crate::agents::level::Level::Easy); 2],
            pairs: 20,
            budget: Budget::Evaluations(100),
            seed: 7,
            threads: NonZeroUsize::MIN,
        };
        let report = game.play(|_| {}).unwrap();
        let mirrored = report.games.chunks(2).filter(|pair| pair[0].margin() == -pair[1].margin()).count();
        assert!(mirrored < 4, "{mirrored} of 20 pairs mirror each other");
        let (margin, (_, [low, high])) = (report.margin(), report.win_rate());
        assert!(margin.error > 0.0 && margin.mean.abs() < 2.0 * margin.error, "{margin:?}");
        assert!(low < 0.5 && high > 0.5, "{low} to {high}");
        assert_eq!(game.play(|_| {}).unwrap().wins_draws_losses(), report.wins_draws_losses());
    }
}
