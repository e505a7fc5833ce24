//! HTTP routes for chat at a table (where new lines also arrive over its socket) and in the lobby, and for blocked accounts.

use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::phrases;
use super::service::DEFAULT_LINES;
use super::store::{NewLine, Wanted};
use super::types::{BlockedInfo, LineInfo, LinesInfo};
use crate::accounts::names;
use crate::accounts::service::{or_refusal, or_storage_refusal};
use crate::app::App;
use crate::http::extract::{Answer, Browser, Json, Path, Query, json_answer};
use crate::http::refusal::{Code, OF_LOOKING, Refusal};
use crate::limits::caller::Caller;
use crate::limits::quotas::Resource;
use crate::openapi::route::{Routes, get, post};
use crate::tokens::scopes::Access;

/// Maximum number of lines per response.
const MAX_LINES: u32 = 100;

/// Routes that change state: only this server's own pages may use them.
pub fn guarded() -> Routes {
    let say = post("/talk", Access::TALK, "Posts a line in the lobby.", say_in_lobby);
    let block = post("/account/blocks", Access::SessionOnly, "Blocks an account; at most 500.", block);
    let unblock = post("/account/blocks/end", Access::SessionOnly, "Unblocks an account.", unblock);
    Routes::of("Talk")
        .route(say.signed().answers::<LineInfo>().refuses(&[
            Code::LineLength,
            Code::Muted,
            Code::SlowMode,
            Code::NoLinks,
        ]))
        .route(block.signed().lists::<BlockedInfo>().refuses(&[Code::NoPerson, Code::Block]))
        .route(unblock.signed().lists::<BlockedInfo>())
}

/// Read-only routes.
pub fn open() -> Routes {
    let of_table = get("/tables/{table}/talk", Access::READ, "Lists chat lines of a table.", of_table);
    Routes::of("Talk")
        .route(get("/talk", Access::READ, "Lists chat lines of the lobby.", lobby).answers::<LinesInfo>())
        .route(of_table.answers::<LinesInfo>().refuses(OF_LOOKING))
        .route(
            get("/account/blocks", Access::SessionOnly, "Lists the blocked accounts.", blocked)
                .signed()
                .lists::<BlockedInfo>(),
        )
}

/// Query parameters that select a page of lines.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
struct Part {
    /// Returns only lines before this id.
    before: Option<i64>,
    /// Returns only lines after this id; cannot be combined with `before`.
    after: Option<i64>,
    /// Number of lines; 50 by default.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u32>,
}

impl Part {
    fn most(&self) -> Result<u32, Refusal> {
        let most = self.limit.unwrap_or(DEFAULT_LINES);
        if most == 0 || most > MAX_LINES || (self.before.is_some() && self.after.is_some()) {
            let what = format!("limit must be 1 to {MAX_LINES}; use either before or after");
            return Err(Refusal::new(Code::BadRange, what));
        }
        Ok(most)
    }
}

async fn lobby(State(app): State<Arc<App>>, Query(part): Query<Part>, browser: Browser) -> Answer {
    let (most, reader) = (part.most()?, browser.account().map(|who| who.account));
    let Part { before, after, .. } = part;
    let wanted = Wanted { table: None, apart: true, before, after, most, reader };
    Ok(json_answer(&app.chat.lines(wanted).await?))
}

async fn of_table(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(table): Path<String>,
    Query(part): Query<Part>,
    browser: Browser,
) -> Answer {
    let most = part.most()?;
    let table = app.table_for(&table, caller, browser.hashes(None)).await?;
    let speaker = table.speaker_with(browser.hashes(None)).await?;
    let reader = browser.account().map(|who| who.account);
    let (apart, table) = (speaker.person.is_none() || speaker.over, Some(table.name().to_owned()));
    let Part { before, after, .. } = part;
    Ok(json_answer(&app.chat.lines(Wanted { table, apart, before, after, most, reader }).await?))
}

/// A line to post: a phrase or free text.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Say {
    /// Id of a phrase.
    phrase: Option<String>,
    /// Free text of 1 to 200 characters on one line.
    words: Option<String>,
}

async fn say_in_lobby(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    Json(Say { phrase, words }): Json<Say>,
) -> Answer {
    let who = browser.signed()?;
    let said = phrases::said(phrase, words)?;
    app.take(caller, browser.known(), Resource::Chat, 1)?;
    let (account, name) = (Some(who.account), Some(who.name.clone()));
    let line = app.chat.say(NewLine { table: None, apart: false, seat: None, account, name, said }).await?;
    Ok(json_answer(&LineInfo::from(line)))
}

/// The account to block or unblock.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Named {
    /// Account name, case-insensitive.
    name: String,
}

async fn blocked(State(app): State<Arc<App>>, browser: Browser) -> Answer {
    let blocked = or_storage_refusal(app.chat.store.blocked(browser.signed()?.account).await)?;
    Ok(json_answer(&blocked.into_iter().map(BlockedInfo::from).collect::<Vec<_>>()))
}

async fn block(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    Json(Named { name }): Json<Named>,
) -> Answer {
    let account = browser.signed()?.account;
    app.take(caller, browser.known(), Resource::Chat, 1)?;
    or_refusal(app.chat.store.block(account, names::folded(&name)).await)?;
    blocked(State(app), browser).await
}

async fn unblock(State(app): State<Arc<App>>, browser: Browser, Json(Named { name }): Json<Named>) -> Answer {
    let account = browser.signed()?.account;
    or_storage_refusal(app.chat.store.unblock(account, names::folded(&name)).await)?;
    blocked(State(app), browser).await
}
