//! What the server says over the socket that no table does; `docs/protocol.md` describes it.

use axum::extract::ws::Utf8Bytes;
use serde::Serialize;
use table::messages::text;

use crate::chat::types::{LineInfo, LinesInfo};
use crate::http::refusal::{ErrorInfo, Refusal};

/// What the server says over the socket beside what the table does.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum SocketMessage<'a> {
    /// A message was refused.
    Error {
        /// Why.
        error: ErrorInfo<'a>,
        /// The last answer that the client was told of; null before the first hello.
        seq: Option<usize>,
    },
    /// What was said, to whoever wants to hear it.
    Talk(LinesInfo),
    /// Somebody says something.
    Said {
        /// What.
        line: LineInfo,
    },
    /// The answer to a ping.
    Pong,
}

/// The message that a message was refused. `seq` is null before the first hello.
pub fn error(refusal: &Refusal, seq: Option<usize>) -> Utf8Bytes {
    text(&SocketMessage::Error { error: refusal.info(), seq }).into()
}

/// The message of what was said.
pub fn talk(lines: LinesInfo) -> Utf8Bytes {
    text(&SocketMessage::Talk(lines)).into()
}

/// The message that somebody says something.
pub fn said(line: LineInfo) -> Utf8Bytes {
    text(&SocketMessage::Said { line }).into()
}

/// The answer to a ping.
pub fn pong() -> Utf8Bytes {
    text(&SocketMessage::Pong).into()
}
