//! Socket messages that do not come from a table, as described in `docs/protocol.md`.

use axum::extract::ws::Utf8Bytes;
use serde::Serialize;
use table::messages::{ReplyMessage, text};

use crate::chat::types::{LineInfo, LinesInfo};
use crate::http::refusal::Refusal;

/// A message about the chat at a table.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum ChatMessage {
    /// Recent chat lines, sent to clients with chat enabled.
    Talk(LinesInfo),
    /// A new chat line.
    Said {
        /// The line.
        line: LineInfo,
    },
}

/// Serialises an error message. `seq` is null before the first hello.
pub fn error(refusal: &Refusal, seq: Option<usize>) -> Utf8Bytes {
    text(&ReplyMessage::Error { error: refusal.info(), seq }).into()
}

/// Serialises recent chat lines.
pub fn talk(lines: LinesInfo) -> Utf8Bytes {
    text(&ChatMessage::Talk(lines)).into()
}

/// Serialises a new chat line.
pub fn said(line: LineInfo) -> Utf8Bytes {
    text(&ChatMessage::Said { line }).into()
}

/// Serialises the response to a ping.
pub fn pong() -> Utf8Bytes {
    text(&ReplyMessage::Pong).into()
}
