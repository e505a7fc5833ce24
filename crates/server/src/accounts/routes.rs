//! HTTP routes for accounts.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::IntoResponse;
use serde::Deserialize;
use table::Colour;
use utoipa::ToSchema;

use super::presence::Pass;
use super::profile::{Avatar, PublicProfile};
use super::security_log::Attempt;
use super::service::{or_refusal, or_storage_refusal};
use super::sessions::{NewSession, SessionsToEnd};
use super::store::NewAccount;
use super::types::{AccountInfo, Identity, RatingsReset, SessionInfo};
use super::{deletion, names, passwords};
use crate::app::App;
use crate::common::secrets;
use crate::export::{self, Download};
use crate::http::extract::{Answer, Browser, Json, json_answer};
use crate::http::refusal::{Code, OF_NAME, OF_NEW_ACCOUNT, Refusal};
use crate::limits::caller::Caller;
use crate::limits::fair_queue::Requester;
use crate::limits::quotas::Resource;
use crate::openapi::route::{Routes, get, post};
use crate::tokens::scopes::Access;

/// Buffer size of a download in bytes.
const DOWNLOAD_BUFFER_BYTES: usize = 64 * 1024;

/// Routes that change state: only this server's own pages may use them.
pub fn guarded() -> Routes {
    let password = [Code::PasswordShort, Code::PasswordLong, Code::PasswordWeak, Code::Busy];
    let proof = [Code::WrongPassword, Code::ProofNeeded, Code::Busy];
    let sign_up = post("/account", Access::SessionOnly, "Creates an account and signs in.", sign_up);
    let sign_in = post("/account/sign-in", Access::SessionOnly, "Signs in.", sign_in);
    let sign_out =
        post("/account/sign-out", Access::SessionOnly, "Ends this session, or all sessions and tokens.", sign_out);
    let claim = post("/account/claim", Access::SessionOnly, "Claims this browser's games for the account.", claim);
    let change = post(
        "/account/password",
        Access::SessionOnly,
        "Changes the password and ends all other sessions.",
        change_password,
    );
    let end =
        post("/account/sessions/end", Access::SessionOnly, "Ends one session, or all except this one.", end_sessions);
    let colour = post("/account/colour", Access::SessionOnly, "Sets the colour for the next tables.", set_colour);
    let profile = post("/account/profile", Access::SessionOnly, "Sets the avatar and the flag.", set_profile);
    let delete = post("/account/delete", Access::SessionOnly, "Deletes the account.", delete);
    Routes::of("Accounts")
        .route(sign_up.creates::<Identity>().refuses(OF_NAME).refuses(OF_NEW_ACCOUNT).refuses(&password))
        .route(sign_in.answers::<Identity>().refuses(&proof).refuses(&[Code::Banned, Code::SignedOut]))
        .route(sign_out.signed().answers::<Identity>())
        .route(claim.signed().answers::<Identity>())
        .route(change.signed().answers::<Identity>().refuses(&password).refuses(&proof))
        .route(end.signed().lists::<SessionInfo>().refuses(&[Code::BadRange]))
        .route(colour.signed().answers::<Identity>())
        .route(profile.signed().answers::<Identity>().refuses(&[Code::BadRange]))
        .route(delete.signed().answers::<Identity>().refuses(&proof))
}

