//! HTTP routes for moderation. Everyone can report; the other routes are for moderators and admins.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use ipnet::IpNet;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::audit_follower::follow_once;
use super::bans::{self, GuestSeat};
use super::reports::{NewReport, Page, Reported};
use super::store::{ModAction, ModCommand, Target};
use super::types::{
    AuditInfo, BanInfo, FoundAccount, FoundAccounts, ListPart, ModerationCounts, ReportInfo, SettingsInfo,
    SharedGameInfo,
};
use crate::accounts::names;
use crate::accounts::service::{or_refusal, or_storage_refusal};
use crate::app::App;
use crate::chat::phrases;
use crate::cluster::events::ClusterEvent;
use crate::common::role::Role;
use crate::common::server_settings::Setting;
use crate::http::extract::{Answer, Browser, Json, Query, json_answer};
use crate::http::refusal::{Code, OF_NAME, OF_TABLE, Refusal};
use crate::limits::caller::Caller;
use crate::limits::quotas::Resource;
use crate::openapi::route::{Routes, get, post};
use crate::storage::now;
use crate::tokens::scopes::Access;

/// Reason codes for a report; clients have the corresponding sentences.
pub const REASONS: [&str; 5] = ["insult", "spam", "cheating", "name", "other"];
/// Maximum length, in characters, of a report's comment and of a moderator's reason.
pub const MAX_REASON_CHARS: usize = 500;
/// Default and maximum number of entries per response.
const PAGE_SIZES: [u32; 2] = [30, 100];
const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// Maximum duration of a sanction, in days.
pub const MAX_SANCTION_DAYS: u32 = 3650;

/// Routes that change state; restricted to pages of this server.
pub fn guarded() -> Routes {
    let report = post(
        "/reports",
        Access::SessionOnly,
        "Reports a chat line, the player on a seat, a study, or a tournament.",
        report,
    );
    let act = post("/admin/act", Access::SessionOnly, "Carries out a moderation action.", act);
    let report = report.creates::<Done>().refuses(OF_TABLE).refuses(&[Code::LineLength, Code::NothingThere]);
    let act = act.signed().answers::<Done>().refuses(OF_NAME).refuses(&[Code::BadRange, Code::LineLength]);
    Routes::of("Order").route(report).route(act.refuses(&[Code::NotAllowed, Code::NothingThere, Code::NoPerson]))
}

/// Read-only routes.
pub fn open() -> Routes {
    let reports = get("/admin/reports", Access::SessionOnly, "Lists reports, newest first.", reports)
        .signed()
        .refuses(&[Code::NotAllowed]);
    let audit = get("/admin/audit", Access::SessionOnly, "Lists the audit log, newest first.", audit)
        .signed()
        .refuses(&[Code::NotAllowed]);
    let bans =
        get("/admin/bans", Access::SessionOnly, "Lists active bans of guests and addresses, newest first.", bans)
            .signed()
            .refuses(&[Code::NotAllowed]);
    let shared_games = get(
        "/admin/households",
        Access::SessionOnly,
        "Lists rated games whose players shared a network, newest first.",
        shared_games,
    )
    .signed()
    .refuses(&[Code::NotAllowed]);
    let settings =
        get("/admin/settings", Access::SessionOnly, "Returns the settings that moderators can change.", settings)
            .signed()
            .refuses(&[Code::NotAllowed]);
    let accounts =
        get("/admin/accounts", Access::SessionOnly, "Lists accounts whose names begin with a prefix.", accounts)
            .signed()
            .refuses(&[Code::NotAllowed, Code::BadRange]);
    let counts = get("/admin/counts", Access::SessionOnly, "Returns the numbers of open reports and of bans.", counts)
        .signed()
        .refuses(&[Code::NotAllowed]);
    Routes::of("Order")
        .route(accounts.answers::<FoundAccounts>())
        .route(counts.answers::<ModerationCounts>())
        .route(reports.answers_part::<ReportInfo>())
        .route(audit.answers_part::<AuditInfo>())
        .route(bans.lists::<BanInfo>())
        .route(shared_games.answers_part::<SharedGameInfo>())
        .route(settings.answers::<SettingsInfo>())
}

/// A report on a chat line, on the player in a seat, on a study, or on a tournament.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Reporting {
    /// Id of the reported line.
    line: Option<i64>,
    /// Table of the line or seat; omit it for a line in the lobby.
    table: Option<String>,
    /// Seat of the reported player; omit it to report anything else.
    seat: Option<u8>,
    /// Id of the reported study.
    study: Option<String>,
    /// Id of the reported tournament.
    tournament: Option<String>,
    /// `insult`, `spam`, `cheating`, `name` or `other`.
    #[schema(pattern = "^(insult|spam|cheating|name|other)$")]
    reason: String,
    /// Comment, at most 500 characters.
    #[serde(default)]
    words: String,
}

