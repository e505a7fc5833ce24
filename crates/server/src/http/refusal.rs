//! Errors for requests and messages, each with a stable code, an HTTP status and a one-sentence message.

use std::fmt::Display;
use std::time::Duration;

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use games::carcassonne_lab::LinkProblem;
use serde::{Deserialize, Serialize};
use serde_json::json;
use table::RefusalCode;
use table::driving::AskError;
use table::messages::ErrorInfo;
use table::request::Unreadable;
use thiserror::Error;

use crate::common::role::Sanction;
use crate::common::time;

/// Stable error codes; `docs/protocol.md` lists those sent over the socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Code {
    /// The message or body is not valid JSON.
    NotJson,
    /// The message or body is valid JSON of the wrong shape.
    BadMessage,
    /// The message or body is too large.
    TooBig,
    /// Rate limit exceeded.
    TooFast,
    /// A message was sent before `hello`.
    HelloFirst,
    /// The client uses a version of the protocol that the server does not support.
    Version,
    /// No table has this name.
    NoTable,
    /// The client does not hold the seat.
    NoSeat,
    /// It is another seat's turn.
    NotYourTurn,
    /// The answer is for an earlier position.
    Stale,
    /// The rules do not allow the answer.
    Illegal,
    /// The game has not started.
    NotStarted,
    /// The game has already started.
    AlreadyStarted,
    /// The game is over.
    Over,
    /// The game must be over for this request.
    NotOver,
    /// The table gives no hints until its game is over.
    Plain,
    /// No seat has to act in this position.
    NoDecision,
    /// The record cannot be parsed or breaks the rules.
    BadRecord,
    /// The link of another program cannot be imported.
    BadLink,
    /// The response would reveal information that is hidden until the end of the game.
    Secret,
    /// The set-up cannot be played.
    BadSetup,
    /// The seat is not free.
    SeatTaken,
    /// Another player has the colour.
    ColourTaken,
    /// Stored data could not be read or written, or another internal error occurred.
    Storage,
    /// The seat cannot answer: a computer player plays for it, or it has lost.
    NotPlaying,
    /// The seat has run out of time.
    TimeUp,
    /// Nothing can be undone now.
    NoUndo,
    /// No such offer is pending, or it cannot be made now.
    NoOffer,
    /// The game is paused.
    Paused,
    /// The game is too far along to be aborted.
    TooLate,
    /// The player is not away, or not for long enough.
    NotAway,
    /// A number in the request is out of range.
    BadRange,
    /// No such path.
    NotFound,
    /// There is no such study, or the caller may not read it.
    NoStudy,
    /// The study has another version than the change names.
    StudyStale,
    /// The account has too many studies, or they are too large.
    StudyFull,
    /// There is no such tournament.
    NoTournament,
    /// The tournament does not allow this now; the message says why.
    TournamentRefused,
    /// The account organises too many unfinished tournaments.
    TournamentFull,
    /// The path does not support this method.
    Method,
    /// The request comes from a page of another origin.
    Origin,
    /// The request names an unknown host.
    Host,
    /// The request body took too long to arrive.
    TooSlow,
    /// A limit on concurrent work is reached, such as on connections, analyses, downloads or sign-ins.
    Busy,
    /// The request requires an account.
    SignedOut,
    /// The name or the password is wrong.
    WrongPassword,
    /// Another account has this name, or one that looks the same.
    NameTaken,
    /// The name is too short or too long.
    NameLength,
    /// The name contains characters that are not allowed.
    NameSigns,
    /// The name mixes scripts.
    NameScripts,
    /// The name sounds official.
    NameReserved,
    /// The name is a generic term.
    NameOfAnybody,
    /// The password is too short.
    PasswordShort,
    /// The password is too long.
    PasswordLong,
    /// The password is too easy to guess.
    PasswordWeak,
    /// A rated game needs a clock that forfeits on time-out.
    RatedClock,
    /// A rated game needs an account on every seat.
    RatedGuest,
    /// A rated game cannot have computer players.
    RatedComputer,
    /// A rated game cannot be cooperative or use custom tiles.
    RatedSetup,
    /// A rated game needs a different account on each seat.
    RatedTwice,
    /// No account has this name.
    NoPerson,
    /// The account is muted.
    Muted,
    /// The account is banned.
    Banned,
    /// The guest, or their address, is banned.
    GuestBanned,
    /// A moderator closed the table.
    Closed,
    /// The message is empty or too long.
    LineLength,
    /// Posting to this chat requires an account.
    TalkSignedOut,
    /// Slow mode is on and the previous message was too recent.
    SlowMode,
    /// Guests and new accounts cannot post links.
    NoLinks,
    /// Registration is closed.
    RegistrationClosed,
    /// The account cannot block itself, or has blocked the maximum number of accounts.
    Block,
    /// The account cannot follow itself, a player whom it has blocked or who has blocked it, or more than 200 players.
    Follow,
    /// A player at the table, or a challenged account, has blocked the account or is blocked by it.
    NotForYou,
    /// The account's role does not allow the action.
    NotAllowed,
    /// The requested object does not exist, or no longer exists.
    NothingThere,
    /// The table is invitation-only.
    NotInvited,
    /// The game allows no spectators.
    NoSpectators,
    /// An account cannot challenge itself.
    Yourself,
    /// The account has too many open challenges.
    TooManyChallenges,
    /// The challenge no longer exists.
    NoChallenge,
    /// The seek no longer exists.
    NoSeek,
    /// Seeking requires an open event stream.
    NoStream,
    /// The rematch already exists.
    RematchMade,
    /// The game cannot be continued elsewhere: it is rated, imported, or other people have seats.
    NoTransfer,
    /// The token lacks the required scope.
    Scope,
    /// The token is unknown or has expired.
    BadToken,
    /// The account has the maximum number of tokens.
    TooManyTokens,
    /// An account that has played rated games cannot become a computer account.
    ProgramRated,
    /// A rated game cannot mix people and programs.
    RatedProgram,
    /// The user must confirm their identity again.
    ProofNeeded,
    /// Passkeys do not work on the host name used.
    NoPasskeys,
    /// The passkey response is invalid.
    BadPasskey,
    /// The sign-in was already completed, or has timed out.
    Expired,
    /// The sign-in method already belongs to an account.
    WayTaken,
    /// The account has the maximum number of passkeys.
    TooManyPasskeys,
    /// The last sign-in method cannot be removed.
    LastWay,
    /// The OpenID Connect provider does not respond properly.
    ProviderDown,
    /// The identity reported by the provider is invalid.
    BadIdentity,
    /// The user or the provider declined the sign-in.
    Declined,
    /// The server does not send email.
    NoMail,
    /// The server does not send push notifications.
    NoPush,
    /// The email address is invalid.
    BadAddress,
    /// The push subscription is invalid.
    BadDevice,
    /// The server does not send to channels of this form.
    NoChannels,
    /// The channel is invalid.
    BadChannel,
    /// The account has the maximum number of channels.
    TooManyChannels,
    /// The emailed link is no longer valid.
    NoLink,
}

