//! Defines search requests with their budget, configuration and options.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bastide_core::Answer;

use super::clock::Instant;
use crate::evaluation::forecast::Forecaster;

/// The work that a search may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// A time limit per search.
    Time(Duration),
    /// A limit on the number of evaluations, which means the same amount of work on every machine.
    Evaluations(u64),
}

/// Parameters of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchConfig {
    /// Maximum number of lines examined.
    pub lines: usize,
    /// Maximum distance of a line's evaluation from the best line's, in points, for the line to be examined.
    pub window: f32,
    /// Minimum number of turns that a sample plays out after the line.
    pub turns: u32,
    /// Maximum number of samples per line.
    pub samples: u32,
    /// Weight of the evaluation right after the line, expressed as a number of samples.
    pub trust: f64,
    /// Maximum number of candidates tried at each decision after the line.
    pub candidates: usize,
    /// Maximum distance of a candidate's evaluation from the best candidate's, in points, for the candidate to be tried.
    pub candidate_window: f32,
    /// Weight of the evaluation right after a candidate, expressed as a number of samples.
    pub candidate_trust: f64,
    /// Exploration bonus, in points, for rarely tried candidates.
    pub explore: f64,
    /// Number of sampling threads.
    pub threads: usize,
    /// Evaluations per tree if the budget is a number of evaluations, independent of the number of threads.
    pub tree: u64,
}

/// Maximum number of trees if the budget is a number of evaluations; additional threads stay idle.
const MAX_TREES: u64 = 16;

impl SearchConfig {
    /// Configuration for the Carcassonne family.
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
    /// Configuration for all other families. Their positions take longer to evaluate, so fewer lines and turns are examined to allow for
    /// more samples.
    pub const GENERAL: Self = Self { lines: 5, window: 3.0, turns: 1, trust: 10.0, ..Self::CLASSIC };
}

/// A request to search.
#[derive(Clone, Copy, Debug)]
pub struct SearchRequest<'a> {
    /// Limit on the work of the search.
    pub budget: Budget,
    /// Parameters of the search.
    pub config: SearchConfig,
    /// Seed for the samples.
    pub seed: u64,
    /// Whether the result must explain the moves: if so, main lines are added, and expected values are computed even if there is only one
    /// line.
    pub explain: bool,
    /// Forecasts the end of the game after every line; `None` if only the best answer is needed.
    pub forecaster: Option<&'a Forecaster>,
    /// An answer whose best line is examined even if it looks bad.
    pub given: Option<Answer>,
    /// Flag that stops the search when set to true; the search then returns its results so far.
    pub stop: Option<&'a AtomicBool>,
}

impl SearchRequest<'_> {
    /// Creates a player's request, which needs only the best answer.
    pub fn of_player(budget: Budget, config: SearchConfig, seed: u64) -> Self {
        Self { budget, config, seed, explain: false, forecaster: None, given: None, stop: None }
    }

    /// Returns the number of trees that sample in parallel. With a budget of evaluations, the number of trees does not depend on the number
    /// of threads, so neither does the result. With a time budget, each thread has its own tree.
    pub(super) fn trees(&self) -> u32 {
        match self.budget {
            Budget::Time(_) => self.config.threads.max(1) as u32,
            Budget::Evaluations(most) => (most / self.config.tree.max(1)).clamp(1, MAX_TREES) as u32,
        }
    }

    /// Returns whether the search was stopped, or one of `trees` trees has used up the fraction `part / whole` of its budget. The tree has
    /// made `made` evaluations since `start`.
    pub(super) fn is_budget_spent(&self, start: Instant, made: u64, (part, whole): (u32, u32), trees: u32) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
            || match self.budget {
                Budget::Time(time) => start.elapsed() >= time * part / whole,
                Budget::Evaluations(most) => made >= most * u64::from(part) / u64::from(whole) / u64::from(trees),
            }
    }
}
