//! Custom tile files. A set-up contains the file, or refers to it by its hash.
//!
//! `docs/tiles.md` describes the allowed contents: land tiles with the kinds of segment, attributes and marks that the parts support.
//! Set-ups with custom tiles are usually sent in a short form with only the hash; only records and requests for new games carry the file.

use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::catalogue::{self, TileFileError, TileSet};
use crate::families;
use crate::hashed_text::HashedText;

/// Maximum size of a custom tile file, in bytes.
pub const MAX_TILE_FILE_BYTES: usize = 64 * 1024;
/// Maximum number of kinds of tile in a file, limited because the server renders them on request.
const MAX_KINDS: usize = 100;
/// Maximum length of a set's or a tile's id, in characters.
const MAX_ID_LENGTH: usize = 40;
/// Maximum length of a title, in characters.
const MAX_TITLE_LENGTH: usize = 80;
/// Maximum length of an error about a file, in characters. The error may quote the file.
const MAX_ERROR_LENGTH: usize = 400;

/// A custom tile file, or only its hash.
///
/// In JSON this is a string: the file, or the 16 digits of the hash, which can never be a valid file.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct OwnTiles(HashedText);

impl OwnTiles {
    /// Wraps a file. Line endings are normalized, and trailing white space and empty lines are removed. [`set`](Self::set) checks whether
    /// the file is valid.
    pub fn new(text: &str) -> Self {
        Self(HashedText::new(text))
    }

    /// Refers to a file by its hash, without the file; `None` if the text is not a hash.
    pub fn from_hash(hash: &str) -> Option<Self> {
        HashedText::from_hash(hash).map(Self)
    }

    /// Returns the hash: the first 16 hexadecimal digits of the SHA-256 of the file.
    pub fn hash(&self) -> &str {
        self.0.hash()
    }

    /// Returns the file, if it is present.
    pub fn text(&self) -> Option<&str> {
        self.0.text()
    }

    /// Returns these tiles with only the hash.
    #[must_use]
    pub fn short(&self) -> Self {
        Self(self.0.short())
    }

    /// Parses the file and returns its tile set, after checking both syntax and meaning.
    ///
    /// # Errors
    /// Fails if the file is missing, too long or invalid. The error is one line long.
    pub fn set(&self) -> Result<TileSet, OwnTilesError> {
        let text = self.text().ok_or_else(|| OwnTilesError::Missing { hash: self.hash().to_owned() })?;
        check_tile_file(text).map_err(OwnTilesError::File)
    }
}

/// The reason a set-up's custom tiles cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OwnTilesError {
    /// The set-up contains only the hash.
    #[error("the set-up refers to custom tiles with the hash {hash}, but their file is not there")]
    Missing {
        /// Hash of the missing file.
        hash: String,
    },
    /// The file is invalid. The error may quote the file, so it is truncated to one short line.
    #[error("{}", truncate_error(&.0.to_string()))]
    File(TileFileError),
}

/// Returns the tile file of a printed set with the id changed to `own-<set>`, so that it can be edited and played as custom tiles; `None`
/// if there is no such set.
pub fn copy_of_printed(set: &str) -> Option<String> {
    let (id, text) = catalogue::files().find(|(id, _)| *id == set)?;
    let line = format!("\nset = \"{id}\"\n");
    Some(text.replacen(&line, &format!("\nset = \"own-{id}\"\n"), 1))
}

impl fmt::Debug for OwnTiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "own tiles {}{}", self.hash(), if self.text().is_some() { "" } else { " without their file" })
    }
}

/// Checks the syntax of a custom tile file and the meaning of its words, and that it uses nothing reserved for printed sets.
fn check_tile_file(text: &str) -> Result<TileSet, TileFileError> {
    let fault = |why: String| TileFileError { set: "of your own".to_owned(), tile: None, why };
    if text.len() > MAX_TILE_FILE_BYTES {
        return Err(fault(format!("it has {} bytes; at most {MAX_TILE_FILE_BYTES} are allowed", text.len())));
    }
    let set = catalogue::parse("of your own", text)?;
    let fault = |why: String| TileFileError { set: set.id.clone(), tile: None, why };
    check_id(&set.id).map_err(|why| fault(format!("its set is named \"{}\"; {why}", set.id)))?;
    if catalogue::files().any(|(printed, _)| printed == set.id) {
        return Err(fault("this is the id of a printed set; choose another for custom tiles".to_owned()));
    }
    if set.title.trim().is_empty()
        || set.title.chars().count() > MAX_TITLE_LENGTH
        || set.title.chars().any(char::is_control)
    {
        return Err(fault(format!("its title must have 1 to {MAX_TITLE_LENGTH} characters in one line")));
    }
    if set.block.is_some() {
        return Err(fault("only printed sets have a block; leave [block] out".to_owned()));
    }
    if set.tiles.len() > MAX_KINDS {
        return Err(fault(format!("it has {} kinds of tile; at most {MAX_KINDS} are allowed", set.tiles.len())));
    }
    let family = families::ALL.iter().find(|about| about.family == set.family).ok_or_else(|| {
        let families = catalogue::families().join(", ");
        fault(format!("unknown family \"{}\"; choose from {families}", set.family))
    })?;
    for tile in &set.tiles {
        let here = |why: String| TileFileError { set: set.id.clone(), tile: Some(tile.id.clone()), why };
        check_id(&tile.id).map_err(here)?;
        (family.check_own_tile)(tile).map_err(here)?;
    }
    Ok(set)
}

fn check_id(id: &str) -> Result<(), String> {
    let sign = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if id.is_empty() || id.len() > MAX_ID_LENGTH || !id.chars().all(sign) {
        return Err(format!("an id must have 1 to {MAX_ID_LENGTH} lower-case letters a to z, digits and hyphens"));
    }
    Ok(())
}

fn truncate_error(error: &str) -> String {
    let error: String = error.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    match error.char_indices().nth(MAX_ERROR_LENGTH) {
        Some((end, _)) => format!("{}...", &error[..end]),
        None => error,
    }
}
