//! Weights files: whose weights they are, how they came, and every weight by name.

use games::families;
use std::fmt::Write;

use toml::{Table, Value};

use super::named::Named;

/// How names of weights end by which something is divided, so that they cannot be 0.
const DIVISOR: &str = "_half";

/// What is wrong with a weights file.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum WeightsError {
    /// It is no TOML.
    #[error("it is no TOML: {0}")]
    NotToml(String),
    /// It has something at its top that no weights file has.
    #[error("it has \"{0}\", but a weights file has game, [origin] and [weights]")]
    UnknownKey(String),
    /// It is of another game, or does not say of which: what it says, and the game that was looked for.
    #[error("its game is {0}, but weights of \"{1}\" are needed")]
    OtherGame(String, &'static str),
    /// It has no table of weights.
    #[error("it has no table [weights]")]
    NoWeights,
    /// It names weights that there are not; and those that there are.
    #[error("there is no weight {}; there is {}", .0.join(", "), .1.join(", "))]
    Unknown(Vec<String>, Vec<String>),
    /// It does not name these weights.
    #[error("it lacks {}", .0.join(", "))]
    Missing(Vec<String>),
    /// A weight is no number that it can be: its name, and what the file has.
    #[error("{0} is {1}, but must be {what}", what = wanted(.0))]
    NoWeight(String, String),
}

fn wanted(name: &str) -> &'static str {
    if name.ends_with(DIVISOR) { "a number above 0" } else { "a number, 0 or more" }
}

/// Reads the weights of a game from the text of a weights file.
///
/// # Errors
/// The first fault found.
pub fn read<W: Named>(text: &str, game: &'static str) -> Result<W, WeightsError> {
    let one_line = |why: toml::de::Error| WeightsError::NotToml(why.to_string().trim().replace('\n', "; "));
    let file: Table = text.parse().map_err(one_line)?;
    if let Some(key) = file.keys().find(|key| !["game", "origin", "weights"].contains(&key.as_str())) {
        return Err(WeightsError::UnknownKey(key.clone()));
    }
    if file.get("game").and_then(Value::as_str).map(families::id_of) != Some(game) {
        let found = file.get("game").map_or("not said".to_owned(), Value::to_string);
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
    let mut weights = W::NOTHING;
    for (name, value) in table {
        let number =
            value.as_float().or_else(|| value.as_integer().map(|whole| whole as f64)).map(|number| number as f32);
        let fits = |number: &f32| number.is_finite() && *number >= 0.0 && (*number > 0.0 || !name.ends_with(DIVISOR));
        let number = number.filter(fits).ok_or_else(|| WeightsError::NoWeight(name.clone(), value.to_string()))?;
        weights.set(name, number);
    }
    Ok(weights)
}

/// The text of a weights file. Its head says how the weights came, line by line: what each line is about, and what it says.
pub fn write<W: Named>(weights: W, game: &str, origin: &[(&str, String)]) -> String {
    let mut text =
        "# Weights of the computer players, as `bastide tune` writes and reads them: docs/tuning.md.\n".to_owned();
    // Writing to a string cannot fail.
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

    fn why(text: &str) -> String {
        read::<Weights>(text, CARCASSONNE).unwrap_err().to_string()
    }

    #[test]
    fn what_is_written_is_read() {
        let mut weights = Weights::default();
        assert!(weights.set("supply_3", 1.0e-7) && weights.set("turn", 16_777_215.0) && weights.set("pig", 0.1 + 0.2));
        let text = write(weights, CARCASSONNE, &[("how", "by \"hand\"\nof mine".to_owned())]);
        assert_eq!(read(&text, CARCASSONNE), Ok(weights));
    }

    #[test]
    fn a_file_that_does_not_hold_is_refused_with_what_would_be_right() {
        let good = write(Weights::default(), CARCASSONNE, &[]);
        let with = |from: &str, to: &str| {
            assert!(good.contains(from), "{from}");
            why(&good.replace(from, to))
        };
        assert!(why("weights = [").starts_with("it is no TOML: "));
        assert!(with("game = \"carcassonne\"", "").starts_with("its game is not said, but weights of \"carcassonne\""));
        assert!(with("\"carcassonne\"", "\"hunters\"").starts_with("its game is \"hunters\", but"));
        assert!(with("[origin]", "[orgin]").contains("it has \"orgin\", but a weights file has game, [origin]"));
        assert_eq!(with("[weights]", ""), "it has no table [weights]");
        assert!(
            with("\nlarge =", "\nlarger =").starts_with("there is no weight larger; there is own_tries, other_tries, ")
        );
        assert_eq!(with("\nlarge = 0.58\n", "\n"), "it lacks large");
    }

    #[test]
    fn a_weight_is_a_number_that_makes_sense() {
        let good = write(Weights::default(), CARCASSONNE, &[]);
        for value in ["nan", "inf", "-0.1", "\"2\"", "1e300"] {
            let text = good.replace("\ngrowth = 0.23", &format!("\ngrowth = {value}"));
            assert_ne!(text, good);
            assert!(why(&text).starts_with("growth is "), "{value}: {}", why(&text));
            assert!(why(&text).ends_with(", but must be a number, 0 or more"));
        }
        assert!(why(&good.replace("supply_half = 2.85", "supply_half = 0")).ends_with("must be a number above 0"));
        let whole = good.replace("\ngrowth = 0.23", "\ngrowth = 2");
        assert_eq!(read::<Weights>(&whole, CARCASSONNE).unwrap().growth, 2.0);
    }
}
