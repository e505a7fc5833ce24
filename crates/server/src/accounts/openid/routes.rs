//! HTTP routes for OpenID Connect sign-in. A cookie identifies users when they return from the provider. The server then redirects them to
//! `/account`, and never anywhere else.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use utoipa::{IntoParams, ToSchema};

use super::pending_logins::{AT_PROVIDER, LOGIN_TTL, NEW_USER, NewUser, PendingLogin, Purpose};
use super::provider::CallbackParams;
use super::types::{Newcomer, ProviderInfo, WayThere};
use crate::accounts::names;
use crate::accounts::routes::Beginning;
use crate::accounts::security_log::Attempt;
use crate::accounts::service::{or_refusal, or_storage_refusal};
use crate::accounts::sign_in::ceremonies::expired;
use crate::accounts::sign_in::routes::remove_sign_in_method;
use crate::accounts::sign_in::store::{NewLink, NewSignInMethod, SignInMethod};
use crate::accounts::sign_in::types::WaysInfo;
use crate::accounts::store::{NewAccount, Refused};
use crate::accounts::types::Identity;
use crate::app::App;
use crate::assets::error_pages::BACK;
use crate::common::sealed::Seal;
use crate::common::secrets;
use crate::http::extract::{Answer, Browser, Json, Query, cookies_in, json_answer};
use crate::http::refusal::{Code, OF_NAME, OF_NEW_ACCOUNT, Refusal};
use crate::limits::caller::Caller;
use crate::limits::fair_queue::Requester;
use crate::limits::quotas::Resource;
use crate::openapi::route::{Routes, get, post};
use crate::tokens::scopes::Access;

/// Cookie with the state of a pending login.
const COOKIE: &str = "bastide_sign_in";

/// Routes that change state: only this server's own pages may use them.
pub fn guarded() -> Routes {
    const LEAVING: &[Code] = &[Code::NothingThere, Code::SignedOut, Code::ProofNeeded, Code::ProviderDown, Code::Busy];
    const DETACHED: &[Code] = &[Code::ProofNeeded, Code::LastWay, Code::NothingThere];
    let leave = post(
        "/account/openid/leave",
        Access::SessionOnly,
        "Starts a sign-in with a provider and returns the URL to visit.",
        leave,
    );
    let sign_up = post(
        "/account/openid/sign-up",
        Access::SessionOnly,
        "Creates an account for a user who came from a provider.",
        sign_up,
    );
    let detach = post("/account/openid/detach", Access::SessionOnly, "Unlinks a provider from the account.", detach);
    let named = [Code::Expired, Code::NameTaken, Code::WayTaken];
    Routes::of("Accounts")
        .route(leave.answers::<WayThere>().refuses(LEAVING))
        .route(sign_up.creates::<Identity>().refuses(OF_NAME).refuses(OF_NEW_ACCOUNT).refuses(&named))
        .route(detach.signed().answers::<WaysInfo>().refuses(DETACHED))
}

/// Read-only routes, and the redirect URI.
pub fn open() -> Routes {
    let back = get("/account/openid/back", Access::SessionOnly, "Redirect URI of the providers.", back);
    let newcomer = get(
        "/account/openid/newcomer",
        Access::Public,
        "Returns the provider of a user who has no account yet.",
        newcomer,
    );
    Routes::of("Accounts")
        .route(
            get("/providers", Access::Public, "Lists the OpenID Connect providers.", providers).lists::<ProviderInfo>(),
        )
        .route(back.redirects())
        .route(newcomer.answers::<Newcomer>().refuses(&[Code::Expired]))
}

async fn providers(State(app): State<Arc<App>>) -> Response {
    let known = app.accounts.pending_logins.providers.iter();
    let known = known.map(|one| ProviderInfo { id: one.id().to_owned(), name: one.name().to_owned() });
    json_answer(&known.collect::<Vec<_>>())
}

/// The reason a user is sent to a provider.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum For {
    /// To sign in or up.
    SignIn,
    /// To link the provider to the signed-in account.
    Link,
    /// To confirm the user's identity.
    Prove,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct LoginRequest {
    /// Provider id.
    provider: String,
    /// Purpose of the sign-in.
    #[serde(rename = "for")]
    what: For,
    /// Whether to claim this browser's games for the account.
    #[serde(default)]
    claim: bool,
}

