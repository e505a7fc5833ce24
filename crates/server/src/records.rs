//! Records that are brought to the server, and the players whom a record names.

use bots::Level;
use games::record::Record;
use games::{Game, jcz};
use serde::Deserialize;
use serde_json::Value;

use crate::messages;
use crate::refusal::{Code, Refusal};
use crate::storage::Sitter;

/// A record that is to be looked through.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Brought {
    record: Value,
}

impl Brought {
    /// The record as text.
    ///
    /// # Errors
    /// It is neither an object nor text.
    pub fn text(self) -> Result<String, Refusal> {
        text(self.record)
    }
}

/// A record that came as an object or as a text, as text.
///
/// # Errors
/// It is neither.
pub fn text(record: Value) -> Result<String, Refusal> {
    match record {
        Value::String(text) => Ok(text),
        record @ Value::Object(_) => Ok(record.to_string()),
        _ => Err(Refusal::new(Code::BadMessage, "record is no record: send its JSON, or any saved game as text")),
    }
}

/// A record in any form, or a saved game of another program, and its game, played again.
///
/// # Errors
/// It is none, or it breaks the rules.
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

/// Who sat where, as far as a record says: a name may be missing, and is made fit to be shown.
pub fn sitters(record: &Record) -> Vec<Sitter> {
    let names = record.players.iter().map(String::as_str).chain(std::iter::repeat(""));
    names.take(usize::from(record.setup.seats)).map(sitter).collect()
}

fn sitter(name: &str) -> Sitter {
    let level = name.strip_prefix(COMPUTER).and_then(|rest| rest.strip_suffix(')'));
    // The level is spelt alike here and by the computer players.
    match level.and_then(|word| serde_json::from_value(word.into()).ok()) {
        Some(level) => Sitter::Bot { level, millis: 0 },
        None => Sitter::Human { name: messages::shown_name(name) },
    }
}

/// With what the name of a computer player begins in a record; its level follows.
const COMPUTER: &str = "computer (";

/// The names of those who sit at a table, for its record; none where nobody has a name.
pub fn names(sitters: &[Sitter]) -> Vec<String> {
    let name = |sitter: &Sitter| match sitter {
        Sitter::Human { name } => name.clone(),
        Sitter::Bot { level, .. } => format!("{COMPUTER}{})", Level::from(*level)),
        Sitter::Open => "nobody".to_owned(),
    };
    let names: Vec<String> = sitters.iter().map(name).collect();
    if names.iter().all(String::is_empty) { Vec::new() } else { names }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Setup;

    fn named(players: &[&str]) -> Record {
        let game = Game::new(&Setup::base(players.len().max(2) as u8)).unwrap();
        Record::of(&game, &players.iter().map(|&name| name.to_owned()).collect::<Vec<_>>(), None)
    }

    #[test]
    fn names_come_back_as_they_were() {
        for players in [&["Анна", "computer (master)", "O'Neil; 2"][..], &["", "Bob"], &[], &["computer (best)", "x"]]
        {
            assert_eq!(names(&sitters(&named(players))), players);
        }
        assert!(matches!(sitters(&named(&["computer (thief)", "x"]))[0], Sitter::Bot { millis: 0, .. }));
        for level in Level::ALL {
            let name = format!("computer ({level})");
            assert_eq!(names(&[sitter(&name)]), [name]);
        }
    }

    #[test]
    fn names_that_mislead_are_made_fit_to_be_shown() {
        let long = "ж".repeat(40);
        let found = names(&sitters(&named(&["a\u{202e}b", &long, " \u{200b} ", "c"])));
        assert_eq!(found, ["ab", &long[..64], "", "c"]);
    }
}
