//! Uploaded game records.

use std::fmt::Display;
use std::sync::atomic::{AtomicBool, Ordering};

use games::record::Record;
use games::{Game, jcz};
use serde::Deserialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::refusal::{Code, Refusal};

/// Ways to send a record.
#[derive(ToSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "only for the OpenAPI schema; `text` reads requests")]
pub enum RecordOrText {
    /// Text: a record in either format, or a saved game of another program.
    Text(String),
    /// The JSON of a record.
    Json(Map<String, Value>),
}

/// Request body with a record.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordUpload {
    /// The JSON of a record, or a saved game as a string.
    #[schema(value_type = RecordOrText, inline)]
    record: Value,
}

impl RecordUpload {
    pub fn text(self) -> Result<String, Refusal> {
        text(self.record)
    }
}

/// Converts a record sent as an object or a string to text.
pub fn text(record: Value) -> Result<String, Refusal> {
    match record {
        Value::String(text) => Ok(text),
        record @ Value::Object(_) => Ok(record.to_string()),
        _ => Err(Refusal::new(Code::BadMessage, "invalid record: send its JSON, or a saved game as a string")),
    }
}

/// An uploaded record that was parsed but not yet replayed, which is the expensive part.
pub enum Upload {
    Record(Box<Record>),
    /// Text and number of messages of another program's saved game.
    SavedGame(String, usize),
}

/// Maximum answers per message of another program's saved game: a tile, a figure, their consequences, and the next draw.
const ANSWERS_PER_MESSAGE: usize = 5;

impl Upload {
    /// Parses a record in either format, or a saved game of another program.
    pub fn parse(text: String) -> Result<Upload, Refusal> {
        if !jcz::is_saved_game(&text) {
            return Ok(Upload::Record(Record::parse(&text).map_err(|why| bad(&why))?.into()));
        }
        let json: Option<Value> = serde_json::from_str(&text).ok();
        let messages = json.as_ref().and_then(|json| json.get("replay")).and_then(Value::as_array).map_or(0, Vec::len);
        Ok(Upload::SavedGame(text, messages))
    }

    /// Returns the number of answers, if it is known without a replay.
    pub fn answers(&self) -> Option<usize> {
        match self {
            Upload::Record(record) => Some(record.len()),
            Upload::SavedGame(..) => None,
        }
    }

    /// Returns an upper bound of the number of answers.
    pub fn most_answers(&self) -> usize {
        match self {
            Upload::Record(record) => record.len(),
            Upload::SavedGame(_, messages) => messages.saturating_mul(ANSWERS_PER_MESSAGE),
        }
    }

    /// Imports a saved game, and replays the record. The replay stops when `gone` is set.
    pub fn replay(self, gone: &AtomicBool) -> Result<(Record, Game), Refusal> {
        let record = match self {
            Upload::Record(record) => *record,
            Upload::SavedGame(text, _) => jcz::import(&text).map_err(|why| bad(&why))?.record,
        };
        let game = record.replay_while(|| !gone.load(Ordering::Relaxed)).map_err(|why| bad(&why))?;
        Ok((record, game))
    }
}

fn bad(why: &dyn Display) -> Refusal {
    Refusal::new(Code::BadRecord, why.to_string())
}
