//! HTTP routes for passkeys: signing up, signing in, confirming the user's identity, and adding passkeys.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use serde::Deserialize;
use utoipa::ToSchema;
use webauthn_rs::prelude::{PublicKeyCredential, RegisterPublicKeyCredential};

use super::ceremonies::expired;
use super::passkeys::{self, Challenge, Question, Registration, Site};
use super::routes::ways_response;
use super::store::{NewSignInMethod, Passkey};
use super::types::{ChallengeForPasskey, WaysInfo};
use crate::accounts::names;
use crate::accounts::routes::{Beginning, device};
use crate::accounts::security_log::Attempt;
use crate::accounts::service::{or_refusal, or_storage_refusal};
use crate::accounts::store::{NewAccount, Refused};
use crate::accounts::types::Identity;
use crate::app::App;
use crate::common::sealed::Seal;
use crate::common::secrets;
use crate::http::extract::{Answer, Browser, Json, json_answer};
use crate::http::refusal::{Code, OF_NAME, OF_NEW_ACCOUNT, Refusal};
use crate::limits::caller::Caller;
use crate::limits::quotas::Resource;
use crate::openapi::route::{Routes, post};
use crate::tokens::scopes::Access;

/// Routes that change state: only this server's own pages may use them.
pub fn guarded() -> Routes {
    const CHALLENGE: &[Code] = &[Code::NoPasskeys, Code::SignedOut, Code::ProofNeeded, Code::NameTaken];
    const ANSWER: &[Code] = &[Code::NoPasskeys, Code::BadPasskey, Code::Expired];
    const TAKEN: &[Code] = &[Code::NameTaken, Code::WayTaken];
    let challenge = post(
        "/account/passkeys/challenge",
        Access::SessionOnly,
        "Creates a challenge for an authenticator.",
        challenge,
    );
    let sign_up = post(
        "/account/passkeys/sign-up",
        Access::SessionOnly,
        "Creates an account with a passkey and signs in.",
        sign_up,
    );
    let sign_in = post("/account/passkeys/sign-in", Access::SessionOnly, "Signs in with a passkey.", sign_in);
    let by_passkey = post(
        "/account/passkeys/prove",
        Access::SessionOnly,
        "Confirms the user's identity with a passkey.",
        prove_by_passkey,
    );
    let add = post("/account/passkeys", Access::SessionOnly, "Adds a passkey to the account.", add);
    Routes::of("Accounts")
        .route(challenge.answers::<ChallengeForPasskey>().refuses(CHALLENGE).refuses(OF_NAME).refuses(OF_NEW_ACCOUNT))
        .route(sign_up.creates::<Identity>().refuses(ANSWER).refuses(OF_NAME).refuses(OF_NEW_ACCOUNT).refuses(TAKEN))
        .route(sign_in.answers::<Identity>().refuses(ANSWER).refuses(&[Code::Banned, Code::SignedOut]))
        .route(by_passkey.signed().answers::<WaysInfo>().refuses(ANSWER))
        .route(add.signed().answers::<WaysInfo>().refuses(ANSWER).refuses(&[Code::WayTaken, Code::TooManyPasskeys]))
}

/// Purpose of a challenge.
#[derive(Deserialize, ToSchema)]
#[serde(tag = "for", rename_all = "snake_case", deny_unknown_fields)]
enum ChallengePurpose {
    SignUp { name: String },
    Add {},
    SignIn {},
    Prove {},
}

/// Creates a challenge for an authenticator.
async fn challenge(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    headers: HeaderMap,
    Json(purpose): Json<ChallengePurpose>,
) -> Answer {
    let site = Site::of(&headers, caller.https)?;
    let (options, challenge) = match purpose {
        ChallengePurpose::SignUp { name } => {
            browser.may_register(&app, caller)?;
            let name = names::of_account(&name)?;
            app.take(caller, browser.known(), Resource::Proofs, 1)?;
            // Check the name before the device creates a passkey that would be useless; it is checked again when the account is created.
            if !or_storage_refusal(app.accounts.store.is_free(name.clone()).await)? {
                return or_refusal(Ok(Err(Refused::NameTaken)));
            }
            let key = secrets::key();
            let (options, begun) = site.register(&key, &name.shown, &[])?;
            (options, Challenge::SignUp(name, key, begun))
        }
        ChallengePurpose::Add {} => {
            let who = browser.signed()?;
            app.accounts.proofs.check(who.session)?;
            app.take(caller, browser.known(), Resource::Proofs, 1)?;
            let known = or_storage_refusal(app.accounts.store.ways(who.account).await)?.passkeys;
            let (options, begun) = site.register(&browser.hash(), &who.name, &known)?;
            (options, Challenge::Add(who.session, begun))
        }
        ChallengePurpose::SignIn {} => {
            app.take(caller, browser.known(), Resource::Proofs, 1)?;
            let (options, asked) = site.ask(None)?;
            (options, Challenge::SignIn(asked))
        }
        ChallengePurpose::Prove {} => {
            let who = browser.signed()?;
            app.take(caller, browser.known(), Resource::Proofs, 1)?;
            let known = or_storage_refusal(app.accounts.store.ways(who.account).await)?.passkeys;
            let (options, asked) = site.ask(Some(&known))?;
            (options, Challenge::Prove(who.session, asked))
        }
    };
    let challenge = app.accounts.ceremonies.begin(passkeys::PURPOSE, &challenge, passkeys::CHALLENGE_TTL)?;
    Ok(json_answer(&ChallengeForPasskey { challenge, options }))
}

