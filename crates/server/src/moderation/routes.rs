//! Moderation over HTTP: reports by everybody, all else by moderators and admins.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::audit_follower::follow_once;
use super::reports::{NewReport, Page, Reported};
use super::store::{ModAction, ModCommand, Target};
use super::types::{AuditInfo, ListPart, ReportInfo};
use crate::accounts::names;
use crate::accounts::service::{done, kept};
use crate::app::App;
use crate::chat::phrases;
use crate::common::role::Role;
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
    Routes::of("Order").route(reports.answers_part::<ReportInfo>()).route(audit.answers_part::<AuditInfo>())
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

/// Refuses everybody but moderators and admins; the account of whoever asks.
fn keeper(browser: &Browser) -> Result<i64, Refusal> {
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
    keeper(&browser)?;
    let (wanted, page) = asked.page()?;
    let entries = kept(app.moderation.store.reports(!asked.all, page).await)?;
    Ok(part::<_, ReportInfo>(entries, wanted))
}

async fn audit(State(app): State<Arc<App>>, browser: Browser, Query(asked): Query<Part>) -> Answer {
    keeper(&browser)?;
    let (wanted, page) = asked.page()?;
    let entries = kept(app.moderation.store.audit(page).await)?;
    Ok(part::<_, AuditInfo>(entries, wanted))
}

/// Something that a moderator does.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Acting {
    /// `dismiss`, `mute`, `unmute`, `ban`, `unban`, `rename`, `close` or `reopen`.
    #[schema(pattern = "^(dismiss|mute|unmute|ban|unban|rename|close|reopen)$")]
    act: String,
    /// The account, for `mute`, `unmute`, `ban`, `unban` and `rename`.
    name: Option<String>,
    /// The table, for `close` and `reopen`.
    table: Option<String>,
    /// The new name, for `rename`.
    to: Option<String>,
    /// Days that `mute` and `ban` hold; for ever where left out.
    #[schema(minimum = 1, maximum = 3650)]
    days: Option<u32>,
    /// The report that is decided by it.
    report: Option<i64>,
    /// Why, in 1 to 500 signs; for `dismiss` it may be left out.
    #[serde(default)]
    why: String,
}

async fn act(State(app): State<Arc<App>>, browser: Browser, Json(asked): Json<Acting>) -> Answer {
    let actor = keeper(&browser)?;
    let Acting { act, name, table, to, days, report, why } = asked;
    let missing = |what: &str| Refusal::new(Code::BadMessage, format!("\"{act}\" needs {what}"));
    let until = until(days)?;
    let action = match act.as_str() {
        "dismiss" => ModAction::Dismiss,
        "mute" => ModAction::Mute { until },
        "unmute" => ModAction::Unmute,
        "ban" => ModAction::Ban { until },
        "unban" => ModAction::Unban,
        "rename" => ModAction::Rename(names::of_account(&to.ok_or_else(|| missing("a name \"to\""))?)?),
        "close" => ModAction::Close,
        "reopen" => ModAction::Reopen,
        _ => {
            let what = "an act is dismiss, mute, unmute, ban, unban, rename, close or reopen";
            return Err(Refusal::new(Code::BadMessage, what));
        }
    };
    let target = match &action {
        ModAction::Dismiss => Target::Nobody,
        ModAction::Close | ModAction::Reopen => Target::Table(table.ok_or_else(|| missing("a \"table\""))?),
        _ => Target::Account(names::folded(&name.ok_or_else(|| missing("the \"name\" of an account"))?)),
    };
    let why = reason(&why, action == ModAction::Dismiss)?;
    done(app.moderation.store.act(ModCommand { actor: Some(actor), action, target, report, why }).await)?;
    follow_once(&app).await?;
    Ok(json_answer(&Done { done: true }))
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
