//! Reasons for not transferring a game.

use thiserror::Error;

/// Reason why a table's game cannot be continued elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TransferProblem {
    /// The game is rated.
    #[error("a rated game can be continued only here")]
    Rated,
    /// Other people have seats.
    #[error("other people have seats at this table; only a game whose people are all yours can be continued elsewhere")]
    OtherPeople,
    /// The game is not played here.
    #[error("this game was imported from a record; continue that record instead")]
    Imported,
}
