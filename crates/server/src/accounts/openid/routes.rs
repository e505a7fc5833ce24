//! What is asked over HTTP about signing in by providers. Whoever goes to one takes a cookie along by which they are known when they come
//! back; then they are led to the page `/account`, never anywhere else.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use utoipa::{IntoParams, ToSchema};

use super::pending_logins::{AWAY, LOGIN_TTL, PendingLogin, Purpose, STRANGER, Stranger};
use super::provider::Brought;
use super::types::{Newcomer, ProviderInfo, WayThere};
use crate::accounts::names;
use crate::accounts::routes::Beginning;
use crate::accounts::security_log::Attempt;
use crate::accounts::service::{done, kept};
use crate::accounts::sign_in::ceremonies::expired;
use crate::accounts::sign_in::routes::remove_way;
use crate::accounts::sign_in::store::{NewLink, NewWay, Way};
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

/// The cookie of whoever is on the way.
const COOKIE: &str = "bastide_errand";

/// What changes something: for pages of this server alone.
pub fn guarded() -> Routes {
    const LEAVING: &[Code] = &[Code::NothingThere, Code::SignedOut, Code::ProofNeeded, Code::ProviderDown, Code::Busy];
    const DETACHED: &[Code] = &[Code::ProofNeeded, Code::LastWay, Code::NothingThere];
    let leave =
        post("/account/openid/leave", Access::SessionOnly, "Where somebody goes to sign in by a provider.", leave);
    let sign_up =
        post("/account/openid/sign-up", Access::SessionOnly, "Makes an account for who came by a provider.", sign_up);
    let detach = post("/account/openid/detach", Access::SessionOnly, "Detaches a provider from the account.", detach);
    let named = [Code::Expired, Code::NameTaken, Code::WayTaken];
    Routes::of("Accounts")
        .route(leave.answers::<WayThere>().refuses(LEAVING))
        .route(sign_up.creates::<Identity>().refuses(OF_NAME).refuses(OF_NEW_ACCOUNT).refuses(&named))
        .route(detach.signed().answers::<WaysInfo>().refuses(DETACHED))
}

/// What only looks, and where providers lead people back to.
pub fn open() -> Routes {
    let back = get("/account/openid/back", Access::SessionOnly, "Where a provider leads people back to.", back);
    let newcomer =
        get("/account/openid/newcomer", Access::Public, "Who came by a provider and has no account.", newcomer);
    Routes::of("Accounts")
        .route(
            get("/providers", Access::Public, "By which providers one may sign in.", providers).lists::<ProviderInfo>(),
        )
        .route(back.leads_on())
        .route(newcomer.answers::<Newcomer>().refuses(&[Code::Expired]))
}

async fn providers(State(app): State<Arc<App>>) -> Response {
    let known = app.accounts.pending_logins.providers.iter();
    let known = known.map(|one| ProviderInfo { id: one.id().to_owned(), name: one.name().to_owned() });
    json_answer(&known.collect::<Vec<_>>())
}

/// What somebody goes to a provider for.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum For {
    /// To sign in, or to make an account.
    SignIn,
    /// To attach it to the account that is signed in.
    Link,
    /// To prove that it is them.
    Prove,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Leaving {
    /// Its word.
    provider: String,
    /// What for.
    #[serde(rename = "for")]
    what: For,
    /// Whether the games of this browser become the account's.
    #[serde(default)]
    claim: bool,
}

/// Where somebody goes to sign in.
async fn leave(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    headers: HeaderMap,
    Json(Leaving { provider, what, claim }): Json<Leaving>,
) -> Answer {
    let none = || Refusal::new(Code::NothingThere, "there is no such provider here; load the page again");
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
    let requester = Requester::Stranger(caller.household);
    let (to, sent) = known.send(address(&headers, caller), matches!(purpose, Purpose::Prove(_)), requester).await?;
    let sealed = app.accounts.ceremonies.begin(AWAY, &PendingLogin { provider, purpose, sent }, LOGIN_TTL)?;
    Ok(keep(&browser, json_answer(&WayThere { to }), &sealed))
}

/// Has the browser keep sealed state along with an answer.
fn keep(browser: &Browser, mut answer: Response, sealed: &str) -> Response {
    browser.set(&mut answer, COOKIE, sealed, LOGIN_TTL.as_secs().try_into().unwrap_or_default());
    answer
}

