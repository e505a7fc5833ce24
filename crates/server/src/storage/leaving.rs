//! What is done when somebody takes what is theirs, or goes for good.

use super::Stored;
use super::people::{AccountId, Changed};

/// What is left to be done when an account was deleted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Left {
    /// The tables at which it sat.
    pub tables: Vec<String>,
}

/// Everything of an account but its tables and talk, which are read in parts.
#[derive(Clone, Debug)]
pub struct Belongings {
    /// Its name.
    pub name: String,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
    /// Reports that it made: when, the reason, and what it said of it.
    pub reports: Vec<(i64, String, String)>,
    /// Its ratings.
    pub ratings: Vec<OwnRating>,
}

/// A rating of an account.
#[derive(Clone, Debug)]
pub struct OwnRating {
    /// The game, the speed and the size, in a word each.
    pub of: [String; 3],
    /// The rating, and how far it may be off.
    pub rating: [f64; 2],
    /// How many games it was changed by.
    pub games: i64,
    /// When it last changed, in milliseconds since 1970.
    pub updated: i64,
}

/// A line that an account said, wherever it was.
#[derive(Clone, Debug)]
pub struct OwnLine {
    /// Its number.
    pub id: i64,
    /// The table; none: in the lobby.
    pub table: Option<String>,
    /// The word of a phrase, if it was one.
    pub phrase: Option<String>,
    /// Its words, if it had words of its own.
    pub words: Option<String>,
    /// When, in milliseconds since 1970.
    pub time: i64,
}

/// Where people leave from. Every change is made whole or not at all.
pub trait LeavingStore: Send + Sync {
    /// Deletes an account with all that belongs to it. At tables its name becomes [`table::DELETED`]; seats of games that are not over are
    /// written down as [departures](Self::departures).
    fn delete_account(&self, account: AccountId) -> Stored<Changed<Left>>;

    /// Seats that are still to be given up, some of them if there are many.
    fn departures(&self) -> Stored<Vec<(String, u8)>>;

    /// A seat has been given up; its name is taken out once more, for the table may have written it down again meanwhile.
    fn departed(&self, table: &str, seat: u8) -> Stored<()>;

    /// Everything of an account but its tables and talk; none if there is no such account.
    fn belongings(&self, account: AccountId) -> Stored<Option<Belongings>>;

    /// The names of tables at which an account has a seat or which it made, those after a name, in their order.
    fn tables_after(&self, account: AccountId, name: String, most: u32) -> Stored<Vec<String>>;

    /// What an account said after a line, the oldest first.
    fn lines_after(&self, account: AccountId, id: i64, most: u32) -> Stored<Vec<OwnLine>>;
}
