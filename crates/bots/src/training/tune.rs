//! Tunes weights by self-play: two players that differ only in their weights play the same deals, and the weights are moved towards those
//! of the better player. Equal tasks give equal weights with any number of threads.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use bastide_core::{Actor, Answer, Position};
use games::deal::{Deal, Seed};
use games::{Game, Setup, SetupError};

pub use super::spsa::{Progress, SpsaConfig};
use crate::agents::agent::{Agent, AgentFamily};
use crate::agents::illegal;
use crate::agents::player::Player;
use crate::arena::{Played, Report};
use crate::evaluation::evaluator::Evaluator;
use crate::evaluation::uses::Uses;
use crate::evaluation::weights::Named;
use crate::search::config::Budget;

/// The player whose weights are tuned: it looks one turn ahead with the full evaluation, without a personality.
const PLAYER: Player = Player::Without(Uses::ALL);
/// Budget of the player, which does not search.
const BUDGET: Budget = Budget::Evaluations(0);
/// Number of games that [`Trial::effective_weights`] uses to test the weights.
const SENSITIVITY_GAMES: u32 = 2;
/// Minimum difference, in points, that shows that a weight has an effect; smaller differences can be rounding errors.
const MIN_DIFFERENCE: f32 = 0.001;
/// Value of a win to a team, in addition to its points.
const VICTORY: f64 = 50.0;
/// Number of significant digits of a tuned weight; more would suggest a false precision.
const SIGNIFICANT_DIGITS: i32 = 3;

/// Purpose of a set of deals. Separate purposes ensure that weights are not validated on the deals that they were tuned on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deals {
    /// Tuning the weights.
    Tuning,
    /// Validating the tuned weights.
    Validation,
    /// Determining which weights have an effect.
    Looking,
}

/// Compares weights in games of one set-up.
pub struct Trial {
    setup: Setup,
    start: Game,
    /// Seed for the deals.
    seed: u64,
    threads: NonZeroUsize,
}

impl Trial {
    /// Creates a trial for a set-up.
    ///
    /// # Errors
    /// Returns an error if the set-up is invalid.
    pub fn new(setup: &Setup, seed: u64, threads: NonZeroUsize) -> Result<Self, SetupError> {
        Ok(Self { setup: setup.clone(), start: Game::new(setup)?, seed, threads })
    }

    /// Returns the seed of a deal.
    fn deal_seed(&self, deals: Deals, number: u32) -> u64 {
        let stream = self.seed ^ (deals as u64 + 1).wrapping_mul(0xe703_7ed1_a0b4_28db);
        stream.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(u64::from(number))
    }

    /// Plays a match between two players with these weights on `pairs` deals, starting with number `first`. Each deal is played twice, with
    /// the seats swapped. In a team game, each player has all the seats in one of the two games, and the two games are compared. Calls
    /// `done` after each game with the number of finished games.
    ///
    /// # Errors
    /// Returns an error if the set-up is invalid.
    pub fn compare<F: AgentFamily>(
        &self,
        weights: [F::Weights; 2],
        deals: Deals,
        first: u32,
        pairs: u32,
        done: impl Fn(u32) + Sync,
    ) -> Result<Report, SetupError> {
        let seeds: Vec<u64> = (0..pairs).map(|pair| self.deal_seed(deals, first.wrapping_add(pair))).collect();
        let dealt = seeds.iter().map(|&seed| Deal::new(Seed::from_number(seed), &self.setup));
        let dealt = dealt.collect::<Result<Vec<_>, _>>()?;
        let games = seeds.len() * 2;
        let (next, over) = (AtomicU32::new(0), AtomicU32::new(0));
        let results = Mutex::new(vec![Played::default(); games]);
        let Some((rules, position)) = self.start.of::<F>() else {
            return Err(SetupError::UnknownGame(self.setup.game.clone()));
        };
        let play = || {
            let mut agents = weights.map(|weights| Agent::<F>::with_weights(rules, position, weights));
            loop {
                let game = next.fetch_add(1, Ordering::Relaxed) as usize;
                let (Some(deal), Some(&seed)) = (dealt.get(game / 2), seeds.get(game / 2)) else { return };
                let played = self.play::<F>(&mut agents, deal, seed, game % 2 == 1);
                results.lock().unwrap_or_else(PoisonError::into_inner)[game] = played;
                done(over.fetch_add(1, Ordering::Relaxed) + 1);
            }
        };
        std::thread::scope(|scope| {
            // The current thread counts as one of the threads.
            for _ in 1..self.threads.get().min(games) {
                scope.spawn(play);
            }
            play();
        });
        let mut games = results.into_inner().unwrap_or_else(PoisonError::into_inner);
        if self.setup.is_team() {
            games.chunks_exact_mut(2).for_each(oppose_teams);
        }
        Ok(Report { games })
    }

