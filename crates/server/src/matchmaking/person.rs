//! Who somebody is to those who look for a game.

use serde::{Deserialize, Serialize};
use table::Hash;

use crate::accounts::store::AccountId;

/// Somebody who can be told something, and met: an account wherever it is signed in, or the guest of one browser.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Person {
    Account(AccountId),
    /// A guest, by the hash of their browser's cookie.
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
