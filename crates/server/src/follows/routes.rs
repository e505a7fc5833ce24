//! HTTP routes for followed players.

use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use table::TableSummary;
use utoipa::ToSchema;

use super::types::FollowState;
use crate::accounts::names;
use crate::accounts::service::{or_refusal, or_storage_refusal};
use crate::app::App;
use crate::http::extract::{Answer, Browser, Json, json_answer};
use crate::http::refusal::Code;
use crate::limits::caller::Caller;
use crate::limits::quotas::Resource;
use crate::openapi::route::{Routes, get, post};
use crate::tokens::scopes::Access;

/// Quota cost of a change, and of the list of games.
const CHANGE_COST: u32 = 3;
const GAMES_COST: u32 = 7;

/// Routes that change state: only this server's own pages may use them.
pub fn guarded() -> Routes {
    let follow = post("/account/follows", Access::SessionOnly, "Follows a player; at most 200.", follow);
    let unfollow = post("/account/follows/end", Access::SessionOnly, "Unfollows a player.", unfollow);
    Routes::of("People")
        .route(follow.signed().answers::<FollowState>().refuses(&[Code::NoPerson, Code::Follow]))
        .route(unfollow.signed().answers::<FollowState>().refuses(&[Code::NoPerson]))
}

/// Routes that change nothing.
pub fn open() -> Routes {
    let says = "Lists the running public games of the players whom the account follows.";
    let games = get("/following", Access::READ, says, games);
    Routes::of("People").route(games.signed().lists::<TableSummary>())
}

/// The player to follow or unfollow.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = FollowedPlayer)]
struct Named {
    /// Account name, case-insensitive.
    name: String,
}

async fn follow(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    Json(Named { name }): Json<Named>,
) -> Answer {
    let account = browser.signed()?.account;
    app.take(caller, browser.known(), Resource::Searches, CHANGE_COST)?;
    let name = or_refusal(app.store.follow(account, names::folded(&name)).await)?;
    Ok(json_answer(&FollowState { name, followed: true }))
}

async fn unfollow(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    Json(Named { name }): Json<Named>,
) -> Answer {
    let account = browser.signed()?.account;
    app.take(caller, browser.known(), Resource::Searches, CHANGE_COST)?;
    let name = or_refusal(app.store.unfollow(account, names::folded(&name)).await)?;
    Ok(json_answer(&FollowState { name, followed: false }))
}

async fn games(State(app): State<Arc<App>>, caller: Caller, browser: Browser) -> Answer {
    let account = browser.signed()?.account;
    app.take(caller, browser.known(), Resource::Searches, GAMES_COST)?;
    let found = or_storage_refusal(app.store.followed_games(account).await)?;
    Ok(json_answer(&found.iter().map(TableSummary::of).collect::<Vec<_>>()))
}
