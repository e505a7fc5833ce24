//! What is asked about notices over HTTP, and what the links of letters lead to.

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
use crate::accounts::service::{done, kept};
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

/// Minutes of a day.
const DAY: u16 = 24 * 60;
/// Signs of what somebody types who has forgotten a password; more are in no name and no address.
const ASKED: usize = 254;

/// What changes something: for pages of this server alone.
pub fn guarded() -> Routes {
    const ADDRESS: &[Code] = &[Code::NoMail, Code::BadAddress, Code::WrongPassword, Code::ProofNeeded, Code::Busy];
    const PASSWORD: &[Code] = &[Code::PasswordShort, Code::PasswordLong, Code::PasswordWeak, Code::Busy];
    const SIGNED_IN: &[Code] = &[Code::NoLink, Code::Banned, Code::SignedOut];
    let choose = post("/account/notices", Access::SessionOnly, "How the account wants to be told things.", choose);
    let address = post(
        "/account/notices/address",
        Access::SessionOnly,
        "Asks for another address of mail, or forgets it.",
        set_address,
    );
    let device = post(
        "/account/notices/devices",
        Access::SessionOnly,
        "Adds this browser for pushes while its session lasts, ten at most.",
        add_device,
    );
    let end = post(
        "/account/notices/devices/end",
        Access::SessionOnly,
        "Takes a browser from those that take pushes.",
        end_device,
    );
    let confirm = post(
        "/account/notices/confirm",
        Access::Public,
        "Confirms an address by a mailed link, within a day.",
        confirm,
    );
    let recovery = post(
        "/account/recovery",
        Access::SessionOnly,
        "Asks for a letter where a password is forgotten.",
        ask_recovery,
    );
    let look = post("/account/recovery/look", Access::Public, "Whose password a link sets.", look);
    let recover = post(
        "/account/recovery/password",
        Access::SessionOnly,
        "Sets a new password by a link, once and within an hour.",
        recover,
    );
    Routes::of("Notices")
        .route(choose.signed().answers::<NoticesInfo>().refuses(&[Code::BadRange]))
        .route(address.signed().answers::<NoticesInfo>().refuses(ADDRESS))
        .route(device.signed().answers::<NoticesInfo>().refuses(&[Code::NoPush, Code::BadDevice]))
        .route(end.signed().answers::<NoticesInfo>().refuses(&[Code::BadRange]))
        .route(confirm.answers::<AddressInfo>().refuses(&[Code::NoLink, Code::Storage]))
        .route(recovery.takes_up().refuses(&[Code::NoMail, Code::NameLength]))
        .route(look.answers::<RecoveryInfo>().refuses(&[Code::NoLink, Code::Storage]))
        .route(recover.answers::<Identity>().refuses(SIGNED_IN).refuses(PASSWORD))
}

/// What only looks, and what mail programs ask, which are no pages.
pub fn open() -> Routes {
    let page = get("/unsubscribe/{secret}", Access::Public, "Leads a person to a page that asks.", unsubscribe_page);
    let unsubscribe = post("/unsubscribe/{secret}", Access::Public, "No more letters about games.", unsubscribe);
    let told = get("/account/notices", Access::SessionOnly, "How the account is told things.", notices).signed();
    Routes::of("Notices")
        .route(told.answers::<NoticesInfo>())
        .route(page.leads_on().refuses(&[Code::NoLink]))
        .route(unsubscribe.answers::<AddressInfo>().refuses(&[Code::NoLink, Code::Storage]))
}

async fn notices(State(app): State<Arc<App>>, browser: Browser) -> Answer {
    told(&app, browser.signed()?.account).await
}

/// How an account is told things, as an answer.
async fn told(app: &App, account: AccountId) -> Answer {
    let state = kept(app.notifications.store.notices(account).await)?;
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
        let what = "there is no such time zone; write it by its name in the tz database, such as Europe/Kyiv";
        return Err(Refusal::new(Code::BadRange, what));
    }
    let quiet = quiet.map(|QuietHours { from, to }| Quiet { from, to });
    if quiet.is_some_and(|Quiet { from, to }| from >= DAY || to >= DAY) {
        let what = format!("quiet hours are minutes after midnight, 0 to {}", DAY - 1);
        return Err(Refusal::new(Code::BadRange, what));
    }
    done(app.notifications.store.choose(account, Preferences { mail, push, quiet, zone, language }).await)?;
    told(&app, account).await
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Address {
    /// None forgets the one that there is.
    address: Option<String>,
    /// The account's; none where somebody has lately proved otherwise that they are who is signed in.
    #[serde(default)]
    password: Option<String>,
    /// Which language the letter speaks.
    #[serde(default)]
    language: Language,
}

/// Whoever can read letters there can set another password, so it takes the one that there is, or another proof.
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
            app.take(caller, browser.known(), Resource::Letters, 1)?;
            if !app.notifications.may_write(account, &folded) {
                let what = "there were too many letters to you or to this address lately; try again in an hour";
                return Err(Refusal::new(Code::TooFast, what));
            }
            let new = NewAddress { address, folded, unsubscribe: secrets::secret(), language };
            done(app.notifications.store.ask_address(account, new).await)?;
        }
        None => kept(app.notifications.store.remove_address(account).await)?,
    }
    told(&app, account).await
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Device {
    /// Where its push service takes pushes.
    endpoint: String,
    /// Its public key, in base64url.
    p256dh: String,
    /// The secret that it shares with us, in base64url.
    auth: String,
}

