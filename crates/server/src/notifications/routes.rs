//! HTTP routes for notification preferences, push devices, and the links in emails.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect};
use serde::Deserialize;
use table::Hash;
use utoipa::ToSchema;

use super::preferences::{Language, Preferences, Quiet};
use super::store::{DeviceLine, NewAddress};
use super::types::{AddressInfo, DeviceInfo, NoticeChoices, NoticesInfo, QuietHours, RecoveryInfo};
use super::{mailer, quiet_hours};
use crate::accounts::routes::Beginning;
use crate::accounts::security_log::Attempt;
use crate::accounts::service::{or_refusal, or_storage_refusal};
use crate::accounts::store::AccountId;
use crate::accounts::types::Identity;
use crate::accounts::{names, passwords};
use crate::app::App;
use crate::common::secrets;
use crate::http::extract::{Answer, Browser, Json, Path, json_answer};
use crate::http::refusal::{Code, Refusal};
use crate::limits::caller::Caller;
use crate::limits::fair_queue::Requester;
use crate::limits::quotas::Resource;
use crate::openapi::route::{Routes, get, post};
use crate::storage::now;
use crate::tokens::scopes::Access;

/// Minutes in a day.
const MINUTES_PER_DAY: u16 = 24 * 60;
/// Maximum length, in characters, of a name or address in a password reset request; valid ones are never longer.
const MAX_RECOVERY_QUERY_CHARS: usize = 254;

/// Routes that change state; restricted to pages of this server.
pub fn guarded() -> Routes {
    const ADDRESS: &[Code] = &[Code::NoMail, Code::BadAddress, Code::WrongPassword, Code::ProofNeeded, Code::Busy];
    const PASSWORD: &[Code] = &[Code::PasswordShort, Code::PasswordLong, Code::PasswordWeak, Code::Busy];
    const SIGNED_IN: &[Code] = &[Code::NoLink, Code::Banned, Code::SignedOut];
    let choose = post("/account/notices", Access::SessionOnly, "Saves the notification preferences.", choose);
    let address = post(
        "/account/notices/address",
        Access::SessionOnly,
        "Changes the email address (sends a confirmation), or removes it.",
        set_address,
    );
    let device = post(
        "/account/notices/devices",
        Access::SessionOnly,
        "Subscribes this browser to pushes for its session; ten browsers at most.",
        add_device,
    );
    let end =
        post("/account/notices/devices/end", Access::SessionOnly, "Unsubscribes a browser from pushes.", end_device);
    let confirm = post(
        "/account/notices/confirm",
        Access::Public,
        "Confirms an address with the link from the email, valid for a day.",
        confirm,
    );
    let recovery = post("/account/recovery", Access::SessionOnly, "Requests a password reset email.", ask_recovery);
    let look = post("/account/recovery/look", Access::Public, "Returns the account of a password reset link.", look);
    let recover = post(
        "/account/recovery/password",
        Access::SessionOnly,
        "Sets a new password with the link from the email, valid once within an hour.",
        recover,
    );
    Routes::of("Notices")
        .route(choose.signed().answers::<NoticesInfo>().refuses(&[Code::BadRange]))
        .route(address.signed().answers::<NoticesInfo>().refuses(ADDRESS))
        .route(device.signed().answers::<NoticesInfo>().refuses(&[Code::NoPush, Code::BadDevice]))
        .route(end.signed().answers::<NoticesInfo>().refuses(&[Code::BadRange]))
        .route(confirm.answers::<AddressInfo>().refuses(&[Code::NoLink, Code::Storage]))
        .route(recovery.accepts_for_later().refuses(&[Code::NoMail, Code::NameLength]))
        .route(look.answers::<RecoveryInfo>().refuses(&[Code::NoLink, Code::Storage]))
        .route(recover.answers::<Identity>().refuses(SIGNED_IN).refuses(PASSWORD))
}

/// Read-only routes, and the one-click unsubscribe route, which mail programs call without the headers that a page would send.
pub fn open() -> Routes {
    let page = get("/unsubscribe/{secret}", Access::Public, "Redirects to the unsubscribe page.", unsubscribe_page);
    let unsubscribe = post("/unsubscribe/{secret}", Access::Public, "Unsubscribes from game emails.", unsubscribe);
    let told = get("/account/notices", Access::SessionOnly, "Returns the notification preferences.", notices).signed();
    Routes::of("Notices")
        .route(told.answers::<NoticesInfo>())
        .route(page.redirects().refuses(&[Code::NoLink]))
        .route(unsubscribe.answers::<AddressInfo>().refuses(&[Code::NoLink, Code::Storage]))
}

