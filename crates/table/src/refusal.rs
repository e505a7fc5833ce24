//! Why the table refuses: each reason a variant, whose text is the sentence that people read.

use games::{SetupError, WordError};
use thiserror::Error;

/// Why a command was refused, or a question was not answered. Nothing has changed, but see [`NotWritten`](Self::NotWritten).
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// A player's name cannot be shown.
    #[error("a player's name has 1 to {most} signs that can be shown")]
    Name {
        /// Signs that it has at most.
        most: usize,
    },
    /// The seats that are listed are not as many as those of the set-up.
    #[error("the set-up has {seats} seats, but {listed} are listed")]
    Seats {
        /// Those of the set-up.
        seats: u8,
        /// Those that are listed.
        listed: usize,
    },
    /// A computer player may think for longer, or less, than it can be told to.
    #[error("a computer player cannot think {millis} ms; {least} to {most} will do")]
    Millis {
        /// What was asked.
        millis: u64,
        /// The shortest time, in milliseconds.
        least: u64,
        /// The longest.
        most: u64,
    },
    /// The set-up cannot be played.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// Somebody sits there already.
    #[error("seat {0} is not open; take one that is")]
    SeatTaken(u8),
    /// The table has no such seat.
    #[error("there is no seat {seat}; seats are 0 to {last}")]
    NoSuchSeat {
        /// What was asked.
        seat: u8,
        /// The last seat that there is.
        last: usize,
    },
    /// Somebody who is not the host starts the game.
    #[error("only the host starts the game; send the host's token")]
    NotHost,
    /// The table no longer gathers players.
    #[error("the game has started already")]
    AlreadyStarted,
    /// A secret opens nothing.
    #[error("this token opens no seat at this table")]
    OpensNothing,
    /// Somebody passes a seat on that is not theirs.
    #[error("seat {0} is not yours to pass on")]
    NotYours(u8),
    /// Somebody answers without a word.
    #[error("no word stands in the answer; put one in `word`, or several in `words`")]
    NoWord,
    /// Somebody answers for a seat that is not theirs.
    #[error("you do not hold seat {0}; say hello with its token first")]
    NotHeld(u8),
    /// The table still gathers players.
    #[error("the game has not started yet")]
    NotStarted,
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The answer is for a position that is not the newest.
    #[error("the answer is for position {given}, but the game is at position {newest}")]
    Stale {
        /// The position that it is for.
        given: usize,
        /// The newest.
        newest: usize,
    },
    /// Another seat must answer.
    #[error("seat {turn} must answer now, not seat {seat}")]
    NotYourTurn {
        /// Who must.
        turn: u8,
        /// Who did.
        seat: u8,
    },
    /// Chance must answer.
    #[error("the next tile is being drawn")]
    Drawing,
    /// The rules do not allow the answer.
    #[error(transparent)]
    Illegal(#[from] WordError),
    /// There are not so many answers.
    #[error("the game has {seq} answers so far; at must be 0 to {seq}")]
    NoSuchPosition {
        /// So many there are.
        seq: usize,
    },
    /// There are not so many answers.
    #[error("from {from} to {to} is no range of the {seq} answers so far")]
    NoSuchRange {
        /// The first answer is the one after this many.
        from: usize,
        /// The number of the last answer.
        to: usize,
        /// So many there are.
        seq: usize,
    },
    /// The record would tell what is hidden.
    #[error("the hands of this game are hidden; its record comes when it is over")]
    Secret,
    /// The game is under way.
    #[error("this game is not over, and nobody is helped in it; its positions are analysed when it is")]
    NotOver,
    /// The game is under way at a plain table.
    #[error("this is a plain table: nobody is helped before the game is over")]
    Plain,
    /// The table plays with printed tiles alone.
    #[error("this table has no tiles of its own; its sets are at /api/art")]
    NoOwnTiles,
    /// The storage could not write. What was refused may turn out to be written after all; then it is taken over later.
    #[error("nothing was changed, because it could not be written down ({0}); try again")]
    NotWritten(String),
    /// The storage could not read.
    #[error("it could not be read from the storage ({0}); try again")]
    NotRead(String),
    /// A record cannot be played again, or a stored answer does not hold.
    #[error("{0}")]
    Damaged(String),
    /// A command came before the outcome of the last write: a fault of the driver.
    #[error("the table waits for its storage; hand the command in again")]
    Waiting,
}
