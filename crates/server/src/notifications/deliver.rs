//! Sends what is in the outbox. Emails and pushes are sent by separate loops, so that neither waits for the other. Each attempt is
//! recorded, with the time of the next one, before it is made: a server that stops meanwhile, or cannot record that the message was sent,
//! sends it once more after a pause, not at once and not for ever.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinSet;

use super::outbox::{Due, Kind, NewLink, Recipient, SendError};
use super::pusher::{self, Pushed, Pusher};
use super::store::NewDevice;
use super::types::PushMessage;
use super::{mailer, messages, quiet_hours};
use crate::accounts::store::AccountId;
use crate::app::App;
use crate::common::secrets;
use crate::matchmaking::person::Person;
use crate::storage::{StorageError, now};

/// Interval between looks at the outbox.
const LOOKED: Duration = Duration::from_secs(1);
/// Interval between clean-ups of old rows.
const SWEPT: Duration = Duration::from_secs(60);
/// Delay before the first retry, in milliseconds; each further retry waits `LONGER` times as long.
const AGAIN: i64 = 5000;
const LONGER: i64 = 3;
/// Time for other nodes to notice that the player is watching, in milliseconds: each node looks through the outbox for the players that it
/// serves.
const OTHERS_SEE: i64 = 3000;
/// Longest delay between retries: an hour.
const LONGEST: i64 = 60 * 60 * 1000;
/// Age at which a message that keeps failing is given up, in milliseconds: a day.
const GIVEN_UP: i64 = 24 * 60 * 60 * 1000;
/// Lifetime of a password reset link: an hour.
const RECOVERS: i64 = 60 * 60 * 1000;
/// Lifetime of an address confirmation link: a day.
const CONFIRMS: i64 = 24 * 60 * 60 * 1000;

/// Sends due emails and pushes for as long as the server runs.
pub async fn deliver(app: &Arc<App>) {
    tokio::join!(letters(app), send_on(app, false, pusher::AT_ONCE), sweep(app));
}

/// Sends emails if a mail server is configured.
async fn letters(app: &Arc<App>) {
    if app.notifications.mailer.is_some() {
        tokio::join!(recoveries(app), send_on(app, true, mailer::AT_ONCE));
    }
}

async fn sweep(app: &App) {
    loop {
        app.notifications.sweep();
        logged("cannot delete old notifications", app.notifications.store.sweep_notices(now()).await);
        tokio::time::sleep(SWEPT).await;
    }
}

/// Looks up the accounts of password reset requests and adds their emails to the outbox.
async fn recoveries(app: &App) {
    loop {
        tokio::time::sleep(LOOKED).await;
        let asks = logged("cannot read password reset requests", app.notifications.store.recovery_asks().await);
        for ask in asks.unwrap_or_default() {
            let may = |(account, address): &&(AccountId, String)| app.notifications.may_write(*account, address);
            let accounts = ask.accounts.iter().filter(may).map(|(account, _)| *account).collect();
            logged(
                "cannot add a password reset email to the outbox",
                app.notifications.store.answer_recovery(ask.id, accounts).await,
            );
        }
    }
}

/// Sends due emails or due pushes, up to `at_once` concurrently and at most one per account, so that a slow push service holds up its own
/// accounts only.
async fn send_on(app: &Arc<App>, mail: bool, at_once: usize) {
    let mut under_way = JoinSet::new();
    let mut busy: HashSet<AccountId> = HashSet::new();
    loop {
        let sent = tokio::select! {
            Some(sent) = under_way.join_next() => Some(sent),
            () = tokio::time::sleep(LOOKED) => None,
        };
        match sent {
            Some(Ok(account)) => _ = busy.remove(&account),
            // The failed task's account is unknown; clear all, so that no account stays busy for ever.
            Some(Err(why)) => {
                tracing::error!("a notification task failed: {why}");
                under_way.shutdown().await;
                busy.clear();
            }
            None => {}
        }
        let free = at_once.saturating_sub(busy.len());
        if free == 0 {
            continue;
        }
        let found = app.notifications.store.due(mail, now(), free, busy.iter().copied().collect()).await;
        let Some(batch) = logged("cannot read the outbox", found) else {
            tokio::time::sleep(LOOKED).await;
            continue;
        };
        if !batch.stale.is_empty() {
            logged("cannot update the outbox", app.notifications.store.done_with(batch.stale).await);
        }
        for due in batch.due {
            busy.insert(due.account);
            let app = app.clone();
            under_way.spawn(async move {
                let (account, id, kind) = (due.account, due.id, due.kind.word());
                logged(&format!("cannot send notification {id} ({kind})"), tell(&app, due).await);
                account
            });
        }
    }
}

