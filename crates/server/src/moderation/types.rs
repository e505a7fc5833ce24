//! Reports and the audit log in HTTP responses; the OpenAPI document is generated from these types.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::bans::BanLine;
use super::households::SharedGame;
use super::reports::ReportLine;
use super::store::AuditLine;
use crate::common::server_settings::ServerSettings;

/// A report, as moderators see it.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReportInfo {
    /// Its number.
    #[cfg_attr(test, ts(type = "number"))]
    pub id: i64,
    /// When it was made, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub time: i64,
    /// Who made it; nothing for a guest, or an account that was deleted.
    pub reporter: Option<String>,
    /// The account that it is about; nothing where it is about a guest.
    pub about: Option<String>,
    /// The table; nothing in the lobby.
    pub table: Option<String>,
    /// The seat of whoever it is about.
    pub seat: Option<u8>,
    /// The line that it is about.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub line: Option<i64>,
    /// The word of a reason.
    pub reason: String,
    /// What the reporter says of it.
    pub words: String,
    /// What there was to be seen.
    pub context: ReportContext,
    /// What became of it; nothing as long as nobody has decided.
    pub act: Option<String>,
}

/// What there was to be seen when something was reported.
#[derive(Default, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(default)]
pub struct ReportContext {
    /// Who sat at the table.
    pub seats: Vec<ReportSeat>,
    /// What was said before and after.
    pub lines: Vec<ReportedLine>,
}

/// Who sat on a seat of a table.
#[derive(Default, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(default)]
pub struct ReportSeat {
    /// The seat.
    pub seat: u8,
    /// Whether it was a person, a computer player, or nobody.
    pub r#type: Option<String>,
    /// What a person was called.
    pub name: Option<String>,
    /// Whether the account was deleted since.
    pub deleted: bool,
}

/// A line that was said before or after.
#[derive(Default, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(default)]
pub struct ReportedLine {
    /// Its number.
    #[cfg_attr(test, ts(type = "number"))]
    pub id: i64,
    /// The seat of whoever said it.
    pub seat: Option<u8>,
    /// What they were called.
    pub name: Option<String>,
    /// The word of a phrase.
    pub phrase: Option<String>,
    /// Words.
    pub words: Option<String>,
    /// When, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub time: i64,
    /// Whether those said it who watched.
    pub apart: bool,
    /// Whether the account was deleted since.
    pub deleted: bool,
}

impl From<ReportLine> for ReportInfo {
    fn from(line: ReportLine) -> ReportInfo {
        let ReportLine { id, time, reporter, about, table, seat, line, reason, words, context, act } = line;
        let context = context_of(context);
        ReportInfo { id, time, reporter, about, table, seat, line, reason, words, context, act }
    }
}

/// What was written down with a report; nothing of what cannot be read.
fn context_of(context: Value) -> ReportContext {
    serde_json::from_value(context).unwrap_or_default()
}

/// An entry of the audit log.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AuditInfo {
    /// Its number.
    #[cfg_attr(test, ts(type = "number"))]
    pub id: i64,
    /// When, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub time: i64,
    /// Whether an account did it, and not whoever keeps the server.
    pub by_account: bool,
    /// Who did it; nothing for whoever keeps the server, or an account that was deleted.
    pub by: Option<String>,
    /// The word of what was done.
    pub act: String,
    /// Whether it was done to an account.
    pub to_account: bool,
    /// To whom; nothing where it was done to no account, or to one that was deleted.
    pub name: Option<String>,
    /// What they were called before.
    pub former: Option<String>,
    /// To which table.
    pub table: Option<String>,
    /// The number of the line of chat that it was about.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub line: Option<i64>,
    /// The number of the ban that was made or lifted.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub ban: Option<i64>,
    /// The setting with its value; or, as long as a ban is in force, its addresses or what the guest was called.
    pub detail: Option<String>,
    /// Which report it answered.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub report: Option<i64>,
    /// Until when it holds, in milliseconds since 1970; nothing where it has no end.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub until: Option<i64>,
    /// Why.
    pub why: String,
}

impl From<AuditLine> for AuditInfo {
    fn from(entry: AuditLine) -> AuditInfo {
        let AuditLine {
            id,
            time,
            actor,
            actor_name,
            act,
            account,
            name,
            former,
            table,
            line,
            ban,
            detail,
            report,
            until,
            why,
        } = entry;
        let (by_account, by, to_account) = (actor.is_some(), actor_name, account.is_some());
        AuditInfo {
            id,
            time,
            by_account,
            by,
            act,
            to_account,
            name,
            former,
            table,
            line,
            ban,
            detail,
            report,
            until,
            why,
        }
    }
}

/// A ban of a guest, of addresses, or of both.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BanInfo {
    /// Its number.
    #[cfg_attr(test, ts(type = "number"))]
    pub id: i64,
    /// The addresses, in CIDR notation; nothing where a guest alone is banned.
    pub block: Option<String>,
    /// What the guest was called; nothing where addresses alone are banned.
    pub guest: Option<String>,
    /// The table at which the guest sat.
    pub table: Option<String>,
    /// The seat on which the guest sat.
    pub seat: Option<u8>,
    /// Why.
    pub reason: String,
    /// Since when, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub since: i64,
    /// Until when, in milliseconds since 1970; nothing where it has no end.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub until: Option<i64>,
}

impl From<BanLine> for BanInfo {
    fn from(line: BanLine) -> BanInfo {
        let BanLine { id, block, guest, table, seat, reason, since, until } = line;
        BanInfo { id, block, guest, table, seat, reason, since, until }
    }
}

/// The settings that moderators change while the server runs.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SettingsInfo {
    /// Whether accounts can be made.
    pub registration: bool,
    /// Seconds between two lines of one person at a table or in the lobby; 0: no slow mode.
    pub slow_mode: u32,
    /// Days after which an account may post links, and guests may not; nothing: everybody may.
    pub links_after: Option<u32>,
}

impl From<ServerSettings> for SettingsInfo {
    fn from(settings: ServerSettings) -> SettingsInfo {
        let ServerSettings { registration, slow_mode_s: slow_mode, links_after_days: links_after } = settings;
        SettingsInfo { registration, slow_mode, links_after }
    }
}

/// A rated game whose players came from one household.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SharedGameInfo {
    /// Its number.
    #[cfg_attr(test, ts(type = "number"))]
    pub id: i64,
    /// The table.
    pub table: String,
    /// When it ended, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub ended: i64,
    /// The names of the accounts by seat; nothing of those that were deleted.
    pub players: Vec<Option<String>>,
}

impl From<SharedGame> for SharedGameInfo {
    fn from(game: SharedGame) -> SharedGameInfo {
        let SharedGame { id, table, ended, players } = game;
        SharedGameInfo { id, table, ended, players }
    }
}

/// A part of a list.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ListPart<T> {
    /// Its entries, the newest first.
    pub entries: Vec<T>,
    /// Whether there are older ones.
    pub more: bool,
}
