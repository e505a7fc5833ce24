//! Accounts in HTTP responses; the OpenAPI document is generated from these types.

use games::record::Record;
use serde::Serialize;
use table::TableInfo;
use utoipa::ToSchema;

use super::ways::shapes::WaysInfo;
use crate::common::role::Role;
use crate::notices::shapes::NoticeChoices;
use crate::programs::shapes::TokenInfo;
use crate::talk::shapes::BlockedInfo;

/// Who is signed in, if anybody is.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Identity {
    /// The account; none for a guest.
    pub account: Option<AccountInfo>,
    /// How many tables this browser opens that no account has claimed.
    pub unclaimed: usize,
    /// Whether the server sends letters, so that a forgotten password can be set anew.
    pub mail: bool,
    /// Whether this build of the server has passkeys.
    pub passkeys: bool,
}

/// An account, as its owner sees it.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AccountInfo {
    /// Its name.
    pub name: String,
    /// What it may do.
    pub role: Role,
    /// When it was made, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub created: i64,
    /// Whether it is a program's.
    pub program: bool,
}

/// A session of one's own account.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SessionInfo {
    /// Its number.
    #[cfg_attr(test, ts(type = "number"))]
    pub id: i64,
    /// Which browser it is, as far as it says; may be empty.
    pub browser: String,
    /// Which system it runs on; may be empty.
    pub system: String,
    /// When it was made, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub created: i64,
    /// When it was last used, to the hour.
    #[cfg_attr(test, ts(type = "number"))]
    pub used: i64,
    /// Whether it is the one that asks.
    pub current: bool,
}

/// All that an account has, as `belongings` writes it down part by part.
#[derive(ToSchema)]
#[allow(dead_code, reason = "it is told of, and written by `belongings`, which puts texts together")]
pub struct Download {
    /// The profile.
    account: AccountInfo,
    /// Sessions.
    sessions: Vec<OwnSession>,
    /// Tokens, without their secrets.
    tokens: Vec<TokenInfo>,
    /// Whom it has blocked.
    blocks: Vec<BlockedInfo>,
    /// Reports that it made.
    reports: Vec<OwnReport>,
    /// Its ratings.
    ratings: Vec<OwnRating>,
    /// By which ways it signs in.
    ways: WaysInfo,
    /// How it is told things.
    notices: OwnNotices,
    /// What it said.
    talk: Vec<OwnLine>,
    /// Tables at which it sits.
    tables: Vec<OwnTable>,
}

/// A session of an account that takes along what it has.
#[derive(ToSchema)]
#[allow(dead_code, reason = "see `Download`")]
struct OwnSession {
    /// Which browser it is, as far as it says; may be empty.
    browser: String,
    /// Which system it runs on; may be empty.
    system: String,
    /// When it was made, in milliseconds since 1970.
    created: i64,
    /// When it was last used, to the hour.
    used: i64,
}

/// How an account is told things.
#[derive(ToSchema)]
#[allow(dead_code, reason = "see `Download`")]
struct OwnNotices {
    /// What it chose; null where it has chosen nothing.
    choices: Option<NoticeChoices>,
    /// Its address of mail.
    address: Option<String>,
    /// The address that waits to be confirmed.
    waiting: Option<String>,
    /// The browsers that take pushes.
    devices: Vec<OwnDevice>,
    /// What is still to be sent to it.
    outbox: Vec<OwnNotice>,
}

/// A browser that takes pushes of an account.
#[derive(ToSchema)]
#[allow(dead_code, reason = "see `Download`")]
struct OwnDevice {
    /// Where its push service takes them.
    endpoint: String,
    /// Which browser it is, as far as it says; may be empty.
    browser: String,
    /// Which system it runs on; may be empty.
    system: String,
    /// When it was added, in milliseconds since 1970.
    created: i64,
}

/// What is still to be sent to an account.
#[derive(ToSchema)]
#[allow(dead_code, reason = "see `Download`")]
struct OwnNotice {
    /// What it tells of.
    kind: String,
    /// Whether it is a letter; else it is a push.
    mail: bool,
    /// The table that it tells of.
    table: Option<String>,
    /// When it was written, in milliseconds since 1970.
    created: i64,
}

/// A report that an account made.
#[derive(ToSchema)]
#[allow(dead_code, reason = "see `Download`")]
struct OwnReport {
    /// When, in milliseconds since 1970.
    time: i64,
    /// The word of a reason.
    reason: String,
    /// What it said of it.
    words: String,
}

/// A rating of an account, with all that is kept of it.
#[derive(ToSchema)]
#[allow(dead_code, reason = "see `Download`")]
struct OwnRating {
    /// The game's id.
    game: String,
    /// How fast.
    speed: String,
    /// Between `two`, or among `more`.
    size: String,
    /// The rating.
    rating: f64,
    /// By how much it may be wrong.
    deviation: f64,
    /// After how many games.
    games: i64,
    /// When it last changed, in milliseconds since 1970.
    updated: i64,
}

/// A line that an account said.
#[derive(ToSchema)]
#[allow(dead_code, reason = "see `Download`")]
struct OwnLine {
    /// The table; null in the lobby.
    table: Option<String>,
    /// The word of a phrase.
    phrase: Option<String>,
    /// Words.
    words: Option<String>,
    /// When, in milliseconds since 1970.
    time: i64,
}

/// A table at which an account sits.
#[derive(ToSchema)]
#[allow(dead_code, reason = "see `Download`")]
struct OwnTable {
    /// The table.
    table: TableInfo,
    /// The seats that are the account's.
    yours: Vec<u8>,
    /// The record; null as long as it would tell what is hidden.
    record: Option<Record>,
}
