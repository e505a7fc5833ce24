//! Requirements for rated tables and their players.

use std::fmt;

/// Reason why a table cannot be rated, or why a person cannot join a rated one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnfitForRating {
    /// The game has no clock, or a player whose time runs out does not lose.
    Clock,
    /// A player is a guest, who has no account.
    Guest,
    /// A seat has a computer player.
    Computer,
    /// The players form one team, or the set-up has custom tiles.
    Setup,
    /// The account already has a seat.
    Twice,
}

impl fmt::Display for UnfitForRating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            UnfitForRating::Clock => "a rated game needs a clock that makes a player lose on time; set one",
            UnfitForRating::Guest => "rated games need an account; sign in first, or play without rating",
            UnfitForRating::Computer => {
                "computer players cannot join rated tables; leave the seat open, or play without rating"
            }
            UnfitForRating::Setup => {
                "rated games need printed tiles and no teams; choose another set-up, or play without rating"
            }
            UnfitForRating::Twice => "you already have a seat at this rated table",
        })
    }
}
