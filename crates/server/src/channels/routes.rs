//! HTTP routes of channels.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use utoipa::ToSchema;

use super::types::{ChannelsInfo, MadeWebhook, NewTelegramLink, NewWebhook, TelegramLinkInfo};
use crate::accounts::service::{or_storage_refusal, signed_out};
use crate::accounts::store::AccountId;
use crate::app::App;
use crate::common::secrets;
use crate::http::extract::{Answer, Browser, Json, json_answer};
use crate::http::refusal::{Code, Refusal};
use crate::limits::caller::Caller;
use crate::limits::quotas::Resource;
use crate::notifications::channels::{ChannelEvent, ChannelForm, NewChannel, NoChannel, TelegramLink};
use crate::openapi::route::{Routes, get, post};
use crate::storage::now;
use crate::tokens::scopes::Access;

/// Time in which a Telegram link can be used, in milliseconds: an hour.
const LINK_MS: i64 = 60 * 60 * 1000;

/// Routes that change state; restricted to pages of this server.
pub fn guarded() -> Routes {
    const ADDS: &[Code] = &[Code::NoChannels, Code::NoTournament, Code::TooManyChannels, Code::Storage];
    let add = post("/account/channels", Access::SessionOnly, "Adds a webhook.", add);
    let link = post(
        "/account/channels/telegram",
        Access::SessionOnly,
        "Returns links that make a Telegram chat a channel.",
        telegram_link,
    );
    let test = post("/account/channels/test", Access::SessionOnly, "Sends a test message to a channel.", test);
    let remove = post("/account/channels/remove", Access::SessionOnly, "Removes a channel.", remove);
    const CHOICE: &[Code] = &[Code::BadRange, Code::Storage];
    Routes::of("Channels")
        .route(add.signed().creates::<MadeWebhook>().refuses(ADDS).refuses(&[Code::BadChannel, Code::BadRange]))
        .route(link.signed().answers::<TelegramLinkInfo>().refuses(ADDS))
        .route(test.signed().accepts_for_later().refuses(CHOICE))
        .route(remove.signed().answers::<ChannelsInfo>().refuses(CHOICE))
}

/// Routes that change nothing.
pub fn open() -> Routes {
    let list = get("/account/channels", Access::SessionOnly, "Lists the channels of the account.", list);
    Routes::of("Channels").route(list.signed().answers::<ChannelsInfo>().refuses(&[Code::Storage]))
}

async fn list(State(app): State<Arc<App>>, browser: Browser) -> Answer {
    Ok(json_answer(&channels(&app, browser.signed()?.account).await?))
}

async fn channels(app: &App, account: AccountId) -> Result<ChannelsInfo, Refusal> {
    let lines = or_storage_refusal(app.notifications.store.channels(account).await)?;
    Ok(ChannelsInfo { offered: app.channels.forms(), channels: lines.into_iter().map(Into::into).collect() })
}

fn offered(app: &App, form: ChannelForm) -> Result<(), Refusal> {
    if app.channels.forms().contains(&form) {
        return Ok(());
    }
    Err(Refusal::new(Code::NoChannels, format!("this server sends nothing to channels of the form {}", form.word())))
}

fn not_added(why: NoChannel) -> Refusal {
    match why {
        NoChannel::NoAccount => signed_out(),
        NoChannel::NoTournament => Refusal::new(Code::NoTournament, "you organise no such tournament"),
        NoChannel::TooMany => {
            Refusal::new(Code::TooManyChannels, "you have the maximum of 20 channels; remove an unused one first")
        }
    }
}

fn bad_events(tournament: bool) -> Refusal {
    let words = ChannelEvent::possible(tournament).iter().map(|event| event.word());
    let words = words.collect::<Vec<_>>().join(", ");
    Refusal::new(Code::BadRange, format!("events must be one or more of {words}"))
}

async fn add(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    Json(NewWebhook { form, url, tournament, mut events, language }): Json<NewWebhook>,
) -> Answer {
    let account = browser.signed()?.account;
    offered(&app, form)?;
    if form == ChannelForm::Telegram {
        let what = "a Telegram chat is connected with a link; request one at /api/account/channels/telegram";
        return Err(Refusal::new(Code::BadChannel, what));
    }
    let bad_url = |why| Refusal::new(Code::BadChannel, format!("messages cannot be sent to this URL: {why}"));
    let name = app.channels.check(&url).map_err(bad_url)?;
    events.sort_unstable();
    events.dedup();
    let possible = ChannelEvent::possible(tournament.is_some());
    if events.is_empty() || !events.iter().all(|event| possible.contains(event)) {
        return Err(bad_events(tournament.is_some()));
    }
    app.take(caller, browser.known(), Resource::Channels, 1)?;
    let secret = if form == ChannelForm::Json { secrets::key().to_vec() } else { Vec::new() };
    let shown = shown_secret(&secret);
    let new = NewChannel { form, address: url, name, secret, tournament, events, language };
    or_storage_refusal(app.notifications.store.add_channel(account, new).await)?.map_err(not_added)?;
    let made = MadeWebhook { secret: shown, all: channels(&app, account).await? };
    Ok((StatusCode::CREATED, json_answer(&made)).into_response())
}

/// Returns a secret as its receiver enters it.
fn shown_secret(secret: &[u8]) -> Option<String> {
    (!secret.is_empty()).then(|| format!("whsec_{}", STANDARD.encode(secret)))
}

async fn telegram_link(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    Json(NewTelegramLink { tournament, language }): Json<NewTelegramLink>,
) -> Answer {
    let account = browser.signed()?.account;
    offered(&app, ChannelForm::Telegram)?;
    app.take(caller, browser.known(), Resource::Channels, 1)?;
    let (bot, secret) = (app.channels.telegram_name().unwrap_or_default(), secrets::secret());
    let group = tournament.as_ref().map(|_| format!("https://t.me/{bot}?startgroup={secret}"));
    let link = TelegramLink { account, tournament, language };
    let added = app.notifications.store.add_telegram_link(secrets::hash(&secret), link, now() + LINK_MS).await;
    or_storage_refusal(added)?.map_err(not_added)?;
    Ok(json_answer(&TelegramLinkInfo { chat: format!("https://t.me/{bot}?start={secret}"), group }))
}

/// A channel of the account.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ChannelNumber {
    /// Id of the channel.
    channel: i64,
}

fn no_channel() -> Refusal {
    Refusal::new(Code::BadRange, "your account has no such channel; it may have been removed already")
}

async fn test(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    Json(ChannelNumber { channel }): Json<ChannelNumber>,
) -> Answer {
    let account = browser.signed()?.account;
    app.take(caller, browser.known(), Resource::Channels, 1)?;
    if !or_storage_refusal(app.notifications.store.test_channel(account, channel).await)? {
        return Err(no_channel());
    }
    Ok(StatusCode::ACCEPTED.into_response())
}

async fn remove(
    State(app): State<Arc<App>>,
    browser: Browser,
    Json(ChannelNumber { channel }): Json<ChannelNumber>,
) -> Answer {
    let account = browser.signed()?.account;
    if !or_storage_refusal(app.notifications.store.remove_channel(account, channel).await)? {
        return Err(no_channel());
    }
    Ok(json_answer(&channels(&app, account).await?))
}
