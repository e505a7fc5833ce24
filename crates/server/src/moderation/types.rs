//! Reports and the audit log in HTTP responses; the OpenAPI document is generated from these types.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::accounts::{AccountLine, Counts};
use super::bans::BanLine;
use super::reports::ReportLine;
use super::shared_networks::SharedGame;
use super::store::AuditLine;
use crate::common::role::Role;
use crate::common::server_settings::ServerSettings;

/// A report as seen by moderators.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReportInfo {
    /// Id of the report.
    #[cfg_attr(test, ts(type = "number"))]
    pub id: i64,
    /// Time of the report, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub time: i64,
    /// The reporter; null for a guest or a deleted account.
    pub reporter: Option<String>,
    /// The reported account; null for a guest.
    pub about: Option<String>,
    /// The table, or the study or tournament if neither a seat nor a line is reported; null for the lobby.
    pub table: Option<String>,
    /// The seat of the reported player.
    pub seat: Option<u8>,
    /// Id of the reported line.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub line: Option<i64>,
    /// Reason: `insult`, `spam`, `cheating`, `name` or `other`.
    pub reason: String,
    /// The reporter's comment.
    pub words: String,
    /// Context at the time of the report.
    pub context: ReportContext,
    /// The action that resolved the report; null while it is open.
    pub act: Option<String>,
}

/// Context of a report when it was made.
#[derive(Default, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(default)]
pub struct ReportContext {
    /// Players at the table.
    pub seats: Vec<ReportSeat>,
    /// Chat lines before and after the reported one.
    pub lines: Vec<ReportedLine>,
    /// Whether a tournament is reported.
    pub tournament: bool,
}

/// A seat at a table.
#[derive(Default, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(default)]
pub struct ReportSeat {
    /// The seat, counted from 0.
    pub seat: u8,
    /// The seat's occupant: a person, a computer player, or no one.
    pub r#type: Option<String>,
    /// Name of a person.
    pub name: Option<String>,
    /// True if the account has since been deleted.
    pub deleted: bool,
}

/// A chat line around the reported one.
#[derive(Default, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(default)]
pub struct ReportedLine {
    /// Id of the line.
    #[cfg_attr(test, ts(type = "number"))]
    pub id: i64,
    /// Seat of the author.
    pub seat: Option<u8>,
    /// Name of the author.
    pub name: Option<String>,
    /// Id of a phrase.
    pub phrase: Option<String>,
    /// Text of a line that is not a phrase.
    pub words: Option<String>,
    /// Time, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub time: i64,
    /// True if a spectator wrote the line.
    pub apart: bool,
    /// True if the account has since been deleted.
    pub deleted: bool,
}

impl From<ReportLine> for ReportInfo {
    fn from(line: ReportLine) -> ReportInfo {
        let ReportLine { id, time, reporter, about, table, seat, line, reason, words, context, act } = line;
        let context = context_of(context);
        ReportInfo { id, time, reporter, about, table, seat, line, reason, words, context, act }
    }
}

/// Parses a report's stored context. Returns an empty context if it cannot be parsed.
fn context_of(context: Value) -> ReportContext {
    serde_json::from_value(context).unwrap_or_default()
}

/// An entry of the audit log.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AuditInfo {
    /// Id of the entry.
    #[cfg_attr(test, ts(type = "number"))]
    pub id: i64,
    /// Time, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub time: i64,
    /// True if an account acted, false if the operator did.
    pub by_account: bool,
    /// Name of the moderator; null for the operator or a deleted account.
    pub by: Option<String>,
    /// Action code.
    pub act: String,
    /// True if the action concerned an account.
    pub to_account: bool,
    /// Name of the account; null if there was none or it was deleted.
    pub name: Option<String>,
    /// Former name of the account.
    pub former: Option<String>,
    /// The table concerned.
    pub table: Option<String>,
    /// Id of the chat line concerned.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub line: Option<i64>,
    /// Id of the ban that was created or lifted.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub ban: Option<i64>,
    /// The setting with its value or, while a ban is active, its addresses or the guest's name.
    pub detail: Option<String>,
    /// Id of the report that the action resolved.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub report: Option<i64>,
    /// End of the sanction, in milliseconds since 1970; null if it has none.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub until: Option<i64>,
    /// Reason for the action.
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