/// Errors when opening a table.
pub const OF_TABLE: &[Code] = &[Code::NoTable, Code::Closed, Code::Storage, Code::Busy];
/// Errors when viewing a table.
pub const OF_LOOKING: &[Code] =
    &[Code::NoTable, Code::Closed, Code::Storage, Code::Busy, Code::NotInvited, Code::NoSpectators];
/// Errors when creating a table.
pub const OF_NEW_TABLE: &[Code] = &[
    Code::BadSetup,
    Code::ColourTaken,
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
/// Errors when creating an account, besides those for its name.
pub const OF_NEW_ACCOUNT: &[Code] = &[Code::RegistrationClosed, Code::GuestBanned];
/// Errors when choosing an account name.
pub const OF_NAME: &[Code] =
    &[Code::NameLength, Code::NameSigns, Code::NameScripts, Code::NameReserved, Code::NameOfAnybody, Code::NameTaken];

impl Code {
    /// Returns the protocol code and the HTTP status.
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
            Code::BadLink => ("bad_link", StatusCode::UNPROCESSABLE_ENTITY),
            Code::BadSetup => ("bad_setup", StatusCode::UNPROCESSABLE_ENTITY),
            Code::SeatTaken => ("seat_taken", StatusCode::CONFLICT),
            Code::ColourTaken => ("colour_taken", StatusCode::CONFLICT),
            Code::NotPlaying => ("not_playing", StatusCode::CONFLICT),
            Code::TimeUp => ("time_up", StatusCode::CONFLICT),
            Code::NoUndo => ("no_undo", StatusCode::CONFLICT),
            Code::NoOffer => ("no_offer", StatusCode::CONFLICT),
            Code::Paused => ("paused", StatusCode::CONFLICT),
            Code::TooLate => ("too_late", StatusCode::CONFLICT),
            Code::NotAway => ("not_away", StatusCode::CONFLICT),
            Code::Storage => ("storage", StatusCode::INSUFFICIENT_STORAGE),
            Code::BadRange => ("bad_range", StatusCode::BAD_REQUEST),
            Code::NotFound => ("not_found", StatusCode::NOT_FOUND),
            Code::NoStudy => ("no_study", StatusCode::NOT_FOUND),
            Code::StudyStale => ("study_stale", StatusCode::CONFLICT),
            Code::StudyFull => ("study_full", StatusCode::CONFLICT),
            Code::NoTournament => ("no_tournament", StatusCode::NOT_FOUND),
            Code::TournamentRefused => ("tournament_refused", StatusCode::CONFLICT),
            Code::TournamentFull => ("tournament_full", StatusCode::CONFLICT),
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
            Code::Follow => ("follow", StatusCode::UNPROCESSABLE_ENTITY),
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
            Code::NoTransfer => ("no_transfer", StatusCode::CONFLICT),
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
            Code::NoChannels => ("no_channels", StatusCode::CONFLICT),
            Code::BadChannel => ("bad_channel", StatusCode::UNPROCESSABLE_ENTITY),
            Code::TooManyChannels => ("too_many_channels", StatusCode::CONFLICT),
            Code::NoLink => ("no_link", StatusCode::GONE),
        }
    }
}

