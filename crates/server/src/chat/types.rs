//! Chat in HTTP responses and socket messages; the OpenAPI document is generated from these types.

use serde::Serialize;
use utoipa::ToSchema;

use super::store::{Blocked, Line, Said};

/// A chat line.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "TalkLine"))]
#[schema(as = TalkLine)]
pub struct LineInfo {
    /// Id of the line. Later lines have greater ids.
    #[cfg_attr(test, ts(type = "number"))]
    pub id: i64,
    /// The author's seat; null for spectators and in the lobby.
    pub seat: Option<u8>,
    /// Name of the author.
    pub name: String,
    /// True if the name belongs to an account.
    pub account: bool,
    /// True if a spectator wrote the line, so that players don't see it before the game ends.
    pub apart: bool,
    /// A phrase, which every client shows in its own language (`hello`, `luck`, `thanks`, `nice`, `oops`, `moment`, `back`, `played`,
    /// `again`, `bye`); omitted if there is free text.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    #[cfg_attr(test, ts(optional, as = "Option<String>"))]
    pub phrase: Option<String>,
    /// Free text; omitted if there is a phrase.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    #[cfg_attr(test, ts(optional, as = "Option<String>"))]
    pub words: Option<String>,
    /// True if a moderator removed the line, which then has neither a phrase nor text; omitted otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub removed: bool,
    /// Time, in milliseconds since 1970.
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

/// Chat lines, oldest first.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Talk"))]
#[schema(as = Talk)]
pub struct LinesInfo {
    /// The lines, oldest first.
    pub lines: Vec<LineInfo>,
    /// True if there are more lines: older ones or, if `after` was given, newer ones.
    pub more: bool,
    /// Ids of lobby lines that moderators removed, newest first, at most 100; omitted if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<f64>>"))]
    pub removed: Vec<i64>,
}

/// An account that the signed-in account has blocked.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BlockedInfo {
    /// Name of the account.
    pub name: String,
    /// Time of the block, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub since: i64,
}

impl From<Blocked> for BlockedInfo {
    fn from(Blocked { name, since }: Blocked) -> BlockedInfo {
        BlockedInfo { name, since }
    }
}
