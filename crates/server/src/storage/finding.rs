//! What is kept for those who look for a game: public tables by what is played there, challenges, and who is asked where.

use table::Hash;

use super::TableLine;
use crate::accounts::store::AccountId;

/// An account by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// The account.
    pub account: AccountId,
    /// Its name, as it is shown.
    pub name: String,
    /// The hash under which it takes seats.
    pub key: Hash,
}

/// What kind of clock a table has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockKind {
    /// Everybody is there together.
    Live,
    /// So many days a turn.
    Days,
    /// There is none.
    None,
}

/// Which public tables are wanted.
#[derive(Clone, Debug, Default)]
pub struct WantedTables {
    /// The game.
    pub game: Option<String>,
    /// The kind of clock.
    pub clock: Option<ClockKind>,
    /// Whether seats are open.
    pub open: Option<bool>,
    /// Whether the result counts for ratings.
    pub rated: Option<bool>,
    /// Those that changed before this moment, and at it those of a later name.
    pub before: Option<(i64, String)>,
    /// So many at most.
    pub limit: u32,
}

/// A challenge that is not answered.
#[derive(Clone, Debug)]
pub struct ChallengeLine {
    /// The table.
    pub table: TableLine,
    /// The name of whoever challenges.
    pub challenger: String,
    /// The name of whoever is challenged.
    pub challenged: String,
    /// Whether the account that asks is the one that challenges.
    pub own: bool,
    /// Until when it can be taken, in milliseconds since 1970.
    pub expires: i64,
}

/// Challenges that are to be made for one table.
#[derive(Clone, Debug)]
pub struct NewChallenges {
    /// The table.
    pub table: String,
    /// Who challenges.
    pub challenger: AccountId,
    /// Who is challenged.
    pub accounts: Vec<AccountId>,
    /// Until when they can be taken, in milliseconds since 1970.
    pub expires: i64,
}

/// Why a challenge was not made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TooMany {
    /// Whoever challenges has as many open as they may.
    Made,
    /// Somebody who is challenged has.
    Got,
}

/// A challenge that came to nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// The table.
    pub table: String,
    /// Who challenged.
    pub challenger: AccountId,
    /// Who was challenged and had not answered.
    pub accounts: Vec<AccountId>,
    /// Whether the table is gone with it.
    pub gone: bool,
}

/// A seek as it is written down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeekLine {
    /// Its number.
    pub id: i64,
    /// What it is, as JSON.
    pub seek: String,
}

/// What is to become of all seeks.
pub type SeekChange = Box<dyn FnOnce(&mut Vec<SeekLine>) + Send>;