    /// Plays one game with the given deal. The players' random choices are derived from the seed.
    fn play<F: AgentFamily>(&self, agents: &mut [Agent<'_, F>; 2], deal: &Deal, seed: u64, swapped: bool) -> Played {
        let (seats, team) = (self.setup.seats, self.setup.is_team());
        let side_of = |seat: u8| if team { usize::from(swapped) } else { usize::from(seat % 2) ^ usize::from(swapped) };
        let mut game = self.start.clone();
        self.run::<F>(&mut game, deal, |position, seat| agents[side_of(seat)].answer(PLAYER, position, BUDGET, seed));
        let mut played = Played::default();
        for side in 0..2 {
            let own: Vec<u8> = (0..seats).filter(|&seat| side_of(seat) == side).collect();
            let sum: i32 = own.iter().map(|&seat| game.score(seat)).sum();
            played.scores[side] = f64::from(sum) / own.len().max(1) as f64;
            played.won[side] = game.winners().iter().any(|&seat| side_of(seat) == side);
        }
        played
    }

    /// Plays a game to its end. `answer` returns the seats' answers.
    fn run<F: AgentFamily>(&self, game: &mut Game, deal: &Deal, mut answer: impl FnMut(&Position<F>, u8) -> Answer) {
        loop {
            let answer = match (game.actor(), game.of::<F>()) {
                (Actor::Seat(seat), Some((_, position))) => {
                    let choice = answer(position, seat);
                    illegal::legal_or_first(game, PLAYER, Some(choice))
                }
                (Actor::Chance, _) => deal.answer(game).unwrap_or(Answer::Pass),
                _ => return,
            };
            // A deal always has an answer for chance. If that answer were illegal, the loop would never end.
            if game.apply_raw(answer).is_err() {
                debug_assert!(false, "{answer:?} is not legal in {game:?}");
                return;
            }
        }
    }

    /// Returns the names of the weights that affect the evaluation of positions of the set-up.
    ///
    /// # Errors
    /// Returns an error if the set-up is invalid.
    pub fn effective_weights<F: AgentFamily>(&self, weights: F::Weights) -> Result<Vec<String>, SetupError> {
        let values = weights.values();
        let other = |i: usize| {
            let mut others = values.clone();
            others[i] = 1.5 * others[i] + 0.1;
            weights.with_values(&others)
        };
        let mut matters = vec![false; values.len()];
        for number in 0..SENSITIVITY_GAMES {
            let seed = self.deal_seed(Deals::Looking, number);
            let deal = Deal::new(Seed::from_number(seed), &self.setup)?;
            let mut game = self.start.clone();
            let Some((rules, position)) = game.of::<F>() else { continue };
            let rules = Arc::clone(rules);
            let mut agent = Agent::<F>::with_weights(&rules, position, weights);
            self.run::<F>(&mut game, &deal, |position, seat| {
                let margin = |weights| {
                    let mut evaluator = F::Evaluator::new(&rules, position, weights);
                    let values = evaluator.values(position);
                    evaluator.margin(&values, seat)
                };
                let plain = margin(weights);
                for (i, matters) in matters.iter_mut().enumerate().filter(|(_, matters)| !**matters) {
                    *matters = (margin(other(i)) - plain).abs() > MIN_DIFFERENCE;
                }
                agent.answer(PLAYER, position, BUDGET, seed)
            });
        }
        Ok(F::Weights::names().into_iter().zip(matters).filter(|(_, matters)| *matters).map(|(name, _)| name).collect())
    }
}

/// Turns a team's two games, one played by each player, into two games between the players.
fn oppose_teams(pair: &mut [Played]) {
    let of = |side: usize| {
        let (points, won) = (pair[side].scores[side], pair[side].won[side]);
        (points + if won { VICTORY } else { 0.0 }, won)
    };
    let [(a, a_won), (b, b_won)] = [of(0), of(1)];
    for game in pair {
        (game.scores, game.won) = ([a, b], [a_won, b_won]);
    }
}

/// A tuning task.
#[derive(Clone, Debug, PartialEq)]
pub struct Task<W> {
    /// Weights to start from.
    pub start: W,
    /// Names of the weights to tune.
    pub names: Vec<String>,
    /// Number of deals per iteration; each is played twice.
    pub pairs: u32,
    /// Parameters of the optimisation.
    pub climb: SpsaConfig,
}

impl<W: Named> Task<W> {
    /// Returns the initial weights, with the tuned ones replaced by the coordinates of this point.
    fn with(&self, point: &[f64]) -> W {
        let mut weights = self.start;
        for (name, value) in self.names.iter().zip(point) {
            weights.set(name, *value as f32);
        }
        weights
    }

