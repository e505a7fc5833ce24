//! Reads games of other programs. The format follows from the text, so a file, a request and a pasted text are read alike.

use thiserror::Error;

use crate::carcassonne_lab::{self, LabError};
use crate::jcz::{self, JczError};
use crate::record::{Record, RecordError};

/// A format of another program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A saved game of JCloisterZone or FanCloisterZone.
    SavedGame,
    /// A link of CarcassonneLab.
    Link,
}

/// The reason a game of another program cannot be imported.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ImportError {
    /// A saved game of JCloisterZone cannot be imported.
    #[error(transparent)]
    SavedGame(#[from] JczError),
    /// A link of CarcassonneLab cannot be imported.
    #[error(transparent)]
    Link(#[from] LabError),
}

/// The reason a game cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReadError {
    /// A game of another program cannot be imported.
    #[error(transparent)]
    Import(#[from] ImportError),
    /// The record is invalid.
    #[error(transparent)]
    Record(#[from] RecordError),
}

/// Returns the format of a text, if it belongs to another program.
pub fn format(text: &str) -> Option<Format> {
    if carcassonne_lab::is_link(text) {
        return Some(Format::Link);
    }
    jcz::is_saved_game(text).then_some(Format::SavedGame)
}

/// Reads a game in any format: a record in either of its formats, a saved game or a link.
///
/// # Errors
/// Fails if the text is in no known format, or its game is invalid or uses unsupported features.
pub fn read(text: &str) -> Result<Record, ReadError> {
    Ok(match format(text) {
        Some(format) => import(format, text)?,
        None => Record::parse(text)?,
    })
}

/// Imports a game in a format of another program.
///
/// # Errors
/// Fails if the game is invalid or uses unsupported features.
pub fn import(format: Format, text: &str) -> Result<Record, ImportError> {
    Ok(match format {
        Format::SavedGame => jcz::import(text)?.record,
        Format::Link => carcassonne_lab::import(text)?,
    })
}
