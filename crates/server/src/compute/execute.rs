//! Executes a job: replays the game, then chooses a move or analyses the position.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use bots::Budget;
use bots::analysis::question::Question;
use games::{Actor, Game};
use serde_json::{Value, json};

use super::job::{Job, Task};

/// Maximum thinking time in milliseconds; jobs that ask for more are rejected.
const MAX_MILLIS: u64 = 600_000;

/// Executes a job. Returns the word of an answer or an analysis, or else the reason for rejecting the job.
pub fn execute(job: &Job) -> Result<Value, String> {
    let game = job.record.replay().map_err(|why| why.to_string())?;
    match job.task {
        Task::Choose { millis, .. } | Task::Analyse { millis, .. } if millis > MAX_MILLIS => {
            Err(format!("{millis} ms is too long"))
        }
        Task::Choose { ref level, millis, seed } => choose(&game, level, millis, seed),
        Task::Analyse { at, given, millis } => {
            let question = Question::new(at, given, Budget::Time(Duration::from_millis(millis)));
            question.answer(&game, &AtomicBool::new(false)).map(|info| json!(info)).map_err(|why| why.to_string())
        }
    }
}

fn choose(game: &Game, level: &str, millis: u64, seed: u64) -> Result<Value, String> {
    let level = level.parse::<bots::Level>().map_err(|why| why.to_string())?;
    if !matches!(game.actor(), Actor::Seat(_)) {
        return Err("no seat has to act".to_owned());
    }
    let answer = bots::choose(game, level, Duration::from_millis(millis), seed);
    Ok(Value::String(game.word(answer)))
}