    /// Performs one iteration. Returns the mean margin of the first of the two compared points over the second.
    ///
    /// # Errors
    /// Returns an error if the set-up is invalid.
    pub fn iterate<F: AgentFamily<Weights = W>>(
        &self,
        trial: &Trial,
        progress: &mut Progress,
    ) -> Result<f64, SetupError> {
        let [a, b] = self.climb.next_points(progress);
        let first = progress.done.wrapping_mul(self.pairs);
        let weights = [self.with(&a), self.with(&b)];
        let report = trial.compare::<F>(weights, Deals::Tuning, first, self.pairs, |_| {})?;
        let margin = report.margin().mean;
        self.climb.update(progress, margin);
        Ok(margin)
    }

    /// Returns the tuned weights, rounded.
    pub fn result(&self, progress: &Progress) -> W {
        let found: Vec<f64> = self.climb.found(progress).into_iter().map(rounded).collect();
        self.with(&found)
    }
}

/// Rounds a number to [`SIGNIFICANT_DIGITS`] significant digits.
fn rounded(value: f64) -> f64 {
    if value == 0.0 {
        return value;
    }
    let places = SIGNIFICANT_DIGITS - 1 - value.abs().log10().floor() as i32;
    let power = 10f64.powi(places.abs());
    if places < 0 { (value / power).round() * power } else { (value * power).round() / power }
}

/// Returns the values of the weights with these names, as the starting point of a task.
pub fn values_of<W: Named>(weights: W, names: &[String]) -> Vec<f64> {
    // Converts through the shortest decimal text, so that 0.35 becomes the `f64` 0.35 and not the value of the `f32` closest to 0.35.
    names.iter().filter_map(|name| weights.get(name)?.to_string().parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use games::families::{Classic, Coop, Discovery, Hunters};

    use super::*;
    use crate::evaluation::classic::Weights;

    fn trial(setup: &Setup, threads: usize) -> Trial {
        Trial::new(setup, 4, NonZeroUsize::new(threads).unwrap()).unwrap()
    }

    #[test]
    fn rounding_keeps_three_digits() {
        assert_eq!(
            [0.352_49, 8.966, 123.4, 0.0, 0.069_999, 98_765.0].map(rounded),
            [0.352, 8.97, 123.0, 0.0, 0.07, 98_800.0]
        );
    }

    #[test]
    fn equal_weights_are_even_and_bad_weights_lose() {
        let trial = trial(&Setup::base(2), 2);
        let good = Weights::default();
        let even = trial.compare::<Classic>([good, good], Deals::Validation, 0, 2, |_| {}).unwrap();
        assert_eq!((even.games.len(), even.margin().mean), (4, 0.0));
        let bad = Weights { supply: [0.0; 8], own_tries: 0.001, around_tries: 0.001, ..good };
        let report = trial.compare::<Classic>([good, bad], Deals::Validation, 0, 3, |_| {}).unwrap();
        assert!(report.margin().mean > 10.0, "{:?}", report.margin());
    }

    #[test]
    fn every_family_can_be_tuned() {
        fn check<F: AgentFamily>(setup: &Setup, bad: &str) {
            let (trial, good) = (trial(setup, 2), F::Weights::default());
            let matters = trial.effective_weights::<F>(good).unwrap();
            assert!(matters.len() > 8 && matters.iter().any(|name| name == bad), "{matters:?}");
            let mut other = good;
            assert!(other.set(bad, 0.001));
            let report = trial.compare::<F>([good, other], Deals::Validation, 0, 1, |_| {}).unwrap();
            assert!(report.games.iter().all(|game| game.scores.iter().all(|score| *score > 0.0)), "{report:?}");
            let even = trial.compare::<F>([good, good], Deals::Validation, 0, 1, |_| {}).unwrap();
            assert_eq!(even.margin().mean, 0.0);
        }
        check::<Hunters>(&Setup::of("hunters", 2), "supply_1");
        check::<Discovery>(&Setup::of("discovery", 2), "returnable");
        check::<Coop>(&Setup::of("coop", 2), "reserve_1");
    }

    #[test]
    fn no_deal_serves_two_purposes() {
        let trial = trial(&Setup::base(2), 1);
        let seeds = |deals| (0..2000).map(|number| trial.deal_seed(deals, number)).collect::<Vec<_>>();
        let mut all = [Deals::Tuning, Deals::Validation, Deals::Looking].map(seeds).concat();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 6000);
    }

    #[test]
    fn only_weights_of_elements_in_play_matter() {
        let matters = |setup: &Setup| trial(setup, 1).effective_weights::<Classic>(Weights::default()).unwrap();
        let base = matters(&Setup::base(2));
        for name in ["own_tries", "more_gaps", "around_far", "supply_1", "supply_half", "field_cities", "unowned"] {
            assert!(base.iter().any(|found| found == name), "{name} is not among {base:?}");
        }
        for name in ["best_opponent", "large", "pig", "tower_fear", "supply_8"] {
            assert!(!base.iter().any(|found| found == name), "{name} is among {base:?}");
        }
        let more = matters(&Setup::base(3).with("traders-builders").with("inns-cathedrals"));
        for name in ["best_opponent", "large", "pig", "builder", "goods"] {
            assert!(more.iter().any(|found| found == name), "{name} is not among {more:?}");
        }
    }

    #[test]
    fn tuning_does_not_depend_on_threads_or_interruptions() {
        let start = Weights::default();
        let names: Vec<String> = ["supply_1", "own_tries", "field_doubt"].map(str::to_owned).to_vec();
        let climb = SpsaConfig { start: values_of(start, &names), iterations: 4, spread: 0.2, step: 0.02, seed: 9 };
        let task = Task { start, names, pairs: 2, climb };
        let tuned = |trials: [&Trial; 2]| {
            let mut progress = task.climb.initial_progress();
            for i in 0..4 {
                task.iterate::<Classic>(trials[i / 2], &mut progress).unwrap();
            }
            progress
        };
        let (one, two) = (trial(&Setup::base(2), 1), trial(&Setup::base(2), 2));
        let alone = tuned([&one, &one]);
        assert_eq!(alone, tuned([&two, &one]));
        assert_ne!(alone.point, task.climb.start);
        let result = task.result(&alone);
        assert_ne!(result, start);
        assert_eq!(Weights { supply: start.supply, own_tries: 0.35, field_doubt: 0.5, ..result }, start);
    }
}
