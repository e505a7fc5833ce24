//! What is kept of games that ended: results, ratings, and what can be searched among them.
//!
//! A result is written by [`Storage::write`](super::Storage::write), together with the
//! last entries of the log.

use games::Setup;
use table::{Hash, How, Speed};

use crate::accounts::store::AccountId;
use crate::results::ratings::{Rating, Size};

/// Whose games are searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Whose {
    /// The public games of everybody.
    Everybodys,
    /// All games of somebody, by the account and by what opens their tables.
    Own {
        /// Their account.
        account: Option<AccountId>,
        /// The hashes of their keys.
        keys: Vec<Hash>,
    },
}

/// How a game came out for a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatOutcome {
    /// It won, alone or as a team.
    Won,
    /// It won, and others did too.
    Shared,
    /// It did not win.
    Lost,
}

impl SeatOutcome {
    /// Its word, in the protocol and in the storage.
    pub fn word(self) -> &'static str {
        match self {
            SeatOutcome::Won => "won",
            SeatOutcome::Shared => "shared",
            SeatOutcome::Lost => "lost",
        }
    }

    /// The outcome of this word, if it is one.
    pub fn parse(word: &str) -> Option<SeatOutcome> {
        [SeatOutcome::Won, SeatOutcome::Shared, SeatOutcome::Lost].into_iter().find(|outcome| outcome.word() == word)
    }
}

/// The place of a game in the order of the archive: when it ended, and its number.
pub type Cursor = (i64, i64);

/// What games are searched for. They come newest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search {
    /// Among whose games.
    pub whose: Whose,
    /// The folded name of somebody who played.
    pub player: Option<String>,
    /// How they came out for that player, or for the one whose games they are.
    pub outcome: Option<SeatOutcome>,
    /// The game's id.
    pub game: Option<String>,
    /// The id of an expansion that was in play.
    pub expansion: Option<String>,
    /// The hash of the set-up.
    pub setup: Option<String>,
    /// How fast they were.
    pub speed: Option<Speed>,
    /// How many seats they had.
    pub seats: Option<u8>,
    /// Whether they counted for ratings.
    pub rated: Option<bool>,
    /// How they ended.
    pub how: Option<How>,
    /// From when on they ended, in milliseconds since 1970.
    pub from: Option<i64>,
    /// Before when they ended.
    pub until: Option<i64>,
    /// The fewest turns that they had.
    pub turns_from: Option<u16>,
    /// The most.
    pub turns_to: Option<u16>,
    /// The last game that was seen already.
    pub before: Option<Cursor>,
    /// How many are wanted at most.
    pub limit: usize,
}

/// A game that ended.
#[derive(Clone, Debug, PartialEq)]
pub struct ResultLine {
    /// Its number.
    pub id: i64,
    /// The table.
    pub table: String,
    /// The set-up; nothing where what is stored cannot be read.
    pub setup: Option<Setup>,
    /// The hash of the set-up.
    pub setup_hash: String,
    /// How fast it was.
    pub speed: String,
    /// Whether it counted for ratings.
    pub rated: bool,
    /// Whether everybody may find it.
    pub public: bool,
    /// How it ended.
    pub how: String,
    /// Turns that it had.
    pub turns: u16,
    /// When its first tile was drawn, in milliseconds since 1970.
    pub began: i64,
    /// When it ended.
    pub ended: i64,
    /// What it came to for each seat.
    pub seats: Vec<SeatLine>,
}

/// What a game came to for a seat.
#[derive(Clone, Debug, PartialEq)]
pub struct SeatLine {
    /// The seat.
    pub seat: u8,
    /// The name of whoever sat there: the account's as it is now, or the guest's then; none of a computer player, and none of an account
    /// that was deleted.
    pub name: Option<String>,
    /// Whether it was an account.
    pub account: bool,
    /// The level of a computer player.
    pub level: Option<String>,
    /// The points.
    pub score: i32,
    /// From 1 on.
    pub rank: u8,
    /// How it came out.
    pub outcome: String,
    /// Points by kind, as a JSON object.
    pub kinds: String,
    /// The rating before and after it, where it was rated.
    pub rating: Option<(f64, f64)>,
}

/// Somebody with an account, as everybody may know them.
#[derive(Clone, Debug, PartialEq)]
pub struct Person {
    /// The account.
    pub account: AccountId,
    /// Its name.
    pub name: String,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
    /// Whether the account is a program's.
    pub program: bool,
    /// The ratings, those with most games first.
    pub ratings: Vec<RatingLine>,
}

/// What a rating is of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// The game's id.
    pub game: String,
    /// How fast.
    pub speed: Speed,
    /// Between two or among more.
    pub size: Size,
}

/// A rating.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingLine {
    /// What it is of.
    pub class: Class,
    /// The rating.
    pub rating: Rating,
    /// After how many games.
    pub games: u32,
    /// Whether these are enough to go by.
    pub settled: bool,
    /// When it last changed, in milliseconds since 1970.
    pub updated: i64,
}

/// How a rating was changed.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingPoint {
    /// When.
    pub time: i64,
    /// To what.
    pub rating: f64,
    /// By how much it may be wrong.
    pub deviation: f64,
    /// By which table, if everybody may find it.
    pub table: Option<String>,
}

/// Somebody on a leaderboard.
#[derive(Clone, Debug, PartialEq)]
pub struct Leader {
    /// The place, from 1 on.
    pub place: u64,
    /// The account.
    pub account: AccountId,
    /// Its name.
    pub name: String,
    /// The rating.
    pub rating: Rating,
    /// After how many games.
    pub games: u32,
    /// Whether these are enough to go by.
    pub settled: bool,
}

/// How many games, and how they came out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// How many.
    pub games: u64,
    /// Of these, how many were won alone or as a team.
    pub won: u64,
    /// And how many together with others.
    pub shared: u64,
}

/// What somebody's games come to together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statistics {
    /// All of them.
    pub all: Count,
    /// By the number of seats and the seat.
    pub by_seat: Vec<(u8, u8, Count)>,
    /// By the game and its expansions.
    pub by_setup: Vec<(String, Vec<String>, Count)>,
    /// By whom they were played against: an account by its name, or a computer player by its level. Counted is who came before whom.
    pub against: Vec<(Option<String>, Option<String>, Count)>,
    /// Points of a kind, by the game, with how many games of it there were.
    pub points: Vec<(String, String, i64, u64)>,
}
