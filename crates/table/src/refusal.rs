//! Why the table refuses: each reason a variant, whose text is the sentence that people read.

use games::{SetupError, WordError};
use thiserror::Error;

use crate::rated::UnfitForRating;

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
    /// A clock is set too short or too long.
    #[error("the clock cannot {what}: {given}; {least} to {most} will do")]
    Clock {
        /// What it shall do.
        what: &'static str,
        /// What was asked.
        given: u32,
        /// The least that it can.
        least: u32,
        most: u32,
    },
    /// The table cannot be rated, or whoever asks cannot play there because it is.
    #[error("{0}")]
    Rated(UnfitForRating),
    /// A table is to be for those who are invited, and for everybody.
    #[error("a table for those who are invited cannot be public; leave out `public` or `invited`")]
    PublicAndInvited,
    /// Too many are invited.
    #[error("at most {most} accounts can be invited to a table")]
    Invited {
        /// So many can be.
        most: usize,
    },
    /// The table is for others.
    #[error("this table is for those who are invited; sign in as one of them, or ask its host to make another")]
    NotInvited,
    /// The game is for those who play alone.
    #[error("nobody may watch this game while it goes on; come back when it is over")]
    NoSpectators,
    /// The rematch is made already.
    #[error("the rematch is made already; look at the table")]
    RematchMade,
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
    /// A computer player plays for the seat.
    #[error("a computer player plays for seat {0}; take the seat back first")]
    StoodIn(u8),
    /// The seat has lost, and others only finish the game.
    #[error("seat {0} has lost; it can only watch")]
    IsOut(u8),
    /// The seat's time was used up.
    #[error("the time of seat {0} is used up")]
    TimeUp(u8),
    /// Answers are not taken back at this table.
    #[error("nothing is taken back at this table, as its host chose")]
    NoUndo,
    /// There is nothing to be taken back.
    #[error("seat {0} has answered nothing that could be taken back")]
    NothingToUndo(u8),
    /// Another person has answered since.
    #[error("seat {0} has answered since, so nothing can be taken back")]
    AnsweredSince(u8),
    /// Somebody asks for it already, or was refused.
    #[error("the others were asked already; ask again after the next answer")]
    AskedAlready,
    /// Nobody asks that answers be taken back.
    #[error("nobody asks to take anything back now")]
    NoOffer,
    /// The game has gone on for too long to be without a result.
    #[error("the second turn has begun; who does not go on playing resigns")]
    TooLateToAbort,
    /// Nobody could be replaced there: no person plays for the seat.
    #[error("no person plays for seat {0} now")]
    NoPerson(u8),
    /// The person plays already.
    #[error("you play seat {0} already")]
    PlaysAlready(u8),
    /// The person is here, or was a moment ago.
    #[error("whoever plays seat {seat} is not away for long enough; wait {wait} s more")]
    NotAway {
        seat: u8,
        /// How many seconds more somebody must be away.
        wait: u64,
    },
    /// In a game over days, or a rated one, nobody is replaced.
    #[error("in a game over days, and in a rated one, nobody is replaced; the clock decides")]
    OverDays,
    /// Whoever asks does not play.
    #[error("only who plays at this table can do that")]
    NotPlaying,
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
    /// The record of a rated game is wanted before its end.
    #[error("this game is rated and not over; its record can be downloaded when it is")]
    RatedRecord,
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