async fn report(State(app): State<Arc<App>>, caller: Caller, browser: Browser, Json(asked): Json<Reporting>) -> Answer {
    let Reporting { line, table, seat, study, tournament, reason, words: told } = asked;
    if !REASONS.contains(&reason.as_str()) {
        let what = format!("unknown reason; use one of {}", REASONS.join(", "));
        return Err(Refusal::new(Code::BadMessage, what));
    }
    let told = phrases::shown(&told);
    if told.chars().count() > MAX_REASON_CHARS {
        return Err(Refusal::new(
            Code::LineLength,
            format!("the comment must have at most {MAX_REASON_CHARS} characters"),
        ));
    }
    app.take(caller, browser.known(), Resource::Reports, 1)?;
    // A report on a line at a table must name the table, so that no one can report lines that they can't see.
    let sees_apart = match &table {
        Some(table) => {
            let speaker = app.table(table, caller).await?.speaker_with(browser.hashes(None)).await?;
            speaker.person.is_none() || speaker.over
        }
        None => false,
    };
    let what = match (line, table, seat, study, tournament) {
        (Some(line), _, None, None, None) => Reported::Line(line),
        (None, Some(table), Some(seat), None, None) => Reported::Seat { table, seat },
        (None, None, None, Some(study), None) => Reported::Study(study),
        (None, None, None, None, Some(tournament)) => Reported::Tournament(tournament),
        _ => {
            let what = "send either \"line\", or \"table\" and \"seat\", or \"study\", or \"tournament\"";
            return Err(Refusal::new(Code::BadMessage, what));
        }
    };
    let reporter = browser.account().map(|who| who.account);
    or_refusal(app.moderation.store.report(NewReport { reporter, what, reason, words: told, sees_apart }).await)?;
    Ok((StatusCode::CREATED, json_answer(&Done { done: true })).into_response())
}

/// Confirmation of an action.
#[derive(Serialize, ToSchema)]
struct Done {
    done: bool,
}

/// Rejects everyone but moderators and admins. Returns the caller's account.
fn moderator(browser: &Browser) -> Result<i64, Refusal> {
    let who = browser.signed()?;
    if who.role < Role::Moderator {
        return Err(Refusal::new(Code::NotAllowed, "only moderators and admins can do this"));
    }
    Ok(who.account)
}

/// Query parameters for a page of a list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
struct Part {
    /// Only entries before this id.
    before: Option<i64>,
    /// Number of entries; 30 by default.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u32>,
    /// Includes resolved reports.
    #[serde(default)]
    all: bool,
}

impl Part {
    /// Returns the page size, and a page with one extra entry that shows whether more follow.
    fn page(&self) -> Result<(usize, Page), Refusal> {
        let wanted = page_size(self.limit)?;
        Ok((wanted as usize, Page { before: self.before, most: wanted + 1 }))
    }
}

/// Returns the number of entries that a request asks for.
fn page_size(limit: Option<u32>) -> Result<u32, Refusal> {
    let [usual, most] = PAGE_SIZES;
    let wanted = limit.unwrap_or(usual);
    if wanted == 0 || wanted > most {
        return Err(Refusal::new(Code::BadRange, format!("limit must be 1 to {most}")));
    }
    Ok(wanted)
}

fn part<T, Told: From<T> + Serialize>(entries: Vec<T>, wanted: usize) -> Response {
    let more = entries.len() > wanted;
    json_answer(&ListPart { entries: entries.into_iter().take(wanted).map(Told::from).collect::<Vec<_>>(), more })
}

async fn reports(State(app): State<Arc<App>>, browser: Browser, Query(asked): Query<Part>) -> Answer {
    moderator(&browser)?;
    let (wanted, page) = asked.page()?;
    let entries = or_storage_refusal(app.moderation.store.reports(!asked.all, page).await)?;
    Ok(part::<_, ReportInfo>(entries, wanted))
}

async fn audit(State(app): State<Arc<App>>, browser: Browser, Query(asked): Query<Part>) -> Answer {
    moderator(&browser)?;
    let (wanted, page) = asked.page()?;
    let entries = or_storage_refusal(app.moderation.store.audit(page).await)?;
    Ok(part::<_, AuditInfo>(entries, wanted))
}

