//! Learns corrections from games: compares the points that the evaluation of the Carcassonne family expected during a game with the result,
//! and determines by regression which traits are overvalued or undervalued. Equal tasks give equal corrections with any number of threads.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use bastide_core::{Actor, Answer, Random, SmallRandom};
use classic::{ClassicPosition, ClassicRules};
use games::deal::{Deal, Seed};
use games::families::Classic;
use games::{Game, Setup, SetupError};

pub use super::regression::Prediction;
use super::regression::Sums;
use crate::agents::agent::Agent;
use crate::agents::illegal;
use crate::agents::level::Level;
use crate::agents::player::Player;
use crate::arena::{Played, Report};
use crate::evaluation::classic::corrections::{Corrections, TERMS, TRAITS};
use crate::evaluation::classic::{ClassicEvaluator, Weights};
use crate::evaluation::evaluator::Evaluator;
use crate::evaluation::values::Values;
use crate::search::config::Budget;

type ClassicAgent<'r> = Agent<'r, Classic>;

/// The player that learns: it looks one turn ahead with the full evaluation, without a personality.
const PLAYER: Player = Player::Level(Level::Hard);
/// Players that give some of the answers, to reach positions that the learning player would not reach on its own.
const OTHERS: [Level; 3] = [Level::Medium, Level::Baron, Level::Thief];
/// On average, one in this many answers is given by one of [`OTHERS`] instead.
const OTHER_PLAYER_INTERVAL: u32 = 8;
/// Budget of the players; none of them searches.
const BUDGET: Budget = Budget::Evaluations(0);
/// One in this many games is held out for testing predictions.
const HELD_OUT_INTERVAL: u32 = 5;
/// Number of regression variables: [`TERMS`] for each trait.
const NUMBERS: usize = TRAITS * TERMS;
/// Factor used to round corrections to as many decimal places as are written to the file.
const PLACES: f64 = 10_000.0;

/// Purpose for which games are played. No deal is used for two purposes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Learning, in the round with this number.
    Round(u32),
    /// Testing what was learned, in the match with this number.
    Match(u32),
}

/// Reasons nothing can be learned.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum LearnError {
    /// The set-up is invalid.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The game belongs to another family, for which there are no corrections.
    #[error(
        "players of {0} do not learn from games: only those of the Carcassonne family do, as in \"carcassonne seats=2\""
    )]
    OtherFamily(String),
    /// No tile was drawn in any game.
    #[error("no tile was drawn in any game: there is nothing to learn from")]
    NothingSeen,
}

/// Plays games of one set-up to learn from.
pub struct SelfPlay {
    setup: Setup,
    start: Game,
    /// Seed for the deals and for the choice of the answering players.
    seed: u64,
    threads: NonZeroUsize,
}

/// State at a draw: every seat's traits, and its points as expected by the plain evaluation.
struct DrawState {
    left: u16,
    youth: f32,
    values: Values,
    traits: Vec<[f32; TRAITS]>,
}

/// The states at all draws in a game, and the game's final scores.
#[derive(Default)]
struct PlayedGame {
    seen: Vec<DrawState>,
    scores: Vec<i32>,
}

impl SelfPlay {
    /// Prepares self-play for a set-up.
    ///
    /// # Errors
    /// Returns an error if the set-up is invalid, or if there are no corrections for its family.
    pub fn new(setup: &Setup, seed: u64, threads: NonZeroUsize) -> Result<Self, LearnError> {
        let start = Game::new(setup)?;
        match start.of::<Classic>() {
            Some(_) => Ok(Self { setup: setup.clone(), start, seed, threads }),
            None => Err(LearnError::OtherFamily(setup.game.clone())),
        }
    }

    /// Returns the rules and the position before the first turn.
    fn beginning(&self) -> Result<(&Arc<ClassicRules>, &ClassicPosition), LearnError> {
        self.start.of::<Classic>().ok_or_else(|| LearnError::OtherFamily(self.setup.game.clone()))
    }

    /// Returns the built-in corrections for the set-up.
    ///
    /// # Errors
    /// Returns an error if there are no corrections for the family.
    pub fn built_in_corrections(&self) -> Result<Corrections, LearnError> {
        let (rules, _) = self.beginning()?;
        Ok(*Corrections::of_setup(rules))
    }

