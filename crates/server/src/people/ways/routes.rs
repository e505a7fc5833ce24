//! What is asked over HTTP about ways to sign in beside a password.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde::Deserialize;
use utoipa::ToSchema;
use webauthn_rs::prelude::{PublicKeyCredential, RegisterPublicKeyCredential};

use super::passkeys::{Challenge, Question, Registration, Site};
use super::shapes::{ChallengeForPasskey, WaysInfo};
use crate::app::App;
use crate::door::caller::Caller;
use crate::door::limits::Work;
use crate::extract::{Body, Browser, Json, json_answer};
use crate::openapi::route::{Routes, get, post};
use crate::people::desk::{done, kept};
use crate::people::names;
use crate::people::routes::{Beginning, device};
use crate::people::shapes::Identity;
use crate::programs::scopes::Access;
use crate::refusal::{Code, OF_NAME, Refusal};
use crate::secrets;
use crate::storage::people::{NewAccount, Refused, SignedIn};
use crate::storage::ways::{NewWay, Passkey, Usable, Way};
use crate::talk::words;

type Answer = Result<Response, Refusal>;

/// Signs that a passkey's name has at most.
const NAME: usize = 40;

/// What changes something: for pages of this server alone.
pub fn guarded() -> Routes {
    const CHALLENGE: &[Code] = &[Code::NoPasskeys, Code::SignedOut, Code::ProofNeeded, Code::NameTaken];
    const ANSWER: &[Code] = &[Code::NoPasskeys, Code::BadPasskey, Code::Expired];
    const TAKEN: &[Code] = &[Code::NameTaken, Code::WayTaken];
    let prove = post(
        "/account/prove",
        Access::SessionOnly,
        "Whoever is signed in proves by the password that it is them.",
        prove,
    );
    let challenge =
        post("/account/passkeys/challenge", Access::SessionOnly, "What an authenticator is to be asked.", challenge);
    let sign_up = post(
        "/account/passkeys/sign-up",
        Access::SessionOnly,
        "Makes an account with a passkey, and signs in.",
        sign_up,
    );
    let sign_in = post("/account/passkeys/sign-in", Access::SessionOnly, "Signs in by a passkey.", sign_in);
    let by_passkey =
        post("/account/passkeys/prove", Access::SessionOnly, "The same proof by a passkey.", prove_by_passkey);
    let add = post("/account/passkeys", Access::SessionOnly, "Adds a passkey to the account.", add);
    let rename = post("/account/passkeys/rename", Access::SessionOnly, "Gives a passkey another name.", rename);
    let remove = post("/account/passkeys/remove", Access::SessionOnly, "Removes a passkey from the account.", remove);
    Routes::of("Accounts")
        .route(prove.signed().answers::<WaysInfo>().refuses(&[Code::WrongPassword, Code::Busy]))
        .route(challenge.answers::<ChallengeForPasskey>().refuses(CHALLENGE).refuses(OF_NAME))
        .route(sign_up.creates::<Identity>().refuses(ANSWER).refuses(OF_NAME).refuses(TAKEN))
        .route(sign_in.answers::<Identity>().refuses(ANSWER).refuses(&[Code::Banned, Code::SignedOut]))
        .route(by_passkey.signed().answers::<WaysInfo>().refuses(ANSWER))
        .route(add.signed().answers::<WaysInfo>().refuses(ANSWER).refuses(&[Code::WayTaken, Code::TooManyPasskeys]))
        .route(rename.signed().answers::<WaysInfo>().refuses(&[Code::LineLength, Code::NothingThere]))
        .route(remove.signed().answers::<WaysInfo>().refuses(&[Code::ProofNeeded, Code::LastWay, Code::NothingThere]))
}

/// What only looks.
pub fn open() -> Routes {
    let ways = get("/account/ways", Access::SessionOnly, "The ways to sign in to the account.", ways);
    Routes::of("Accounts").route(ways.signed().answers::<WaysInfo>())
}

async fn ways(State(app): State<Arc<App>>, browser: Browser) -> Answer {
    told(&app, browser.signed()?).await
}