/// The sealed state that the browser keeps for a purpose.
async fn opened<T: DeserializeOwned>(
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

/// The address of this server at which people arrive, by the name that their page calls it by: the layers of `hosts` and `origin` have
/// seen that it is the server's own.
fn address(headers: &HeaderMap, caller: Caller) -> String {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let scheme = if caller.https { "https" } else { "http" };
    match (text(header::ORIGIN), text(header::HOST)) {
        (Some(origin), _) => format!("{origin}{BACK}"),
        (None, host) => format!("{scheme}://{}{BACK}", host.unwrap_or_default()),
    }
}

/// What a provider gives along to somebody who comes back.
#[derive(Deserialize, IntoParams)]
struct Arriving {
    /// What it was sent along.
    #[serde(default)]
    state: String,
    /// The word by which the server asks it who came.
    #[serde(default)]
    code: Option<String>,
    /// Why nobody was let in.
    #[serde(default)]
    error: Option<String>,
    /// Which provider it is.
    #[serde(default)]
    iss: Option<String>,
}

/// Somebody comes back from a provider: a browser, which is led on to a page whatever comes of it.
async fn back(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    headers: HeaderMap,
    arriving: Result<Query<Arriving>, Refusal>,
) -> Response {
    let arrived = match arriving {
        Ok(Query(arriving)) => {
            let arrived = arrive(&app, caller, &browser, &headers, arriving).await;
            app.accounts.security.watch(Attempt::provider, caller, arrived)
        }
        Err(why) => Err(why),
    };
    arrived.unwrap_or_else(|why| {
        let mut answer = lead(StatusCode::SEE_OTHER.into_response(), why.code.word_and_status().0);
        browser.set(&mut answer, COOKIE, "", 0);
        answer
    })
}

/// An answer that leads to the page of the account, which says in words what came of it.
fn lead(mut answer: Response, what: &str) -> Response {
    let to = HeaderValue::from_str(&format!("/account?openid={what}"));
    answer.headers_mut().insert(header::LOCATION, to.unwrap_or(HeaderValue::from_static("/account")));
    answer
}

async fn arrive(app: &App, caller: Caller, browser: &Browser, headers: &HeaderMap, arriving: Arriving) -> Answer {
    app.take(caller, browser.known(), Resource::Proofs, 1)?;
    let pending = opened(app, headers, caller.https, AWAY).await?;
    let (PendingLogin { provider, purpose, sent }, seal) = pending.ok_or_else(expired)?;
    let provider = app.accounts.pending_logins.provider(&provider).ok_or_else(expired)?;
    let Arriving { state, code, error, iss } = arriving;
    let Some(code) = code.filter(|_| error.is_none()) else {
        return Err(Refusal::new(Code::Declined, "the provider let nobody in, or somebody would rather not"));
    };
    let brought = Brought { state, code, issuer: iss };
    let proves = matches!(purpose, Purpose::Prove(_));
    let subject = provider.receive(sent, brought, proves, Requester::Stranger(caller.household)).await?;
    app.accounts.ceremonies.finish(seal).await?;
    let link = NewLink { issuer: provider.issuer().to_owned(), subject };
    match purpose {
        Purpose::SignIn { claim } => {
            let Some(account) = kept(app.accounts.store.use_link(link.clone()).await)? else {
                let stranger = Stranger { provider: provider.name().to_owned(), link, claim };
                let sealed = app.accounts.ceremonies.begin(STRANGER, &stranger, LOGIN_TTL)?;
                let answer = lead(StatusCode::SEE_OTHER.into_response(), "new");
                return Ok(browser.remember(keep(browser, answer, &sealed)));
            };
            let beginning = Beginning::new(browser, headers, claim);
            done(app.accounts.store.sign_in(account, beginning.session.clone()).await)?;
            let answer = beginning.answer(app, StatusCode::SEE_OTHER).await?;
            Ok(forget(browser, lead(answer, if claim { "claimed" } else { "in" })))
        }
        Purpose::Link(session) => {
            let who = browser.signed()?;
            if who.session != session {
                return Err(expired());
            }
            done(app.accounts.store.add_way(who.account, NewWay::Link(link)).await)?;
            Ok(forget(browser, lead(StatusCode::SEE_OTHER.into_response(), "linked")))
        }
        Purpose::Prove(session) => {
            let who = browser.signed()?;
            if who.session != session {
                return Err(expired());
            }
            if kept(app.accounts.store.use_link(link).await)? != Some(who.account) {
                return Err(Refusal::new(Code::BadIdentity, "this is not who signs in to this account"));
            }
            app.accounts.proofs.give(session);
            Ok(forget(browser, lead(StatusCode::SEE_OTHER.into_response(), "proven")))
        }
    }
}

/// The login is done.
fn forget(browser: &Browser, mut answer: Response) -> Response {
    browser.set(&mut answer, COOKIE, "", 0);
    answer
}

/// Who came by a provider and is to choose a name.
async fn newcomer(State(app): State<Arc<App>>, caller: Caller, headers: HeaderMap) -> Answer {
    let found = opened(&app, &headers, caller.https, STRANGER).await?;
    let (Stranger { provider, .. }, _) = found.ok_or_else(nobody)?;
    Ok(json_answer(&Newcomer { provider }))
}

fn nobody() -> Refusal {
    Refusal::new(Code::Expired, "nobody has come here by a provider lately; begin again")
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Named {
    /// What it is called.
    name: String,
}

/// An account for somebody who came by a provider.
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
    let found = opened(&app, &headers, caller.https, STRANGER).await?;
    let (Stranger { link, claim, .. }, seal) = found.ok_or_else(nobody)?;
    // A name that is taken is no reason to go to the provider once more.
    if !kept(app.accounts.store.is_free(name.clone()).await)? {
        return done(Ok(Err(Refused::NameTaken)));
    }
    app.take(caller, browser.known(), Resource::Accounts, 1)?;
    app.accounts.ceremonies.finish(seal).await?;
    let beginning = Beginning::new(&browser, &headers, claim);
    let account = NewAccount { name, password: None, key: secrets::key() };
    done(app.accounts.store.sign_up_by(account, NewWay::Link(link), beginning.session.clone()).await)?;
    Ok(forget(&browser, beginning.answer(&app, StatusCode::CREATED).await?))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Detached {
    /// Its address.
    issuer: String,
}

async fn detach(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    headers: HeaderMap,
    Json(Detached { issuer }): Json<Detached>,
) -> Answer {
    remove_way(&app, &browser, (&headers, caller), Way::Link(issuer)).await
}