async fn notices(State(app): State<Arc<App>>, browser: Browser) -> Answer {
    settings_answer(&app, browser.signed()?.account).await
}

/// Responds with an account's notification settings.
async fn settings_answer(app: &App, account: AccountId) -> Answer {
    let state = or_storage_refusal(app.notifications.store.notices(account).await)?;
    let Preferences { mail, push, quiet, zone, language } = state.choices.unwrap_or_default();
    let quiet = quiet.map(|Quiet { from, to }| QuietHours { from, to });
    let device = |line: DeviceLine| DeviceInfo {
        id: line.id,
        endpoint: line.endpoint,
        browser: line.browser,
        system: line.system,
        created: line.created,
    };
    Ok(json_answer(&NoticesInfo {
        mail_offered: app.notifications.mailer.is_some(),
        push_key: app.notifications.pusher.as_ref().map(|pusher| pusher.public_key().to_owned()),
        address: state.address,
        waiting: state.waiting,
        bounced: state.bounced,
        waiting_bounced: state.waiting_bounced,
        choices: NoticeChoices { mail, push, quiet, zone, language },
        devices: state.devices.into_iter().map(device).collect(),
    }))
}

async fn choose(State(app): State<Arc<App>>, browser: Browser, Json(asked): Json<NoticeChoices>) -> Answer {
    let account = browser.signed()?.account;
    let NoticeChoices { mail, push, quiet, zone, language } = asked;
    if !quiet_hours::is_zone(&zone) {
        let what = "unknown time zone; use a name of the tz database, such as Europe/Kyiv";
        return Err(Refusal::new(Code::BadRange, what));
    }
    let quiet = quiet.map(|QuietHours { from, to }| Quiet { from, to });
    if quiet.is_some_and(|Quiet { from, to }| from >= MINUTES_PER_DAY || to >= MINUTES_PER_DAY) {
        let what = format!("quiet hours must be minutes after midnight, 0 to {}", MINUTES_PER_DAY - 1);
        return Err(Refusal::new(Code::BadRange, what));
    }
    or_refusal(app.notifications.store.choose(account, Preferences { mail, push, quiet, zone, language }).await)?;
    settings_answer(&app, account).await
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Address {
    /// The new address; null removes the current one.
    address: Option<String>,
    /// The account's password; optional after a recent identity confirmation.
    #[serde(default)]
    password: Option<String>,
    /// Language of the confirmation email.
    #[serde(default)]
    language: Language,
}

/// Changes or removes the address. Its mailbox can be used to reset the password, so this requires the password or another proof of
/// identity.
async fn set_address(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    Json(Address { address, password, language }): Json<Address>,
) -> Answer {
    let signed = browser.signed()?;
    let wanted = match address {
        Some(address) => {
            app.notifications.mailer()?;
            Some(mailer::address(&address)?)
        }
        None => None,
    };
    app.take(caller, browser.known(), Resource::Proofs, 1)?;
    let proven = app.accounts.proven(signed, password, browser.proves_from(caller)).await;
    let account = app.accounts.security.watch(Attempt::proof, caller, proven)?;
    match wanted {
        Some((address, folded)) => {
            app.take(caller, browser.known(), Resource::Emails, 1)?;
            if !app.notifications.may_send(account, &folded) {
                let what = "too many emails to you or to this address; try again in an hour";
                return Err(Refusal::new(Code::TooFast, what));
            }
            let new = NewAddress { address, folded, unsubscribe: secrets::secret(), language };
            or_refusal(app.notifications.store.ask_address(account, new).await)?;
        }
        None => or_storage_refusal(app.notifications.store.remove_address(account).await)?,
    }
    settings_answer(&app, account).await
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Device {
    /// The subscription's endpoint at the push service.
    endpoint: String,
    /// Public key, in base64url.
    p256dh: String,
    /// Secret shared with the server, in base64url.
    auth: String,
}

async fn add_device(
    State(app): State<Arc<App>>,
    browser: Browser,
    Json(Device { endpoint, p256dh, auth }): Json<Device>,
) -> Answer {
    let signed = browser.signed()?;
    let device = app.notifications.pusher()?.device(endpoint, &p256dh, &auth)?;
    or_refusal(app.notifications.store.add_device(signed.account, signed.session, device).await)?;
    settings_answer(&app, signed.account).await
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct DeviceNumber {
    /// Id of the device.
    device: i64,
}

async fn end_device(State(app): State<Arc<App>>, browser: Browser, Json(asked): Json<DeviceNumber>) -> Answer {
    let account = browser.signed()?.account;
    if !or_storage_refusal(app.notifications.store.remove_device(account, asked.device).await)? {
        return Err(Refusal::new(Code::BadRange, "your account has no such device; it may have been removed already"));
    }
    settings_answer(&app, account).await
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Secret {
    /// The part of the link after the #.
    secret: String,
}

/// Returns the hash of a link's secret if the secret is well-formed.
fn link(secret: &str) -> Result<Hash, Refusal> {
    if secrets::is_secret(secret) { Ok(secrets::hash(secret)) } else { Err(no_link()) }
}

fn no_link() -> Refusal {
    Refusal::new(Code::NoLink, "this link was used or has expired; request a new email")
}

/// Confirms an address. The link proves access to the mailbox, so no sign-in is required.
async fn confirm(State(app): State<Arc<App>>, Json(Secret { secret }): Json<Secret>) -> Answer {
    let address = or_storage_refusal(app.notifications.store.confirm_address(link(&secret)?, now()).await)?
        .ok_or_else(no_link)?;
    Ok(json_answer(&AddressInfo { address }))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Forgotten {
    /// Account name or email address.
    who: String,
}

/// Accepts a password reset request. The request is stored and the account looked up later, so that neither the response nor its timing
/// reveals whether the account exists.
async fn ask_recovery(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    Json(Forgotten { who }): Json<Forgotten>,
) -> Answer {
    app.notifications.mailer()?;
    if who.trim().is_empty() || who.chars().count() > MAX_RECOVERY_QUERY_CHARS {
        return Err(Refusal::new(
            Code::NameLength,
            format!("enter a name or an email address of 1 to {MAX_RECOVERY_QUERY_CHARS} characters"),
        ));
    }
    app.take(caller, browser.known(), Resource::Emails, 1)?;
    or_storage_refusal(app.notifications.store.ask_recovery(names::folded(&who), mailer::folded(&who)).await)?;
    Ok(StatusCode::ACCEPTED.into_response())
}

/// Returns the account whose password a link resets.
async fn look(State(app): State<Arc<App>>, Json(Secret { secret }): Json<Secret>) -> Answer {
    let found = or_storage_refusal(app.notifications.store.recovery_of(link(&secret)?, now()).await)?;
    let (_, name) = found.ok_or_else(no_link)?;
    Ok(json_answer(&RecoveryInfo { name }))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Recovery {
    /// The part of the link after the #.
    secret: String,
    /// The new password.
    password: String,
}

/// Sets a new password, ends all of the account's sessions and tokens, and signs the user in.
async fn recover(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    headers: HeaderMap,
    Json(Recovery { secret, password }): Json<Recovery>,
) -> Answer {
    let link = link(&secret)?;
    let found = or_storage_refusal(app.notifications.store.recovery_of(link, now()).await)?;
    let (account, name) = found.ok_or_else(no_link)?;
    passwords::check(&password, &name)?;
    app.take(caller, browser.known(), Resource::Proofs, 1)?;
    let password = app.accounts.hasher.hash(password, Requester::Known(account)).await?;
    let done_with = or_storage_refusal(app.notifications.store.recover(link, password, now()).await)?;
    let (account, ended) = done_with.ok_or_else(no_link)?;
    ended.passes().for_each(|pass| app.accounts.presence.end(pass));
    let beginning = Beginning::new(&browser, &headers, false);
    or_refusal(app.accounts.store.sign_in(account, beginning.session.clone()).await)?;
    beginning.answer(&app, StatusCode::OK).await
}

/// Handles a one-click unsubscribe request from a mail program (RFC 8058): requires no sign-in and ignores the body.
async fn unsubscribe(State(app): State<Arc<App>>, Path(secret): Path<String>) -> Answer {
    if !secrets::is_secret(&secret) {
        return Err(no_link());
    }
    let address = or_storage_refusal(app.notifications.store.unsubscribe(secret).await)?.ok_or_else(no_link)?;
    Ok(json_answer(&AddressInfo { address }))
}

/// Redirects a person who opens the same link to a confirmation page. Merely opening the link must not unsubscribe, since mail scanners
/// open links too.
async fn unsubscribe_page(Path(secret): Path<String>) -> Answer {
    let secret = if secrets::is_secret(&secret) { secret } else { return Err(no_link()) };
    Ok(Redirect::to(&format!("/unsubscribe#{secret}")).into_response())
}
