//! Why a request or a message was refused: a stable code, an HTTP status and one sentence.

use std::fmt::Display;
use std::time::Duration;

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use serde::{Deserialize, Serialize};
use serde_json::json;
use table::UnfitForRating;
use table::driving::AskError;
use table::request::Unreadable;
use thiserror::Error;
use utoipa::ToSchema;

use crate::common::role::Sanction;
use crate::common::time;

/// Stable error codes; `docs/protocol.md` lists those of the socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Code {
    /// The message or body is no JSON text.
    NotJson,
    /// It is JSON, but not of the shape that is asked for here.
    BadMessage,
    /// More bytes than allowed.
    TooBig,
    /// More messages than allowed in this time.
    TooFast,
    /// A message came before `hello`.
    HelloFirst,
    /// The client speaks another version of the protocol.
    Version,
    /// No table has this name.
    NoTable,
    /// The seat is not held by whoever asks.
    NoSeat,
    /// Another seat must act now.
    NotYourTurn,
    /// The answer was given to a position that is no longer the newest.
    Stale,
    /// The rules do not allow the answer.
    Illegal,
    /// The table is still gathering players.
    NotStarted,
    /// The table no longer gathers players.
    AlreadyStarted,
    /// The game is over.
    Over,
    /// The game is not over yet, and nobody is helped in it.
    NotOver,
    /// Nobody is helped at this table before its game is over.
    Plain,
    /// No seat must act in the position asked about.
    NoDecision,
    /// The record cannot be read, or breaks the rules.
    BadRecord,
    /// It would tell what players may not know before the end.
    Secret,
    /// The set-up cannot be played.
    BadSetup,
    /// The seat is not open.
    SeatTaken,
    /// The answer could not be written down, so it was not given.
    Storage,
    /// A computer player plays for the seat, or the seat has lost.
    NotPlaying,
    /// The time of the seat is used up.
    TimeUp,
    /// Nothing can be taken back now.
    NoUndo,
    /// The game has gone on for too long to be without a result.
    TooLate,
    /// Nobody is away there, or not for long enough.
    NotAway,
    /// A number in the request lies outside its range.
    BadRange,
    /// No such address.
    NotFound,
    /// The address does not know this method.
    Method,
    /// The request comes from a page of another origin.
    Origin,
    /// The server was called by a name that is not its own.
    Host,
    /// The body of a request took too long to come.
    TooSlow,
    /// The server has as many connections, or as many positions to analyse, as it takes.
    Busy,
    /// It is for those alone who are signed in.
    SignedOut,
    /// No account has this name and this password.
    WrongPassword,
    /// Another account has the name, or one that looks the same.
    NameTaken,
    /// A name is too short or too long.
    NameLength,
    /// A name has signs that no name has.
    NameSigns,
    /// A name has letters of several scripts.
    NameScripts,
    /// A name sounds as if the server spoke.
    NameReserved,
    /// A name is what anybody could be called.
    NameOfAnybody,
    /// A password is too short.
    PasswordShort,
    /// A password is too long.
    PasswordLong,
    /// A password is easily guessed.
    PasswordWeak,
    /// A rated game needs a clock by which whoever runs out of time loses.
    RatedClock,
    /// A rated game is between accounts.
    RatedGuest,
    /// No computer player sits at a rated table.
    RatedComputer,
    /// A rated game is not played as a team, nor with tiles of the players' own.
    RatedSetup,
    /// Nobody sits at a rated table twice.
    RatedTwice,
    /// No account has this name.
    NoPerson,
    /// The account may not talk.
    Muted,
    /// The account may not sign in.
    Banned,
    /// A guest, or guests from the address, may not play.
    GuestBanned,
    /// A moderator has closed the table.
    Closed,
    /// What is said is empty or too long.
    LineLength,
    /// Guests do not talk there.
    TalkSignedOut,
    /// Slow mode is on, and the last line was said too short a time ago.
    SlowMode,
    /// Guests and new accounts post no links.
    NoLinks,
    /// No accounts are made at present.
    RegistrationClosed,
    /// The account cannot block that one, or no more.
    Block,
    /// Somebody at the table has blocked the account.
    NotForYou,
    /// The role of the account does not allow it.
    NotAllowed,
    /// There is nothing of that number or name.
    NothingThere,
    /// The table is for those who are invited.
    NotInvited,
    /// Nobody may watch the game.
    NoSpectators,
    /// Somebody challenges themselves.
    Yourself,
    /// There are as many open challenges as there may be.
    TooManyChallenges,
    /// There is no such challenge any more.
    NoChallenge,
    /// There is no such seek any more.
    NoSeek,
    /// Whoever seeks has no event stream open.
    NoStream,
    /// The rematch is made already.
    RematchMade,
    /// The token has not the scope that is needed.
    Scope,
    /// There is no such token, or it has ended.
    BadToken,
    /// The account has as many tokens as it may.
    TooManyTokens,
    /// An account that has played rated games stays a person's.
    ProgramRated,
    /// A rated game is among people or among programs.
    RatedProgram,
    /// Whoever asks has not proved lately who they are.
    ProofNeeded,
    /// There are no passkeys for the name by which the server was called.
    NoPasskeys,
    /// What an authenticator answered does not sign in.
    BadPasskey,
    /// What was begun is over, or took too long.
    Expired,
    /// An account signs in by that already.
    WayTaken,
    /// The account has as many passkeys as it may.
    TooManyPasskeys,
    /// No way to sign in would be left.
    LastWay,
    /// A provider does not answer as it should.
    ProviderDown,
    /// What a provider says of somebody is not so.
    BadIdentity,
    /// A provider let nobody in.
    Declined,
    /// The server sends no letters.
    NoMail,
    /// The server sends no pushes.
    NoPush,
    /// It is no address of mail.
    BadAddress,
    /// It is no device that pushes can be sent to.
    BadDevice,
    /// The link of a letter is good no longer.
    NoLink,
}

