//! Moderation over HTTP: reports by everybody, all else by moderators and admins.

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
use super::types::{AuditInfo, BanInfo, ListPart, ReportInfo, SettingsInfo, SharedGameInfo};
use crate::accounts::names;
use crate::accounts::service::{done, kept};
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

/// The words of reasons for a report; clients have the sentences.
pub const REASONS: [&str; 5] = ["insult", "spam", "cheating", "name", "other"];
/// Signs at most that somebody says of a report, or of why something is done.
pub const WORDS: usize = 500;
/// Entries of a list that are told at once, if nobody says how many; and at most.
const TOLD: [u32; 2] = [30, 100];
/// Milliseconds of a day.
const DAY: i64 = 24 * 60 * 60 * 1000;
/// How many days something holds at most that has an end.
pub const DAYS: u32 = 3650;

/// What changes something: for pages of this server alone.
pub fn guarded() -> Routes {
    let report = post("/reports", Access::SessionOnly, "Reports a line, or who sits on a seat.", report);
    let act = post("/admin/act", Access::SessionOnly, "Does something to keep order.", act);
    let report = report.creates::<Done>().refuses(OF_TABLE).refuses(&[Code::LineLength, Code::NothingThere]);
    let act = act.signed().answers::<Done>().refuses(OF_NAME).refuses(&[Code::BadRange, Code::LineLength]);
    Routes::of("Order").route(report).route(act.refuses(&[Code::NotAllowed, Code::NothingThere, Code::NoPerson]))
}

/// What only looks.
pub fn open() -> Routes {
    let reports = get("/admin/reports", Access::SessionOnly, "Reports, the newest first.", reports)
        .signed()
        .refuses(&[Code::NotAllowed]);
    let audit = get("/admin/audit", Access::SessionOnly, "What was done, the newest first.", audit)
        .signed()
        .refuses(&[Code::NotAllowed]);
    let bans = get("/admin/bans", Access::SessionOnly, "Bans of guests and addresses in force, newest first.", bans)
        .signed()
        .refuses(&[Code::NotAllowed]);
    let households = get(
        "/admin/households",
        Access::SessionOnly,
        "Rated games whose players came from one household, newest first.",
        households,
    )
    .signed()
    .refuses(&[Code::NotAllowed]);
    let settings = get("/admin/settings", Access::SessionOnly, "The settings that moderators change.", settings)
        .signed()
        .refuses(&[Code::NotAllowed]);
    Routes::of("Order")
        .route(reports.answers_part::<ReportInfo>())
        .route(audit.answers_part::<AuditInfo>())
        .route(bans.lists::<BanInfo>())
        .route(households.answers_part::<SharedGameInfo>())
        .route(settings.answers::<SettingsInfo>())
}

/// A report: of a line, or of who sits on a seat.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Reporting {
    /// The number of a line.
    line: Option<i64>,
    /// Where it was said, if not in the lobby; or where somebody sits.
    table: Option<String>,
    /// Who sits there, where it is about no line.
    seat: Option<u8>,
    /// `insult`, `spam`, `cheating`, `name` or `other`.
    #[schema(pattern = "^(insult|spam|cheating|name|other)$")]
    reason: String,
    /// What there is to say of it, in 500 signs at most.
    #[serde(default)]
    words: String,
}

async fn report(State(app): State<Arc<App>>, caller: Caller, browser: Browser, Json(asked): Json<Reporting>) -> Answer {
    let Reporting { line, table, seat, reason, words: told } = asked;
    if !REASONS.contains(&reason.as_str()) {
        let what = format!("there is no such reason; there are {}", REASONS.join(", "));
        return Err(Refusal::new(Code::BadMessage, what));
    }
    let told = phrases::shown(&told);
    if told.chars().count() > WORDS {
        return Err(Refusal::new(Code::LineLength, format!("a report has at most {WORDS} signs")));
    }
    app.take(caller, browser.known(), Resource::Reports, 1)?;
    // A line at a table is reported with the table's name, so that nobody reports what they do not hear.
    let sees_apart = match &table {
        Some(table) => {
            let speaker = app.table(table, caller).await?.speaker_with(browser.hashes(None)).await?;
            speaker.person.is_none() || speaker.over
        }
        None => false,
    };
    let what = match (line, table, seat) {
        (Some(line), _, None) => Reported::Line(line),
        (None, Some(table), Some(seat)) => Reported::Seat { table, seat },
        _ => return Err(Refusal::new(Code::BadMessage, "a report names a line, or a table and a seat")),
    };
    let reporter = browser.account().map(|who| who.account);
    done(app.moderation.store.report(NewReport { reporter, what, reason, words: told, sees_apart }).await)?;
    Ok((StatusCode::CREATED, json_answer(&Done { done: true })).into_response())
}

