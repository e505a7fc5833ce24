//! HTTP routes for puzzles with ratings. The puzzles themselves are files of the client (`/puzzles/index.json`).

use std::sync::Arc;

use axum::extract::State;

use super::store::Attempted;
use super::types::{DailyPuzzle, PuzzleAnswer, PuzzleHistory, PuzzleOutcome, PuzzlePart, rounded};
use crate::app::App;
use crate::common::time;
use crate::http::extract::{Answer, Browser, Json, Path, Query, json_answer};
use crate::http::refusal::{Code, Refusal};
use crate::limits::caller::Caller;
use crate::limits::quotas::Resource;
use crate::openapi::route::{Routes, get, post};
use crate::storage::{StorageError, now};
use crate::tokens::scopes::Access;

/// Quota cost of a lookup.
const LOOKUP_COST: u32 = 3;
/// Default and maximum number of attempts per response.
const DEFAULT_ATTEMPTS: u32 = 50;
const MAX_ATTEMPTS: u32 = 100;
/// Maximum number of answers in a turn.
const MAX_WORDS: usize = 8;

/// Routes that change state: only this server's own pages may use them.
pub fn guarded() -> Routes {
    let says = "Attempts a puzzle; the account's first attempt at it is rated.";
    let attempt = post("/puzzles/{puzzle}/attempt", Access::PLAY, says, attempt);
    Routes::of("Puzzles").route(attempt.signed().answers::<PuzzleOutcome>().refuses(&[Code::NotFound, Code::BadRange]))
}

/// Routes that change nothing.
pub fn open() -> Routes {
    let daily = get("/puzzles/daily", Access::Public, "Returns the puzzle of the day.", daily);
    let history =
        get("/puzzles/history", Access::READ, "Returns the account's rating for puzzles and its attempts.", history);
    Routes::of("Puzzles")
        .route(daily.answers::<DailyPuzzle>().refuses(&[Code::NotFound]))
        .route(history.signed().answers::<PuzzleHistory>().refuses(&[Code::BadRange]))
}

fn kept<T>(stored: Result<T, StorageError>) -> Result<T, Refusal> {
    stored.map_err(|why| Refusal::not_stored("puzzles", &why))
}

async fn daily(State(app): State<Arc<App>>) -> Answer {
    let day = time::rfc3339(now()).chars().take(10).collect::<String>();
    let none = || Refusal::new(Code::NotFound, "this server has no puzzles");
    let puzzle = app.puzzles.of_day(&day).ok_or_else(none)?.to_owned();
    Ok(json_answer(&DailyPuzzle { day, puzzle }))
}

async fn attempt(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    Path(puzzle): Path<String>,
    Json(PuzzleAnswer { words }): Json<PuzzleAnswer>,
) -> Answer {
    let who = browser.signed()?;
    if !(1..=MAX_WORDS).contains(&words.len()) {
        return Err(Refusal::new(Code::BadRange, format!("words must list 1 to {MAX_WORDS} answers")));
    }
    app.take(caller, browser.known(), Resource::Searches, LOOKUP_COST)?;
    let none = || Refusal::new(Code::NotFound, "there is no such puzzle; /puzzles/index.json lists them");
    let right = app.puzzles.solution(&puzzle).ok_or_else(none)? == words;
    let done = kept(app.store.attempt_puzzle(who.account, puzzle, right, now()).await)?;
    let gone = || Refusal::new(Code::SignedOut, "the account no longer exists");
    let Attempted { first, is_first, rating, puzzle_rating } = done.ok_or_else(gone)?;
    Ok(json_answer(&PuzzleOutcome {
        right,
        rated: is_first,
        rating: rounded(rating.value),
        change: rounded(first.after - first.before),
        puzzle_rating: rounded(puzzle_rating.value),
    }))
}

async fn history(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    Query(part): Query<PuzzlePart>,
) -> Answer {
    let who = browser.signed()?;
    let most = part.limit.unwrap_or(DEFAULT_ATTEMPTS);
    if !(1..=MAX_ATTEMPTS).contains(&most) {
        return Err(Refusal::new(Code::BadRange, format!("limit must be 1 to {MAX_ATTEMPTS}, not {most}")));
    }
    app.take(caller, browser.known(), Resource::Searches, LOOKUP_COST)?;
    let record = kept(app.store.puzzle_record(who.account, part.before.unwrap_or(i64::MAX), most).await)?;
    Ok(json_answer(&PuzzleHistory::from(record)))
}