/// How whoever comes to a table can be refused.
pub const OF_TABLE: &[Code] = &[Code::NoTable, Code::Closed, Code::Storage, Code::Busy];
/// How whoever looks at a table can be refused.
pub const OF_LOOKING: &[Code] =
    &[Code::NoTable, Code::Closed, Code::Storage, Code::Busy, Code::NotInvited, Code::NoSpectators];
/// How whoever makes a table can be refused.
pub const OF_NEW_TABLE: &[Code] = &[
    Code::BadSetup,
    Code::NameSigns,
    Code::NameScripts,
    Code::NameReserved,
    Code::NameTaken,
    Code::NoPerson,
    Code::RatedClock,
    Code::RatedGuest,
    Code::RatedComputer,
    Code::RatedSetup,
    Code::RatedTwice,
    Code::Storage,
    Code::Busy,
    Code::GuestBanned,
];
/// How whoever makes an account can be refused, beside its name.
pub const OF_NEW_ACCOUNT: &[Code] = &[Code::RegistrationClosed, Code::GuestBanned];
/// How a name of an account can be refused.
pub const OF_NAME: &[Code] =
    &[Code::NameLength, Code::NameSigns, Code::NameScripts, Code::NameReserved, Code::NameOfAnybody, Code::NameTaken];

