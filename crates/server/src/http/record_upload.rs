//! Records that are brought to the server.

use games::record::Record;
use games::{Game, jcz};
use serde::Deserialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::refusal::{Code, Refusal};

/// What a record is sent as.
#[derive(ToSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "it is told of; what is sent is read by `text`")]
pub enum RecordOrText {
    /// Text: a record in either form, or a saved game of another program.
    Text(String),
    /// The JSON of a record.
    Json(Map<String, Value>),
}

/// A record that is to be looked through.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordUpload {
    /// The JSON of a record, or any saved game as one text.
    #[schema(value_type = RecordOrText, inline)]
    record: Value,
}

impl RecordUpload {
    pub fn text(self) -> Result<String, Refusal> {
        text(self.record)
    }
}

/// A record that came as an object or as a text, as text.
pub fn text(record: Value) -> Result<String, Refusal> {
    match record {
        Value::String(text) => Ok(text),
        record @ Value::Object(_) => Ok(record.to_string()),
        _ => Err(Refusal::new(Code::BadMessage, "record is no record: send its JSON, or any saved game as text")),
    }
}

/// A record in any form, or a saved game of another program, and its game, played again.
pub fn read(text: &str) -> Result<(Record, Game), Refusal> {
    let bad = |why: String| Refusal::new(Code::BadRecord, why);
    let saved = serde_json::from_str(text).is_ok_and(|json: Value| json.get("bastide_record").is_none());
    let record = if saved {
        jcz::import(text).map_err(|why| bad(why.to_string()))?.record
    } else {
        Record::parse(text).map_err(|why| bad(why.to_string()))?
    };
    let game = record.replay().map_err(|why| bad(why.to_string()))?;
    Ok((record, game))
}