/// A ban on a guest, on addresses, or on both.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BanInfo {
    /// Id of the ban.
    #[cfg_attr(test, ts(type = "number"))]
    pub id: i64,
    /// The addresses, in CIDR notation; null if only a guest is banned.
    pub block: Option<String>,
    /// Name of the guest; null if only addresses are banned.
    pub guest: Option<String>,
    /// The guest's table.
    pub table: Option<String>,
    /// The guest's seat.
    pub seat: Option<u8>,
    /// Reason for the ban.
    pub reason: String,
    /// Start, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub since: i64,
    /// End, in milliseconds since 1970; null if permanent.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub until: Option<i64>,
}

impl From<BanLine> for BanInfo {
    fn from(line: BanLine) -> BanInfo {
        let BanLine { id, block, guest, table, seat, reason, since, until } = line;
        BanInfo { id, block, guest, table, seat, reason, since, until }
    }
}

/// Settings that moderators can change while the server runs.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SettingsInfo {
    /// True if registration is open.
    pub registration: bool,
    /// Minimum seconds between a person's chat lines at a table or in the lobby; 0 turns slow mode off.
    pub slow_mode: u32,
    /// Account age, in days, required to post links. While this is set, guests cannot post links; null lets everyone post them.
    pub links_after: Option<u32>,
}

impl From<ServerSettings> for SettingsInfo {
    fn from(settings: ServerSettings) -> SettingsInfo {
        let ServerSettings { registration, slow_mode_s: slow_mode, links_after_days: links_after } = settings;
        SettingsInfo { registration, slow_mode, links_after }
    }
}

/// A rated game whose players shared a network.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SharedGameInfo {
    /// Id of the game.
    #[cfg_attr(test, ts(type = "number"))]
    pub id: i64,
    /// Name of the table.
    pub table: String,
    /// End of the game, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub ended: i64,
    /// Account names by seat; null for deleted accounts.
    pub players: Vec<Option<String>>,
}

impl From<SharedGame> for SharedGameInfo {
    fn from(game: SharedGame) -> SharedGameInfo {
        let SharedGame { id, table, ended, players } = game;
        SharedGameInfo { id, table, ended, players }
    }
}

/// An account, as moderators find it.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FoundAccount {
    /// Name of the account, as displayed.
    pub name: String,
    /// Creation time, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub created: i64,
    /// Role of the account.
    pub role: Role,
    /// True if the account belongs to a program.
    pub program: bool,
    /// True while the account is forbidden to chat.
    pub muted: bool,
    /// True while the account is forbidden to sign in.
    pub banned: bool,
}

impl From<AccountLine> for FoundAccount {
    fn from(line: AccountLine) -> FoundAccount {
        let AccountLine { name, created, role, program, muted, banned } = line;
        FoundAccount { name, created, role, program, muted, banned }
    }
}

/// The accounts whose names begin with a prefix.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FoundAccounts {
    /// The accounts, by name.
    pub accounts: Vec<FoundAccount>,
    /// True if there are more; a longer prefix finds them.
    pub more: bool,
}

/// Numbers of entries that moderators look at.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ModerationCounts {
    /// Number of open reports.
    pub reports: u32,
    /// Number of bans of guests and addresses in force.
    pub bans: u32,
}

impl From<Counts> for ModerationCounts {
    fn from(Counts { reports, bans }: Counts) -> ModerationCounts {
        ModerationCounts { reports, bans }
    }
}

/// A page of a list.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ListPart<T> {
    /// The entries, newest first.
    pub entries: Vec<T>,
    /// True if there are older entries.
    pub more: bool,
}
