//! The conformance suite for every set-up: plays random games and checks all invariants along the way.

mod agree;
pub mod set_ups;

use std::collections::{BTreeMap, BTreeSet};

use bastide_core::{Actor, Answer, Position, SmallRandom};
use games::deal::{Deal, Seed};
use games::{Game, Setup};
pub use set_ups::{
    base_set_ups, combinations, haunted, large, multiple_copies, pairs, random_set_ups, rare_events, single_expansions,
    team, with_hands,
};

use crate::player;
use crate::second::{FamilyRules, Opinion, classic, coop, discovery, hunters};

/// Number of answers sampled at every checked decision without listing all answers.
const SAMPLES: usize = 8;

/// How thoroughly a game is checked.
#[derive(Clone, Copy, Debug)]
pub struct CheckLimits {
    /// Maximum number of answers, after which the game is stopped.
    pub answers: usize,
    /// Interval, in decisions, between complete checks. The results of answers are checked at every decision.
    pub every: usize,
}

/// Statistics across checked games.
#[derive(Clone, Debug, Default)]
pub struct CheckStatistics {
    /// Number of decisions, including those of chance.
    pub decisions: usize,
    /// Number of scores awarded.
    pub scores: usize,
    /// Number of discarded tiles, which fitted nowhere.
    pub discarded: usize,
    /// Number of games played to the end.
    pub ended: usize,
    /// Number of times that each kind of question was asked, each kind of answer given, and points scored under each clause.
    pub seen: BTreeMap<String, usize>,
}

impl CheckStatistics {
    /// Adds the statistics of another game.
    pub fn add(&mut self, other: Self) {
        self.decisions += other.decisions;
        self.scores += other.scores;
        self.discarded += other.discarded;
        self.ended += other.ended;
        for (what, count) in other.seen {
            *self.seen.entry(what).or_default() += count;
        }
    }
}

/// Plays one game with this set-up and checks everything along the way.
///
/// # Panics
/// Panics if a check fails. The message says what failed, where, and in which game.
pub fn check_game(setup: &Setup, seed: u64, effort: CheckLimits) -> CheckStatistics {
    match setup.game.as_str() {
        "hunters" => check::<hunters::HuntersGame>(setup, seed, effort),
        "discovery" => check::<discovery::DiscoveryGame>(setup, seed, effort),
        "coop" => check::<coop::CoopGame>(setup, seed, effort),
        _ => check::<classic::ClassicGame>(setup, seed, effort),
    }
}

fn check<O: Opinion>(setup: &Setup, seed: u64, effort: CheckLimits) -> CheckStatistics {
    let mut table = Table::<O>::new(setup, seed);
    while !table.game.is_over() && table.game.seq() < effort.answers {
        table.checked.decisions += 1;
        table.whole = table.checked.decisions.is_multiple_of(effort.every);
        table.check_asked();
        if table.whole {
            table.check_decision();
        }
        table.advance();
    }
    if table.game.is_over() {
        table.checked.ended += 1;
        table.check_end();
    }
    table.checked
}

/// A game being checked.
struct Table<O> {
    game: Game,
    deal: Deal,
    second: O,
    random: SmallRandom,
    /// Points by seat, summed over the events.
    sums: Vec<i32>,
    /// True if this decision is checked completely.
    whole: bool,
    checked: CheckStatistics,
}

macro_rules! hold {
    ($table:expr, $holds:expr, $($what:tt)+) => {
        assert!(
            $holds,
            "{}, seed {}, after {} answers: {}",
            $table.game.setup().canonical(),
            $table.deal.seed(),
            $table.game.seq(),
            format!($($what)+)
        )
    };
}
use hold;

impl<O: Opinion> Table<O> {
    fn new(setup: &Setup, seed: u64) -> Self {
        let game = Game::new(setup).unwrap_or_else(|why| panic!("{}: {why}", setup.canonical()));
        let (rules, _) = game.of::<O::Family>().unwrap();
        let start: Vec<_> = rules
            .start
            .iter()
            .map(|&(kind, at, rotation)| (usize::from(kind), i32::from(at.x), i32::from(at.y), usize::from(rotation)))
            .collect();
        let second = O::new(setup, game.tiles(), &start);
        Self {
            deal: Deal::new(Seed::from_number(seed), setup).unwrap(),
            second,
            random: SmallRandom::new(seed),
            sums: vec![0; usize::from(setup.seats)],
            whole: true,
            checked: CheckStatistics::default(),
            game,
        }
    }

    fn rules(&self) -> &FamilyRules<O> {
        self.game.of::<O::Family>().unwrap().0
    }

    fn position(&self) -> &Position<O::Family> {
        self.game.of::<O::Family>().unwrap().1
    }

    fn check_decision(&mut self) {
        let legal = self.game.legal();
        hold!(self, !legal.is_empty(), "no legal answer, although the game is not over");
        let distinct: BTreeSet<_> = legal.iter().map(|answer| answer.to_integer()).collect();
        hold!(self, distinct.len() == legal.len(), "an answer is listed twice");
        self.check_legal(&legal);
        self.check_samples(&legal);
        self.check_conserved();
    }

    /// Checks that sampled answers are among the listed ones.
    fn check_samples(&mut self, legal: &[Answer]) {
        if let Actor::Seat(_) = self.game.actor() {
            for _ in 0..SAMPLES {
                let mut random = self.random;
                let answer = self.position().sample(self.rules(), &mut random);
                self.random = random;
                hold!(self, legal.contains(&answer), "{answer:?} was sampled, but is not listed");
            }
        }
    }

    /// Chooses an answer and applies it to the engine and the second opinion.
    fn advance(&mut self) {
        let dealt = self.deal.answer(&self.game);
        let answer = dealt.or_else(|| player::choose(&self.game, &mut self.random)).unwrap();
        let act = self.act(answer);
        let asked = self.second.pending_word();
        let asked = asked.split(['(', ' ']).next().unwrap_or_default();
        let word = format!("{act:?}");
        let (word, _) = word.split_once('(').unwrap_or((&word, ""));
        *self.checked.seen.entry(format!("{asked} {word}")).or_default() += 1;
        let events = self.game.apply_raw(answer).unwrap();
        self.second.answer(act);
        self.check_points(&events);
        if self.whole && matches!(answer, Answer::Place { .. } | Answer::PlaceHeld { .. }) {
            self.check_features();
        }
    }

    /// Checks a finished game.
    fn check_end(&mut self) {
        self.check_features();
        self.check_conserved();
        hold!(self, self.game.legal().is_empty(), "the game is over, but answers are listed");
        let most = self.game.scores().into_iter().max();
        let ahead = (0..self.game.setup().seats).filter(|&seat| Some(self.game.score(seat)) == most);
        let of_team = self.second.winners();
        if let Some(winners) = &of_team {
            let outcome = if winners.is_empty() { "Team lost" } else { "Team won" };
            *self.checked.seen.entry(outcome.to_owned()).or_default() += 1;
        }
        let winners = of_team.unwrap_or_else(|| ahead.collect());
        hold!(self, self.game.winners() == winners, "the winners are {winners:?}");
    }
}