    /// Returns the deals for a purpose, each with its seed.
    fn deals(&self, purpose: Purpose, count: u32) -> Result<Vec<(u64, Deal)>, LearnError> {
        let stream = match purpose {
            Purpose::Round(number) => 2 * u64::from(number),
            Purpose::Match(number) => 2 * u64::from(number) + 1,
        };
        let mut random = SmallRandom::new(self.seed ^ (stream + 1).wrapping_mul(0xa076_1d64_78bd_642f));
        let deal = |seed| Ok((seed, Deal::new(Seed::from_number(seed), &self.setup)?));
        (0..count).map(|_| deal(random.next())).collect()
    }

    /// Plays the games of a round with the corrections learned so far, and collects evidence. Calls `done` after each game with the number
    /// of finished games.
    ///
    /// # Errors
    /// Returns an error if the set-up is invalid.
    pub fn round(
        &self,
        number: u32,
        corrections: &Corrections,
        games: u32,
        done: impl Fn(u32) + Sync,
    ) -> Result<Evidence, LearnError> {
        let deals = self.deals(Purpose::Round(number), games)?;
        let (rules, position) = self.beginning()?;
        let agents = || {
            let mut agent = ClassicAgent::new(rules, position);
            agent.evaluator_mut().learn(corrections);
            let mut evaluator = ClassicEvaluator::new(rules, position, Weights::default());
            evaluator.learn(&Corrections::NONE);
            (agent, evaluator)
        };
        let mut evidence = Evidence::default();
        let live = |(agent, evaluator): &mut (ClassicAgent, ClassicEvaluator), number: usize| {
            deals.get(number).map(|(seed, deal)| self.play_game(agent, evaluator, deal, *seed)).unwrap_or_default()
        };
        let mut over = 0;
        run_in_order(self.threads, deals.len(), agents, live, |lived: PlayedGame| {
            evidence.add(over, &lived);
            over += 1;
            done(over);
        });
        Ok(evidence)
    }

    /// Plays one game and records the state at every draw.
    fn play_game(
        &self,
        agent: &mut ClassicAgent,
        evaluator: &mut ClassicEvaluator,
        deal: &Deal,
        seed: u64,
    ) -> PlayedGame {
        let (mut random, mut seen) = (SmallRandom::new(!seed), Vec::new());
        let end = self.play(deal, |position, seat| {
            if seat.is_none() {
                evaluator.update_bag(position);
                let values = evaluator.values(position);
                let (left, youth) = (evaluator.left(), evaluator.distance_to_end());
                seen.push(DrawState { left, youth, values, traits: evaluator.traits(position) });
                return (PLAYER, Answer::Pass);
            }
            let player = match random.below(OTHER_PLAYER_INTERVAL) {
                0 => Player::Level(OTHERS[random.below(OTHERS.len() as u32) as usize]),
                _ => PLAYER,
            };
            (player, agent.answer(player, position, BUDGET, seed))
        });
        PlayedGame { seen, scores: (0..self.setup.seats).map(|seat| end.score(seat)).collect() }
    }

    /// Plays one game to its end. `think` returns the player that answers for a seat, and its answer. It is also called without a seat at
    /// every draw, in which case its result is ignored.
    fn play(&self, deal: &Deal, mut think: impl FnMut(&ClassicPosition, Option<u8>) -> (Player, Answer)) -> Game {
        let mut game = self.start.clone();
        loop {
            let answer = match (game.actor(), game.of::<Classic>()) {
                (Actor::Seat(seat), Some((_, position))) => {
                    let (player, choice) = think(position, Some(seat));
                    illegal::legal_or_first(&game, player, Some(choice))
                }
                (Actor::Chance, Some((_, position))) => {
                    // Before the first turn, chance decides who begins.
                    if position.turn() > 0 {
                        think(position, None);
                    }
                    deal.answer(&game).unwrap_or(Answer::Pass)
                }
                _ => return game,
            };
            // A deal always has an answer for chance. If that answer were illegal, the loop would never end.
            if game.apply_raw(answer).is_err() {
                debug_assert!(false, "{answer:?} is not legal in {game:?}");
                return game;
            }
        }
    }

