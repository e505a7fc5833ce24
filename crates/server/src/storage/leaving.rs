//! What is done when somebody takes what is theirs, or goes for good.

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
