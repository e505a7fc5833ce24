//! What is kept of people: accounts, what they open tables with, and where they are signed in.
//!
//! Beside the tables of [`Storage`](super::Storage) it has rows of its own; the two meet in
//! the hashes of keys: an account holds a seat by a key of its own, as a browser does by its cookie.

use serde::{Deserialize, Serialize};
use table::Hash;

use crate::common::role::{Role, Sanction};

/// An account's number; none is used twice.
pub type AccountId = i64;

/// The name of an account, in the forms in which it is compared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NameForms {
    /// As it is shown.
    pub shown: String,
    /// The same for all cases of letters.
    pub folded: String,
    /// What it looks like; no two accounts share any of these.
    pub looks: Vec<String>,
}

/// An account that is to be made.
#[derive(Clone, Debug)]
pub struct NewAccount {
    /// Its name.
    pub name: NameForms,
    /// The hash of its password, as a text of the form PHC, if it has one.
    pub password: Option<String>,
    /// The hash by which it takes seats.
    pub key: Hash,
}

/// A session that is to be made.
#[derive(Clone, Debug)]
pub struct NewSession {
    /// The hash of its secret.
    pub hash: Hash,
    /// Which browser it is, in a word; may be empty.
    pub browser: String,
    /// Which system it runs on, in a word; may be empty.
    pub system: String,
    /// The hash by which the browser is known the next time somebody signs in.
    pub known: Hash,
    /// The hash of the cookie whose seats are claimed for the account, if they are.
    pub claimed: Option<Hash>,
}

/// Somebody who is signed in.
#[derive(Clone, Debug)]
pub struct SignedIn {
    /// The account.
    pub account: AccountId,
    /// Its name.
    pub name: String,
    /// What it may do.
    pub role: Role,
    /// What opens its tables; the first is its own key.
    pub keys: Vec<Hash>,
    /// Whether the account is a program's.
    pub program: bool,
    /// The session's number; 0 where a token says who it is.
    pub session: i64,
    /// When the session was made, in milliseconds since 1970.
    pub created: i64,
    /// When its use was last written down.
    pub used: i64,
}

/// What is needed to let somebody sign in by name and password.
#[derive(Clone, Debug)]
pub struct Credentials {
    /// The account.
    pub account: AccountId,
    /// The hash of its password, if it has one.
    pub password: Option<String>,
    /// Whether the browser has been signed in to the account before.
    pub known_browser: bool,
}

/// A session in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionLine {
    /// Its number.
    pub id: i64,
    /// Which browser it is, in a word.
    pub browser: String,
    /// Which system it runs on, in a word.
    pub system: String,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
    /// When it was last used.
    pub used: i64,
}

/// An account as its owner sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
    /// Whether it is a program's.
    pub program: bool,
}

/// What ended with a password: the numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outdated {
    /// Of sessions.
    pub sessions: Vec<i64>,
    /// Of tokens.
    pub tokens: Vec<i64>,
}

/// Which sessions of an account are ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// This one.
    One(i64),
    /// All but this one.
    Others(i64),
    /// All.
    All,
}

/// Why something that somebody wants was not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// Another account has the name, or one that looks the same.
    NameTaken,
    /// There is no such account any more.
    NoAccount,
    /// No account has this name.
    Nobody,
    /// The account may not talk.
    Muted(Sanction),
    /// The account may not sign in.
    Banned(Sanction),
    /// It has blocked as many as it may.
    ManyBlocked,
    /// It would block itself.
    Oneself,
    /// It has as many tokens as it may.
    ManyTokens,
    /// It has played rated games, so it is a person's.
    PlayedRated,
    /// There is no such table, line or report, or nobody has decided about as many reports as there may be.
    NothingThere,
    /// Nobody sits on that seat.
    EmptySeat,
    /// Its role does not allow that.
    NotAllowed,
    /// Another account, or this one already, signs in by that.
    WayTaken,
    /// It has as many passkeys as it may.
    ManyPasskeys,
    /// No way to sign in would be left.
    LastWay,
}

/// What a change of somebody's account comes to, where the storage itself did its work.
pub type Changed<T> = Result<T, Refused>;
