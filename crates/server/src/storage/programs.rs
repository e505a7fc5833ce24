//! What is kept of programs: the tokens by which they act as an account, and which accounts are theirs.

use serde::{Deserialize, Serialize};
use table::Hash;
use utoipa::ToSchema;

use crate::accounts::store::SignedIn;

/// Something that a token allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// To see what the account sees: its tables, its events.
    Read,
    /// To play: to make tables, take seats, answer, seek and challenge.
    Play,
    /// To talk.
    Talk,
}

impl Scope {
    /// Every scope.
    pub const ALL: [Scope; 3] = [Scope::Read, Scope::Play, Scope::Talk];

    /// Its word.
    pub fn word(self) -> &'static str {
        match self {
            Scope::Read => "read",
            Scope::Play => "play",
            Scope::Talk => "talk",
        }
    }
}

/// A token that is to be made.
#[derive(Clone, Debug)]
pub struct NewToken {
    /// The hash of its secret.
    pub hash: Hash,
    /// What its owner calls it.
    pub name: String,
    /// What it allows.
    pub scopes: Vec<Scope>,
    /// When it ends, in milliseconds since 1970, if it does.
    pub expires: Option<i64>,
}

/// A token in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenLine {
    /// Its number.
    pub id: i64,
    /// What its owner calls it.
    pub name: String,
    /// What it allows.
    pub scopes: Vec<Scope>,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
    /// When it was last used, to the hour, if ever.
    pub used: Option<i64>,
    /// When it ends, if it does.
    pub expires: Option<i64>,
}

/// Whoever comes with a token.
#[derive(Clone, Debug)]
pub struct ByToken {
    /// As whom it acts.
    pub who: SignedIn,
    /// The token.
    pub token: TokenLine,
}
