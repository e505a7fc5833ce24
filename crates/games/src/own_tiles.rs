//! Tile files of the players' own: a set-up carries the file itself, and names it by its hash.
//!
//! What such a file may hold is said in `docs/tiles.md`: land tiles of the kinds, attributes and marks that the parts know. A
//! set-up with own tiles is sent about in a short form that has the hash alone; only records, and whoever makes a game, have the
//! file.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::catalogue::{self, TileFileError, TileSet};
use crate::families;
use crate::hex::hex;

/// Most bytes of a tile file of one's own.
pub const MOST_BYTES: usize = 64 * 1024;
/// Most bytes of the hash that names a file.
const HASH: usize = 8;
/// Most kinds of tile in a file: a server draws them for whoever asks.
const MOST_KINDS: usize = 100;
/// Most signs of a set's or a tile's id.
const ID: usize = 40;
/// Most signs of a title.
const TITLE: usize = 80;
/// Most signs of an error about a file, which may quote it.
const ERROR: usize = 400;

/// A tile file of the players' own, or its hash alone.
///
/// In JSON it is a text: the file, or the 16 digits of the hash, which no file is.
#[derive(Clone, PartialEq, Eq)]
pub struct OwnTiles {
    hash: String,
    text: Option<Arc<str>>,
}

impl OwnTiles {
    /// Takes a file. Line ends, white space before them and empty lines at the end make no difference; whether the file holds
    /// shows in [`set`](Self::set).
    pub fn new(text: &str) -> Self {
        let mut normal = String::with_capacity(text.len() + 1);
        for line in text.trim_start_matches('\u{feff}').lines() {
            normal.push_str(line.trim_end());
            normal.push('\n');
        }
        normal.truncate(normal.trim_end_matches('\n').len());
        normal.push('\n');
        Self { hash: hex(&Sha256::digest(&normal)[..HASH]), text: Some(normal.into()) }
    }

    /// The file of this hash, without the file; nothing if the text is no such hash.
    pub fn named(hash: &str) -> Option<Self> {
        let digits = hash.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'));
        (digits && hash.len() == 2 * HASH).then(|| Self { hash: hash.to_owned(), text: None })
    }

    /// The hash: the first 16 hexadecimal digits of the SHA-256 of the file.
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// The file, where it is there.
    pub fn text(&self) -> Option<&str> {
        self.text.as_deref()
    }

    /// The same by its hash alone.
    #[must_use]
    pub fn short(&self) -> Self {
        Self { hash: self.hash.clone(), text: None }
    }

    /// The set, checked in form and meaning.
    ///
    /// # Errors
    /// What does not hold, in one line: the file is missing or too long, or something in it cannot be played.
    pub fn set(&self) -> Result<TileSet, OwnTilesError> {
        let text = self.text().ok_or_else(|| OwnTilesError::Missing { hash: self.hash.clone() })?;
        check(text).map_err(OwnTilesError::File)
    }
}

/// Why a set-up's own tiles cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OwnTilesError {
    /// The set-up has the hash alone.
    #[error("the set-up names its own tiles by the hash {hash}, and their file is not there")]
    Missing {
        /// The hash.
        hash: String,
    },
    /// The file does not hold. It may be quoted, so what is said is one line of bounded length.
    #[error("{}", clipped(&.0.to_string()))]
    File(TileFileError),
}

/// The tile file of a printed set under an id of its own, `own-base`, so that it can be corrected and played as own tiles; nothing if
/// there is no such set.
pub fn copy_of_printed(set: &str) -> Option<String> {
    let (id, text) = catalogue::files().find(|(id, _)| *id == set)?;
    let line = format!("\nset = \"{id}\"\n");
    Some(text.replacen(&line, &format!("\nset = \"own-{id}\"\n"), 1))
}

impl fmt::Debug for OwnTiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "own tiles {}{}", self.hash, if self.text.is_some() { "" } else { " without their file" })
    }
}

impl Serialize for OwnTiles {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.text().unwrap_or(&self.hash))
    }
}

impl<'de> Deserialize<'de> for OwnTiles {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        Ok(Self::named(&text).unwrap_or_else(|| Self::new(&text)))
    }
}

/// Checks a tile file of one's own: its form, what its words mean, and that it asks for nothing that only printed sets have.
fn check(text: &str) -> Result<TileSet, TileFileError> {
    let fault = |why: String| TileFileError { set: "of your own".to_owned(), tile: None, why };
    if text.len() > MOST_BYTES {
        return Err(fault(format!("it has {} bytes, and {MOST_BYTES} is the most", text.len())));
    }
    let set = catalogue::parse("of your own", text)?;
    let fault = |why: String| TileFileError { set: set.id.clone(), tile: None, why };
    check_id(&set.id).map_err(|why| fault(format!("its set is named \"{}\"; {why}", set.id)))?;
    if catalogue::files().any(|(printed, _)| printed == set.id) {
        return Err(fault("this is the id of a printed set; own tiles need another".to_owned()));
    }
    if set.title.trim().is_empty() || set.title.chars().count() > TITLE || set.title.chars().any(char::is_control) {
        return Err(fault(format!("its title must have 1 to {TITLE} signs in one line")));
    }
    if set.block.is_some() {
        return Err(fault("only printed sets have a block; leave [block] out".to_owned()));
    }
    if set.tiles.len() > MOST_KINDS {
        return Err(fault(format!("it has {} kinds of tile, and {MOST_KINDS} is the most", set.tiles.len())));
    }
    let family = families::ALL.iter().find(|about| about.family == set.family).ok_or_else(|| {
        let families = catalogue::families().join(", ");
        fault(format!("its family is \"{}\"; there is {families}", set.family))
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
    if id.is_empty() || id.len() > ID || !id.chars().all(sign) {
        return Err(format!("an id has 1 to {ID} small letters a to z, digits and hyphens"));
    }
    Ok(())
}

fn clipped(error: &str) -> String {
    let error: String = error.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    match error.char_indices().nth(ERROR) {
        Some((end, _)) => format!("{}...", &error[..end]),
        None => error,
    }
}