/// An error response with a code and a message that says what is wrong and what to do.
#[derive(Clone, Debug, PartialEq, Eq, Error, Serialize, Deserialize)]
#[error("{message}")]
pub struct Refusal {
    /// Stable, machine-readable code.
    pub code: Code,
    /// Human-readable description of the error.
    pub message: String,
    /// Sanction on the client or the table.
    #[serde(skip)]
    pub sanction: Option<Box<Sanction>>,
    /// The problem with a link.
    #[serde(skip)]
    pub link: Option<Box<LinkProblem>>,
}

impl Refusal {
    /// Creates a refusal with this code and message.
    pub fn new(code: Code, message: impl Into<String>) -> Refusal {
        Refusal { code, message: message.into(), sanction: None, link: None }
    }

    /// Creates a rate-limit refusal; `what` names the exceeded limit. The wait is rounded up, so a client that waits that long succeeds.
    pub fn too_fast(what: &str, wait: Duration) -> Refusal {
        Refusal::new(Code::TooFast, format!("{what}; try again in {} ms", wait.as_millis() + 1))
    }

    /// Creates a refusal due to a sanction; `what` begins the message, such as `you are muted`.
    pub fn imposed(code: Code, what: &str, sanction: Sanction) -> Refusal {
        let until =
            sanction.until.map_or_else(|| "permanently".to_owned(), |until| format!("until {}", time::utc(until)));
        let message = format!("{what} {until}; reason: {}", sanction.reason);
        Refusal { sanction: Some(Box::new(sanction)), ..Refusal::new(code, message) }
    }