    /// Plays a match between two players with these corrections, on separate deals. Each deal is played twice, with the seats swapped.
    /// Calls `done` after each game with the number of finished games.
    ///
    /// # Errors
    /// Returns an error if the set-up is invalid.
    pub fn compare(
        &self,
        corrections: [Corrections; 2],
        number: u32,
        pairs: u32,
        done: impl Fn(u32) + Sync,
    ) -> Result<Report, LearnError> {
        let deals = self.deals(Purpose::Match(number), pairs)?;
        let (rules, position) = self.beginning()?;
        let agents = || {
            corrections.map(|corrections| {
                let mut agent = ClassicAgent::new(rules, position);
                agent.evaluator_mut().learn(&corrections);
                agent
            })
        };
        let play = |agents: &mut [ClassicAgent; 2], number: usize| {
            deals
                .get(number / 2)
                .map(|(seed, deal)| self.play_match_game(agents, deal, *seed, number % 2))
                .unwrap_or_default()
        };
        let mut report = Report::default();
        run_in_order(self.threads, deals.len() * 2, agents, play, |played| {
            report.games.push(played);
            done(report.games.len() as u32);
        });
        Ok(report)
    }

    /// Plays one game of a match. With more than two seats, the players alternate around the table.
    fn play_match_game(&self, agents: &mut [ClassicAgent; 2], deal: &Deal, seed: u64, swapped: usize) -> Played {
        let side_of = |seat: u8| usize::from(seat % 2) ^ swapped;
        let end = self.play(deal, |position, seat| match seat {
            Some(seat) => (PLAYER, agents[side_of(seat)].answer(PLAYER, position, BUDGET, seed)),
            None => (PLAYER, Answer::Pass),
        });
        let mut played = Played::default();
        for side in 0..2 {
            let own = || (0..self.setup.seats).filter(|&seat| side_of(seat) == side);
            let sum: i32 = own().map(|seat| end.score(seat)).sum();
            played.scores[side] = f64::from(sum) / own().count().max(1) as f64;
            played.won[side] = end.winners().iter().any(|&seat| side_of(seat) == side);
        }
        played
    }
}

/// Plays games on several threads, each with its own agents. Calls `take` with the results in the order of the games, so that the outcome
/// does not depend on the number of threads.
pub(super) fn run_in_order<S, T: Send>(
    threads: NonZeroUsize,
    games: usize,
    agents: impl Fn() -> S + Sync,
    play: impl Fn(&mut S, usize) -> T + Sync,
    take: impl FnMut(T) + Send,
) {
    let next = AtomicU32::new(0);
    let waiting = Mutex::new((0, BTreeMap::new(), take));
    let work = || {
        let mut agents = agents();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed) as usize;
            if number >= games {
                return;
            }
            let result = play(&mut agents, number);
            let mut waiting = waiting.lock().unwrap_or_else(PoisonError::into_inner);
            let (due, results, take) = &mut *waiting;
            results.insert(number, result);
            while let Some(result) = results.remove(due) {
                take(result);
                *due += 1;
            }
        }
    };
    std::thread::scope(|scope| {
        // The current thread counts as one of the threads.
        for _ in 1..threads.get().min(games) {
            scope.spawn(work);
        }
        work();
    });
}

/// Evidence collected from games.
#[derive(Default)]
pub struct Evidence {
    /// Evidence from the training games, by the number of tiles left.
    taught: Sums,
    /// Evidence from the games held out for testing predictions.
    held_out: Sums,
}

impl Evidence {
    /// Adds the states of game number `number`.
    fn add(&mut self, number: u32, lived: &PlayedGame) {
        let sums =
            if number % HELD_OUT_INTERVAL == HELD_OUT_INTERVAL - 1 { &mut self.held_out } else { &mut self.taught };
        for seen in &lived.seen {
            for (seat, own) in seen.traits.iter().enumerate() {
                let other = (seat + 1) % seen.traits.len();
                // With two seats, a second row would only be the negative of the first.
                if seen.traits.len() == 2 && seat == 1 {
                    break;
                }
                let margin = (lived.scores[seat] - lived.scores[other]) as f32;
                let mut numbers = [0.0; NUMBERS];
                for (number, terms) in numbers.chunks_exact_mut(TERMS).enumerate() {
                    let more = own[number] - seen.traits[other][number];
                    terms.copy_from_slice(&[more, more * seen.youth, more * seen.youth * seen.youth]);
                }
                let missed = margin - (seen.values[seat] - seen.values[other]);
                sums.add(usize::from(seen.left), &numbers, missed);
            }
        }
    }

    /// Returns the number of rows: one for each combination of a draw and a pair of seats.
    pub fn rows(&self) -> u64 {
        self.taught.rows() + self.held_out.rows()
    }