/// Starts a login at a provider.
async fn leave(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    headers: HeaderMap,
    Json(LoginRequest { provider, what, claim }): Json<LoginRequest>,
) -> Answer {
    let none = || Refusal::new(Code::NothingThere, "unknown provider; reload the page");
    let known = app.accounts.pending_logins.provider(&provider).ok_or_else(none)?;
    let purpose = match what {
        For::SignIn => Purpose::SignIn { claim },
        For::Link => {
            let session = browser.signed()?.session;
            app.accounts.proofs.check(session)?;
            Purpose::Link(session)
        }
        For::Prove => Purpose::Prove(browser.signed()?.session),
    };
    app.take(caller, browser.known(), Resource::Proofs, 1)?;
    let requester = Requester::Stranger(caller.client_network);
    let (to, sent) =
        known.begin_login(address(&headers, caller), matches!(purpose, Purpose::Prove(_)), requester).await?;
    let sealed = app.accounts.ceremonies.begin(AT_PROVIDER, &PendingLogin { provider, purpose, sent }, LOGIN_TTL)?;
    Ok(set_login_cookie(&browser, json_answer(&WayThere { to }), &sealed))
}

/// Stores sealed state in the login cookie.
fn set_login_cookie(browser: &Browser, mut answer: Response, sealed: &str) -> Response {
    browser.set(&mut answer, COOKIE, sealed, LOGIN_TTL.as_secs().try_into().unwrap_or_default());
    answer
}

/// Returns the state from the browser's first login cookie that contains valid state for this purpose.
async fn open_state<T: DeserializeOwned>(
    app: &App,
    headers: &HeaderMap,
    https: bool,
    purpose: &str,
) -> Result<Option<(T, Seal)>, Refusal> {
    for sealed in cookies_in(headers, COOKIE, https) {
        if let Some(opened) = app.accounts.ceremonies.open(purpose, sealed).await? {
            return Ok(Some(opened));
        }
    }
    Ok(None)
}

/// Returns the redirect URI, with the host name that the page used to reach this server; the `hosts` and `origin` checks have validated it.
fn address(headers: &HeaderMap, caller: Caller) -> String {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let scheme = if caller.https { "https" } else { "http" };
    match (text(header::ORIGIN), text(header::HOST)) {
        (Some(origin), _) => format!("{origin}{BACK}"),
        (None, host) => format!("{scheme}://{}{BACK}", host.unwrap_or_default()),
    }
}

/// Query parameters of the redirect from the provider.
#[derive(Deserialize, IntoParams)]
struct CallbackQuery {
    /// State value sent to the provider.
    #[serde(default)]
    state: String,
    /// Authorization code.
    #[serde(default)]
    code: Option<String>,
    /// Error code, if the sign-in failed.
    #[serde(default)]
    error: Option<String>,
    /// Issuer URL, if the provider sends it.
    #[serde(default)]
    iss: Option<String>,
}

/// Handles the return from a provider. Always redirects the browser to a page.
async fn back(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    headers: HeaderMap,
    query: Result<Query<CallbackQuery>, Refusal>,
) -> Response {
    let arrived = match query {
        Ok(Query(query)) => {
            let arrived = finish_login(&app, caller, &browser, &headers, query).await;
            app.accounts.security.watch(Attempt::provider, caller, arrived)
        }
        Err(why) => Err(why),
    };
    arrived.unwrap_or_else(|why| {
        let mut answer = redirect_to_account(StatusCode::SEE_OTHER.into_response(), why.code.word_and_status().0);
        browser.set(&mut answer, COOKIE, "", 0);
        answer
    })
}

/// Redirects to the account page, which shows the outcome.
fn redirect_to_account(mut answer: Response, what: &str) -> Response {
    let to = HeaderValue::from_str(&format!("/account?openid={what}"));
    answer.headers_mut().insert(header::LOCATION, to.unwrap_or(HeaderValue::from_static("/account")));
    answer
}