    /// Logs a storage error about `what` and returns the refusal for it.
    pub fn not_stored(what: &str, why: &dyn Display) -> Refusal {
        tracing::error!("cannot read or write {what}: {why}");
        Refusal::new(Code::Storage, format!("cannot read or write {what} right now; try again"))
    }

    /// Returns the error object, `{"code", "message", ...}`.
    pub fn info(&self) -> ErrorInfo<'_> {
        let sanction = self.sanction.as_deref();
        ErrorInfo {
            code: self.code.word_and_status().0,
            message: &self.message,
            reason: sanction.map(|sanction| sanction.reason.as_str()),
            until: sanction.and_then(|sanction| sanction.until),
            link: self.link.as_deref(),
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
            AskError::Timeout => "the server that runs this table does not respond; try again",
            AskError::Unreachable => "the server that runs this table is unreachable; try again",
        };
        Refusal::new(Code::Storage, why)
    }
}

impl From<Unreadable> for Refusal {
    fn from(why: Unreadable) -> Refusal {
        table::Refusal::from(why).into()
    }
}

impl From<table::Refusal> for Refusal {
    fn from(why: table::Refusal) -> Refusal {
        Refusal { link: why.link_problem().map(Box::new), ..Refusal::new(why.code().into(), why.to_string()) }
    }
}

impl From<RefusalCode> for Code {
    fn from(code: RefusalCode) -> Code {
        match code {
            RefusalCode::NotJson => Code::NotJson,
            RefusalCode::BadMessage => Code::BadMessage,
            RefusalCode::TooBig => Code::TooBig,
            RefusalCode::HelloFirst => Code::HelloFirst,
            RefusalCode::Version => Code::Version,
            RefusalCode::NoSeat => Code::NoSeat,
            RefusalCode::NotYourTurn => Code::NotYourTurn,
            RefusalCode::Stale => Code::Stale,
            RefusalCode::Illegal => Code::Illegal,
            RefusalCode::NotStarted => Code::NotStarted,
            RefusalCode::AlreadyStarted => Code::AlreadyStarted,
            RefusalCode::Over => Code::Over,
            RefusalCode::NotOver => Code::NotOver,
            RefusalCode::Plain => Code::Plain,
            RefusalCode::BadRecord => Code::BadRecord,
            RefusalCode::BadLink => Code::BadLink,
            RefusalCode::Secret => Code::Secret,
            RefusalCode::BadSetup => Code::BadSetup,
            RefusalCode::SeatTaken => Code::SeatTaken,
            RefusalCode::ColourTaken => Code::ColourTaken,
            RefusalCode::Storage => Code::Storage,
            RefusalCode::NotPlaying => Code::NotPlaying,
            RefusalCode::TimeUp => Code::TimeUp,
            RefusalCode::NoUndo => Code::NoUndo,
            RefusalCode::NoOffer => Code::NoOffer,
            RefusalCode::Paused => Code::Paused,
            RefusalCode::TooLate => Code::TooLate,
            RefusalCode::NotAway => Code::NotAway,
            RefusalCode::BadRange => Code::BadRange,
            RefusalCode::NotFound => Code::NotFound,
            RefusalCode::RatedClock => Code::RatedClock,
            RefusalCode::RatedGuest => Code::RatedGuest,
            RefusalCode::RatedComputer => Code::RatedComputer,
            RefusalCode::RatedSetup => Code::RatedSetup,
            RefusalCode::RatedTwice => Code::RatedTwice,
            RefusalCode::NotInvited => Code::NotInvited,
            RefusalCode::NoSpectators => Code::NoSpectators,
            RefusalCode::RematchMade => Code::RematchMade,
            RefusalCode::NoTransfer => Code::NoTransfer,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_tables_have_the_same_words_here() {
        for &code in RefusalCode::ALL {
            assert_eq!(Code::from(code).word_and_status().0, code.word());
        }
    }
}
