//! HTTP routes for API tokens and for marking an account as a program.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use serde::Deserialize;
use utoipa::ToSchema;

use super::scopes::Access;
use super::store::{NewToken, Scope};
use super::types::{MadeTokenInfo, TokenInfo};
use crate::accounts::presence::Pass;
use crate::accounts::routes::identity;
use crate::accounts::service::{or_refusal, or_storage_refusal};
use crate::accounts::types::Identity;
use crate::app::App;
use crate::chat::phrases;
use crate::common::secrets;
use crate::http::extract::{Answer, Browser, Json, TOKEN, json_answer};
use crate::http::refusal::{Code, Refusal};
use crate::limits::caller::Caller;
use crate::limits::quotas::Resource;
use crate::openapi::route::{Routes, get, post};
use crate::storage::now;

/// Maximum length of a token's name, in characters.
const MAX_NAME_CHARS: usize = 40;
/// Maximum lifetime of a token that expires, in milliseconds: ten years.
const MAX_TOKEN_MS: i64 = 10 * 366 * 24 * 60 * 60 * 1000;

/// Routes that change state; restricted to pages of this server.
pub fn guarded() -> Routes {
    let make = post("/account/tokens", Access::SessionOnly, "Creates a token; its secret is shown only once.", make);
    let end = post("/account/tokens/end", Access::SessionOnly, "Revokes a token.", end);
    let become_program =
        post("/account/program", Access::SessionOnly, "Marks the account as a program, permanently.", become_program);
    let make = make.signed().creates::<MadeTokenInfo>().refuses(&[Code::LineLength, Code::BadRange]);
    Routes::of("Programs")
        .route(make.refuses(&[Code::TooManyTokens, Code::ProofNeeded]))
        .route(end.signed().lists::<TokenInfo>().refuses(&[Code::BadRange]))
        .route(become_program.signed().answers::<Identity>().refuses(&[Code::ProgramRated, Code::ProofNeeded]))
}

/// Read-only routes.
pub fn open() -> Routes {
    Routes::of("Programs").route(
        get("/account/tokens", Access::SessionOnly, "Lists the account's tokens.", tokens)
            .signed()
            .lists::<TokenInfo>(),
    )
}

async fn tokens(State(app): State<Arc<App>>, browser: Browser) -> Answer {
    let lines = or_storage_refusal(app.store.tokens(browser.signed()?.account).await)?;
    Ok(json_answer(&lines.into_iter().map(TokenInfo::from).collect::<Vec<_>>()))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Wanted {
    /// Name of the token, 1 to 40 characters.
    name: String,
    /// Scopes of the token.
    #[schema(min_items = 1)]
    scopes: Vec<Scope>,
    /// Expiry, in milliseconds since 1970, at most ten years from now; never expires if omitted.
    #[serde(default)]
    expires: Option<i64>,
}

async fn make(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    Json(Wanted { name, mut scopes, expires }): Json<Wanted>,
) -> Answer {
    let signed = browser.signed()?;
    let account = signed.account;
    let what = || Refusal::new(Code::LineLength, format!("token name must have 1 to {MAX_NAME_CHARS} characters"));
    let name = phrases::bounded(&name, MAX_NAME_CHARS).map_err(|_| what())?;
    scopes.sort_unstable();
    scopes.dedup();
    if scopes.is_empty() {
        return Err(Refusal::new(
            Code::BadMessage,
            "a token needs at least one scope: read, play, talk or tournament:write",
        ));
    }
    if expires.is_some_and(|end| !(now() + 1..=now() + MAX_TOKEN_MS).contains(&end)) {
        let what = "expires must be within ten years from now, in milliseconds since 1970; omit it for no expiry";
        return Err(Refusal::new(Code::BadRange, what));
    }
    // A token outlives the session, so access to an unattended browser must not be enough to create one.
    app.accounts.proofs.check(signed.session)?;
    app.take(caller, browser.known(), Resource::Proofs, 1)?;
    let secret = format!("{TOKEN}{}", secrets::secret());
    let token = NewToken { hash: secrets::hash(&secret), name, scopes, expires };
    let token = or_refusal(app.store.make_token(account, token).await)?.into();
    Ok((StatusCode::CREATED, json_answer(&MadeTokenInfo { token, secret })).into_response())
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Ending {
    /// Id of the token.
    token: i64,
}

async fn end(State(app): State<Arc<App>>, browser: Browser, Json(Ending { token }): Json<Ending>) -> Answer {
    let account = browser.signed()?.account;
    if !or_storage_refusal(app.store.end_token(account, token).await)? {
        let what = "your account has no such token; it may have been revoked or have expired";
        return Err(Refusal::new(Code::BadRange, what));
    }
    app.accounts.presence.end(Pass::Token(token));
    tokens(State(app), browser).await
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Nothing {}

/// Marks the account as a program. This cannot be undone.
async fn become_program(State(app): State<Arc<App>>, browser: Browser, Json(Nothing {}): Json<Nothing>) -> Answer {
    let signed = browser.signed()?;
    app.accounts.proofs.check(signed.session)?;
    or_refusal(app.store.become_program(signed.account).await)?;
    identity(State(app), browser).await
}
