//! Values of a tile file's tables, by their keys.

use toml::{Table, Value};

/// The text of a key.
///
/// # Errors
/// It is missing, or no text.
pub(crate) fn text_of(table: &Table, key: &str) -> Result<String, String> {
    match table.get(key) {
        Some(Value::String(text)) => Ok(text.clone()),
        Some(_) => Err(format!("{key} is no text")),
        None => Err(format!("{key} is missing")),
    }
}

/// The whole number of a key.
///
/// # Errors
/// It is missing, or no whole number.
pub(crate) fn number_of(table: &Table, key: &str) -> Result<i64, String> {
    match table.get(key) {
        Some(Value::Integer(n)) => Ok(*n),
        Some(_) => Err(format!("{key} is no whole number")),
        None => Err(format!("{key} is missing")),
    }
}

/// The list of words of a key; an empty one where it is missing.
///
/// # Errors
/// It is no list, or one of something else.
pub(crate) fn words_of(table: &Table, key: &str) -> Result<Vec<String>, String> {
    match table.get(key) {
        None => Ok(Vec::new()),
        Some(Value::Array(words)) => words
            .iter()
            .map(|word| word.as_str().map(str::to_owned).ok_or(format!("{key} holds something that is no text")))
            .collect(),
        Some(_) => Err(format!("{key} is no list")),
    }
}
