//! Matches between two players: every draw order is played twice, with the seats swapped, so that neither has the better tiles.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use bastide_core::{Actor, Answer};
use games::deal::{Deal, Seed};
use games::{Game, Setup, SetupError, with_family};

use crate::player::Player;
use crate::search::Budget;
use crate::thinker::{Thinker, Thought};

/// A match.
#[derive(Clone, Debug)]
pub struct Match {
    /// What is played. With more than two seats the players take them in turn.
    pub setup: Setup,
    /// The two players.
    pub players: [Player; 2],
    /// Draw orders; each is played twice.
    pub pairs: u32,
    /// What a player may spend on one decision.
    pub budget: Budget,
    /// Decides the deals and the players' own chances.
    pub seed: u64,
    /// Games played at the same time.
    pub threads: NonZeroUsize,
}

/// One game of a match.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Played {
    /// Mean score of each player's seats.
    pub scores: [f64; 2],
    /// Whether a seat of each player is among the winners (BASE-22).
    pub won: [bool; 2],
    /// What each player's decisions took.
    pub times: [Times; 2],
}

impl Played {
    /// The first player's score less the second's.
    pub fn margin(&self) -> f64 {
        self.scores[0] - self.scores[1]
    }

    /// What the game is worth to the first player: 1, 0, or a half if both won.
    pub fn result(&self) -> f64 {
        match self.won {
            [true, false] => 1.0,
            [false, true] => 0.0,
            _ => 0.5,
        }
    }
}

/// How long decisions took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Times {
    /// How many there were.
    pub decisions: u32,
    /// All together.
    pub total: Duration,
    /// The longest.
    pub longest: Duration,
}

impl Times {
    fn add(&mut self, other: Self) {
        self.decisions += other.decisions;
        self.total += other.total;
        self.longest = self.longest.max(other.longest);
    }

    /// The mean.
    pub fn mean(&self) -> Duration {
        self.total / self.decisions.max(1)
    }
}

/// A mean and how far the truth may lie from it, with 95 % confidence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// Half the width of the interval.
    pub error: f64,
}

impl Estimate {
    /// From independent values.
    pub fn of(values: impl Iterator<Item = f64> + Clone) -> Self {
        let n = values.clone().count().max(1) as f64;
        let mean = values.clone().sum::<f64>() / n;
        let variance = values.map(|x| (x - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
        Self { mean, error: CONFIDENT * (variance / n).sqrt() }
    }
}

/// Standard errors on either side of a mean that hold 95 %.
const CONFIDENT: f64 = 1.96;

/// What a match showed.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Every game: two of each draw order, one after the other.
    pub games: Vec<Played>,
}

impl Report {
    /// Games that the first player won, that were shared, and that it lost.
    pub fn wins_draws_losses(&self) -> [usize; 3] {
        [1.0, 0.5, 0.0].map(|result| self.games.iter().filter(|game| game.result() == result).count())
    }

    /// The mean score of one of the players.
    pub fn score(&self, player: usize) -> Estimate {
        Estimate::of(self.games.iter().map(|game| game.scores[player]))
    }

    /// The mean difference of scores. The two games of a draw order hang together, so their mean is one value.
    pub fn margin(&self) -> Estimate {
        Estimate::of(self.games.chunks(2).map(|pair| pair.iter().map(Played::margin).sum::<f64>() / pair.len() as f64))
    }

    /// The first player's share of the wins, a shared one counting half, and the ends of its interval.
    pub fn win_rate(&self) -> (f64, [f64; 2]) {
        self.rate(Played::result, self.games.len())
    }

    /// How often anybody won, where all seats are one team, and the ends of its interval. The two games of a draw order are one game
    /// where both players are the same, so that they count as one.
    pub fn team_rate(&self) -> (f64, [f64; 2]) {
        self.rate(|game| f64::from(u8::from(game.won.contains(&true))), self.games.len().div_ceil(2))
    }

    /// A share of the games, and the ends of its interval (Wilson's) for so many independent ones.
    fn rate(&self, of: impl Fn(&Played) -> f64, independent: usize) -> (f64, [f64; 2]) {
        let n = independent.max(1) as f64;
        let rate = self.games.iter().map(of).sum::<f64>() / self.games.len().max(1) as f64;
        let z2 = CONFIDENT * CONFIDENT;
        let middle = (rate + z2 / (2.0 * n)) / (1.0 + z2 / n);
        let half = CONFIDENT * (rate * (1.0 - rate) / n + z2 / (4.0 * n * n)).sqrt() / (1.0 + z2 / n);
        (rate, [middle - half, middle + half])
    }