/// Sends a notification unless the player is already watching, has quiet hours, or it has failed for too long.
async fn tell(app: &App, due: Due) -> Result<(), StorageError> {
    let (store, now) = (&app.notifications.store, now());
    if let Some(about) = &due.about {
        let here = match due.kind {
            Kind::Challenge => app.matchmaking.streams.is_here(Person::Account(due.account)),
            _ => app.notifications.looking.is_here(&about.table, due.account, about.seat),
        };
        if here {
            return store.seen(due.account, &about.table).await;
        }
        // It stays in the outbox and is considered again at the next look.
        if app.accounts.presence.relay.is_open() && now - due.since < OTHERS_SEE {
            return Ok(());
        }
        if let Some(end) = quiet_hours::ends(&due.choices, now) {
            return store.put_off(due.id, end).await;
        }
    }
    let given_up = due.tries > 0 && now - due.created > GIVEN_UP;
    let too_many = due.kind == Kind::Challenge
        && due.tries == 0
        && app.notifications.challenges.take(&format!("account {}", due.account)).is_err();
    if given_up || too_many {
        return store.done_with(vec![due.id]).await;
    }
    match (&due.to, &app.notifications.mailer, &app.notifications.pusher) {
        (Recipient::Mail { address, unsubscribe }, Some(mailer), _) => {
            let lasts = match due.kind {
                Kind::Confirm => Some(CONFIRMS),
                Kind::Recover => Some(RECOVERS),
                Kind::Turn | Kind::Challenge | Kind::Changed(_) | Kind::RatingsReset => None,
            };
            let secret = lasts.map(|_| secrets::secret());
            // The secret exists only in the email: each attempt has a new one.
            let link = secret
                .as_ref()
                .zip(lasts)
                .map(|(secret, lasts)| NewLink { hash: secrets::hash(secret), expires: now + lasts });
            if !store.try_out(due.id, due.tries, again(now, due.tries), link).await? {
                return Ok(());
            }
            match mailer.send(&due, address, unsubscribe, secret.as_deref()).await {
                Ok(()) => store.done_with(vec![due.id]).await,
                Err(SendError::Bounced(why)) => {
                    tracing::info!("the address of email {} ({}) bounced: {why}", due.id, due.kind.word());
                    store.address_bounced(due.account, address.clone()).await?;
                    store.done_with(vec![due.id]).await
                }
                Err(SendError::Failed(why)) => {
                    tracing::warn!("cannot send email {} ({}): {why}; will retry", due.id, due.kind.word());
                    Ok(())
                }
            }
        }
        (Recipient::Device { .. }, _, Some(pusher)) => push(app, pusher, &due, now).await,
        _ => Ok(()),
    }
}

async fn push(app: &App, pusher: &Pusher, due: &Due, now: i64) -> Result<(), StorageError> {
    let store = &app.notifications.store;
    let (Recipient::Device { id, endpoint, public_key, secret }, Some(about)) = (&due.to, &due.about) else {
        return Ok(());
    };
    if !store.try_out(due.id, due.tries, again(now, due.tries), None).await? {
        return Ok(());
    }
    let told = messages::push(due);
    let path = if due.kind == Kind::Turn { format!("/t/{}", about.table) } else { "/lobby".to_owned() };
    let message = PushMessage {
        title: &told.subject,
        body: &told.text,
        path: &path,
        tag: &about.table,
        language: due.choices.language,
    };
    let to = NewDevice { endpoint: endpoint.clone(), public_key: public_key.clone(), secret: secret.clone() };
    match pusher.send(&to, &about.table, table::messages::text(&message), now).await {
        Pushed::Taken => store.done_with(vec![due.id]).await,
        Pushed::Gone => store.device_gone(*id).await,
        Pushed::Failed(why) => {
            tracing::warn!("cannot send push {}: {why}; will retry", due.id);
            Ok(())
        }
    }
}

/// Returns the time of the next attempt after `tries` failed ones.
fn again(now: i64, tries: u32) -> i64 {
    now + LONGER.checked_pow(tries).and_then(|times| AGAIN.checked_mul(times)).unwrap_or(LONGEST).min(LONGEST)
}

/// Returns the value, or logs the error and returns `None`.
fn logged<T>(what: &str, stored: Result<T, StorageError>) -> Option<T> {
    stored.inspect_err(|why| tracing::error!("{what}: {why}")).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retry_delays_grow_up_to_an_hour() {
        let pauses: Vec<i64> = (0..9).map(|tries| again(1000, tries) - 1000).collect();
        assert_eq!(pauses[..6], [5000, 15_000, 45_000, 135_000, 405_000, 1_215_000]);
        assert_eq!(pauses[6..], [LONGEST; 3]);
        assert_eq!(again(0, u32::MAX), LONGEST);
    }
}
