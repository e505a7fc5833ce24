//! Sends the notifications in the outbox. Each medium has its own loop, so that none waits for another; that of channels is in
//! [`channels`](crate::channels). Before each attempt, the server records the attempt and the time of the next one. If the server stops
//! in between, or cannot record that a message was sent, the message is sent again, but only after a delay and a limited number of times.

use std::collections::HashSet;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinSet;

use super::outbox::{Due, Kind, Medium, NewLink, Recipient, SendError};
use super::pusher::{self, PushResult, Pusher};
use super::store::NewDevice;
use super::{mailer, quiet_hours};
use crate::accounts::store::AccountId;
use crate::app::App;
use crate::common::secrets;
use crate::matchmaking::person::Person;
use crate::storage::{StorageError, now};

/// Interval at which the outbox is polled.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// Interval between clean-ups of old rows.
const SWEEP_INTERVAL: Duration = Duration::from_secs(60);
/// Delay before the first retry, in milliseconds; each further retry waits `RETRY_FACTOR` times as long.
const FIRST_RETRY_MS: i64 = 5000;
const RETRY_FACTOR: i64 = 3;
/// Delay before a cluster node sends a notification, in milliseconds. This gives the node where the player is watching the table, if any,
/// time to delete the notification from the outbox.
const WATCHER_SYNC_MS: i64 = 3000;
/// Longest delay between retries: an hour.
const MAX_RETRY_MS: i64 = 60 * 60 * 1000;
/// Age at which the server gives up on a message that keeps failing, in milliseconds: a day.
const GIVE_UP_MS: i64 = 24 * 60 * 60 * 1000;

/// Sends due emails and pushes while the server runs.
pub async fn deliver(app: &Arc<App>) {
    tokio::join!(send_emails(app), send_due(app, Medium::Push, pusher::MAX_CONCURRENT, notify), sweep(app));
}

/// Sends emails if a mail server is configured.
async fn send_emails(app: &Arc<App>) {
    if app.notifications.mailer.is_some() {
        tokio::join!(answer_recovery_asks(app), send_due(app, Medium::Mail, mailer::MAX_CONCURRENT, notify));
    }
}

async fn sweep(app: &App) {
    loop {
        app.notifications.sweep();
        ok_or_log("cannot delete old notifications", app.notifications.store.sweep_outbox(now()).await);
        tokio::time::sleep(SWEEP_INTERVAL).await;
    }
}

/// Looks up the accounts for password reset requests and adds the emails to the outbox.
async fn answer_recovery_asks(app: &App) {
    loop {
        tokio::time::sleep(POLL_INTERVAL).await;
        let asks = ok_or_log("cannot read password reset requests", app.notifications.store.recovery_asks().await);
        for ask in asks.unwrap_or_default() {
            let may = |(account, address): &&(AccountId, String)| app.notifications.may_send(*account, address);
            let accounts = ask.accounts.iter().filter(may).map(|(account, _)| *account).collect();
            ok_or_log(
                "cannot add a password reset email to the outbox",
                app.notifications.store.answer_recovery(ask.id, accounts).await,
            );
        }
    }
}

/// Sends the due notifications of a medium, up to `max_concurrent` at a time and at most one per account, so that a slow push service
/// delays only the accounts that use it.
pub async fn send_due<F>(app: &Arc<App>, medium: Medium, max_concurrent: usize, send: impl Fn(Arc<App>, Due) -> F)
where
    F: Future<Output = Result<(), StorageError>> + Send + 'static,
{
    let mut under_way = JoinSet::new();
    let mut busy: HashSet<AccountId> = HashSet::new();
    loop {
        let sent = tokio::select! {
            Some(sent) = under_way.join_next() => Some(sent),
            () = tokio::time::sleep(POLL_INTERVAL) => None,
        };
        match sent {
            Some(Ok(account)) => _ = busy.remove(&account),
            // The failed task's account is unknown; clear all of them, so that no account stays busy forever.
            Some(Err(why)) => {
                tracing::error!("a notification task failed: {why}");
                under_way.shutdown().await;
                busy.clear();
            }
            None => {}
        }
        let free = max_concurrent.saturating_sub(busy.len());
        if free == 0 {
            continue;
        }
        let found = app.notifications.store.due(medium, now(), free, busy.iter().copied().collect()).await;
        let Some(batch) = ok_or_log("cannot read the outbox", found) else {
            tokio::time::sleep(POLL_INTERVAL).await;
            continue;
        };
        if !batch.stale.is_empty() {
            ok_or_log("cannot update the outbox", app.notifications.store.delete_from_outbox(batch.stale).await);
        }
        for due in batch.due {
            busy.insert(due.account);
            let (account, id, kind) = (due.account, due.id, due.kind.word());
            let sent = send(app.clone(), due);
            under_way.spawn(async move {
                ok_or_log(&format!("cannot send notification {id} ({kind})"), sent.await);
                account
            });
        }
    }
}