impl Code {
    /// The word of the protocol and the HTTP status.
    pub fn word_and_status(self) -> (&'static str, StatusCode) {
        match self {
            Code::NotJson => ("not_json", StatusCode::BAD_REQUEST),
            Code::BadMessage => ("bad_message", StatusCode::BAD_REQUEST),
            Code::TooBig => ("too_big", StatusCode::PAYLOAD_TOO_LARGE),
            Code::TooFast => ("too_fast", StatusCode::TOO_MANY_REQUESTS),
            Code::HelloFirst => ("hello_first", StatusCode::BAD_REQUEST),
            Code::Version => ("version", StatusCode::BAD_REQUEST),
            Code::NoTable => ("no_table", StatusCode::NOT_FOUND),
            Code::NoSeat => ("no_seat", StatusCode::FORBIDDEN),
            Code::NotYourTurn => ("not_your_turn", StatusCode::CONFLICT),
            Code::Secret => ("secret", StatusCode::CONFLICT),
            Code::Stale => ("stale", StatusCode::CONFLICT),
            Code::Illegal => ("illegal", StatusCode::UNPROCESSABLE_ENTITY),
            Code::NotStarted => ("not_started", StatusCode::CONFLICT),
            Code::AlreadyStarted => ("already_started", StatusCode::CONFLICT),
            Code::Over => ("over", StatusCode::CONFLICT),
            Code::NotOver => ("not_over", StatusCode::CONFLICT),
            Code::Plain => ("plain", StatusCode::CONFLICT),
            Code::NoDecision => ("no_decision", StatusCode::UNPROCESSABLE_ENTITY),
            Code::BadRecord => ("bad_record", StatusCode::UNPROCESSABLE_ENTITY),
            Code::BadSetup => ("bad_setup", StatusCode::UNPROCESSABLE_ENTITY),
            Code::SeatTaken => ("seat_taken", StatusCode::CONFLICT),
            Code::NotPlaying => ("not_playing", StatusCode::CONFLICT),
            Code::TimeUp => ("time_up", StatusCode::CONFLICT),
            Code::NoUndo => ("no_undo", StatusCode::CONFLICT),
            Code::TooLate => ("too_late", StatusCode::CONFLICT),
            Code::NotAway => ("not_away", StatusCode::CONFLICT),
            Code::Storage => ("storage", StatusCode::INSUFFICIENT_STORAGE),
            Code::BadRange => ("bad_range", StatusCode::BAD_REQUEST),
            Code::NotFound => ("not_found", StatusCode::NOT_FOUND),
            Code::Method => ("method", StatusCode::METHOD_NOT_ALLOWED),
            Code::Origin => ("origin", StatusCode::FORBIDDEN),
            Code::Host => ("host", StatusCode::MISDIRECTED_REQUEST),
            Code::TooSlow => ("too_slow", StatusCode::REQUEST_TIMEOUT),
            Code::Busy => ("busy", StatusCode::SERVICE_UNAVAILABLE),
            Code::SignedOut => ("signed_out", StatusCode::UNAUTHORIZED),
            Code::WrongPassword => ("wrong_password", StatusCode::FORBIDDEN),
            Code::NameTaken => ("name_taken", StatusCode::CONFLICT),
            Code::NameLength => ("name_length", StatusCode::UNPROCESSABLE_ENTITY),
            Code::NameSigns => ("name_signs", StatusCode::UNPROCESSABLE_ENTITY),
            Code::NameScripts => ("name_scripts", StatusCode::UNPROCESSABLE_ENTITY),
            Code::NameReserved => ("name_reserved", StatusCode::UNPROCESSABLE_ENTITY),
            Code::NameOfAnybody => ("name_of_anybody", StatusCode::UNPROCESSABLE_ENTITY),
            Code::PasswordShort => ("password_short", StatusCode::UNPROCESSABLE_ENTITY),
            Code::PasswordLong => ("password_long", StatusCode::UNPROCESSABLE_ENTITY),
            Code::PasswordWeak => ("password_weak", StatusCode::UNPROCESSABLE_ENTITY),
            Code::RatedClock => ("rated_clock", StatusCode::UNPROCESSABLE_ENTITY),
            Code::RatedGuest => ("rated_guest", StatusCode::FORBIDDEN),
            Code::RatedComputer => ("rated_computer", StatusCode::UNPROCESSABLE_ENTITY),
            Code::RatedSetup => ("rated_setup", StatusCode::UNPROCESSABLE_ENTITY),
            Code::RatedTwice => ("rated_twice", StatusCode::CONFLICT),
            Code::NoPerson => ("no_person", StatusCode::NOT_FOUND),
            Code::Muted => ("muted", StatusCode::FORBIDDEN),
            Code::Banned => ("banned", StatusCode::FORBIDDEN),
            Code::GuestBanned => ("guest_banned", StatusCode::FORBIDDEN),
            Code::Closed => ("closed", StatusCode::GONE),
            Code::LineLength => ("line_length", StatusCode::UNPROCESSABLE_ENTITY),
            Code::TalkSignedOut => ("talk_signed_out", StatusCode::UNAUTHORIZED),
            Code::SlowMode => ("slow_mode", StatusCode::TOO_MANY_REQUESTS),
            Code::NoLinks => ("no_links", StatusCode::FORBIDDEN),
            Code::RegistrationClosed => ("registration_closed", StatusCode::FORBIDDEN),
            Code::Block => ("block", StatusCode::UNPROCESSABLE_ENTITY),
            Code::NotForYou => ("not_for_you", StatusCode::FORBIDDEN),
            Code::NotAllowed => ("not_allowed", StatusCode::FORBIDDEN),
            Code::NothingThere => ("nothing_there", StatusCode::NOT_FOUND),
            Code::NotInvited => ("not_invited", StatusCode::FORBIDDEN),
            Code::NoSpectators => ("no_spectators", StatusCode::FORBIDDEN),
            Code::Yourself => ("yourself", StatusCode::UNPROCESSABLE_ENTITY),
            Code::TooManyChallenges => ("too_many_challenges", StatusCode::CONFLICT),
            Code::NoChallenge => ("no_challenge", StatusCode::NOT_FOUND),
            Code::NoSeek => ("no_seek", StatusCode::NOT_FOUND),
            Code::NoStream => ("no_stream", StatusCode::CONFLICT),
            Code::RematchMade => ("rematch_made", StatusCode::CONFLICT),
            Code::Scope => ("scope", StatusCode::FORBIDDEN),
            Code::BadToken => ("bad_token", StatusCode::UNAUTHORIZED),
            Code::TooManyTokens => ("too_many_tokens", StatusCode::CONFLICT),
            Code::ProgramRated => ("program_rated", StatusCode::CONFLICT),
            Code::RatedProgram => ("rated_program", StatusCode::FORBIDDEN),
            Code::ProofNeeded => ("proof_needed", StatusCode::FORBIDDEN),
            Code::NoPasskeys => ("no_passkeys", StatusCode::CONFLICT),
            Code::BadPasskey => ("bad_passkey", StatusCode::FORBIDDEN),
            Code::Expired => ("expired", StatusCode::GONE),
            Code::WayTaken => ("way_taken", StatusCode::CONFLICT),
            Code::TooManyPasskeys => ("too_many_passkeys", StatusCode::CONFLICT),
            Code::LastWay => ("last_way", StatusCode::CONFLICT),
            Code::ProviderDown => ("provider_down", StatusCode::BAD_GATEWAY),
            Code::BadIdentity => ("bad_identity", StatusCode::FORBIDDEN),
            Code::Declined => ("declined", StatusCode::FORBIDDEN),
            Code::NoMail => ("no_mail", StatusCode::CONFLICT),
            Code::NoPush => ("no_push", StatusCode::CONFLICT),
            Code::BadAddress => ("bad_address", StatusCode::UNPROCESSABLE_ENTITY),
            Code::BadDevice => ("bad_device", StatusCode::UNPROCESSABLE_ENTITY),
            Code::NoLink => ("no_link", StatusCode::GONE),
        }
    }
}

