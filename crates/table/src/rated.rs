//! Rated tables: what they ask of a table, and of those who play there.

use std::fmt;

/// Why a table cannot be rated, or somebody cannot play at a rated one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnfitForRating {
    /// There is no clock that decides.
    Clock,
    /// Somebody has no account.
    Guest,
    /// A computer player sits there.
    Computer,
    /// All play as one team, or with tiles of their own.
    Setup,
    /// Somebody sits there already.
    Twice,
}

impl fmt::Display for UnfitForRating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            UnfitForRating::Clock => "a rated game needs a clock by which whoever runs out of time loses; set one",
            UnfitForRating::Guest => "a rated game is between accounts; sign in first, or play without rating",
            UnfitForRating::Computer => {
                "no computer player sits at a rated table; leave the seat open for somebody, or play without rating"
            }
            UnfitForRating::Setup => {
                "a rated game is played with printed tiles, each for themselves; choose another, or play without rating"
            }
            UnfitForRating::Twice => "you sit at this rated table already; the other seat is for somebody else",
        })
    }
}
