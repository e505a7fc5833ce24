//! HTTP routes for sign-in methods besides passwords.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use serde::Deserialize;
use utoipa::ToSchema;

#[cfg(feature = "online")]
use super::passkeys::Site;

use super::store::{SignInContext, SignInMethod};
use super::types::WaysInfo;
use crate::accounts::security_log::Attempt;
use crate::accounts::service::{or_refusal, or_storage_refusal};
use crate::accounts::store::SignedIn;
use crate::app::App;
use crate::chat::phrases;
use crate::http::extract::{Answer, Browser, Json, json_answer};
use crate::http::refusal::{Code, Refusal};
use crate::limits::caller::Caller;
use crate::limits::quotas::Resource;
use crate::openapi::route::{Routes, get, post};
use crate::tokens::scopes::Access;

/// Maximum length of a passkey's name in characters.
const MAX_NAME_LENGTH: usize = 40;

/// Routes that change state: only this server's own pages may use them.
pub fn guarded() -> Routes {
    let prove =
        post("/account/prove", Access::SessionOnly, "Confirms the signed-in user's identity with the password.", prove);
    let rename = post("/account/passkeys/rename", Access::SessionOnly, "Renames a passkey.", rename);
    let remove = post("/account/passkeys/remove", Access::SessionOnly, "Removes a passkey from the account.", remove);
    Routes::of("Accounts")
        .route(prove.signed().answers::<WaysInfo>().refuses(&[Code::WrongPassword, Code::Busy]))
        .route(rename.signed().answers::<WaysInfo>().refuses(&[Code::LineLength, Code::NothingThere]))
        .route(remove.signed().answers::<WaysInfo>().refuses(&[Code::ProofNeeded, Code::LastWay, Code::NothingThere]))
}

/// Read-only routes.
pub fn open() -> Routes {
    let ways = get("/account/ways", Access::SessionOnly, "Lists the sign-in methods of the account.", ways);
    Routes::of("Accounts").route(ways.signed().answers::<WaysInfo>())
}

async fn ways(State(app): State<Arc<App>>, browser: Browser) -> Answer {
    ways_response(&app, browser.signed()?).await
}

/// Builds the response with the account's sign-in methods.
pub(in crate::accounts) async fn ways_response(app: &App, who: &SignedIn) -> Answer {
    let ways = or_storage_refusal(app.accounts.store.ways(who.account).await)?;
    Ok(json_answer(&WaysInfo::new(ways, &app.accounts.pending_logins.providers)))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Password {
    /// Password of the account.
    password: String,
}

/// Confirms the signed-in user's identity.
async fn prove(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    Json(Password { password }): Json<Password>,
) -> Answer {
    let who = browser.signed()?;
    app.take(caller, browser.known(), Resource::Proofs, 1)?;
    let proven = app.accounts.prove(&who.name, password, browser.proves_from(caller)).await;
    app.accounts.security.watch(Attempt::proof, caller, proven)?;
    app.accounts.proofs.give(who.session);
    ways_response(&app, who).await
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Rename {
    /// Passkey id.
    passkey: i64,
    /// New name, at most 40 characters.
    name: String,
}

async fn rename(State(app): State<Arc<App>>, browser: Browser, Json(Rename { passkey, name }): Json<Rename>) -> Answer {
    let who = browser.signed()?;
    let what =
        || Refusal::new(Code::LineLength, format!("a passkey's name must have 1 to {MAX_NAME_LENGTH} characters"));
    let name = phrases::bounded(&name, MAX_NAME_LENGTH).map_err(|_| what())?;
    if !or_storage_refusal(app.accounts.store.rename_passkey(who.account, passkey, name).await)? {
        return Err(Refusal::new(Code::NothingThere, "your account has no such passkey; reload the list"));
    }
    ways_response(&app, who).await
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Removal {
    /// Passkey id.
    passkey: i64,
}

async fn remove(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    headers: HeaderMap,
    Json(Removal { passkey }): Json<Removal>,
) -> Answer {
    remove_sign_in_method(&app, &browser, (&headers, caller), SignInMethod::Passkey(passkey)).await
}

/// Removes a sign-in method after an identity confirmation, provided that another method that works on this host remains.
pub(in crate::accounts) async fn remove_sign_in_method(
    app: &App,
    browser: &Browser,
    (headers, caller): (&HeaderMap, Caller),
    way: SignInMethod,
) -> Answer {
    let who = browser.signed()?;
    app.accounts.proofs.check(who.session)?;
    #[cfg(feature = "online")]
    let rp = Site::of(headers, caller.https).ok().map(|site| site.rp().to_owned());
    #[cfg(not(feature = "online"))]
    let (rp, _) = (None, (headers, caller));
    let usable = SignInContext { rp, issuers: app.accounts.pending_logins.issuers() };
    or_refusal(app.accounts.store.remove_sign_in_method(who.account, way, usable).await)?;
    ways_response(app, who).await
}