/// A refusal as it is told.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ServerError"))]
#[schema(as = ServerError)]
pub struct ErrorInfo<'a> {
    /// The code that programs go by.
    code: &'static str,
    /// The sentence that people read.
    message: &'a str,
    /// Why somebody keeps order so; left out where it is not about that.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    #[cfg_attr(test, ts(optional, as = "Option<String>"))]
    reason: Option<&'a str>,
    /// Until when, in milliseconds since 1970; left out where it is for ever.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    #[cfg_attr(test, ts(optional, type = "number"))]
    until: Option<i64>,
}

/// A refusal: its code, and a sentence that says what was wrong and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, Error, Serialize, Deserialize)]
#[error("{message}")]
pub struct Refusal {
    /// The code that programs go by.
    pub code: Code,
    /// The sentence that people read.
    pub message: String,
    /// What was imposed on whoever is refused, and on the table.
    #[serde(skip)]
    pub sanction: Option<Box<Sanction>>,
}

impl Refusal {
    /// A refusal with this code and sentence.
    pub fn new(code: Code, message: impl Into<String>) -> Refusal {
        Refusal { code, message: message.into(), sanction: None }
    }

    /// A refusal of what comes too fast; `what` says of which there is too much. Rounded up, so that whoever waits that long has waited
    /// long enough.
    pub fn too_fast(what: &str, wait: Duration) -> Refusal {
        Refusal::new(Code::TooFast, format!("{what}; try again in {} ms", wait.as_millis() + 1))
    }

    /// A refusal because of what was imposed to keep order; `what` says what is not possible.
    pub fn imposed(code: Code, what: &str, sanction: Sanction) -> Refusal {
        let until = sanction.until.map_or_else(|| "for good".to_owned(), |until| format!("until {}", time::utc(until)));
        let message = format!("{what} {until}; the reason: {}", sanction.reason);
        Refusal { code, message, sanction: Some(Box::new(sanction)) }
    }

