//! What is in the outbox is sent from here, letters and pushes apart, so that neither waits for the other. That something is tried is
//! written down before it is tried, with when it is tried again: a server that ends meanwhile, or cannot write that it was sent, sends it
//! once more after a while and not at once and for ever.

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

/// How often the outbox is looked at.
const LOOKED: Duration = Duration::from_secs(1);
/// How often what is old is forgotten.
const SWEPT: Duration = Duration::from_secs(60);
/// How long after the first failure something is tried again, in milliseconds, and how much longer after each: three times.
const AGAIN: i64 = 5000;
const LONGER: i64 = 3;
/// How long other nodes have to see that somebody is there, in milliseconds: each looks at the outbox for those whom it serves.
const OTHERS_SEE: i64 = 3000;
/// After how long it is tried again at most: an hour.
const LONGEST: i64 = 60 * 60 * 1000;
/// How long after it came into the outbox something is given up that fails, in milliseconds: a day.
const GIVEN_UP: i64 = 24 * 60 * 60 * 1000;
/// How long a link to set another password is good: an hour.
const RECOVERS: i64 = 60 * 60 * 1000;
/// How long a link to confirm an address is good: a day.
const CONFIRMS: i64 = 24 * 60 * 60 * 1000;

/// Sends all that is due, again and again: letters, and pushes.
pub async fn deliver(app: &Arc<App>) {
    tokio::join!(letters(app), send_on(app, false, pusher::AT_ONCE), sweep(app));
}

/// Sends letters, where there is something that does.
async fn letters(app: &Arc<App>) {
    if app.notifications.mailer.is_some() {
        tokio::join!(recoveries(app), send_on(app, true, mailer::AT_ONCE));
    }
}

async fn sweep(app: &App) {
    loop {
        app.notifications.sweep();
        logged("old notices cannot be forgotten", app.notifications.store.sweep_notices(now()).await);
        tokio::time::sleep(SWEPT).await;
    }
}

/// Looks up who has forgotten a password, and puts letters for them into the outbox.
async fn recoveries(app: &App) {
    loop {
        tokio::time::sleep(LOOKED).await;
        let asks = logged("forgotten passwords cannot be read", app.notifications.store.recovery_asks().await);
        for ask in asks.unwrap_or_default() {
            let may = |(account, address): &&(AccountId, String)| app.notifications.may_write(*account, address);
            let accounts = ask.accounts.iter().filter(may).map(|(account, _)| *account).collect();
            logged("a letter cannot be written", app.notifications.store.answer_recovery(ask.id, accounts).await);
        }
    }
}

/// Sends what is due of one way, so many at once, and to nobody two at once: one whose push service is slow has others wait for nothing.
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
            // Whose it was is not known: nobody is taken to be busy for ever.
            Some(Err(why)) => {
                tracing::error!("a notice could not be sent: {why}");
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
        let Some(batch) = logged("the outbox cannot be read", found) else {
            tokio::time::sleep(LOOKED).await;
            continue;
        };
        if !batch.stale.is_empty() {
            logged("the outbox cannot be written", app.notifications.store.done_with(batch.stale).await);
        }
        for due in batch.due {
            busy.insert(due.account);
            let app = app.clone();
            under_way.spawn(async move {
                let (account, id, kind) = (due.account, due.id, due.kind.word());
                logged(&format!("notice {id}, {kind}, cannot be sent"), tell(&app, due).await);
                account
            });
        }
    }
}

/// Tells somebody something, unless they see it for themselves, or it is quiet, or it has failed for too long.
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
        // It stays in the outbox, and is met here again at the next look.
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
            // Secrets are nowhere but in letters: each that is tried has one of its own.
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
                    tracing::info!("the address of letter {}, {}, takes no mail: {why}", due.id, due.kind.word());
                    store.address_bounced(due.account, address.clone()).await?;
                    store.done_with(vec![due.id]).await
                }
                Err(SendError::Failed(why)) => {
                    tracing::warn!("letter {}, {}, cannot be sent: {why}; it is tried again", due.id, due.kind.word());
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
            tracing::warn!("push {} cannot be sent: {why}; it is tried again", due.id);
            Ok(())
        }
    }
}

/// When something is tried again that was tried so often before.
fn again(now: i64, tries: u32) -> i64 {
    now + LONGER.checked_pow(tries).and_then(|times| AGAIN.checked_mul(times)).unwrap_or(LONGEST).min(LONGEST)
}

/// What the storage gave, if it gave anything; the log says why not.
fn logged<T>(what: &str, stored: Result<T, StorageError>) -> Option<T> {
    stored.inspect_err(|why| tracing::error!("{what}: {why}")).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_and_end_at_an_hour() {
        let pauses: Vec<i64> = (0..9).map(|tries| again(1000, tries) - 1000).collect();
        assert_eq!(pauses[..6], [5000, 15_000, 45_000, 135_000, 405_000, 1_215_000]);
        assert_eq!(pauses[6..], [LONGEST; 3]);
        assert_eq!(again(0, u32::MAX), LONGEST);
    }
}
