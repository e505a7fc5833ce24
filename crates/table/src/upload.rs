//! Uploaded game records.

use std::fmt::Display;

use games::Game;
use games::carcassonne_lab;
use games::imports::{self, Format, ImportError};
use games::record::Record;
use serde_json::Value;

use crate::refusal::Refusal;

/// Maximum number of answers per message in another program's saved game: a tile, a figure, their consequences, and the next draw.
const ANSWERS_PER_MESSAGE: usize = 5;
/// Maximum number of moves in a link.
const MAX_LINK_MOVES: usize = 72;

/// An uploaded record that has been parsed but not yet replayed; the replay is the expensive part.
pub enum Upload {
    Record(Box<Record>),
    /// A saved game of another program: its text, and its number of messages.
    SavedGame(String, usize),
    /// A link: its text, and whether to turn tiles that fit in only one other rotation.
    Link(String, bool),
}

impl Upload {
    /// Parses a record in either format, or recognises a game in a format of another program.
    ///
    /// # Errors
    /// The text is neither.
    pub fn parse(text: String) -> Result<Upload, Refusal> {
        let messages = match imports::format(&text) {
            None => return Ok(Upload::Record(Record::parse(&text).map_err(|why| bad(&why))?.into())),
            Some(Format::Link) => return Ok(Upload::Link(text, false)),
            Some(Format::SavedGame) => serde_json::from_str(&text)
                .ok()
                .map_or(0, |json: Value| json.get("replay").and_then(Value::as_array).map_or(0, Vec::len)),
        };
        Ok(Upload::SavedGame(text, messages))
    }

    /// Turns the tiles of a link that fit in only one other rotation, if `fix_rotation` is set; otherwise such a link is refused.
    #[must_use]
    pub fn fix_rotation(mut self, fix_rotation: bool) -> Upload {
        if let Upload::Link(_, turned) = &mut self {
            *turned = fix_rotation;
        }
        self
    }

    /// Returns the number of answers if it is known without a replay.
    pub fn answers(&self) -> Option<usize> {
        match self {
            Upload::Record(record) => Some(record.len()),
            Upload::SavedGame(..) | Upload::Link(..) => None,
        }
    }

    /// Returns an upper bound on the number of answers.
    pub fn most_answers(&self) -> usize {
        match self {
            Upload::Record(record) => record.len(),
            Upload::SavedGame(_, messages) => messages.saturating_mul(ANSWERS_PER_MESSAGE),
            Upload::Link(..) => MAX_LINK_MOVES * ANSWERS_PER_MESSAGE,
        }
    }

    /// Replays the record, importing it first if it is a game of another program. The replay stops when `wanted` returns false.
    ///
    /// # Errors
    /// The record breaks the rules, or the replay was stopped.
    pub fn replay(self, wanted: impl Fn() -> bool) -> Result<(Record, Game), Refusal> {
        let record = match self {
            Upload::Record(record) => *record,
            Upload::SavedGame(text, _) => imports::import(Format::SavedGame, &text).map_err(refused)?,
            Upload::Link(text, true) => carcassonne_lab::import_fixing_rotation(&text).map_err(Refusal::BadLink)?,
            Upload::Link(text, false) => imports::import(Format::Link, &text).map_err(refused)?,
        };
        let game = record.replay_while(wanted).map_err(|why| bad(&why))?;
        Ok((record, game))
    }
}

/// Converts a record, sent as a JSON object or as a string, to text.
///
/// # Errors
/// It is neither.
pub fn text(record: Value) -> Result<String, Refusal> {
    match record {
        Value::String(text) => Ok(text),
        record @ Value::Object(_) => Ok(record.to_string()),
        _ => Err(Refusal::NoRecord),
    }
}

fn refused(why: ImportError) -> Refusal {
    match why {
        ImportError::Link(why) => Refusal::BadLink(why),
        ImportError::SavedGame(why) => bad(&why),
    }
}

fn bad(why: &dyn Display) -> Refusal {
    Refusal::BadRecord(why.to_string())
}