/// Decides whether a notification is not to be sent now: the player is already watching, or in quiet hours.
pub async fn is_held_back(app: &App, due: &Due, now: i64) -> Result<bool, StorageError> {
    let store = &app.notifications.store;
    let Some(about) = &due.about else { return Ok(false) };
    let here = match due.kind {
        Kind::Challenge => app.matchmaking.streams.is_connected(Person::Account(due.account)),
        _ => app.notifications.watchers.is_watching(&about.table, due.account, about.seat),
    };
    if here {
        store.seen(due.account, &about.table).await?;
        return Ok(true);
    }
    // Leave the notification in the outbox for a later poll.
    if app.accounts.presence.relay.is_open() && now - due.since < WATCHER_SYNC_MS {
        return Ok(true);
    }
    if let Some(end) = quiet_hours::ends(&due.choices, now) {
        store.postpone(due.id, end).await?;
        return Ok(true);
    }
    Ok(false)
}

/// Deletes a notification if sending it has failed for too long, or if the account gets too many; returns whether it did.
pub async fn is_given_up(app: &App, due: &Due, now: i64) -> Result<bool, StorageError> {
    let failed = due.tries > 0 && now - due.created > GIVE_UP_MS;
    let too_many = due.kind == Kind::Challenge
        && due.tries == 0
        && app.notifications.challenges.take(&format!("account {}", due.account)).is_err();
    if failed || too_many {
        app.notifications.store.delete_from_outbox(vec![due.id]).await?;
    }
    Ok(failed || too_many)
}

/// Sends an email or a push.
async fn notify(app: Arc<App>, due: Due) -> Result<(), StorageError> {
    let (store, now) = (&app.notifications.store, now());
    if is_held_back(&app, &due, now).await? || is_given_up(&app, &due, now).await? {
        return Ok(());
    }
    match (&due.to, &app.notifications.mailer, &app.notifications.pusher) {
        (Recipient::Mail { address, unsubscribe }, Some(mailer), _) => {
            let lasts = due.kind.link_lifetime_ms();
            let secret = lasts.map(|_| secrets::secret());
            // Only the hash of the secret is stored, so each attempt needs a new secret.
            let link = secret
                .as_ref()
                .zip(lasts)
                .map(|(secret, lasts)| NewLink { hash: secrets::hash(secret), expires: now + lasts });
            if !store.try_out(due.id, due.tries, retry_at(now, due.tries), link).await? {
                return Ok(());
            }
            match mailer.send(&due, address, unsubscribe, secret.as_deref()).await {
                Ok(()) => store.delete_from_outbox(vec![due.id]).await,
                Err(SendError::Bounced(why)) => {
                    tracing::info!("the address of email {} ({}) bounced: {why}", due.id, due.kind.word());
                    store.address_bounced(due.account, address.clone()).await?;
                    store.delete_from_outbox(vec![due.id]).await
                }
                Err(SendError::Failed(why)) => {
                    tracing::warn!("cannot send email {} ({}): {why}; will retry", due.id, due.kind.word());
                    Ok(())
                }
            }
        }
        (Recipient::Device { .. }, _, Some(pusher)) => send_push(&app, pusher, &due, now).await,
        _ => Ok(()),
    }
}

async fn send_push(app: &App, pusher: &Pusher, due: &Due, now: i64) -> Result<(), StorageError> {
    let store = &app.notifications.store;
    let (Recipient::Device { id, endpoint, public_key, secret }, Some(about)) = (&due.to, &due.about) else {
        return Ok(());
    };
    if !store.try_out(due.id, due.tries, retry_at(now, due.tries), None).await? {
        return Ok(());
    }
    let to = NewDevice { endpoint: endpoint.clone(), public_key: public_key.clone(), secret: secret.clone() };
    match pusher.send(&to, due, about, now).await {
        PushResult::Accepted => store.delete_from_outbox(vec![due.id]).await,
        PushResult::Gone => store.remove_gone_device(*id).await,
        PushResult::Failed(why) => {
            tracing::warn!("cannot send push {}: {why}; will retry", due.id);
            Ok(())
        }
    }
}

/// Returns the time of the next attempt after `tries` failed ones.
pub fn retry_at(now: i64, tries: u32) -> i64 {
    now + RETRY_FACTOR
        .checked_pow(tries)
        .and_then(|times| FIRST_RETRY_MS.checked_mul(times))
        .unwrap_or(MAX_RETRY_MS)
        .min(MAX_RETRY_MS)
}

/// Returns the value, or logs the error and returns `None`.
fn ok_or_log<T>(what: &str, stored: Result<T, StorageError>) -> Option<T> {
    stored.inspect_err(|why| tracing::error!("{what}: {why}")).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retry_delays_grow_up_to_an_hour() {
        let pauses: Vec<i64> = (0..9).map(|tries| retry_at(1000, tries) - 1000).collect();
        assert_eq!(pauses[..6], [5000, 15_000, 45_000, 135_000, 405_000, 1_215_000]);
        assert_eq!(pauses[6..], [MAX_RETRY_MS; 3]);
        assert_eq!(retry_at(0, u32::MAX), MAX_RETRY_MS);
    }
}
