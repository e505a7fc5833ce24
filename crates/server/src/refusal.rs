//! Why a request or a message was refused: a stable code, an HTTP status and one sentence.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::json;
use thiserror::Error;

/// The stable words by which a client tells refusals apart; `docs/protocol.md` lists them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
}

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
            Code::Storage => ("storage", StatusCode::INSUFFICIENT_STORAGE),
            Code::BadRange => ("bad_range", StatusCode::BAD_REQUEST),
            Code::NotFound => ("not_found", StatusCode::NOT_FOUND),
            Code::Method => ("method", StatusCode::METHOD_NOT_ALLOWED),
            Code::Origin => ("origin", StatusCode::FORBIDDEN),
            Code::Host => ("host", StatusCode::MISDIRECTED_REQUEST),
            Code::TooSlow => ("too_slow", StatusCode::REQUEST_TIMEOUT),
            Code::Busy => ("busy", StatusCode::SERVICE_UNAVAILABLE),
        }
    }
}

/// A refusal as it is told.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ServerError"))]
pub struct ErrorInfo<'a> {
    /// The code that programs go by.
    code: &'static str,
    /// The sentence that people read.
    message: &'a str,
}

/// A refusal: its code, and a sentence that says what was wrong and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct Refusal {
    /// The code that programs go by.
    pub code: Code,
    /// The sentence that people read.
    pub message: String,
}

impl Refusal {
    /// A refusal with this code and sentence.
    pub fn new(code: Code, message: impl Into<String>) -> Refusal {
        Refusal { code, message: message.into() }
    }

    /// `{"code", "message"}`.
    pub fn info(&self) -> ErrorInfo<'_> {
        ErrorInfo { code: self.code.word_and_status().0, message: &self.message }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.code.word_and_status().1, Json(json!({"error": self.info()}))).into_response()
    }
}

impl From<table::Refusal> for Refusal {
    fn from(why: table::Refusal) -> Refusal {
        use table::Refusal as Why;
        let code = match &why {
            Why::Name { .. } | Why::Seats { .. } | Why::Millis { .. } | Why::Setup(_) => Code::BadSetup,
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
            Why::NotOver => Code::NotOver,
            Why::Plain => Code::Plain,
            Why::NoOwnTiles => Code::NotFound,
            Why::NotWritten(_) | Why::NotRead(_) | Why::Damaged(_) | Why::Waiting => Code::Storage,
        };
        Refusal::new(code, why.to_string())
    }
}