/// The ways of whoever is signed in, as an answer.
pub(in crate::people) async fn told(app: &App, who: &SignedIn) -> Answer {
    let ways = kept(app.people.store.ways(who.account).await)?;
    Ok(json_answer(&WaysInfo::new(ways, &app.people.errands.providers)))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Password {
    /// The account's.
    password: String,
}

impl Body for Password {
    const WHAT: &'static str = "the password of the account that is signed in: {\"password\"}";
}

/// Whoever is signed in proves that it is them.
async fn prove(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    Json(Password { password }): Json<Password>,
) -> Answer {
    let who = browser.signed()?;
    app.take(caller, browser.known(), Work::Proofs, 1)?;
    app.people.prove(&who.name, password, browser.recognised()).await?;
    app.people.proofs.give(who.session);
    told(&app, who).await
}

/// What a passkey is wanted for.
#[derive(Deserialize, ToSchema)]
#[serde(tag = "for", rename_all = "snake_case", deny_unknown_fields)]
enum Wish {
    SignUp { name: String },
    Add {},
    SignIn {},
    Prove {},
}

impl Body for Wish {
    const WHAT: &'static str =
        "what a passkey is for: {\"for\": \"sign_up\", \"name\"}, or \"add\", \"sign_in\", \"prove\"";
}

/// What an authenticator is to be asked.
async fn challenge(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    headers: HeaderMap,
    Json(wish): Json<Wish>,
) -> Answer {
    let site = Site::of(&headers, caller.https)?;
    let (options, challenge) = match wish {
        Wish::SignUp { name } => {
            let name = names::of_account(&name)?;
            app.take(caller, browser.known(), Work::Proofs, 1)?;
            // Said before the device has made a passkey for nothing; it is asked again when the account is made.
            if !kept(app.people.store.is_free(name.clone()).await)? {
                return done(Ok(Err(Refused::NameTaken)));
            }
            let key = secrets::key();
            let (options, begun) = site.register(&key, &name.shown, &[])?;
            (options, Challenge::SignUp(name, key, begun))
        }
        Wish::Add {} => {
            let who = browser.signed()?;
            app.people.proofs.check(who.session)?;
            app.take(caller, browser.known(), Work::Proofs, 1)?;
            let known = kept(app.people.store.ways(who.account).await)?.passkeys;
            let (options, begun) = site.register(&browser.hash(), &who.name, &known)?;
            (options, Challenge::Add(who.session, begun))
        }
        Wish::SignIn {} => {
            app.take(caller, browser.known(), Work::Proofs, 1)?;
            let (options, asked) = site.ask(None)?;
            (options, Challenge::SignIn(asked))
        }
        Wish::Prove {} => {
            let who = browser.signed()?;
            app.take(caller, browser.known(), Work::Proofs, 1)?;
            let known = kept(app.people.store.ways(who.account).await)?.passkeys;
            let (options, asked) = site.ask(Some(&known))?;
            (options, Challenge::Prove(who.session, asked))
        }
    };
    Ok(json_answer(&ChallengeForPasskey { challenge: app.people.challenges.put(challenge), options }))
}

/// The refusal of an answer that nobody waits for.
fn expired() -> Refusal {
    let what = "nobody waits for this any more: it was answered already, or took longer than 5 minutes; begin again";
    Refusal::new(Code::Expired, what)
}

/// A passkey that an authenticator has made.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Made {
    /// The word that came with the challenge.
    challenge: String,
    /// What the browser's `navigator.credentials.create` gave, as JSON.
    #[schema(value_type = Object)]
    credential: RegisterPublicKeyCredential,
    /// Whether the games of this browser become the account's.
    #[serde(default)]
    claim: bool,
}

impl Body for Made {
    const WHAT: &'static str = "a passkey that was made: {\"challenge\", \"credential\", \"claim\"}";
}

/// What an authenticator says who is there.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Asserted {
    /// The word that came with the challenge.
    challenge: String,
    /// What the browser's `navigator.credentials.get` gave, as JSON.
    #[schema(value_type = Object)]
    credential: PublicKeyCredential,
    /// Whether the games of this browser become the account's.
    #[serde(default)]
    claim: bool,
}

impl Body for Asserted {
    const WHAT: &'static str = "the answer of a passkey: {\"challenge\", \"credential\", \"claim\"}";
}

/// What a passkey is called that its owner has not named: browser and system.
fn usual_name(headers: &HeaderMap) -> String {
    match device(headers) {
        ("", "") => "Passkey".to_owned(),
        (one, "") | ("", one) => one.to_owned(),
        (browser, system) => format!("{browser}, {system}"),
    }
}

/// An account with a passkey alone.
async fn sign_up(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    headers: HeaderMap,
    Json(Made { challenge, credential, claim }): Json<Made>,
) -> Answer {
    app.take(caller, browser.known(), Work::Proofs, 1)?;
    let Some(Challenge::SignUp(name, key, begun)) = app.people.challenges.take(&challenge) else {
        return Err(expired());
    };
    let passkey = made(begun, &credential, &headers)?;
    app.take(caller, browser.known(), Work::Accounts, 1)?;
    let beginning = Beginning::new(&browser, &headers, claim);
    let account = NewAccount { name, password: None, key };
    done(app.people.store.sign_up_by(account, passkey, beginning.session.clone()).await)?;
    beginning.answer(&app, StatusCode::CREATED).await
}

