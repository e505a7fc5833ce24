//! Positions of rated games in progress. The server neither analyses a record that passes through such a position, nor creates a table
//! from it, nor shows it as a position of a study.
//!
//! Each game has one row, updated with each answer, so every node knows the games of all nodes. A finished game is not rejected for sharing
//! its opening with a game in progress. If its record has a seed, the draws prove that it is a different game; otherwise the first turns
//! are not compared.

use std::sync::Arc;

use games::Game;
use games::position_hash::PositionHash;
use games::record::Record;

use super::replays::{self, Replays};
use super::slots::Owner;
use crate::http::refusal::{Code, Refusal};
use crate::storage::{Database, Row, StorageError, Stored, Transaction, given};

/// Number of positions compared before the requested one.
const COMPARED_ANSWERS: usize = 64;
/// From this turn on, two games do not reach the same position by accident.
const FIRST_DISTINCTIVE_TURN: u16 = 6;
/// Maximum number of answers past a position for an unfinished record to count as a continuation of it, however early in the game.
const CONTINUING_ANSWERS: usize = 12;

/// A position that a record passes through.
#[derive(Clone, Copy, Debug)]
struct Passed {
    seq: usize,
    turn: u16,
    hash: PositionHash,
}

/// The positions that a record passes through on its way to the requested one.
#[derive(Debug)]
pub struct Trail {
    /// Index of the first position to compare.
    from: usize,
    /// Whether the record's game is finished.
    ended: bool,
    passed: Vec<Passed>,
}

impl Trail {
    /// Creates a trail to the position after `at` answers or, if `at` is `None`, to the end.
    pub fn to(at: Option<usize>, record: &Record, game: &Game) -> Trail {
        let from = at.unwrap_or(game.seq()).saturating_sub(COMPARED_ANSWERS);
        Trail { from, ended: game.is_over() || record.outcome.is_early(), passed: Vec::new() }
    }

    /// Creates a trail of all positions in a game.
    pub fn whole(record: &Record, game: &Game) -> Trail {
        Trail { from: 0, ..Trail::to(None, record, game) }.passing(game)
    }

    /// Creates a trail of the last positions in a game that may continue its record.
    pub fn near_the_end(record: &Record, game: &Game) -> Trail {
        Trail::to(None, record, game).passing(game)
    }

    /// Adds the positions of a game.
    fn passing(self, game: &Game) -> Trail {
        let mut trail = self;
        let mut position = game.restarted();
        for &answer in game.answers() {
            // The answers were legal when the game was played.
            if position.apply_raw(answer).is_err() {
                break;
            }
            trail.pass(&position);
        }
        trail
    }

    pub fn pass(&mut self, position: &Game) {
        if position.seq() >= self.from {
            let (seq, turn, hash) = (position.seq(), position.turn(), position.position_hash());
            self.passed.push(Passed { seq, turn, hash });
        }
    }

    /// Returns whether the record may come from the game with this newest position.
    fn is_of(&self, newest: PositionHash) -> bool {
        let end = self.passed.last().map_or(0, |last| last.seq);
        let continues = |one: &Passed| !self.ended && end - one.seq <= CONTINUING_ANSWERS;
        self.passed.iter().any(|one| one.hash == newest && (one.turn >= FIRST_DISTINCTIVE_TURN || continues(one)))
    }
}

/// Rejects a record that passes through the newest position of a rated game in progress.
///
/// # Errors
/// Returns `not_over` if the record is rejected, or a storage error.
pub async fn refuse_rated(
    store: &Database,
    replays: &Replays,
    owner: Owner,
    trail: Trail,
    record: &Arc<Record>,
) -> Result<(), Refusal> {
    let hashes = trail.passed.iter().map(|one| one.hash).collect();
    let found = store.rated_positions(hashes).await.map_err(|why| Refusal::not_stored("rated games", &why))?;
    if !found.into_iter().any(|newest| trail.is_of(newest)) {
        return Ok(());
    }
    let (record, time) = (record.clone(), replays::time(record.len()));
    let proven = trail.ended && replays.run(owner, time, move |_| Ok(is_proven(&record))).await?;
    let why = "this position is from a rated game in progress; it can be analysed when that game is over";
    if proven { Ok(()) } else { Err(Refusal::new(Code::NotOver, why)) }
}

/// Returns whether every draw in a record matches its seed. While a game is in progress, its seed is secret.
fn is_proven(record: &Record) -> bool {
    record.seed.is_some() && record.commitment.is_some() && record.verify().holds()
}

impl Database {
    /// Returns the hashes among `hashes` that belong to the newest position of a rated game in progress.
    fn rated_positions(&self, hashes: Vec<PositionHash>) -> Stored<Vec<PositionHash>> {
        self.read(move |work| {
            let hashes =
                serde_json::Value::from(hashes.iter().map(|hash| number(*hash)).collect::<Vec<_>>()).to_string();
            let sql =
                "SELECT hash FROM rated_positions WHERE hash IN (SELECT CAST(value AS BIGINT) FROM json_each(?1))";
            work.query_map(sql, given![hashes], |row: &Row| Ok(PositionHash(row.get::<i64>(0)?.to_be_bytes())))
        })
    }
}

/// Stores the newest position of a rated game. The row is deleted when the game ends (`put_standing`).
pub fn put_rated_position(work: &Transaction<'_>, table: &str, newest: PositionHash) -> Result<(), StorageError> {
    let sql =
        "INSERT INTO rated_positions (tab, hash) VALUES (?1, ?2) ON CONFLICT (tab) DO UPDATE SET hash = excluded.hash";
    work.execute(sql, given![table, number(newest)])?;
    Ok(())
}

/// Converts a hash to the integer that is stored.
fn number(hash: PositionHash) -> i64 {
    i64::from_be_bytes(hash.0)
}