async fn finish_login(
    app: &App,
    caller: Caller,
    browser: &Browser,
    headers: &HeaderMap,
    query: CallbackQuery,
) -> Answer {
    app.take(caller, browser.known(), Resource::Proofs, 1)?;
    let pending = open_state(app, headers, caller.https, AT_PROVIDER).await?;
    let (PendingLogin { provider, purpose, sent }, seal) = pending.ok_or_else(expired)?;
    let provider = app.accounts.pending_logins.provider(&provider).ok_or_else(expired)?;
    let CallbackQuery { state, code, error, iss } = query;
    let Some(code) = code.filter(|_| error.is_none()) else {
        return Err(Refusal::new(Code::Declined, "the sign-in was cancelled or declined by the provider"));
    };
    let params = CallbackParams { state, code, issuer: iss };
    let proves = matches!(purpose, Purpose::Prove(_));
    let subject = provider.finish_login(sent, params, proves, Requester::Stranger(caller.client_network)).await?;
    app.accounts.ceremonies.finish(seal).await?;
    let link = NewLink { issuer: provider.issuer().to_owned(), subject };
    match purpose {
        Purpose::SignIn { claim } => {
            let Some(account) = or_storage_refusal(app.accounts.store.use_link(link.clone()).await)? else {
                let new_user = NewUser { provider: provider.name().to_owned(), link, claim };
                let sealed = app.accounts.ceremonies.begin(NEW_USER, &new_user, LOGIN_TTL)?;
                let answer = redirect_to_account(StatusCode::SEE_OTHER.into_response(), "new");
                return Ok(browser.remember(set_login_cookie(browser, answer, &sealed)));
            };
            let beginning = Beginning::new(browser, headers, claim);
            or_refusal(app.accounts.store.sign_in(account, beginning.session.clone()).await)?;
            let answer = beginning.answer(app, StatusCode::SEE_OTHER).await?;
            Ok(clear_login_cookie(browser, redirect_to_account(answer, if claim { "claimed" } else { "in" })))
        }
        Purpose::Link(session) => {
            let who = browser.signed()?;
            if who.session != session {
                return Err(expired());
            }
            or_refusal(app.accounts.store.add_sign_in_method(who.account, NewSignInMethod::Link(link)).await)?;
            Ok(clear_login_cookie(browser, redirect_to_account(StatusCode::SEE_OTHER.into_response(), "linked")))
        }
        Purpose::Prove(session) => {
            let who = browser.signed()?;
            if who.session != session {
                return Err(expired());
            }
            if or_storage_refusal(app.accounts.store.use_link(link).await)? != Some(who.account) {
                return Err(Refusal::new(Code::BadIdentity, "this identity is not linked to this account"));
            }
            app.accounts.proofs.give(session);
            Ok(clear_login_cookie(browser, redirect_to_account(StatusCode::SEE_OTHER.into_response(), "proven")))
        }
    }
}

/// Deletes the login cookie.
fn clear_login_cookie(browser: &Browser, mut answer: Response) -> Response {
    browser.set(&mut answer, COOKIE, "", 0);
    answer
}

/// Returns the pending sign-up of a user who still has to choose a name.
async fn newcomer(State(app): State<Arc<App>>, caller: Caller, headers: HeaderMap) -> Answer {
    let found = open_state(&app, &headers, caller.https, NEW_USER).await?;
    let (NewUser { provider, .. }, _) = found.ok_or_else(no_pending_login)?;
    Ok(json_answer(&Newcomer { provider }))
}

fn no_pending_login() -> Refusal {
    Refusal::new(Code::Expired, "no pending sign-in with a provider; start again")
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Named {
    /// Account name.
    name: String,
}

/// Creates an account for a user who came from a provider.
async fn sign_up(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    headers: HeaderMap,
    Json(Named { name }): Json<Named>,
) -> Answer {
    browser.may_register(&app, caller)?;
    let name = names::of_account(&name)?;
    app.take(caller, browser.known(), Resource::Proofs, 1)?;
    let found = open_state(&app, &headers, caller.https, NEW_USER).await?;
    let (NewUser { link, claim, .. }, seal) = found.ok_or_else(no_pending_login)?;
    // Check the name before consuming the state, so that a taken name does not require another visit to the provider.
    if !or_storage_refusal(app.accounts.store.is_free(name.clone()).await)? {
        return or_refusal(Ok(Err(Refused::NameTaken)));
    }
    app.take(caller, browser.known(), Resource::Accounts, 1)?;
    app.accounts.ceremonies.finish(seal).await?;
    let beginning = Beginning::new(&browser, &headers, claim);
    let account = NewAccount { name, password: None, key: secrets::key() };
    or_refusal(app.accounts.store.sign_up_with(account, NewSignInMethod::Link(link), beginning.session.clone()).await)?;
    Ok(clear_login_cookie(&browser, beginning.answer(&app, StatusCode::CREATED).await?))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Detached {
    /// Issuer of the provider.
    issuer: String,
}

async fn detach(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    headers: HeaderMap,
    Json(Detached { issuer }): Json<Detached>,
) -> Answer {
    remove_sign_in_method(&app, &browser, (&headers, caller), SignInMethod::Link(issuer)).await
}