/// A moderation action.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Acting {
    /// `dismiss`, `mute`, `unmute`, `ban`, `unban`, `rename`, `reset-ratings`, `close`, `reopen`, `remove-line`, `ban-guest`,
    /// `ban-address`, `lift-ban` or `set`.
    #[schema(
        pattern = "^(dismiss|(un)?mute|(un)?ban|rename|reset-ratings|close|reopen|remove-line|ban-guest|ban-address|lift-ban|set)$"
    )]
    act: String,
    /// The account, for `mute`, `unmute`, `ban`, `unban`, `rename` and `reset-ratings`.
    name: Option<String>,
    /// The table, for `close`, `reopen` and `ban-guest`.
    table: Option<String>,
    /// The guest's seat, for `ban-guest`.
    seat: Option<u8>,
    /// For `ban-guest`: whether to also ban the guest's last address.
    #[serde(default)]
    with_address: bool,
    /// A block of addresses such as `203.0.113.0/24`, for `ban-address`.
    address: Option<String>,
    /// Ban id, for `lift-ban`.
    ban: Option<i64>,
    /// Line id, for `remove-line`.
    line: Option<i64>,
    /// The new name, for `rename`.
    to: Option<String>,
    /// `registration`, `slow-mode` or `links-after`, for `set`.
    setting: Option<String>,
    /// The setting's value, for `set`: `open` or `closed` for `registration`, `off` or seconds for `slow-mode`, `off` or days for
    /// `links-after`.
    value: Option<String>,
    /// Duration in days for `mute`, `ban`, `ban-guest` and `ban-address`; permanent if omitted.
    #[schema(minimum = 1, maximum = 3650)]
    days: Option<u32>,
    /// Id of the report that the action resolves.
    report: Option<i64>,
    /// Reason, 1 to 500 characters; optional for `dismiss`, `remove-line`, `lift-ban` and `set`.
    #[serde(default)]
    why: String,
}

impl Acting {
    /// Parses the action.
    async fn action(&self, app: &App) -> Result<ModAction, Refusal> {
        let until = until(self.days)?;
        Ok(match self.act.as_str() {
            "dismiss" => ModAction::Dismiss,
            "mute" => ModAction::Mute { until },
            "unmute" => ModAction::Unmute,
            "ban" => ModAction::Ban { until },
            "unban" => ModAction::Unban,
            "rename" => ModAction::Rename(names::of_account(self.needs(self.to.as_deref(), "a new name in \"to\"")?)?),
            "reset-ratings" => ModAction::ResetRatings,
            "close" => ModAction::Close,
            "reopen" => ModAction::Reopen,
            "remove-line" => ModAction::RemoveLine,
            "ban-guest" => {
                let block = if self.with_address { Some(address_of(app, self.guest()?).await?) } else { None };
                ModAction::BanGuest { block, until }
            }
            "ban-address" => {
                let address = self.needs(self.address.as_deref(), "an \"address\" or address block")?;
                ModAction::BanAddress { block: bans::block(address)?, until }
            }
            "lift-ban" => ModAction::LiftBan(self.needs(self.ban, "the id of a \"ban\"")?),
            "set" => {
                let setting = self.needs(self.setting.as_deref(), "a \"setting\"")?;
                let value = self.needs(self.value.as_deref(), "a \"value\"")?;
                ModAction::Set(Setting::parse(setting, value).map_err(|what| Refusal::new(Code::BadRange, what))?)
            }
            _ => {
                let what = "unknown act; see /api/openapi.json";
                return Err(Refusal::new(Code::BadMessage, what));
            }
        })
    }

    /// Parses the target.
    fn target(&self, action: &ModAction) -> Result<Target, Refusal> {
        Ok(match action {
            ModAction::Dismiss | ModAction::BanAddress { .. } | ModAction::LiftBan(_) | ModAction::Set(_) => {
                Target::Nobody
            }
            ModAction::BanGuest { .. } => Target::Guest(self.guest()?),
            ModAction::RemoveLine => Target::Line(self.needs(self.line, "the id of a \"line\"")?),
            ModAction::Close | ModAction::Reopen => Target::Table(self.needs(self.table.clone(), "a \"table\"")?),
            ModAction::Mute { .. }
            | ModAction::Unmute
            | ModAction::Ban { .. }
            | ModAction::Unban
            | ModAction::Rename(_)
            | ModAction::ResetRatings
            | ModAction::Export
            | ModAction::Delete
            | ModAction::Role(_) => {
                Target::Account(names::folded(self.needs(self.name.as_deref(), "the account's \"name\"")?))
            }
        })
    }

