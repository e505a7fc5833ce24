//! Attempts at puzzles and their ratings in the database.

use crate::accounts::store::{AccountId, exists};
use crate::results::ratings::{self, Rating};
use crate::storage::{Database, Optional, Row, StorageError, Stored, Transaction, given};

/// The first attempt of an account at a puzzle.
#[derive(Clone, Debug, PartialEq)]
pub struct Attempt {
    pub puzzle: String,
    pub right: bool,
    /// The account's rating before and after.
    pub before: f64,
    pub after: f64,
    /// Time, in milliseconds since 1970.
    pub time: i64,
}

/// An account's rating for puzzles, and its attempts.
#[derive(Clone, Debug, PartialEq)]
pub struct PuzzleRecord {
    pub rating: Rating,
    pub attempts: u32,
    /// Number of puzzles solved at the first attempt.
    pub solved: u32,
    /// First attempts, newest first.
    pub latest: Vec<Attempt>,
}

/// Changes made by an attempt.
#[derive(Clone, Debug, PartialEq)]
pub struct Attempted {
    /// The first attempt of the account at the puzzle.
    pub first: Attempt,
    /// True if this attempt was the first.
    pub is_first: bool,
    /// The account's current rating.
    pub rating: Rating,
    pub puzzle_rating: Rating,
}

impl Database {
    /// Stores an attempt. The first one of an account at a puzzle changes the ratings of both, like a game between them. Returns `None` if
    /// the account does not exist.
    pub fn attempt_puzzle(
        &self,
        account: AccountId,
        puzzle: String,
        right: bool,
        time: i64,
    ) -> Stored<Option<Attempted>> {
        self.change(move |work| {
            if exists(work, account)? { attempt(work, account, puzzle, right, time).map(Some) } else { Ok(None) }
        })
    }

    /// Returns an account's rating and up to `most` of its attempts before a time, newest first.
    pub fn puzzle_record(&self, account: AccountId, before: i64, most: u32) -> Stored<PuzzleRecord> {
        self.read(move |work| {
            let (rating, attempts) = account_rating(work, account)?;
            let sql = "SELECT count(*) FROM puzzle_attempts WHERE account = ?1 AND solved = 1";
            let solved = work.query_row(sql, [account], |row| row.get(0))?;
            let sql = "SELECT puzzle, solved, before, after, time FROM puzzle_attempts \
                       WHERE account = ?1 AND time < ?2 ORDER BY time DESC, puzzle LIMIT ?3";
            let latest = work.query_map(sql, given![account, before, most], attempt_of)?;
            Ok(PuzzleRecord { rating, attempts, solved, latest })
        })
    }
}

fn attempt(
    work: &Transaction<'_>,
    account: AccountId,
    puzzle: String,
    right: bool,
    time: i64,
) -> Result<Attempted, StorageError> {
    let (own, attempts) = account_rating(work, account)?;
    let sql = "SELECT rating, deviation, volatility, attempts FROM puzzle_ratings WHERE puzzle = ?1";
    let known: Option<(Rating, u32)> = work.query_row(sql, [&puzzle], rating_of).optional()?;
    let (theirs, tries) = known.unwrap_or_default();
    let sql = "SELECT puzzle, solved, before, after, time FROM puzzle_attempts WHERE account = ?1 AND puzzle = ?2";
    if let Some(first) = work.query_row(sql, given![account, puzzle], attempt_of).optional()? {
        return Ok(Attempted { first, is_first: false, rating: own, puzzle_rating: theirs });
    }
    let after = ratings::after(&[own, theirs], if right { &[1, 2] } else { &[2, 1] });
    let (rating, puzzle_rating) = (after[0], after[1]);
    let sql =
        "INSERT INTO puzzle_attempts (account, puzzle, solved, before, after, time) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    work.execute(sql, given![account, puzzle, right, own.value, rating.value, time])?;
    let sql = "INSERT INTO puzzle_players (account, rating, deviation, volatility, attempts) VALUES (?1, ?2, ?3, ?4, ?5) \
               ON CONFLICT (account) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation, \
               volatility = excluded.volatility, attempts = excluded.attempts";
    work.execute(sql, given![account, rating.value, rating.deviation, rating.volatility, attempts + 1])?;
    let sql = "INSERT INTO puzzle_ratings (puzzle, rating, deviation, volatility, attempts) VALUES (?1, ?2, ?3, ?4, ?5) \
               ON CONFLICT (puzzle) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation, \
               volatility = excluded.volatility, attempts = excluded.attempts";
    let Rating { value, deviation, volatility } = puzzle_rating;
    work.execute(sql, given![puzzle, value, deviation, volatility, tries + 1])?;
    let first = Attempt { puzzle, right, before: own.value, after: rating.value, time };
    Ok(Attempted { first, is_first: true, rating, puzzle_rating })
}

/// Returns an account's rating and its number of rated attempts.
fn account_rating(work: &Transaction<'_>, account: AccountId) -> Result<(Rating, u32), StorageError> {
    let sql = "SELECT rating, deviation, volatility, attempts FROM puzzle_players WHERE account = ?1";
    Ok(work.query_row(sql, [account], rating_of).optional()?.unwrap_or_default())
}

fn rating_of(row: &Row) -> Result<(Rating, u32), StorageError> {
    Ok((Rating { value: row.get(0)?, deviation: row.get(1)?, volatility: row.get(2)? }, row.get(3)?))
}

fn attempt_of(row: &Row) -> Result<Attempt, StorageError> {
    Ok(Attempt { puzzle: row.get(0)?, right: row.get(1)?, before: row.get(2)?, after: row.get(3)?, time: row.get(4)? })
}
