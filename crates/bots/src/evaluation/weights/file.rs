//! Reads and writes weights files, which contain the game, the origin of the weights, and every weight by name.

use games::families;
use std::fmt::Write;

use toml::{Table, Value};

use super::named::Named;

/// Name suffix of weights that are used as divisors and therefore cannot be 0.
const DIVISOR_SUFFIX: &str = "_half";

/// Errors in a weights file.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum WeightsError {
    /// The file is not valid TOML. Contains the parser's message.
    #[error("invalid TOML: {0}")]
    NotToml(String),
    /// The file has an unknown key at the top level.
    #[error("unknown key \"{0}\"; a weights file has game, [origin] and [weights]")]
    UnknownKey(String),
    /// The file names another game or none. Contains the game in the file, and the expected one.
    #[error("wrong game: {0}; weights of \"{1}\" are needed")]
    OtherGame(String, &'static str),
    /// The file has no `[weights]` table.
    #[error("missing table [weights]")]
    NoWeights,
    /// The file has unknown weights. Contains their names, and the valid names.
    #[error("unknown weight {}; use one of {}", .0.join(", "), .1.join(", "))]
    Unknown(Vec<String>, Vec<String>),
    /// The file lacks the weights with these names.
    #[error("missing {}", .0.join(", "))]
    Missing(Vec<String>),
    /// A weight has an invalid value. Contains the weight's name, and the value in the file.
    #[error("{0} is {1}, but must be {what}", what = expected_format(.0))]
    NoWeight(String, String),
}

fn expected_format(name: &str) -> &'static str {
    if name.ends_with(DIVISOR_SUFFIX) { "a number above 0" } else { "a number, 0 or more" }
}

/// Parses the weights of a game from the text of a weights file.
///
/// # Errors
/// Returns the first error found in the file.
pub fn read<W: Named>(text: &str, game: &'static str) -> Result<W, WeightsError> {
    let one_line = |why: toml::de::Error| WeightsError::NotToml(why.to_string().trim().replace('\n', "; "));
    let file: Table = text.parse().map_err(one_line)?;
    if let Some(key) = file.keys().find(|key| !["game", "origin", "weights"].contains(&key.as_str())) {
        return Err(WeightsError::UnknownKey(key.clone()));
    }
    if file.get("game").and_then(Value::as_str).map(families::current_id) != Some(game) {
        let found = file.get("game").map_or("none".to_owned(), Value::to_string);
        return Err(WeightsError::OtherGame(found, game));
    }
    let table = file.get("weights").and_then(Value::as_table).ok_or(WeightsError::NoWeights)?;
    let names = W::names();
    let unknown: Vec<String> = table.keys().filter(|name| !names.contains(name)).cloned().collect();
    if !unknown.is_empty() {
        return Err(WeightsError::Unknown(unknown, names));
    }
    let missing: Vec<String> = names.iter().filter(|name| !table.contains_key(*name)).cloned().collect();
    if !missing.is_empty() {
        return Err(WeightsError::Missing(missing));
    }
    let mut weights = W::ZERO;
    for (name, value) in table {
        let number =
            value.as_float().or_else(|| value.as_integer().map(|whole| whole as f64)).map(|number| number as f32);
        let fits =
            |number: &f32| number.is_finite() && *number >= 0.0 && (*number > 0.0 || !name.ends_with(DIVISOR_SUFFIX));
        let number = number.filter(fits).ok_or_else(|| WeightsError::NoWeight(name.clone(), value.to_string()))?;
        weights.set(name, number);
    }
    Ok(weights)
}

/// Returns the text of a weights file. `origin` lists keys and values that record where the weights come from.
pub fn write<W: Named>(weights: W, game: &str, origin: &[(&str, String)]) -> String {
    let mut text = "# Weights of the computer players, written by `bastide tune`: docs/tuning.md.\n".to_owned();
    // Writing to a `String` cannot fail.
    let _ = write!(text, "game = \"{game}\"\n\n[origin]\n");
    for (about, says) in origin {
        let _ = writeln!(text, "{about} = {}", Value::from(says.as_str()));
    }
    text += "\n[weights]\n";
    for (name, value) in W::names().iter().zip(weights.values()) {
        let _ = writeln!(text, "{name} = {value:?}");
    }
    text
}

#[cfg(test)]
mod tests {
    use games::families::CARCASSONNE;

    use super::*;
    use crate::evaluation::classic::Weights;

    fn invalid_weights_message(text: &str) -> String {
        read::<Weights>(text, CARCASSONNE).unwrap_err().to_string()
    }

    #[test]
    fn written_weights_can_be_read() {
        let mut weights = Weights::default();
        assert!(weights.set("supply_3", 1.0e-7) && weights.set("turn", 16_777_215.0) && weights.set("pig", 0.1 + 0.2));
        let text = write(weights, CARCASSONNE, &[("how", "by \"hand\"\nof mine".to_owned())]);
        assert_eq!(read(&text, CARCASSONNE), Ok(weights));
    }

    #[test]
    fn invalid_files_are_rejected_with_the_expected_contents() {
        let good = write(Weights::default(), CARCASSONNE, &[]);
        let with = |from: &str, to: &str| {
            assert!(good.contains(from), "{from}");
            invalid_weights_message(&good.replace(from, to))
        };
        assert!(invalid_weights_message("weights = [").starts_with("invalid TOML: "));
        assert!(with("game = \"carcassonne\"", "").starts_with("wrong game: none; weights of \"carcassonne\""));
        assert!(with("\"carcassonne\"", "\"hunters\"").starts_with("wrong game: \"hunters\"; "));
        assert!(with("[origin]", "[orgin]").contains("unknown key \"orgin\"; a weights file has game, [origin]"));
        assert_eq!(with("[weights]", ""), "missing table [weights]");
        assert!(
            with("\nlarge =", "\nlarger =").starts_with("unknown weight larger; use one of own_tries, other_tries, ")
        );
        assert_eq!(with("\nlarge = 0.58\n", "\n"), "missing large");
    }

    #[test]
    fn weights_must_be_finite_and_not_negative() {
        let good = write(Weights::default(), CARCASSONNE, &[]);
        for value in ["nan", "inf", "-0.1", "\"2\"", "1e300"] {
            let text = good.replace("\ngrowth = 0.23", &format!("\ngrowth = {value}"));
            assert_ne!(text, good);
            assert!(
                invalid_weights_message(&text).starts_with("growth is "),
                "{value}: {}",
                invalid_weights_message(&text)
            );
            assert!(invalid_weights_message(&text).ends_with(", but must be a number, 0 or more"));
        }
        assert!(
            invalid_weights_message(&good.replace("supply_half = 2.85", "supply_half = 0"))
                .ends_with("must be a number above 0")
        );
        let whole = good.replace("\ngrowth = 0.23", "\ngrowth = 2");
        assert_eq!(read::<Weights>(&whole, CARCASSONNE).unwrap().growth, 2.0);
    }
}
