//! Measures random games of one set-up.

use std::hint::black_box;
use std::time::{Duration, Instant};

use anyhow::Result;
use bastide_core::tile::PILES;
use bastide_core::{Position, Rules, SmallRandom};
use games::Setup;
use games::families::Playable;
use games::playout::{Choice, Playout};
use serde_json::{Value, json};

/// Number of games between two checks of the clock.
const GAMES_PER_CLOCK_CHECK: u32 = 200;
/// Number of clones that are timed together.
const CLONES: u32 = 2000;

/// Measuring options.
pub struct MeasuringOptions {
    /// Measuring time in seconds.
    pub seconds: f64,
    /// Exact number of games to play, instead of a measuring time.
    pub games: Option<u32>,
    pub only: Option<ChoiceMethod>,
    /// Seed for the games.
    pub seed: u64,
}

/// How answers are chosen.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum ChoiceMethod {
    /// List all legal answers and pick one
    Listed,
    /// Sample one without listing them all
    Sampled,
}

/// Measures games of a family with one or both choice methods, and clones of a position.
pub fn report<F: Playable>(effort: &MeasuringOptions, setup: &Setup) -> Result<Value> {
    let rules = games::compile::compile::<F>(setup)?;
    let start = Position::<F>::new(&rules, &mut ());
    let mut report = json!({ "setup": setup.canonical() });
    for (way, choice, name) in
        [(ChoiceMethod::Listed, Choice::Listed, "listed"), (ChoiceMethod::Sampled, Choice::Sampled, "sampled")]
    {
        if effort.only.is_none_or(|only| only == way) {
            report[name] = measure(effort, &rules, &start, choice).to_json();
        }
    }
    let (clone, clone_from) = time_clones(&start);
    report["clone_ns"] = json!(clone);
    report["clone_from_ns"] = json!(clone_from);
    report["state_bytes"] = json!(size_of::<Position<F>>());
    Ok(report)
}

/// A mean with its standard error.
#[derive(Clone, Copy, Default)]
struct Mean {
    sum: f64,
    squares: f64,
    count: f64,
}

impl Mean {
    fn add(&mut self, value: f64) {
        self.sum += value;
        self.squares += value * value;
        self.count += 1.0;
    }

    fn mean(&self) -> f64 {
        self.sum / self.count
    }

    fn error(&self) -> f64 {
        let variance = (self.squares / self.count - self.mean().powi(2)).max(0.0);
        (variance / self.count).sqrt()
    }
}

/// Statistics and timing of random games.
struct Measured {
    games: u32,
    decisions: u64,
    seconds: f64,
    turns: Mean,
    discards: Mean,
    scores: Vec<Mean>,
    wins: Vec<Mean>,
}

/// Plays random games and measures them.
fn measure<F: Playable>(
    effort: &MeasuringOptions,
    rules: &Rules<F::Options>,
    start: &Position<F>,
    choice: Choice,
) -> Measured {
    let seats = usize::from(rules.seats);
    let mut measured = Measured {
        games: 0,
        decisions: 0,
        seconds: 0.0,
        turns: Mean::default(),
        discards: Mean::default(),
        scores: vec![Mean::default(); seats],
        wins: vec![Mean::default(); seats],
    };
    let tiles: u32 = rules.kinds.iter().map(|kind| u32::from(kind.copies)).sum();
    let mut playout = Playout::default();
    let mut random = SmallRandom::new(effort.seed);
    let mut position = *start;
    let mut scores = Vec::with_capacity(seats);
    let begun = Instant::now();
    let enough = Duration::from_secs_f64(effort.seconds.clamp(0.0, 3600.0));
    loop {
        let batch =
            effort.games.map_or(GAMES_PER_CLOCK_CHECK, |games| GAMES_PER_CLOCK_CHECK.min(games - measured.games));
        for _ in 0..batch {
            position.clone_from(start);
            measured.decisions += u64::from(playout.play(&mut position, rules, choice, &mut random));
            measured.turns.add(f64::from(position.turn()));
            // Tiles that were never drawn don't count as discarded; tiles removed before the start do.
            let left: u32 = (0..PILES as u8).map(|pile| u32::from(position.bag().left_in(pile))).sum();
            measured.discards.add(f64::from(tiles - left - position.board.tiles().len() as u32));
            scores.clear();
            scores.extend((0..rules.seats).map(|seat| position.score(seat)));
            let most = scores.iter().copied().max().unwrap_or(0);
            let winners = scores.iter().filter(|&&score| score == most).count();
            for (seat, &score) in scores.iter().enumerate() {
                measured.scores[seat].add(f64::from(score));
                // A shared victory (BASE-22) is split equally.
                measured.wins[seat].add(if score == most { 1.0 / winners as f64 } else { 0.0 });
            }
        }
        measured.games += batch;
        measured.seconds = begun.elapsed().as_secs_f64();
        if effort.games.map_or(begun.elapsed() >= enough, |games| measured.games >= games) {
            return measured;
        }
    }
}

impl Measured {
    fn to_json(&self) -> Value {
        let means = |of: &[Mean]| -> Vec<f64> { of.iter().map(|m| rounded(m.mean())).collect() };
        let errors = |of: &[Mean]| -> Vec<f64> { of.iter().map(|m| rounded(m.error())).collect() };
        json!({
            "games": self.games,
            "seconds": rounded(self.seconds),
            "games_per_s": (f64::from(self.games) / self.seconds).round(),
            "decisions_per_s": (self.decisions as f64 / self.seconds).round(),
            "decisions_per_game": rounded(self.decisions as f64 / f64::from(self.games)),
            "mean_scores": means(&self.scores),
            "mean_scores_error": errors(&self.scores),
            "turns": rounded(self.turns.mean()),
            "turns_error": rounded(self.turns.error()),
            "discards": rounded(self.discards.mean()),
            "discards_error": rounded(self.discards.error()),
            "wins": means(&self.wins),
            "wins_error": errors(&self.wins),
        })
    }
}

fn rounded(value: f64) -> f64 {
    (value * 10_000.0).round() / 10_000.0
}

/// Returns nanoseconds per clone of a position, and per `clone_from` into an existing copy.
fn time_clones<F: Playable>(start: &Position<F>) -> (f64, f64) {
    let mut copy = Box::new(*start);
    let begun = Instant::now();
    for _ in 0..CLONES {
        *copy = *black_box(start);
        black_box(&copy);
    }
    let clone = begun.elapsed();
    let begun = Instant::now();
    for _ in 0..CLONES {
        (*copy).clone_from(black_box(start));
        black_box(&copy);
    }
    let each = |time: Duration| (time.as_nanos() as f64 / f64::from(CLONES)).round();
    (each(clone), each(begun.elapsed()))
}
