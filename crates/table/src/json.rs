//! Parses JSON from outside, with clear error messages.

use serde::de::DeserializeOwned;
use serde_json::Value;
use thiserror::Error;

/// Reason why bytes could not be parsed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unreadable {
    /// The bytes are not JSON text.
    #[error("invalid JSON: {0}")]
    NotJson(String),
    /// The JSON contains U+0000, which some databases cannot store.
    #[error("null characters (U+0000) are not allowed; remove them")]
    Null,
    /// The JSON does not have the expected shape.
    #[error("this is not {what}: {why}")]
    Shape {
        /// Description of what was expected.
        what: String,
        /// The parser's error message.
        why: String,
    },
}

/// Parses a JSON object as a `T`, distinguishing invalid JSON from JSON with an unexpected shape.
///
/// # Errors
/// The bytes are not JSON or do not match the expected `what`.
pub fn parse<T: DeserializeOwned>(bytes: &[u8], what: impl Fn() -> String) -> Result<T, Unreadable> {
    let text = std::str::from_utf8(bytes).map_err(|why| Unreadable::NotJson(why.to_string()))?;
    let value: Value = serde_json::from_str(text).map_err(|why| Unreadable::NotJson(why.to_string()))?;
    if escapes_null(bytes) {
        return Err(Unreadable::Null);
    }
    let shape = |why: String| Unreadable::Shape { what: what(), why };
    if !value.is_object() {
        return Err(shape("not a JSON object".to_owned()));
    }
    serde_json::from_value(value).map_err(|why| shape(why.to_string()))
}

/// Reports whether any string in a JSON text contains U+0000. There it is always escaped, since JSON does not allow the raw character.
fn escapes_null(json: &[u8]) -> bool {
    let mut rest = json;
    while let Some(at) = rest.iter().position(|&byte| byte == b'\\') {
        // The escaped character may be a backslash, which does not start another escape.
        let escaped = &rest[at + 1..];
        if escaped.starts_with(b"u0000") {
            return true;
        }
        rest = escaped.get(1..).unwrap_or_default();
    }
    false
}