    /// What one player's decisions took.
    pub fn times(&self, player: usize) -> Times {
        self.games.iter().fold(Times::default(), |mut sum, game| {
            sum.add(game.times[player]);
            sum
        })
    }
}

impl Match {
    /// Plays the match; `done` hears after each game how many are over.
    ///
    /// # Errors
    /// What is wrong with the set-up.
    pub fn play(&self, done: impl Fn(u32) + Sync) -> Result<Report, SetupError> {
        let start = Game::new(&self.setup)?;
        let seed = |pair: u32| self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(u64::from(pair));
        let deals = (0..self.pairs).map(|pair| Deal::new(Seed::from_number(seed(pair)), &self.setup));
        let deals = deals.collect::<Result<Vec<_>, _>>()?;
        let games = self.pairs * 2;
        let (next, over) = (AtomicU32::new(0), AtomicU32::new(0));
        let results = Mutex::new(vec![Played::default(); games as usize]);
        std::thread::scope(|scope| {
            for _ in 0..self.threads.get().min(games as usize) {
                scope.spawn(|| {
                    loop {
                        let game = next.fetch_add(1, Ordering::Relaxed);
                        if game >= games {
                            return;
                        }
                        let pair = game / 2;
                        let played = self.play_game(start.clone(), &deals[pair as usize], seed(pair), game % 2 == 1);
                        results.lock().unwrap_or_else(PoisonError::into_inner)[game as usize] = played;
                        done(over.fetch_add(1, Ordering::Relaxed) + 1);
                    }
                });
            }
        });
        Ok(Report { games: results.into_inner().unwrap_or_else(PoisonError::into_inner) })
    }

    /// Plays one game with a deal; the players' own chances follow from a seed.
    fn play_game(&self, game: Game, deal: &Deal, seed: u64, swapped: bool) -> Played {
        let family = self.setup.game.as_str();
        with_family!(family, F => self.play_game_of::<F>(game, deal, seed, swapped)).unwrap_or_default()
    }

    /// The same, of a family.
    fn play_game_of<F: Thought>(&self, mut game: Game, deal: &Deal, seed: u64, swapped: bool) -> Played {
        let seats = self.setup.seats;
        let player_of = |seat: u8| usize::from(seat % 2) ^ usize::from(swapped);
        let mut played = Played::default();
        let Some((rules, position)) = game.of::<F>() else { return played };
        let rules = Arc::clone(rules);
        let mut minds = [F::mind(&rules, position), F::mind(&rules, position)];
        loop {
            let answer = match (game.actor(), game.of::<F>()) {
                (Actor::Seat(seat), Some((_, position))) => {
                    let player = player_of(seat);
                    let start = Instant::now();
                    let answer = minds[player].answer(self.players[player], position, self.budget, seed);
                    let took = start.elapsed();
                    played.times[player].add(Times { decisions: 1, total: took, longest: took });
                    answer
                }
                (Actor::Chance, _) => deal.answer(&game).unwrap_or(Answer::Pass),
                _ => break,
            };
            // Nothing that is illegal is ever answered; a game in which it was would have no end.
            if game.apply_quietly(answer).is_err() {
                debug_assert!(false, "{answer:?} is not legal in {game:?}");
                break;
            }
        }
        for player in 0..2 {
            let seats: Vec<u8> = (0..seats).filter(|&seat| player_of(seat) == player).collect();
            let sum: i32 = seats.iter().map(|&seat| game.score(seat)).sum();
            // One seat alone is the one player's in every other game.
            played.scores[player] = f64::from(sum) / seats.len().max(1) as f64;
            played.won[player] = game.winners().iter().any(|&seat| player_of(seat) == player);
        }
        played
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(a: f64, b: f64) -> Played {
        Played { scores: [a, b], won: [a >= b, b >= a], times: [Times::default(); 2] }
    }

    #[test]
    fn a_report_adds_up() {
        let report = Report { games: vec![game(80.0, 70.0), game(60.0, 70.0), game(90.0, 70.0), game(75.0, 75.0)] };
        assert_eq!(report.wins_draws_losses(), [2, 1, 1]);
        assert_eq!(report.score(0).mean, 76.25);
        let margin = report.margin();
        assert_eq!(margin.mean, 5.0);
        // Two pairs, of margins 0 and 10: a variance of 50, a standard error of 5.
        assert!((margin.error - CONFIDENT * 5.0).abs() < 1e-9);
        let (rate, [low, high]) = report.win_rate();
        assert_eq!(rate, 0.625);
        assert!(low > 0.2 && low < rate && rate < high && high < 0.95);
    }

    #[test]
    fn a_team_wins_or_loses_as_one() {
        for seats in [1, 2] {
            let game = Match {
                setup: Setup::of("mists", seats),
                players: [Player::from(crate::Level::Medium); 2],
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
    fn a_player_against_itself_is_even_on_every_draw_order() {
        let game = Match {
            setup: Setup::base(2),
            players: [Player::Greedy; 2],
            pairs: 2,
            budget: Budget::Evaluations(100),
            seed: 7,
            threads: NonZeroUsize::MIN,
        };
        let report = game.play(|_| {}).unwrap();
        assert_eq!(report.margin(), Estimate { mean: 0.0, error: 0.0 });
        assert_eq!(report.win_rate().0, 0.5);
    }
}