    fn guest(&self) -> Result<GuestSeat, Refusal> {
        let table = self.needs(self.table.clone(), "a \"table\"")?;
        Ok(GuestSeat { table, seat: self.needs(self.seat, "a \"seat\"")? })
    }

    fn needs<T>(&self, given: Option<T>, what: &str) -> Result<T, Refusal> {
        given.ok_or_else(|| Refusal::new(Code::BadMessage, format!("\"{}\" needs {what}", self.act)))
    }
}

/// Returns the last known network of a guest.
async fn address_of(app: &App, guest: GuestSeat) -> Result<IpNet, Refusal> {
    let keys = or_storage_refusal(app.moderation.store.guest_keys(guest).await)?;
    let known = app.moderation.guests.of(&keys).map(|client_network| client_network.block());
    known.ok_or_else(|| {
        let what = "the guest's address is no longer known; ban the guest only, or give the address";
        Refusal::new(Code::NothingThere, what)
    })
}

async fn act(State(app): State<Arc<App>>, browser: Browser, Json(asked): Json<Acting>) -> Answer {
    let actor = moderator(&browser)?;
    let action = asked.action(&app).await?;
    let target = asked.target(&action)?;
    let why = reason(&asked.why, action.needs_no_reason())?;
    let command = ModCommand { actor: Some(actor), action, target, report: asked.report, why };
    or_refusal(app.moderation.store.act(command).await)?;
    follow_once(&app).await?;
    app.hub.broadcast(ClusterEvent::Moderated).await;
    Ok(json_answer(&Done { done: true }))
}

/// Query parameters of a search for accounts.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
struct AccountSearch {
    /// Beginning of the name, case-insensitive.
    prefix: String,
    /// Number of accounts; 30 by default.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u32>,
}

async fn accounts(State(app): State<Arc<App>>, browser: Browser, Query(asked): Query<AccountSearch>) -> Answer {
    moderator(&browser)?;
    let limit = page_size(asked.limit)?;
    let prefix = names::folded(&asked.prefix);
    if prefix.is_empty() {
        return Err(Refusal::new(Code::BadRange, "the prefix is empty; give at least one character"));
    }
    let found = or_storage_refusal(app.moderation.store.accounts_with_prefix(prefix, limit + 1).await)?;
    let more = found.len() > limit as usize;
    let accounts = found.into_iter().take(limit as usize).map(FoundAccount::from).collect();
    Ok(json_answer(&FoundAccounts { accounts, more }))
}

async fn counts(State(app): State<Arc<App>>, browser: Browser) -> Answer {
    moderator(&browser)?;
    let counts = or_storage_refusal(app.moderation.store.moderation_counts().await)?;
    Ok(json_answer(&ModerationCounts::from(counts)))
}

async fn bans(State(app): State<Arc<App>>, browser: Browser) -> Answer {
    moderator(&browser)?;
    let bans = or_storage_refusal(app.moderation.store.bans().await)?;
    Ok(json_answer(&bans.into_iter().map(BanInfo::from).collect::<Vec<_>>()))
}

async fn shared_games(State(app): State<Arc<App>>, browser: Browser, Query(asked): Query<Part>) -> Answer {
    moderator(&browser)?;
    let (wanted, page) = asked.page()?;
    let games = or_storage_refusal(app.moderation.store.shared_games(page).await)?;
    Ok(part::<_, SharedGameInfo>(games, wanted))
}

async fn settings(State(app): State<Arc<App>>, browser: Browser) -> Answer {
    moderator(&browser)?;
    Ok(json_answer(&SettingsInfo::from(app.moderation.settings())))
}

/// Returns the end time of a sanction that lasts this many days from now.
pub fn until(days: Option<u32>) -> Result<Option<i64>, Refusal> {
    match days {
        Some(days) if days == 0 || days > MAX_SANCTION_DAYS => Err(Refusal::new(
            Code::BadRange,
            format!("days must be 1 to {MAX_SANCTION_DAYS}; omit it for a permanent sanction"),
        )),
        days => Ok(days.map(|days| now() + i64::from(days) * DAY_MS)),
    }
}

/// Validates a reason and puts it on one line. It can be empty only if `may_be_silent`.
pub fn reason(why: &str, may_be_silent: bool) -> Result<String, Refusal> {
    if may_be_silent && phrases::shown(why).is_empty() {
        return Ok(String::new());
    }
    phrases::bounded(why, MAX_REASON_CHARS).map_err(|_| {
        Refusal::new(
            Code::LineLength,
            format!("give a reason of 1 to {MAX_REASON_CHARS} characters; the affected player sees it"),
        )
    })
}
