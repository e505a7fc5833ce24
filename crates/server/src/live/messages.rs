//! Socket messages that do not come from a table, as described in `docs/protocol.md`.

use axum::extract::ws::Utf8Bytes;
use serde::Serialize;
use table::messages::text;

use crate::chat::types::{LineInfo, LinesInfo};
use crate::http::refusal::{ErrorInfo, Refusal};

/// A server message that does not come from a table.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum SocketMessage<'a> {
    /// A message was rejected.
    Error {
        /// Error details.
        error: ErrorInfo<'a>,
        /// Number of answers sent to the client so far; null before the first hello.
        seq: Option<usize>,
    },
    /// Recent chat lines, sent to clients with chat enabled.
    Talk(LinesInfo),
    /// A new chat line.
    Said {
        /// The line.
        line: LineInfo,
    },
    /// Response to a ping.
    Pong,
}

/// Serialises an error message. `seq` is null before the first hello.
pub fn error(refusal: &Refusal, seq: Option<usize>) -> Utf8Bytes {
    text(&SocketMessage::Error { error: refusal.info(), seq }).into()
}

/// Serialises recent chat lines.
pub fn talk(lines: LinesInfo) -> Utf8Bytes {
    text(&SocketMessage::Talk(lines)).into()
}

/// Serialises a new chat line.
pub fn said(line: LineInfo) -> Utf8Bytes {
    text(&SocketMessage::Said { line }).into()
}

/// Serialises the response to a ping.
pub fn pong() -> Utf8Bytes {
    text(&SocketMessage::Pong).into()
}