/// That something was done.
#[derive(Serialize, ToSchema)]
struct Done {
    done: bool,
}

/// Refuses everybody but moderators and admins; returns the account of whoever asks.
fn moderator(browser: &Browser) -> Result<i64, Refusal> {
    let who = browser.signed()?;
    if who.role < Role::Moderator {
        return Err(Refusal::new(Code::NotAllowed, "this is for moderators and admins; ask whoever keeps the server"));
    }
    Ok(who.account)
}

/// Which part of a list is wanted.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
struct Part {
    /// Those before the entry of this number.
    before: Option<i64>,
    /// How many; 30 where it is left out.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u32>,
    /// Of reports, those too about which somebody has decided.
    #[serde(default)]
    all: bool,
}

impl Part {
    /// One entry more than is wanted shows whether there are more.
    fn page(&self) -> Result<(usize, Page), Refusal> {
        let [usual, most] = TOLD;
        let wanted = self.limit.unwrap_or(usual);
        if wanted == 0 || wanted > most {
            return Err(Refusal::new(Code::BadRange, format!("limit lies between 1 and {most}")));
        }
        Ok((wanted as usize, Page { before: self.before, most: wanted + 1 }))
    }
}

fn part<T, Told: From<T> + Serialize>(entries: Vec<T>, wanted: usize) -> Response {
    let more = entries.len() > wanted;
    json_answer(&ListPart { entries: entries.into_iter().take(wanted).map(Told::from).collect::<Vec<_>>(), more })
}

async fn reports(State(app): State<Arc<App>>, browser: Browser, Query(asked): Query<Part>) -> Answer {
    moderator(&browser)?;
    let (wanted, page) = asked.page()?;
    let entries = kept(app.moderation.store.reports(!asked.all, page).await)?;
    Ok(part::<_, ReportInfo>(entries, wanted))
}

async fn audit(State(app): State<Arc<App>>, browser: Browser, Query(asked): Query<Part>) -> Answer {
    moderator(&browser)?;
    let (wanted, page) = asked.page()?;
    let entries = kept(app.moderation.store.audit(page).await)?;
    Ok(part::<_, AuditInfo>(entries, wanted))
}

/// Something that a moderator does.
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
    /// The seat of the guest, for `ban-guest`.
    seat: Option<u8>,
    /// Whether `ban-guest` bans the address too from which the guest came last.
    #[serde(default)]
    with_address: bool,
    /// A block of addresses such as `203.0.113.0/24`, for `ban-address`.
    address: Option<String>,
    /// The number of the ban, for `lift-ban`.
    ban: Option<i64>,
    /// The number of the line, for `remove-line`.
    line: Option<i64>,
    /// The new name, for `rename`.
    to: Option<String>,
    /// `registration`, `slow-mode` or `links-after`, for `set`.
    setting: Option<String>,
    /// Its value, for `set`: `open` or `closed`; `off` or seconds; `off` or days.
    value: Option<String>,
    /// Days that `mute`, `ban`, `ban-guest` and `ban-address` hold; for ever where left out.
    #[schema(minimum = 1, maximum = 3650)]
    days: Option<u32>,
    /// The report that is decided by it.
    report: Option<i64>,
    /// Why, in 1 to 500 signs; for `dismiss`, `remove-line`, `lift-ban` and `set` it may be left out.
    #[serde(default)]
    why: String,
}