async fn add_device(
    State(app): State<Arc<App>>,
    browser: Browser,
    Json(Device { endpoint, p256dh, auth }): Json<Device>,
) -> Answer {
    let signed = browser.signed()?;
    let device = app.notifications.pusher()?.device(endpoint, &p256dh, &auth)?;
    done(app.notifications.store.add_device(signed.account, signed.session, device).await)?;
    told(&app, signed.account).await
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct DeviceNumber {
    /// Its number.
    device: i64,
}

async fn end_device(State(app): State<Arc<App>>, browser: Browser, Json(asked): Json<DeviceNumber>) -> Answer {
    let account = browser.signed()?.account;
    if !kept(app.notifications.store.remove_device(account, asked.device).await)? {
        return Err(Refusal::new(Code::BadRange, "your account has no such device; it may be gone already"));
    }
    told(&app, account).await
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Secret {
    /// What stands behind the # of the link.
    secret: String,
}

/// The hash of a link's secret, if it can be one.
fn link(secret: &str) -> Result<Hash, Refusal> {
    if secrets::is_secret(secret) { Ok(secrets::hash(secret)) } else { Err(no_link()) }
}

fn no_link() -> Refusal {
    Refusal::new(Code::NoLink, "this link is good no longer: it was used, or its time is over; ask for another letter")
}

/// An address is the account's from now on. Whoever has the letter has the address, wherever they are signed in.
async fn confirm(State(app): State<Arc<App>>, Json(Secret { secret }): Json<Secret>) -> Answer {
    let address = kept(app.notifications.store.confirm_address(link(&secret)?, now()).await)?.ok_or_else(no_link)?;
    Ok(json_answer(&AddressInfo { address }))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Forgotten {
    /// The name of an account, or its address.
    who: String,
}

/// Somebody has forgotten a password. What they ask is written down, and looked up when they have their answer: that is the same, and as
/// long in coming, whether or not there is such an account.
async fn ask_recovery(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    Json(Forgotten { who }): Json<Forgotten>,
) -> Answer {
    app.notifications.mailer()?;
    if who.trim().is_empty() || who.chars().count() > ASKED {
        return Err(Refusal::new(Code::NameLength, format!("a name or an address has 1 to {ASKED} signs")));
    }
    app.take(caller, browser.known(), Resource::Letters, 1)?;
    kept(app.notifications.store.ask_recovery(names::folded(&who), mailer::folded(&who)).await)?;
    Ok(StatusCode::ACCEPTED.into_response())
}

/// Whose password a link sets.
async fn look(State(app): State<Arc<App>>, Json(Secret { secret }): Json<Secret>) -> Answer {
    let found = kept(app.notifications.store.recovery_of(link(&secret)?, now()).await)?;
    let (_, name) = found.ok_or_else(no_link)?;
    Ok(json_answer(&RecoveryInfo { name }))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Recovery {
    /// What stands behind the # of the link.
    secret: String,
    /// What the password is from now on.
    password: String,
}

/// Sets another password, ends whatever was signed in by the old one, and signs in whoever did it.
async fn recover(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    headers: HeaderMap,
    Json(Recovery { secret, password }): Json<Recovery>,
) -> Answer {
    let link = link(&secret)?;
    let found = kept(app.notifications.store.recovery_of(link, now()).await)?;
    let (account, name) = found.ok_or_else(no_link)?;
    passwords::check(&password, &name)?;
    app.take(caller, browser.known(), Resource::Proofs, 1)?;
    let password = app.accounts.hasher.hash(password, Requester::Known(account)).await?;
    let done_with = kept(app.notifications.store.recover(link, password, now()).await)?;
    let (account, ended) = done_with.ok_or_else(no_link)?;
    ended.passes().for_each(|pass| app.accounts.presence.end(pass));
    let beginning = Beginning::new(&browser, &headers, false);
    done(app.accounts.store.sign_in(account, beginning.session.clone()).await)?;
    beginning.answer(&app, StatusCode::OK).await
}

/// A mail program asks with one click (RFC 8058): nobody needs to be signed in, and what else it sends is not looked at.
async fn unsubscribe(State(app): State<Arc<App>>, Path(secret): Path<String>) -> Answer {
    if !secrets::is_secret(&secret) {
        return Err(no_link());
    }
    let address = kept(app.notifications.store.unsubscribe(secret).await)?.ok_or_else(no_link)?;
    Ok(json_answer(&AddressInfo { address }))
}

/// A person who opens the same link comes to a page that asks: programs that look through letters open links too.
async fn unsubscribe_page(Path(secret): Path<String>) -> Answer {
    let secret = if secrets::is_secret(&secret) { secret } else { return Err(no_link()) };
    Ok(Redirect::to(&format!("/unsubscribe#{secret}")).into_response())
}
