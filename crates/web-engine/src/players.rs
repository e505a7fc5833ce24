//! Computer players and analyses.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use bots::Level;
use bots::analysis::game_review::{DEFAULT_EVALUATIONS, GameReview, MAX_EVALUATIONS};
use bots::analysis::question::Question;
use games::record::Record;
use games::{Actor, Game};
use serde::Deserialize;
use serde_json::Value;

use crate::refusal::Refusal;
use crate::requests::Job;

/// Maximum thinking time in milliseconds; a table does not allow more either.
const MAX_MILLIS: u64 = 60_000;

/// Chooses a computer player's answer, as a word.
pub fn choose(job: &Job) -> Result<String, Refusal> {
    let level: Level = job.level.parse().map_err(|why| Refusal::new("bad_message", why))?;
    if job.millis > MAX_MILLIS {
        return Err(Refusal::new("bad_range", format!("millis must be at most {MAX_MILLIS}, not {}", job.millis)));
    }
    let game = job.record.replay().map_err(|why| Refusal::new("bad_record", why))?;
    if !matches!(game.actor(), Actor::Seat(_)) {
        return Err(Refusal::new("no_decision", "no seat has to act"));
    }
    Ok(game.word(bots::choose(&game, level, Duration::from_millis(job.millis), job.seed)))
}

/// The body of `POST /api/analyse`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AnalysisRequest {
    record: Value,
    at: Option<usize>,
    millis: Option<u64>,
    given: Option<bool>,
}

/// Analyses a position of a record, as `POST /api/analyse` does.
pub fn analyse(body: &str) -> Result<String, Refusal> {
    let what = |why: serde_json::Error| Refusal::new("bad_message", format!("invalid request: {why}"));
    let AnalysisRequest { record, at, millis, given } = serde_json::from_str(body).map_err(what)?;
    let question = Question::asked(at, millis, given).map_err(|why| Refusal::new("bad_range", why))?;
    let record = parsed(record)?;
    question.is_within(record.len())?;
    let game = replayed(&record)?;
    let analysis = question.answer(&game, &AtomicBool::new(false))?;
    serde_json::to_string(&analysis).map_err(|why| Refusal::new("storage", why))
}

/// The body of `POST /api/review`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReviewRequest {
    record: Value,
    evaluations: Option<u64>,
}

/// Reviews all decisions of a record, for statistics. Only the engine in the browser answers this request.
pub fn review(body: &str) -> Result<String, Refusal> {
    let what = |why: serde_json::Error| Refusal::new("bad_message", format!("invalid request: {why}"));
    let ReviewRequest { record, evaluations } = serde_json::from_str(body).map_err(what)?;
    let evaluations = evaluations.unwrap_or(DEFAULT_EVALUATIONS);
    if !(1..=MAX_EVALUATIONS).contains(&evaluations) {
        let why = format!("evaluations must be 1 to {MAX_EVALUATIONS}, not {evaluations}");
        return Err(Refusal::new("bad_range", why));
    }
    let game = replayed(&parsed(record)?)?;
    let review = GameReview::of(&game, evaluations, &AtomicBool::new(false));
    serde_json::to_string(&review).map_err(|why| Refusal::new("storage", why))
}

/// Parses a record, given as text or as JSON.
fn parsed(record: Value) -> Result<Record, Refusal> {
    let text = match record {
        Value::String(text) => text,
        record => record.to_string(),
    };
    Record::parse(&text).map_err(|why| Refusal::new("bad_record", why))
}

fn replayed(record: &Record) -> Result<Game, Refusal> {
    record.replay().map_err(|why| Refusal::new("bad_record", why))
}

/// Returns the rule reference in a language, as `GET /api/rules/{language}` does.
pub fn rules(language: &str) -> Result<String, Refusal> {
    let clauses = games::reference::clauses(language);
    let clauses = clauses.ok_or_else(|| Refusal::new("not_found", format!("there are no rules in \"{language}\"")))?;
    serde_json::to_string(&clauses).map_err(|why| Refusal::new("storage", why))
}
