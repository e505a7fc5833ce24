//! Texts of a set-up that may be replaced by their hash.

use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest, Sha256};

use crate::hex::hex;

/// Length of the hash, in bytes.
const HASH_BYTES: usize = 8;

/// A text, or only its hash.
///
/// In JSON this is a string: the text, or the 16 digits of the hash.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct HashedText {
    hash: String,
    text: Option<Arc<str>>,
}

impl HashedText {
    /// Wraps a text. Line endings are normalized, and trailing white space and empty lines at the end are removed.
    pub fn new(text: &str) -> Self {
        let mut normal = String::with_capacity(text.len() + 1);
        for line in text.trim_start_matches('\u{feff}').lines() {
            normal.push_str(line.trim_end());
            normal.push('\n');
        }
        normal.truncate(normal.trim_end_matches('\n').len());
        normal.push('\n');
        Self { hash: hex(&Sha256::digest(&normal)[..HASH_BYTES]), text: Some(normal.into()) }
    }

    /// Refers to a text by its hash; `None` if this is not a hash.
    pub fn from_hash(hash: &str) -> Option<Self> {
        let digits = hash.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'));
        (digits && hash.len() == 2 * HASH_BYTES).then(|| Self { hash: hash.to_owned(), text: None })
    }

    /// Returns the hash: the first 16 hexadecimal digits of the SHA-256 of the text.
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// Returns the text, if it is present.
    pub fn text(&self) -> Option<&str> {
        self.text.as_deref()
    }

    /// Returns only the hash.
    pub fn short(&self) -> Self {
        Self { hash: self.hash.clone(), text: None }
    }
}

impl Serialize for HashedText {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.text().unwrap_or(&self.hash))
    }
}

impl<'de> Deserialize<'de> for HashedText {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        Ok(Self::from_hash(&text).unwrap_or_else(|| Self::new(&text)))
    }
}
