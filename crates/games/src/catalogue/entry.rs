//! Reads values from the tables of tile files.

use toml::{Table, Value};

/// Returns the text value of a key.
///
/// # Errors
/// Fails if the value is missing or not text.
pub(crate) fn text_of(table: &Table, key: &str) -> Result<String, String> {
    match table.get(key) {
        Some(Value::String(text)) => Ok(text.clone()),
        Some(_) => Err(format!("{key} is not text")),
        None => Err(format!("{key} is missing")),
    }
}

/// Returns the integer value of a key.
///
/// # Errors
/// Fails if the value is missing or not an integer.
pub(crate) fn number_of(table: &Table, key: &str) -> Result<i64, String> {
    match table.get(key) {
        Some(Value::Integer(n)) => Ok(*n),
        Some(_) => Err(format!("{key} is not a whole number")),
        None => Err(format!("{key} is missing")),
    }
}

/// Returns a key's list of words, or an empty list if the key is missing.
///
/// # Errors
/// Fails if the value is not a list of words.
pub(crate) fn words_of(table: &Table, key: &str) -> Result<Vec<String>, String> {
    match table.get(key) {
        None => Ok(Vec::new()),
        Some(Value::Array(words)) => words
            .iter()
            .map(|word| word.as_str().map(str::to_owned).ok_or(format!("{key} must contain only text")))
            .collect(),
        Some(_) => Err(format!("{key} is not a list")),
    }
}
