//! Sends what is due in the outbox to channels.

use std::sync::Arc;

use super::sent::Sent;
use super::telegram::{ChatMessage, MAX_CAPTION, MAX_TEXT, NoResult, Press, Telegram};
use super::{updates, webhook};
use crate::app::App;
use crate::notifications::channels::{ChannelForm, ChannelTarget};
use crate::notifications::deliver::{is_given_up, is_held_back, retry_at, send_due};
use crate::notifications::messages::{self, MessageText};
use crate::notifications::outbox::{Due, Kind, Medium, Recipient};
use crate::previews::picture;
use crate::storage::{StorageError, now};

/// Maximum number of messages sent at once.
const MAX_CONCURRENT: usize = 32;

/// Sends messages to channels, and reads messages to the Telegram bot, while the server runs.
pub async fn deliver(app: &Arc<App>) {
    let channels = &app.channels;
    if channels.webhooks.is_none() && channels.telegram.is_none() {
        return;
    }
    let bot = async {
        if let Some(telegram) = &channels.telegram {
            updates::follow(app, telegram).await;
        }
    };
    tokio::join!(send_due(app, Medium::Channel, MAX_CONCURRENT, notify), bot);
}

async fn notify(app: Arc<App>, due: Due) -> Result<(), StorageError> {
    let Recipient::Channel(to) = &due.to else { return Ok(()) };
    let (store, now) = (&app.notifications.store, now());
    // Programs get every notification at once.
    if to.form != ChannelForm::Json && is_held_back(&app, &due, now).await? {
        return Ok(());
    }
    if is_given_up(&app, &due, now).await? || !store.try_out(due.id, due.tries, retry_at(now, due.tries), None).await? {
        return Ok(());
    }
    match send(&app, &due, to, now).await {
        Sent::Accepted => {
            store.note_channel(to.id, None).await?;
            store.delete_from_outbox(vec![due.id]).await
        }
        Sent::Gone(why) => {
            tracing::info!("removing channel {} ({}): {why}", to.id, to.form.word());
            store.remove_gone_channel(to.id).await
        }
        Sent::Later(pause) => store.postpone(due.id, now + pause).await,
        Sent::Failed(why) => {
            tracing::warn!("cannot send message {} to channel {}: {why}; will retry", due.id, to.id);
            store.note_channel(to.id, Some(why)).await
        }
    }
}

async fn send(app: &App, due: &Due, to: &ChannelTarget, now: i64) -> Sent {
    let channels = &app.channels;
    let link = format!("{}{}", channels.site, path(due));
    match (to.form, &channels.webhooks, &channels.telegram) {
        (ChannelForm::Json, Some(webhooks), _) => webhooks.send_json(to, due, &link, now).await,
        (ChannelForm::Discord, Some(webhooks), _) => {
            let message = messages::channel_message(due, webhook::MAX_DISCORD_CHARS);
            webhooks.send_discord(to, &message, &link).await
        }
        (ChannelForm::Telegram, _, Some(telegram)) => send_telegram(app, telegram, due, to, link).await,
        _ => Sent::Failed("this server no longer has this form of channel".to_owned()),
    }
}

/// Returns the page that a message is about.
fn path(due: &Due) -> String {
    match (&due.news, &due.about) {
        (Some(news), _) => format!("/tournaments/{}", news.tournament),
        (None, Some(about)) if due.kind == Kind::Turn => format!("/t/{}", about.table),
        (None, Some(_)) => "/lobby".to_owned(),
        (None, None) => "/account".to_owned(),
    }
}

async fn send_telegram(app: &App, telegram: &Telegram, due: &Due, to: &ChannelTarget, link: String) -> Sent {
    let picture = match &due.about {
        Some(about) if due.kind == Kind::Turn => picture::of_open_board(app, &about.table).await,
        _ => None,
    };
    let most = if picture.is_some() { MAX_CAPTION } else { MAX_TEXT };
    let MessageText { subject, text } = messages::channel_message(due, most);
    let text = format!("{subject}\n{text}\n\n{link}");
    let label = |id| messages::bot_text(to.language, id, &[]);
    let open = match (&due.news, due.kind) {
        (Some(_), _) => Some("bot-tournament"),
        (None, Kind::Turn) => Some("bot-game"),
        (None, Kind::Challenge) => Some("bot-lobby"),
        (None, _) => None,
    };
    let mut buttons: Vec<(String, Press)> = open.map(|id| (label(id), Press::Open(link))).into_iter().collect();
    // The messages to a group are not one person's to end.
    buttons.extend((!to.tournament).then(|| (label("bot-stop"), Press::Tell(updates::STOP))));
    match telegram.send(&to.address, &ChatMessage { text, buttons, picture }).await {
        Ok(()) => Sent::Accepted,
        Err(NoResult::Failed(sent)) => sent,
        Err(NoResult::Invalid(why)) => Sent::Failed(why),
        Err(NoResult::Moved(chat)) => {
            let moved = app.notifications.store.move_chat(to.address.clone(), chat.to_string()).await;
            if let Err(why) = moved {
                tracing::error!("cannot store the new id of a chat: {why}");
            }
            Sent::Later(1000)
        }
    }
}