/// Opens the challenge to which a response belongs.
async fn asked(app: &App, challenge: &str) -> Result<(Challenge, Seal), Refusal> {
    app.accounts.ceremonies.open(passkeys::PURPOSE, challenge).await?.ok_or_else(expired)
}

/// A passkey created by an authenticator.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewCredential {
    /// The sealed challenge, unchanged.
    challenge: String,
    /// Result of `navigator.credentials.create` as JSON.
    #[schema(value_type = Object)]
    credential: RegisterPublicKeyCredential,
    /// Whether to claim this browser's games for the account.
    #[serde(default)]
    claim: bool,
}

/// An authenticator's assertion.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Assertion {
    /// The sealed challenge, unchanged.
    challenge: String,
    /// Result of `navigator.credentials.get` as JSON.
    #[schema(value_type = Object)]
    credential: PublicKeyCredential,
    /// Whether to claim this browser's games for the account.
    #[serde(default)]
    claim: bool,
}

/// Returns the default name of a passkey: browser and operating system.
fn default_name(headers: &HeaderMap) -> String {
    match device(headers) {
        ("", "") => "Passkey".to_owned(),
        (one, "") | ("", one) => one.to_owned(),
        (browser, system) => format!("{browser}, {system}"),
    }
}

/// Creates an account with only a passkey.
async fn sign_up(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    headers: HeaderMap,
    Json(NewCredential { challenge, credential, claim }): Json<NewCredential>,
) -> Answer {
    browser.may_register(&app, caller)?;
    app.take(caller, browser.known(), Resource::Proofs, 1)?;
    let (Challenge::SignUp(name, key, begun), seal) = asked(&app, &challenge).await? else { return Err(expired()) };
    let passkey = made(begun, &credential, &headers)?;
    app.take(caller, browser.known(), Resource::Accounts, 1)?;
    app.accounts.ceremonies.finish(seal).await?;
    let beginning = Beginning::new(&browser, &headers, claim);
    let account = NewAccount { name, password: None, key };
    or_refusal(app.accounts.store.sign_up_with(account, passkey, beginning.session.clone()).await)?;
    beginning.answer(&app, StatusCode::CREATED).await
}

fn made(
    begun: Registration,
    credential: &RegisterPublicKeyCredential,
    headers: &HeaderMap,
) -> Result<NewSignInMethod, Refusal> {
    begun.finish(credential, default_name(headers)).map(NewSignInMethod::Passkey)
}

async fn add(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    headers: HeaderMap,
    Json(NewCredential { challenge, credential, .. }): Json<NewCredential>,
) -> Answer {
    let who = browser.signed()?;
    app.take(caller, browser.known(), Resource::Proofs, 1)?;
    match asked(&app, &challenge).await? {
        (Challenge::Add(session, begun), seal) if session == who.session => {
            let passkey = made(begun, &credential, &headers)?;
            app.accounts.ceremonies.finish(seal).await?;
            or_refusal(app.accounts.store.add_sign_in_method(who.account, passkey).await)?;
            ways_response(&app, who).await
        }
        _ => Err(expired()),
    }
}

/// Verifies and consumes an assertion, and returns its passkey.
async fn verify(
    app: &App,
    (asked, seal): (Question, Seal),
    credential: &PublicKeyCredential,
    named: bool,
) -> Result<Passkey, Refusal> {
    let unknown = || {
        let what = "unknown passkey; it was removed from its account, so you can delete it from the device too";
        Refusal::new(Code::BadPasskey, what)
    };
    let found = or_storage_refusal(app.accounts.store.passkey(credential.get_credential_id().to_vec()).await)?
        .ok_or_else(unknown)?;
    let after = asked.finish(credential, &found, named)?;
    app.accounts.ceremonies.finish(seal).await?;
    // If a concurrent assertion used the same counter, one of the two comes from a copy of the passkey.
    let used = or_storage_refusal(app.accounts.store.use_passkey(found.id, found.key.clone(), after).await)?;
    if used { Ok(found) } else { Err(expired()) }
}

async fn sign_in(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    headers: HeaderMap,
    Json(Assertion { challenge, credential, claim }): Json<Assertion>,
) -> Answer {
    app.take(caller, browser.known(), Resource::Proofs, 1)?;
    let (Challenge::SignIn(question), seal) = asked(&app, &challenge).await? else { return Err(expired()) };
    let answered = verify(&app, (question, seal), &credential, true).await;
    let passkey = app.accounts.security.watch(Attempt::passkey, caller, answered)?;
    let beginning = Beginning::new(&browser, &headers, claim);
    or_refusal(app.accounts.store.sign_in(passkey.account, beginning.session.clone()).await)?;
    beginning.answer(&app, StatusCode::OK).await
}

async fn prove_by_passkey(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    Json(Assertion { challenge, credential, .. }): Json<Assertion>,
) -> Answer {
    let who = browser.signed()?;
    app.take(caller, browser.known(), Resource::Proofs, 1)?;
    let question = match asked(&app, &challenge).await? {
        (Challenge::Prove(session, question), seal) if session == who.session => (question, seal),
        _ => return Err(expired()),
    };
    let another = || Refusal::new(Code::BadPasskey, "this passkey belongs to another account; use one of your own");
    let answered = verify(&app, question, &credential, false).await;
    let own = answered.and_then(|passkey| if passkey.account == who.account { Ok(()) } else { Err(another()) });
    app.accounts.security.watch(Attempt::passkey, caller, own)?;
    app.accounts.proofs.give(who.session);
    ways_response(&app, who).await
}
