//! What is asked of a search: how much work it may do, and how it goes about it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use bastide_core::Answer;

/// How much work a search may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// So long.
    Time(Duration),
    /// So many evaluations: the same work on every machine.
    Evaluations(u64),
}

/// How a search goes about its work.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchConfig {
    /// Most lines that are looked at.
    pub lines: usize,
    /// Lines that the evaluation puts so far behind the best are not looked at.
    pub window: f32,
    /// Turns after the line that a sample plays at least.
    pub turns: u32,
    /// Most samples for each line.
    pub samples: u32,
    /// How many samples the evaluation right after the line counts as.
    pub trust: f64,
    /// Most candidates that are tried at a decision after the line.
    pub candidates: usize,
    /// Candidates that the evaluation puts so far behind the best are not tried.
    pub candidate_window: f32,
    /// How many samples the evaluation right after a candidate counts as.
    pub candidate_trust: f64,
    /// Points of hope for candidates that were hardly tried.
    pub explore: f64,
    /// Threads that sample.
    pub threads: usize,
    /// Evaluations for each of which a budget of them has a tree of its own, whatever the number of threads.
    pub tree: u64,
}

/// Most trees of a budget of evaluations: more threads than that find nothing to do.
const MOST_TREES: u64 = 16;

impl SearchConfig {
    /// That of the Carcassonne family.
    pub const CLASSIC: Self = Self {
        lines: 12,
        window: 8.0,
        turns: 2,
        samples: 4000,
        trust: 3.0,
        candidates: 4,
        candidate_window: 4.0,
        candidate_trust: 1.0,
        explore: 1.5,
        threads: 1,
        tree: 25_000,
    };
    /// That of all other families, whose positions take longer to evaluate: few lines and one turn, so that there is time for samples.
    pub const GENERAL: Self = Self { lines: 5, window: 3.0, turns: 1, trust: 10.0, ..Self::CLASSIC };
}

/// What is asked of a search.
#[derive(Clone, Copy, Debug)]
pub struct SearchRequest<'a> {
    /// How much work it may do.
    pub budget: Budget,
    /// How it goes about it.
    pub config: SearchConfig,
    /// Decides the samples.
    pub seed: u64,
    /// Whether more is wanted than the best answer: then what can be expected is found out even where there is no choice.
    pub explain: bool,
    /// An answer whose best line is looked at however bad it seems.
    pub given: Option<Answer>,
    /// Becomes true when nobody waits for the search any more: then it ends with what it has found.
    pub stop: Option<&'a AtomicBool>,
}

impl SearchRequest<'_> {
    /// What a player asks, who wants an answer and no more.
    pub fn of_player(budget: Budget, config: SearchConfig, seed: u64) -> Self {
        Self { budget, config, seed, explain: false, given: None, stop: None }
    }

    /// How many trees sample beside one another. Evaluations are shared out among as many, however many threads there are, so that
    /// these find the same; while a clock runs, each thread has one.
    pub(super) fn trees(&self) -> u32 {
        match self.budget {
            Budget::Time(_) => self.config.threads.max(1) as u32,
            Budget::Evaluations(most) => (most / self.config.tree.max(1)).clamp(1, MOST_TREES) as u32,
        }
    }

    /// Whether one of `trees` that began at `start` and has made so many evaluations has done enough for a part of the budget, the
    /// first number of it over the second; or nobody waits for an answer any more.
    pub(super) fn is_enough(&self, start: Instant, made: u64, (part, whole): (u32, u32), trees: u32) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
            || match self.budget {
                Budget::Time(time) => start.elapsed() >= time * part / whole,
                Budget::Evaluations(most) => made >= most * u64::from(part) / u64::from(whole) / u64::from(trees),
            }
    }
}