impl Acting {
    /// What is done.
    async fn action(&self, app: &App) -> Result<ModAction, Refusal> {
        let until = until(self.days)?;
        Ok(match self.act.as_str() {
            "dismiss" => ModAction::Dismiss,
            "mute" => ModAction::Mute { until },
            "unmute" => ModAction::Unmute,
            "ban" => ModAction::Ban { until },
            "unban" => ModAction::Unban,
            "rename" => ModAction::Rename(names::of_account(self.needs(self.to.as_deref(), "a name \"to\"")?)?),
            "reset-ratings" => ModAction::ResetRatings,
            "close" => ModAction::Close,
            "reopen" => ModAction::Reopen,
            "remove-line" => ModAction::RemoveLine,
            "ban-guest" => {
                let block = if self.with_address { Some(address_of(app, self.guest()?).await?) } else { None };
                ModAction::BanGuest { block, until }
            }
            "ban-address" => {
                let address = self.needs(self.address.as_deref(), "an \"address\" or a block of them")?;
                ModAction::BanAddress { block: bans::block(address)?, until }
            }
            "lift-ban" => ModAction::LiftBan(self.needs(self.ban, "the number of a \"ban\"")?),
            "set" => {
                let setting = self.needs(self.setting.as_deref(), "a \"setting\"")?;
                let value = self.needs(self.value.as_deref(), "a \"value\"")?;
                ModAction::Set(Setting::parse(setting, value).map_err(|what| Refusal::new(Code::BadRange, what))?)
            }
            _ => {
                let what = "there is no such act; /api/openapi.json lists those that there are";
                return Err(Refusal::new(Code::BadMessage, what));
            }
        })
    }

    /// What it is done to.
    fn target(&self, action: &ModAction) -> Result<Target, Refusal> {
        Ok(match action {
            ModAction::Dismiss | ModAction::BanAddress { .. } | ModAction::LiftBan(_) | ModAction::Set(_) => {
                Target::Nobody
            }
            ModAction::BanGuest { .. } => Target::Guest(self.guest()?),
            ModAction::RemoveLine => Target::Line(self.needs(self.line, "the number of a \"line\"")?),
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
                Target::Account(names::folded(self.needs(self.name.as_deref(), "the \"name\" of an account")?))
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

/// Returns the address from which a guest came last, as a block.
async fn address_of(app: &App, guest: GuestSeat) -> Result<IpNet, Refusal> {
    let keys = kept(app.moderation.store.guest_keys(guest).await)?;
    let known = app.moderation.guests.of(&keys).map(|household| household.block());
    known.ok_or_else(|| {
        let what = "the guest's address is not known here any more; ban the guest alone, or name the address";
        Refusal::new(Code::NothingThere, what)
    })
}

async fn act(State(app): State<Arc<App>>, browser: Browser, Json(asked): Json<Acting>) -> Answer {
    let actor = moderator(&browser)?;
    let action = asked.action(&app).await?;
    let target = asked.target(&action)?;
    let why = reason(&asked.why, action.needs_no_reason())?;
    let command = ModCommand { actor: Some(actor), action, target, report: asked.report, why };
    done(app.moderation.store.act(command).await)?;
    follow_once(&app).await?;
    app.hub.spread(ClusterEvent::Moderated).await;
    Ok(json_answer(&Done { done: true }))
}

async fn bans(State(app): State<Arc<App>>, browser: Browser) -> Answer {
    moderator(&browser)?;
    let bans = kept(app.moderation.store.bans().await)?;
    Ok(json_answer(&bans.into_iter().map(BanInfo::from).collect::<Vec<_>>()))
}

async fn households(State(app): State<Arc<App>>, browser: Browser, Query(asked): Query<Part>) -> Answer {
    moderator(&browser)?;
    let (wanted, page) = asked.page()?;
    let games = kept(app.moderation.store.shared_games(page).await)?;
    Ok(part::<_, SharedGameInfo>(games, wanted))
}

async fn settings(State(app): State<Arc<App>>, browser: Browser) -> Answer {
    moderator(&browser)?;
    Ok(json_answer(&SettingsInfo::from(app.moderation.settings())))
}

/// When something ends that holds for so many days from now on.
pub fn until(days: Option<u32>) -> Result<Option<i64>, Refusal> {
    match days {
        Some(days) if days == 0 || days > DAYS => {
            Err(Refusal::new(Code::BadRange, format!("days lie between 1 and {DAYS}; without them it is for ever")))
        }
        days => Ok(days.map(|days| now() + i64::from(days) * DAY)),
    }
}

/// Why something is done, in a line; only who lays a report aside need not say it.
pub fn reason(why: &str, may_be_silent: bool) -> Result<String, Refusal> {
    if may_be_silent && phrases::shown(why).is_empty() {
        return Ok(String::new());
    }
    phrases::bounded(why, WORDS).map_err(|_| {
        Refusal::new(Code::LineLength, format!("say why, in 1 to {WORDS} signs; whoever it is done to is told"))
    })
}
