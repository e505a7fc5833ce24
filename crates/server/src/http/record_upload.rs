//! Uploaded game records.

use std::fmt::Display;
use std::sync::atomic::{AtomicBool, Ordering};

use games::record::Record;
use games::{Game, jcz};
use serde::Deserialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::refusal::{Code, Refusal};

/// A record as sent by a client.
#[derive(ToSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "only for the OpenAPI schema; `text` reads requests")]
pub enum RecordOrText {
    /// Text: a record in either format, or a saved game from another program.
    Text(String),
    /// A record as a JSON object.
    Json(Map<String, Value>),
}

/// Request body with a record.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordUpload {
    /// A record as a JSON object, or a record or saved game as a string.
    #[schema(value_type = RecordOrText, inline)]
    record: Value,
}

impl RecordUpload {
    pub fn text(self) -> Result<String, Refusal> {
        text(self.record)
    }
}

/// Converts a record, sent as a JSON object or as a string, to text.
pub fn text(record: Value) -> Result<String, Refusal> {
    match record {
        Value::String(text) => Ok(text),
        record @ Value::Object(_) => Ok(record.to_string()),
        _ => Err(Refusal::new(Code::BadMessage, "invalid record: send its JSON, or a saved game as a string")),
    }
}

/// An uploaded record that has been parsed but not yet replayed; the replay is the expensive part.
pub enum Upload {
    Record(Box<Record>),
    /// Text and message count of a saved game from another program.
    SavedGame(String, usize),
}

/// Maximum number of answers per message in another program's saved game: a tile, a figure, their consequences, and the next draw.
const ANSWERS_PER_MESSAGE: usize = 5;

impl Upload {
    /// Parses a record in either format, or a saved game from another program.
    pub fn parse(text: String) -> Result<Upload, Refusal> {
        if !jcz::is_saved_game(&text) {
            return Ok(Upload::Record(Record::parse(&text).map_err(|why| bad(&why))?.into()));
        }
        let json: Option<Value> = serde_json::from_str(&text).ok();
        let messages = json.as_ref().and_then(|json| json.get("replay")).and_then(Value::as_array).map_or(0, Vec::len);
        Ok(Upload::SavedGame(text, messages))
    }

    /// Returns the number of answers if it is known without a replay.
    pub fn answers(&self) -> Option<usize> {
        match self {
            Upload::Record(record) => Some(record.len()),
            Upload::SavedGame(..) => None,
        }
    }

    /// Returns an upper bound on the number of answers.
    pub fn most_answers(&self) -> usize {
        match self {
            Upload::Record(record) => record.len(),
            Upload::SavedGame(_, messages) => messages.saturating_mul(ANSWERS_PER_MESSAGE),
        }
    }

    /// Replays the record, importing it first if it is a saved game from another program. The replay stops when `gone` is set.
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