fn made(begun: Registration, credential: &RegisterPublicKeyCredential, headers: &HeaderMap) -> Result<NewWay, Refusal> {
    begun.finish(credential, usual_name(headers)).map(NewWay::Passkey)
}

async fn add(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    headers: HeaderMap,
    Json(Made { challenge, credential, .. }): Json<Made>,
) -> Answer {
    let who = browser.signed()?;
    app.take(caller, browser.known(), Work::Proofs, 1)?;
    match app.people.challenges.take(&challenge) {
        Some(Challenge::Add(session, begun)) if session == who.session => {
            let passkey = made(begun, &credential, &headers)?;
            done(app.people.store.add_way(who.account, passkey).await)?;
            told(&app, who).await
        }
        _ => Err(expired()),
    }
}

/// The passkey by which a question was answered, once the answer is known to be its own and written down.
async fn answered(
    app: &App,
    asked: Question,
    credential: &PublicKeyCredential,
    named: bool,
) -> Result<Passkey, Refusal> {
    let unknown = || {
        let what = "no account signs in by this passkey; it was removed here, and can be removed from the device too";
        Refusal::new(Code::BadPasskey, what)
    };
    let found = kept(app.people.store.passkey(credential.get_credential_id().to_vec()).await)?.ok_or_else(unknown)?;
    let after = asked.finish(credential, &found, named)?;
    // Of two answers at once with the same counter one is a copy's.
    let used = kept(app.people.store.use_passkey(found.id, found.key.clone(), after).await)?;
    if used { Ok(found) } else { Err(expired()) }
}

async fn sign_in(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    headers: HeaderMap,
    Json(Asserted { challenge, credential, claim }): Json<Asserted>,
) -> Answer {
    app.take(caller, browser.known(), Work::Proofs, 1)?;
    let Some(Challenge::SignIn(asked)) = app.people.challenges.take(&challenge) else { return Err(expired()) };
    let passkey = answered(&app, asked, &credential, true).await?;
    let beginning = Beginning::new(&browser, &headers, claim);
    done(app.people.store.sign_in(passkey.account, beginning.session.clone()).await)?;
    beginning.answer(&app, StatusCode::OK).await
}

async fn prove_by_passkey(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    Json(Asserted { challenge, credential, .. }): Json<Asserted>,
) -> Answer {
    let who = browser.signed()?;
    app.take(caller, browser.known(), Work::Proofs, 1)?;
    let asked = match app.people.challenges.take(&challenge) {
        Some(Challenge::Prove(session, asked)) if session == who.session => asked,
        _ => return Err(expired()),
    };
    if answered(&app, asked, &credential, false).await?.account != who.account {
        return Err(Refusal::new(Code::BadPasskey, "this passkey is another account's; take one of your own"));
    }
    app.people.proofs.give(who.session);
    told(&app, who).await
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Rename {
    /// Its number.
    passkey: i64,
    /// What it is called from now on, 40 signs at most.
    name: String,
}

impl Body for Rename {
    const WHAT: &'static str = "another name for a passkey: {\"passkey\", \"name\"}";
}

async fn rename(State(app): State<Arc<App>>, browser: Browser, Json(Rename { passkey, name }): Json<Rename>) -> Answer {
    let who = browser.signed()?;
    let what = || Refusal::new(Code::LineLength, format!("a passkey's name has 1 to {NAME} signs"));
    let name = words::bounded(&name, NAME).map_err(|_| what())?;
    if !kept(app.people.store.rename_passkey(who.account, passkey, name).await)? {
        return Err(Refusal::new(Code::NothingThere, "your account has no such passkey; load the list again"));
    }
    told(&app, who).await
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Removal {
    /// Its number.
    passkey: i64,
}

impl Body for Removal {
    const WHAT: &'static str = "the number of a passkey to be removed: {\"passkey\"}";
}

async fn remove(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    headers: HeaderMap,
    Json(Removal { passkey }): Json<Removal>,
) -> Answer {
    remove_way(&app, &browser, (&headers, caller), Way::Passkey(passkey)).await
}

/// Takes a way away from whoever is signed in and has proved it, if another is left by which they could sign in from where they come.
pub(in crate::people) async fn remove_way(
    app: &App,
    browser: &Browser,
    (headers, caller): (&HeaderMap, Caller),
    way: Way,
) -> Answer {
    let who = browser.signed()?;
    app.people.proofs.check(who.session)?;
    let rp = Site::of(headers, caller.https).ok().map(|site| site.rp().to_owned());
    let usable = Usable { rp, issuers: app.people.errands.issuers() };
    done(app.people.store.remove_way(who.account, way, usable).await)?;
    told(app, who).await
}
