//! Reads messages to the Telegram bot, with which people connect a chat by a link from the site, or end its messages.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};

use super::sent::Sent;
use super::telegram::{ChatMessage, NoResult, POLL_TIME, Telegram};
use crate::app::App;
use crate::common::secrets;
use crate::notifications::channels::TelegramChat;
use crate::notifications::messages;
use crate::notifications::preferences::Language;
use crate::storage::{StorageError, now};

/// Word that the button to end messages sends.
pub const STOP: &str = "stop";
/// Name of the lease that the node has which reads updates, and its duration in milliseconds.
const LEASE: &str = "telegram";
const LEASE_MS: i64 = 2 * POLL_TIME.as_millis() as i64;
/// Pause after a failure, and between looks for the lease.
const PAUSE: Duration = Duration::from_secs(10);
/// Maximum length of the name of a chat, in characters.
const MAX_NAME: usize = 60;

/// Reads updates while the server runs. In a cluster, one node at a time does.
pub async fn follow(app: &Arc<App>, telegram: &Telegram) {
    let (holder, mut last) = (secrets::secret(), 0);
    loop {
        match read(app, telegram, &holder, &mut last).await {
            Ok(true) => {}
            Ok(false) => tokio::time::sleep(PAUSE).await,
            Err(pause) => tokio::time::sleep(pause).await,
        }
    }
}

/// Reads updates once; returns false if another node does, and the time to wait after a failure.
async fn read(app: &App, telegram: &Telegram, holder: &str, last: &mut i64) -> Result<bool, Duration> {
    if telegram.name().is_none() {
        telegram.learn_name().await.map_err(|why| failed(&why))?;
    }
    if app.accounts.presence.relay.is_open() {
        let taken = app.notifications.store.take_lease(LEASE, holder.to_owned(), now() + LEASE_MS).await;
        if !taken.map_err(|why| not_stored(&why))? {
            return Ok(false);
        }
    }
    for update in telegram.updates(*last).await.map_err(|why| failed(&why))? {
        handle(app, telegram, &update).await.map_err(|why| not_stored(&why))?;
        *last = update["update_id"].as_i64().unwrap_or(*last).max(*last);
    }
    Ok(true)
}

fn failed(why: &NoResult) -> Duration {
    tracing::warn!("cannot read messages to the Telegram bot: {why:?}; will retry");
    match why {
        NoResult::Failed(Sent::Later(millis)) => Duration::from_millis(millis.unsigned_abs()),
        _ => PAUSE,
    }
}

fn not_stored(why: &StorageError) -> Duration {
    tracing::error!("cannot process a message to the Telegram bot: {why}; will retry");
    PAUSE
}

async fn handle(app: &App, telegram: &Telegram, update: &Value) -> Result<(), StorageError> {
    let store = &app.notifications.store;
    if let Some(status) = update["my_chat_member"]["new_chat_member"]["status"].as_str() {
        if let (Some(chat), "left" | "kicked") = (chat_of(&update["my_chat_member"]["chat"]), status) {
            store.leave_chat(chat.id).await?;
        }
        return Ok(());
    }
    let press = &update["callback_query"];
    if let (Some(id), Some(chat)) = (press["id"].as_str(), chat_of(&press["message"]["chat"])) {
        let answer = telegram.call("answerCallbackQuery", &json!({"callback_query_id": id})).await;
        log_failure(answer);
        if press["data"].as_str() == Some(STOP) && chat.private {
            stop(app, telegram, chat, language_of(&press["from"])).await?;
        }
        return Ok(());
    }
    let message = &update["message"];
    let (Some(chat), language) = (chat_of(&message["chat"]), language_of(&message["from"])) else { return Ok(()) };
    if let Some(moved) = message["migrate_to_chat_id"].as_i64() {
        return store.move_chat(chat.id, moved.to_string()).await;
    }
    let mut words = message["text"].as_str().unwrap_or_default().split_whitespace();
    // In groups, the name of the bot follows a command.
    let command = words.next().and_then(|word| word.split('@').next()).unwrap_or_default();
    match (command, words.next()) {
        ("/start", Some(secret)) => connect(app, telegram, chat, secret, language).await,
        ("/stop", _) if chat.private => stop(app, telegram, chat, language).await,
        _ if chat.private => {
            let link = format!("{}/account", app.channels.site);
            say(telegram, &chat.id, messages::bot_text(language, "bot-help", &[("link", &link)])).await;
            Ok(())
        }
        _ => Ok(()),
    }
}

async fn connect(
    app: &App,
    telegram: &Telegram,
    chat: TelegramChat,
    secret: &str,
    language: Language,
) -> Result<(), StorageError> {
    let (store, id) = (&app.notifications.store, chat.id.clone());
    let link = match secrets::is_secret(secret) {
        true => store.use_telegram_link(secrets::hash(secret), chat).await?,
        false => None,
    };
    let text = match link {
        None => messages::bot_text(language, "bot-no-link", &[]),
        Some(link) => match link.tournament {
            None => messages::bot_text(link.language, "bot-connected", &[]),
            Some(tournament) => {
                let found = store.tournament_name(&tournament).await?.unwrap_or_default();
                messages::bot_text(link.language, "bot-connected-tournament", &[("tournament", &found)])
            }
        },
    };
    say(telegram, &id, text).await;
    Ok(())
}

async fn stop(app: &App, telegram: &Telegram, chat: TelegramChat, language: Language) -> Result<(), StorageError> {
    let left = app.notifications.store.leave_chat(chat.id.clone()).await?;
    say(telegram, &chat.id, messages::bot_text(left.unwrap_or(language), "bot-stopped", &[])).await;
    Ok(())
}

async fn say(telegram: &Telegram, chat: &str, text: String) {
    log_failure(telegram.send(chat, &ChatMessage { text, ..ChatMessage::default() }).await);
}

fn log_failure<T>(sent: Result<T, NoResult>) {
    if let Err(why) = sent {
        tracing::warn!("the Telegram bot cannot answer: {why:?}");
    }
}

fn chat_of(chat: &Value) -> Option<TelegramChat> {
    let id = chat["id"].as_i64()?.to_string();
    let name = ["title", "username", "first_name"].into_iter().find_map(|field| chat[field].as_str());
    let name = name.unwrap_or_default().chars().filter(|c| !c.is_control()).take(MAX_NAME).collect();
    Some(TelegramChat { id, name, private: chat["type"].as_str() == Some("private") })
}

fn language_of(person: &Value) -> Language {
    Language::of(person["language_code"].as_str().unwrap_or_default().split('-').next().unwrap_or_default())
}
