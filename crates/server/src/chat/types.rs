//! Talk in HTTP responses and socket messages; the OpenAPI document is generated from these types.

use serde::Serialize;
use utoipa::ToSchema;

use super::store::{Blocked, Line, Said};

/// A line that was said.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "TalkLine"))]
#[schema(as = TalkLine)]
pub struct LineInfo {
    /// Its number: later lines have greater ones.
    #[cfg_attr(test, ts(type = "number"))]
    pub id: i64,
    /// The seat of whoever said it; nothing where they watch, or in the lobby.
    pub seat: Option<u8>,
    /// What they are called.
    pub name: String,
    /// Whether the name is that of an account.
    pub account: bool,
    /// Whether those said it who watch: players do not hear it before the end.
    pub apart: bool,
    /// A phrase that every client shows in its own language (`hello`, `luck`, `thanks`, `nice`, `oops`, `moment`,
    /// `back`, `played`, `again`, `bye`); left out where there are words.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    #[cfg_attr(test, ts(optional, as = "Option<String>"))]
    pub phrase: Option<String>,
    /// Words; left out where there is a phrase.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    #[cfg_attr(test, ts(optional, as = "Option<String>"))]
    pub words: Option<String>,
    /// Whether a moderator removed it, so that it has neither a phrase nor words; left out unless it is so.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub removed: bool,
    /// When, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub time: i64,
}

impl From<Line> for LineInfo {
    fn from(line: Line) -> LineInfo {
        let Line { id, apart, seat, account, name, said, time } = line;
        let (phrase, words, removed) = match said {
            Said::Phrase(word) => (Some(word), None, false),
            Said::Words(words) => (None, Some(words), false),
            Said::Removed => (None, None, true),
        };
        LineInfo { id, seat, name, account: account.is_some(), apart, phrase, words, removed, time }
    }
}

/// Lines that were said, the oldest first.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Talk"))]
#[schema(as = Talk)]
pub struct LinesInfo {
    /// The lines.
    pub lines: Vec<LineInfo>,
    /// Whether there are more: older ones, or newer ones where those after a number were asked for.
    pub more: bool,
    /// Numbers of lines of the lobby that moderators removed, newest first, at most 100; left out if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<f64>>"))]
    pub removed: Vec<i64>,
}

/// Somebody whom one's own account has blocked.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BlockedInfo {
    /// Their name.
    pub name: String,
    /// Since when, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub since: i64,
}

impl From<Blocked> for BlockedInfo {
    fn from(Blocked { name, since }: Blocked) -> BlockedInfo {
        BlockedInfo { name, since }
    }
}
