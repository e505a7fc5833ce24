//! Uploaded game records.

use serde::Deserialize;
use serde_json::{Map, Value};
use table::upload;
use utoipa::ToSchema;

use super::refusal::Refusal;

/// A record as sent by a client.
#[derive(ToSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "only for the OpenAPI schema; `table::upload` reads requests")]
pub enum RecordOrText {
    /// Text: a record in either format, or a saved game or link of another program.
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
    /// Of a link, turns a tile that does not fit if exactly one other rotation fits. Otherwise such a link is refused.
    #[serde(default)]
    fix_rotation: bool,
}

impl RecordUpload {
    /// Returns the text of the record, and whether to turn tiles of a link.
    pub fn text(self) -> Result<(String, bool), Refusal> {
        Ok((upload::text(self.record)?, self.fix_rotation))
    }
}
