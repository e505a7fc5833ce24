//! Identity of a player in matchmaking.

use serde::{Deserialize, Serialize};
use table::Hash;

use crate::accounts::store::AccountId;

/// A person who can be notified and matched: an account in all of its browsers, or a guest in one browser.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Person {
    Account(AccountId),
    /// A guest, identified by the hash of the browser's cookie.
    Guest(Hash),
}

impl Person {
    pub fn account(self) -> Option<AccountId> {
        match self {
            Person::Account(account) => Some(account),
            Person::Guest(_) => None,
        }
    }
}