/// Read-only routes.
pub fn open() -> Routes {
    let download =
        get("/account/download", Access::SessionOnly, "Exports all data of the account as one file.", download);
    Routes::of("Accounts")
        .route(
            get("/account", Access::AnyToken, "Returns the signed-in account, if there is one.", identity)
                .answers::<Identity>(),
        )
        .route(
            get("/account/sessions", Access::SessionOnly, "Lists the sessions of the account.", sessions)
                .signed()
                .lists::<SessionInfo>(),
        )
        .route(download.signed().answers::<Download>().refuses(&[Code::Busy]))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Proof {
    /// Account name.
    name: String,
    /// Password.
    password: String,
    /// Whether to claim this browser's games for the account.
    #[serde(default)]
    claim: bool,
}

/// Returns the signed-in account and extends the lifetime of the cookies.
pub async fn identity(State(app): State<Arc<App>>, browser: Browser) -> Answer {
    Ok(browser.renew(who(&app, &browser).await?))
}

/// Builds the response with the signed-in account.
async fn who(app: &App, browser: &Browser) -> Answer {
    let unclaimed = match browser.cookie() {
        Some(cookie) => or_storage_refusal(app.accounts.store.unclaimed(cookie).await)?,
        None => 0,
    };
    let account = match browser.account() {
        Some(who) => or_storage_refusal(app.accounts.store.profile(who.account).await)?.map(|profile| AccountInfo {
            name: who.name.clone(),
            role: who.role,
            created: profile.created,
            program: profile.program,
            ratings_reset: profile.ratings_reset.map(|(time, reason)| RatingsReset { time, reason }),
            avatar: profile.public.avatar,
            flag: profile.public.flag,
            colour: profile.colour.map(Colour::number),
        }),
        None => None,
    };
    let (mail, registration) = (app.notifications.mailer.is_some(), app.moderation.settings().registration);
    Ok(json_answer(&Identity { account, unclaimed, mail, registration, passkeys: cfg!(feature = "online") }))
}

/// A session about to be created, with the browser and its cookies.
pub struct Beginning {
    browser: Browser,
    /// The account and session that the browser was signed in with before.
    before: Option<(i64, i64)>,
    secret: String,
    /// The session to store.
    pub session: NewSession,
}

impl Beginning {
    /// Prepares a session. If games are claimed, the browser gets a new cookie, because the old one now belongs to the account.
    pub fn new(browser: &Browser, headers: &HeaderMap, claim: bool) -> Beginning {
        let before = browser.account().map(|who| (who.account, who.session));
        let claimed = browser.cookie().filter(|_| claim);
        let browser = if claimed.is_some() { browser.with_new_secret() } else { browser.duplicate() };
        let (name, system) = device(headers);
        let secret = secrets::secret();
        let (hash, known) = (secrets::hash(&secret), browser.recognised());
        let session = NewSession { hash, browser: name.to_owned(), system: system.to_owned(), known, claimed };
        Beginning { browser, before, secret, session }
    }

    /// Ends the browser's previous session and responds with the new identity.
    pub async fn answer(self, app: &App, status: StatusCode) -> Answer {
        if let Some((account, session)) = self.before {
            end(app, account, SessionsToEnd::One(session)).await?;
        }
        let signed_in = self
            .browser
            .signed_in(or_storage_refusal(app.accounts.store.signed_in(secrets::hash(&self.secret)).await)?);
        let answer = (status, who(app, &signed_in).await?).into_response();
        Ok(signed_in.remember(signed_in.keep_session(answer, &self.secret)))
    }
}

async fn sign_up(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    headers: HeaderMap,
    Json(Proof { name, password, claim }): Json<Proof>,
) -> Answer {
    browser.may_register(&app, caller)?;
    let name = names::of_account(&name)?;
    passwords::check(&password, &name.shown)?;
    app.take(caller, browser.known(), Resource::Proofs, 1)?;
    let password = app.accounts.hasher.hash(password, Requester::Stranger(caller.client_network)).await?;
    app.take(caller, browser.known(), Resource::Accounts, 1)?;
    let beginning = Beginning::new(&browser, &headers, claim);
    let account = NewAccount { name, password: Some(password), key: secrets::key() };
    or_refusal(app.accounts.store.sign_up(account, beginning.session.clone()).await)?;
    beginning.answer(&app, StatusCode::CREATED).await
}

async fn sign_in(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    headers: HeaderMap,
    Json(Proof { name, password, claim }): Json<Proof>,
) -> Answer {
    app.take(caller, browser.known(), Resource::Proofs, 1)?;
    let proven = app.accounts.prove(&name, password, browser.proves_from(caller)).await;
    let account = app.accounts.security.watch(Attempt::password, caller, proven)?;
    let beginning = Beginning::new(&browser, &headers, claim);
    or_refusal(app.accounts.store.sign_in(account, beginning.session.clone()).await)?;
    beginning.answer(&app, StatusCode::OK).await
}

/// Ends sessions and closes their sockets.
async fn end(app: &App, account: i64, which: SessionsToEnd) -> Result<usize, Refusal> {
    let ended = or_storage_refusal(app.accounts.store.end_sessions(account, which).await)?;
    ended.iter().for_each(|&session| app.accounts.presence.end(Pass::Session(session)));
    Ok(ended.len())
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct SignOut {
    /// Whether to end all sessions and tokens.
    #[serde(default)]
    everywhere: bool,
}

async fn sign_out(
    State(app): State<Arc<App>>,
    browser: Browser,
    Json(SignOut { everywhere }): Json<SignOut>,
) -> Answer {
    let who_was = browser.signed()?;
    if everywhere {
        let ended = or_storage_refusal(app.accounts.store.end_everything(who_was.account).await)?;
        ended.passes().for_each(|pass| app.accounts.presence.end(pass));
    } else {
        end(&app, who_was.account, SessionsToEnd::One(who_was.session)).await?;
    }
    let guest = browser.signed_in(None);
    Ok(guest.forget_session(who(&app, &guest).await?))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Nothing {}

async fn claim(State(app): State<Arc<App>>, browser: Browser, Json(Nothing {}): Json<Nothing>) -> Answer {
    let account = browser.signed()?.account;
    let Some(cookie) = browser.cookie() else { return who(&app, &browser).await };
    or_refusal(app.accounts.store.claim(account, cookie).await)?;
    let fresh = browser.with_new_secret();
    Ok(fresh.remember(who(&app, &fresh).await?))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewPassword {
    /// Current password; optional after a recent identity confirmation.
    #[serde(default)]
    old: Option<String>,
    /// New password: at least 8 characters and at most 256 bytes.
    new: String,
}

async fn change_password(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    Json(NewPassword { old, new }): Json<NewPassword>,
) -> Answer {
    let signed = browser.signed()?;
    passwords::check(&new, &signed.name)?;
    app.take(caller, browser.known(), Resource::Proofs, 2)?;
    let proven = app.accounts.proven(signed, old, browser.proves_from(caller)).await;
    let account = app.accounts.security.watch(Attempt::proof, caller, proven)?;
    let password = app.accounts.hasher.hash(new, Requester::Known(account)).await?;
    let ended = or_refusal(app.accounts.store.set_password(account, password, signed.session).await)?;
    ended.passes().for_each(|pass| app.accounts.presence.end(pass));
    who(&app, &browser).await
}

async fn sessions(State(app): State<Arc<App>>, browser: Browser) -> Answer {
    let signed = browser.signed()?;
    let lines = or_storage_refusal(app.accounts.store.sessions(signed.account).await)?;
    let told = lines.into_iter().map(|line| SessionInfo {
        current: line.id == signed.session,
        id: line.id,
        browser: line.browser,
        system: line.system,
        created: line.created,
        used: line.used,
    });
    Ok(json_answer(&told.collect::<Vec<_>>()))
}

/// The sessions to end: one by its id, or all except the current one.
#[derive(Deserialize, ToSchema)]
#[serde(untagged, deny_unknown_fields)]
enum Ending {
    /// One session.
    One {
        /// Session id.
        session: i64,
    },
    /// All other sessions.
    Others {
        /// Must be true.
        others: bool,
    },
}

async fn end_sessions(State(app): State<Arc<App>>, browser: Browser, Json(ending): Json<Ending>) -> Answer {
    let signed = browser.signed()?;
    let which = match ending {
        Ending::One { session } => SessionsToEnd::One(session),
        Ending::Others { others: true } => SessionsToEnd::Others(signed.session),
        Ending::Others { others: false } => {
            return Err(Refusal::new(Code::BadMessage, "send either {\"others\": true} or {\"session\": id}"));
        }
    };
    let ended = end(&app, signed.account, which).await?;
    if ended == 0 && matches!(which, SessionsToEnd::One(_)) {
        return Err(Refusal::new(Code::BadRange, "your account has no such session; it may already have ended"));
    }
    sessions(State(app), browser).await
}

/// The avatar and the flag; each is removed if it is null or omitted.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewProfile {
    /// Figure, colour and background.
    #[serde(default)]
    avatar: Option<Avatar>,
    /// Country code of ISO 3166-1 alpha-2.
    #[serde(default)]
    #[schema(pattern = "^[A-Z]{2}$")]
    flag: Option<String>,
}

async fn set_profile(
    State(app): State<Arc<App>>,
    browser: Browser,
    Json(NewProfile { avatar, flag }): Json<NewProfile>,
) -> Answer {
    let account = browser.signed()?.account;
    let profile = PublicProfile { avatar, flag };
    profile.check()?;
    or_refusal(app.accounts.store.set_public_profile(account, profile).await)?;
    who(&app, &browser).await
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewColour {
    /// The colour, from 0 to 5; null or omitted for none.
    #[serde(default)]
    #[schema(value_type = Option<u8>, maximum = 5)]
    colour: Option<Colour>,
}

async fn set_colour(
    State(app): State<Arc<App>>,
    browser: Browser,
    Json(NewColour { colour }): Json<NewColour>,
) -> Answer {
    let account = browser.signed()?.account;
    or_refusal(app.accounts.store.set_colour(account, colour).await)?;
    who(&app, &browser).await
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Deletion {
    /// Password; optional after a recent identity confirmation.
    #[serde(default)]
    password: Option<String>,
}

/// Deletes an account in one transaction, then gives up its seats in unfinished games.
async fn delete(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    Json(Deletion { password }): Json<Deletion>,
) -> Answer {
    let signed = browser.signed()?;
    app.take(caller, browser.known(), Resource::Proofs, 1)?;
    let proven = app.accounts.proven(signed, password, browser.proves_from(caller)).await;
    let account = app.accounts.security.watch(Attempt::proof, caller, proven)?;
    let left = or_refusal(app.store.delete_account(account).await)?;
    app.accounts.presence.end(Pass::Account(account));
    // The account is deleted even if giving up its seats fails; that is retried later.
    let _ = deletion::give_up_seats(&app).await;
    for table in left.tables {
        if let Err(why) = app.hub.changed(&table).await {
            tracing::error!("cannot reload table {table}: {why}");
        }
    }
    deletion::erase_traces(&app).await;
    let guest = browser.signed_in(None);
    Ok(guest.forget_session(who(&app, &guest).await?))
}

/// Exports all data of the account as a file.
async fn download(State(app): State<Arc<App>>, caller: Caller, browser: Browser) -> Answer {
    let who = browser.signed()?.clone();
    app.take(caller, browser.known(), Resource::Downloads, 1)?;
    // A slow client blocks only downloads from its own network.
    let busy = || Refusal::new(Code::Busy, "another download from your address is in progress; finish it first");
    let held = app.downloads.take(caller.client_network).ok_or_else(busy)?;
    let (to, from) = tokio::io::duplex(DOWNLOAD_BUFFER_BYTES);
    let (store, providers) = (app.store.clone(), app.accounts.pending_logins.providers.clone());
    let (replays, owner) = (app.replays.clone(), Some(caller.client_network));
    let writing = app.tasks.spawn(async move {
        let _held = held;
        let written = export::write(&store, &providers, (&replays, owner), who, to).await;
        written.inspect_err(|why| tracing::warn!("a download was aborted: {why}"))
    });
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"bastide-account.json\""),
    ];
    Ok((headers, axum::body::Body::from_stream(export::stream(from, writing))).into_response())
}

/// Returns the names of a request's browser and operating system, precise enough for users to recognise their own devices.
pub(super) fn device(headers: &HeaderMap) -> (&'static str, &'static str) {
    const BROWSERS: &[(&str, &str)] = &[
        ("Edg", "Edge"),
        ("OPR", "Opera"),
        ("SamsungBrowser", "Samsung Internet"),
        ("Firefox", "Firefox"),
        ("FxiOS", "Firefox"),
        ("Chrome", "Chrome"),
        ("CriOS", "Chrome"),
        ("Safari", "Safari"),
    ];
    const SYSTEMS: &[(&str, &str)] = &[
        ("Android", "Android"),
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("CrOS", "ChromeOS"),
        ("Windows", "Windows"),
        ("Mac OS X", "macOS"),
        ("Linux", "Linux"),
    ];
    let said = headers.get(header::USER_AGENT).and_then(|said| said.to_str().ok()).unwrap_or_default();
    let word = |words: &[(&str, &'static str)]| {
        words.iter().find(|(part, _)| said.contains(part)).map_or("", |(_, word)| word)
    };
    (word(BROWSERS), word(SYSTEMS))
}