    /// Returns the corrections learned from all games. Also returns how well corrections learned without the held-out games predict those
    /// games.
    ///
    /// # Errors
    /// Returns an error if no tile was drawn in any game.
    pub fn learn(self) -> Result<(Corrections, Prediction), LearnError> {
        let Self { taught, held_out } = self;
        let mut all = taught.clone();
        all.add_all(&held_out);
        let weights = all.weights();
        let tried = taught.fit(&weights).ok_or(LearnError::NothingSeen)?;
        let found = all.fit(&weights).ok_or(LearnError::NothingSeen)?;
        let mut corrections = Corrections::NONE;
        for (correction, found) in corrections.0.as_flattened_mut().iter_mut().zip(&found) {
            // Rounds as in the file, so that the learned corrections equal the written ones. Adding 0 turns -0 into 0.
            *correction = ((found * PLACES).round() / PLACES) as f32 + 0.0;
        }
        Ok((corrections, held_out.predict(&weights, &tried)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::classic::corrections::traits;

    fn self_play(setup: &Setup, threads: usize) -> SelfPlay {
        SelfPlay::new(setup, 3, NonZeroUsize::new(threads).unwrap()).unwrap()
    }

    #[test]
    fn learning_does_not_depend_on_the_number_of_threads() {
        let learn = |threads| {
            let over = AtomicU32::new(0);
            let done = |games| assert_eq!(over.fetch_add(1, Ordering::Relaxed) + 1, games);
            let evidence = self_play(&Setup::base(2), threads).round(0, &Corrections::NONE, 60, done).unwrap();
            // 71 tiles are drawn in each game.
            assert_eq!((over.into_inner(), evidence.rows()), (60, 60 * 71));
            evidence.learn().unwrap()
        };
        let (corrections, prediction) = learn(1);
        assert_eq!(learn(2), (corrections, prediction));
        assert!(corrections.0.as_flattened().iter().all(|correction| correction.is_finite()));
        assert_ne!(corrections.0[traits::TURN], [0.0; TERMS]);
        assert!(prediction.before > 0.0 && prediction.after > 0.0);
        let text = corrections.write(&[]);
        assert_eq!(Corrections::read(&text).unwrap(), corrections, "{text}");
    }

    #[test]
    fn corrections_are_compared_in_a_match() {
        let school = self_play(&Setup::base(2), 2);
        let learned = school.built_in_corrections().unwrap();
        let even = school.compare([learned, learned], 0, 2, |_| {}).unwrap();
        assert_eq!((even.games.len(), even.margin().mean), (4, 0.0));
        let mut absurd = Corrections::NONE;
        absurd.0[traits::OUTVOTED] = [50.0, 0.0, 0.0];
        let report = school.compare([learned, absurd], 1, 2, |_| {}).unwrap();
        assert!(report.margin().mean > 5.0, "{:?}", report.margin());
    }

    #[test]
    fn learning_works_with_more_seats_and_expansions() {
        let setup = Setup::base(3).with("traders-builders");
        let evidence = self_play(&setup, 1).round(0, &Corrections::NONE, 2, |_| {}).unwrap();
        assert!(evidence.rows() > 2 * 3 * 80 && evidence.rows().is_multiple_of(3), "{}", evidence.rows());
        let (corrections, prediction) = evidence.learn().unwrap();
        assert!(corrections.0.as_flattened().iter().all(|correction| correction.is_finite()));
        assert_eq!(prediction, Prediction { before: 0.0, after: 0.0 }, "the fifth game is the first to be held out");
    }

    #[test]
    fn no_deal_serves_two_purposes() {
        let school = self_play(&Setup::base(2), 1);
        let purposes = [Purpose::Round(0), Purpose::Round(1), Purpose::Match(0), Purpose::Match(1)];
        let seeds = |purpose| school.deals(purpose, 300).unwrap().into_iter().map(|(seed, _)| seed).collect::<Vec<_>>();
        let mut all = purposes.map(seeds).concat();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 1200);
    }

    #[test]
    fn errors_say_why_nothing_can_be_learned() {
        let refused = |setup: &Setup| SelfPlay::new(setup, 3, NonZeroUsize::MIN).err().unwrap();
        assert_eq!(refused(&Setup::of("hunters", 2)), LearnError::OtherFamily("hunters".to_owned()));
        assert!(matches!(refused(&Setup::base(1)), LearnError::Setup(_)));
        assert_eq!(Evidence::default().learn(), Err(LearnError::NothingSeen));
    }
}
