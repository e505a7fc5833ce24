//! Reasons for rejecting a command, one variant each, displayed as readable sentences.

use games::carcassonne_lab::{ExportError, LabError, LinkProblem};
use games::{SetupError, WordError};
use thiserror::Error;

use crate::json::Unreadable;
use crate::offer::OfferKind;
use crate::rated::UnfitForRating;
use crate::transfer_problem::TransferProblem;

/// Reason why a command or query was rejected. Nothing has changed, except as described at [`NotWritten`](Self::NotWritten).
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// Invalid player name.
    #[error("a player's name must have 1 to {most} visible characters")]
    Name {
        /// Maximum number of characters.
        most: usize,
    },
    /// The number of listed seats differs from the set-up's.
    #[error("the set-up has {seats} seats, but {listed} are listed")]
    Seats {
        /// Number of seats in the set-up.
        seats: u8,
        /// Number of seats listed.
        listed: usize,
    },
    /// A computer player's thinking time is out of range.
    #[error("a computer player's thinking time must be {least} to {most} ms, not {millis} ms")]
    Millis {
        /// The requested time, in milliseconds.
        millis: u64,
        /// Minimum, in milliseconds.
        least: u64,
        /// Maximum, in milliseconds.
        most: u64,
    },
    /// A clock setting is out of range.
    #[error("the clock's {what} must be {least} to {most}, not {given}")]
    Clock {
        /// Name of the clock setting.
        what: &'static str,
        /// The requested value.
        given: u32,
        /// Minimum; `most` is the maximum.
        least: u32,
        most: u32,
    },
    /// The table cannot be rated, or the requester cannot join a rated one.
    #[error("{0}")]
    Rated(UnfitForRating),
    /// An invitation-only table cannot be public.
    #[error("a table with invitations cannot be public; leave out `public` or `invited`")]
    PublicAndInvited,
    /// Too many invited accounts.
    #[error("at most {most} accounts can be invited to a table")]
    Invited {
        /// Maximum number of invited accounts.
        most: usize,
    },
    /// The requester is not invited.
    #[error("this table is by invitation only; sign in with an invited account, or ask the host to invite you")]
    NotInvited,
    /// Spectators are not allowed.
    #[error("this game cannot be watched until it is over")]
    NoSpectators,
    /// The rematch already exists.
    #[error("the rematch has already been created; open the new table")]
    RematchMade,
    /// The set-up cannot be played.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The seat is taken.
    #[error("seat {0} is not open; choose an open seat")]
    SeatTaken(u8),
    /// Another player has the colour.
    #[error("another player has colour {0}; choose a free one")]
    ColourTaken(u8),
    /// The colour does not exist.
    #[error("there is no colour {0}; colours are numbered 0 to 5")]
    NoSuchColour(u8),
    /// The table has no such seat.
    #[error("there is no seat {seat}; seats are numbered 0 to {last}")]
    NoSuchSeat {
        /// The requested seat.
        seat: u8,
        /// The last seat.
        last: usize,
    },
    /// Only the host can start the game.
    #[error("only the host can start the game; send the host's token")]
    NotHost,
    /// The table is no longer gathering players.
    #[error("the game has already started")]
    AlreadyStarted,
    /// The secret opens no seat at this table.
    #[error("this token does not open a seat at this table")]
    OpensNothing,
    /// The requester does not hold the seat to be passed on.
    #[error("seat {0} is not yours to pass on")]
    NotYours(u8),
    /// The message or body cannot be parsed.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// The message is too long.
    #[error("the message has {bytes} bytes; the maximum is {most}")]
    TooBig {
        /// Length of the message, in bytes.
        bytes: usize,
        /// Maximum, in bytes.
        most: usize,
    },
    /// The client's protocol version is not supported.
    #[error("unsupported protocol version {v}; the server supports {oldest} to {newest}; reload the page")]
    Version {
        /// The client's version.
        v: u32,
        /// The oldest supported version; `newest` is the newest.
        oldest: u32,
        newest: u32,
    },
    /// The client sent another message before its hello.
    #[error("the first message must be a hello")]
    HelloFirst,
    /// The hello has too many tokens.
    #[error("a hello can have at most {most} tokens, not {given}; send only those of this table")]
    TooManyTokens {
        /// Number of tokens in the hello.
        given: usize,
        /// Maximum number of tokens.
        most: usize,
    },
    /// The uploaded record is neither a JSON object nor a string.
    #[error("invalid record: send its JSON, or a saved game as a string")]
    NoRecord,
    /// The uploaded record cannot be parsed or breaks the rules.
    #[error("{0}")]
    BadRecord(String),
    /// The uploaded link cannot be imported.
    #[error(transparent)]
    BadLink(LabError),
    /// The game cannot be written as a link.
    #[error("this game cannot be written as a link: {0}")]
    NoLink(ExportError),
    /// A game cannot be transferred to a table with open seats.
    #[error("a game that continues has no open seats; give every seat a player")]
    OpenSeats,
    /// A seat in `out` or `replaced` does not fit the game.
    #[error("`out` and `replaced` do not fit the game at seat {0}; leave it out")]
    BadReplacement(u8),
    /// The table's game cannot be continued elsewhere.
    #[error("{0}")]
    NoTransfer(TransferProblem),
    /// The request contains no words.
    #[error("the answer has no words; put one in `word`, or several in `words`")]
    NoWord,
    /// The client does not hold the seat that it answers for.
    #[error("you do not hold seat {0}; send `hello` with its token first")]
    NotHeld(u8),
    /// The table is still gathering players.
    #[error("the game has not started yet")]
    NotStarted,
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The answer is not for the newest position.
    #[error("the answer is for position {given}, but the game is at position {newest}")]
    Stale {
        /// The position that the client answered.
        given: usize,
        newest: usize,
    },
    /// It is another seat's turn.
    #[error("it is seat {turn}'s turn, not seat {seat}'s")]
    NotYourTurn {
        /// The seat to answer.
        turn: u8,
        /// The seat that answered.
        seat: u8,
    },
    /// It is chance's turn: the next tile is being drawn.
    #[error("the next tile is being drawn")]
    Drawing,
    /// The rules do not allow the answer.
    #[error(transparent)]
    Illegal(#[from] WordError),
    /// A computer player plays the seat.
    #[error("a computer player plays for seat {0}; take the seat back first")]
    StoodIn(u8),
    /// The seat has lost; only the other players continue.
    #[error("seat {0} has lost and can only watch")]
    IsOut(u8),
    /// The seat ran out of time.
    #[error("seat {0} has run out of time")]
    TimeUp(u8),
    /// Undo is off at this table.
    #[error("the host has turned undo off at this table")]
    NoUndo,
    /// The seat has no answers to undo.
    #[error("seat {0} has no answers to undo")]
    NothingToUndo(u8),
    /// Another person has answered since, so the answers can no longer be undone.
    #[error("seat {0} has answered since, so its answers can no longer be undone")]
    AnsweredSince(u8),
    /// An offer is pending, or one of this kind was declined.
    #[error("the others have already been asked; ask again after the next answer")]
    AskedAlready(OfferKind),
    /// No offer is pending, or not this one.
    #[error("no such offer is pending")]
    NoOffer(OfferKind),
    /// The game is paused.
    #[error("the game is paused; any player can resume it")]
    Paused,
    /// The game is too far along to be aborted.
    #[error("the second turn has begun, so the game cannot be aborted; you can resign")]
    TooLateToAbort,
    /// The seat is not played by a person, so there is no player to replace.
    #[error("no person is playing for seat {0}")]
    NoPerson(u8),
    /// The person is already playing the seat.
    #[error("you already play seat {0}")]
    PlaysAlready(u8),
    /// The person is connected, or left only recently.
    #[error("the player of seat {seat} has not been away long enough; wait {wait} s more")]
    NotAway {
        seat: u8,
        /// Remaining time in seconds.
        wait: u64,
    },
    /// Players are not replaced in rated games or in games with days per turn.
    #[error("players cannot be replaced in rated or correspondence games; the clock decides")]
    OverDays,
    /// The requester is not a player at this table.
    #[error("only players at this table can do that")]
    NotPlaying,
    /// The game has no such position.
    #[error("the game has {seq} answers so far; at must be 0 to {seq}")]
    NoSuchPosition {
        /// Number of answers.
        seq: usize,
    },
    /// The game has no such range of answers.
    #[error("{from} to {to} is not a range of the {seq} answers so far")]
    NoSuchRange {
        /// Number of answers before the range.
        from: usize,
        /// Number of the last answer in the range.
        to: usize,
        /// Number of answers.
        seq: usize,
    },
    /// The game has hidden hands, which its record would reveal before the end of the game.
    #[error("this game has hidden hands; its record will be available when it is over")]
    Secret,
    /// The game is still being played.
    #[error("this game is not over, so it cannot be analysed yet")]
    NotOver,
    /// The record of a rated game is available only after the game ends.
    #[error("this rated game is not over; its record can be downloaded afterwards")]
    RatedRecord,
    /// The game at a plain table is still being played.
    #[error("hints are off at this table until the game is over")]
    Plain,
    /// The table has no custom tiles.
    #[error("this table has no custom tiles; its tile sets are at /api/art")]
    NoOwnTiles,
    /// The storage reported a failed write. If the write did reach the disk, the change is merged later.
    #[error("the change was not saved, because writing to the storage failed ({0}); try again")]
    NotWritten(String),
    /// Reading from the storage failed.
    #[error("cannot read from the storage ({0}); try again")]
    NotRead(String),
    /// A record cannot be replayed, or a stored answer is invalid.
    #[error("{0}")]
    Damaged(String),
    /// A command arrived before the outcome of the last write, which indicates a bug in the driver.
    #[error("the table is waiting for its storage; send the command again")]
    Waiting,
}

impl Refusal {
    /// Returns the problem with a link that cannot be imported.
    pub fn link_problem(&self) -> Option<LinkProblem> {
        if let Refusal::BadLink(why) = self { Some(why.problem()) } else { None }
    }
}
