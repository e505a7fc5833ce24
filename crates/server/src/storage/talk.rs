//! What is kept of what people say, and of whom they do not want to hear.

use serde::{Deserialize, Serialize};

use crate::accounts::store::AccountId;

/// A line that is to be said.
#[derive(Clone, Debug)]
pub struct NewLine {
    /// The table; none: in the lobby.
    pub table: Option<String>,
    /// Whether those say it who watch, so that players do not hear it before the end.
    pub apart: bool,
    /// The seat of whoever says it.
    pub seat: Option<u8>,
    /// The account of whoever says it.
    pub account: Option<AccountId>,
    /// What a guest is called.
    pub name: Option<String>,
    /// What is said.
    pub said: Said,
}

/// What somebody says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Said {
    /// A phrase that is shown in the reader's language, by its word.
    Phrase(String),
    /// Words of their own.
    Words(String),
}

/// A line that was said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// Its number.
    pub id: i64,
    /// Whether players do not hear it before the end.
    pub apart: bool,
    /// The seat of whoever said it.
    pub seat: Option<u8>,
    /// The account of whoever said it.
    pub account: Option<AccountId>,
    /// What they are called.
    pub name: String,
    /// What was said.
    pub said: Said,
    /// When, in milliseconds since 1970.
    pub time: i64,
}

/// Which lines are wanted.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// Of which table; none: of the lobby.
    pub table: Option<String>,
    /// Whether also those that are said apart.
    pub apart: bool,
    /// Those before a number, the newest of them.
    pub before: Option<i64>,
    /// Those after a number, the oldest of them.
    pub after: Option<i64>,
    /// How many at most.
    pub most: u32,
    /// Who reads: what those say whom they have blocked is left out.
    pub reader: Option<AccountId>,
}

/// Somebody whom an account has blocked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blocked {
    /// Their name.
    pub name: String,
    /// Since when, in milliseconds since 1970.
    pub since: i64,
}