    /// A refusal because `what` is in a storage that gives or takes nothing now; the log says why.
    pub fn not_stored(what: &str, why: &dyn Display) -> Refusal {
        tracing::error!("{what} cannot be read or written: {why}");
        Refusal::new(Code::Storage, format!("{what} cannot be read or written now; try again"))
    }

    /// `{"code", "message"}`.
    pub fn info(&self) -> ErrorInfo<'_> {
        let sanction = self.sanction.as_deref();
        ErrorInfo {
            code: self.code.word_and_status().0,
            message: &self.message,
            reason: sanction.map(|sanction| sanction.reason.as_str()),
            until: sanction.and_then(|sanction| sanction.until),
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.code.word_and_status().1, Extension(self.code), Json(json!({"error": self.info()}))).into_response()
    }
}

impl From<AskError> for Refusal {
    fn from(away: AskError) -> Refusal {
        let why = match away {
            AskError::Timeout => "the server that keeps this table does not answer; try again",
            AskError::Unreachable => "the server that keeps this table cannot be reached; try again",
        };
        Refusal::new(Code::Storage, why)
    }
}

impl From<Unreadable> for Refusal {
    fn from(why: Unreadable) -> Refusal {
        let code = match why {
            Unreadable::NotJson(_) => Code::NotJson,
            Unreadable::Null | Unreadable::Shape { .. } => Code::BadMessage,
        };
        Refusal::new(code, why.to_string())
    }
}

impl From<table::Refusal> for Refusal {
    fn from(why: table::Refusal) -> Refusal {
        use table::Refusal as Why;
        let code = match &why {
            Why::Name { .. } | Why::Seats { .. } | Why::Millis { .. } | Why::Clock { .. } | Why::Setup(_) => {
                Code::BadSetup
            }
            Why::PublicAndInvited | Why::Invited { .. } => Code::BadSetup,
            Why::NotInvited => Code::NotInvited,
            Why::NoSpectators => Code::NoSpectators,
            Why::RematchMade => Code::RematchMade,
            Why::Rated(UnfitForRating::Clock) => Code::RatedClock,
            Why::Rated(UnfitForRating::Guest) => Code::RatedGuest,
            Why::Rated(UnfitForRating::Computer) => Code::RatedComputer,
            Why::Rated(UnfitForRating::Setup) => Code::RatedSetup,
            Why::Rated(UnfitForRating::Twice) => Code::RatedTwice,
            Why::SeatTaken(_) => Code::SeatTaken,
            Why::NoSuchSeat { .. } | Why::NoSuchPosition { .. } | Why::NoSuchRange { .. } => Code::BadRange,
            Why::NotHost | Why::OpensNothing | Why::NotYours(_) | Why::NotHeld(_) => Code::NoSeat,
            Why::AlreadyStarted => Code::AlreadyStarted,
            Why::NotStarted => Code::NotStarted,
            Why::Over => Code::Over,
            Why::NoWord => Code::BadMessage,
            Why::Stale { .. } => Code::Stale,
            Why::NotYourTurn { .. } | Why::Drawing => Code::NotYourTurn,
            Why::Illegal(_) => Code::Illegal,
            Why::Secret => Code::Secret,
            Why::NotOver | Why::RatedRecord => Code::NotOver,
            Why::Plain => Code::Plain,
            Why::StoodIn(_) | Why::IsOut(_) | Why::NotPlaying | Why::PlaysAlready(_) => Code::NotPlaying,
            Why::TimeUp(_) => Code::TimeUp,
            Why::NoUndo | Why::NothingToUndo(_) | Why::AnsweredSince(_) | Why::AskedAlready | Why::NoOffer => {
                Code::NoUndo
            }
            Why::TooLateToAbort => Code::TooLate,
            Why::NoPerson(_) | Why::NotAway { .. } | Why::OverDays => Code::NotAway,
            Why::NoOwnTiles => Code::NotFound,
            Why::NotWritten(_) | Why::NotRead(_) | Why::Damaged(_) | Why::Waiting => Code::Storage,
        };
        Refusal::new(code, why.to_string())
    }
}
