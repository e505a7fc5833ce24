//! Puzzles in HTTP responses; the OpenAPI document is generated from these types.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::store::{Attempt, PuzzleRecord};

/// An attempt at a puzzle.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PuzzleAnswer {
    /// The answers of the turn as words, 1 to 8.
    pub words: Vec<String>,
}

/// Result of an attempt at a puzzle.
#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PuzzleOutcome {
    /// Whether the turn is the best one.
    pub right: bool,
    /// Whether the attempt changed ratings: only an account's first attempt at a puzzle does.
    pub rated: bool,
    /// The account's rating for puzzles after the attempt.
    pub rating: f64,
    /// Change of the account's rating by its first attempt.
    pub change: f64,
    /// The puzzle's rating after the attempt.
    pub puzzle_rating: f64,
}

/// The puzzle of a day.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DailyPuzzle {
    /// The day in UTC, such as `2026-11-23`.
    pub day: String,
    /// Id of the puzzle.
    pub puzzle: String,
}

/// An account's rating for puzzles, and its attempts.
#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PuzzleHistory {
    /// Rating in points.
    pub rating: f64,
    /// Deviation of the rating, in points.
    pub deviation: f64,
    /// Number of rated attempts.
    pub attempts: u32,
    /// Number of puzzles solved at the first attempt.
    pub solved: u32,
    /// First attempts, newest first.
    pub latest: Vec<PuzzleAttempt>,
}

/// The first attempt of an account at a puzzle.
#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PuzzleAttempt {
    /// Id of the puzzle.
    pub puzzle: String,
    /// Whether the turn was the best one.
    pub right: bool,
    /// Rating before the attempt.
    pub before: f64,
    /// Rating after the attempt.
    pub after: f64,
    /// Time, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub time: i64,
}

/// Query parameters that select a page of attempts.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub struct PuzzlePart {
    /// Returns only attempts before this time, in milliseconds since 1970.
    pub before: Option<i64>,
    /// Number of attempts; 50 by default.
    #[param(minimum = 1, maximum = 100)]
    pub limit: Option<u32>,
}

impl From<PuzzleRecord> for PuzzleHistory {
    fn from(record: PuzzleRecord) -> PuzzleHistory {
        let PuzzleRecord { rating, attempts, solved, latest } = record;
        let latest = latest.into_iter().map(PuzzleAttempt::from).collect();
        PuzzleHistory { rating: rounded(rating.value), deviation: rounded(rating.deviation), attempts, solved, latest }
    }
}

impl From<Attempt> for PuzzleAttempt {
    fn from(attempt: Attempt) -> PuzzleAttempt {
        let Attempt { puzzle, right, before, after, time } = attempt;
        PuzzleAttempt { puzzle, right, before: rounded(before), after: rounded(after), time }
    }
}

/// Rounds a rating to tenths.
pub fn rounded(rating: f64) -> f64 {
    (rating * 10.0).round() / 10.0
}
