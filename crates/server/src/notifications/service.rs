//! The service of notifications.

use std::sync::Arc;
use std::time::Duration;

use super::mailer::Mailer;
use super::pusher::{self, Pusher};
use super::settings::{NotificationError, Settings};
use super::watching::Watchers;
use crate::accounts::store::AccountId;
use crate::http::refusal::{Code, Refusal};
use crate::limits::keyed_rate_limiter::KeyedRateLimiter;
use crate::storage::Database;

/// The private key by which push services know the server, by its name in the storage.
const PUSH_KEY: &str = "vapid";
/// Letters that one account, and one address, can be sent at once without having asked for them; and after how long there is one more.
const LETTERS: (u32, Duration) = (5, Duration::from_secs(60 * 60));
/// The same for notices of challenges.
const CHALLENGES: (u32, Duration) = (20, Duration::from_secs(15 * 60));

/// The service of notifications: email, push, and their rate limits.
pub struct Notifications {
    pub store: Arc<Database>,
    pub mailer: Option<Mailer>,
    pub pusher: Option<Pusher>,
    /// Who is looking at which table.
    pub looking: Arc<Watchers>,
    pub letters: KeyedRateLimiter,
    /// Notices of challenges by account.
    pub challenges: KeyedRateLimiter,
}

impl Notifications {
    pub fn new(store: Arc<Database>, key: &[u8], settings: Settings) -> Result<Notifications, NotificationError> {
        let pusher = Pusher::new(key, &settings);
        let Settings { mail, site, times, .. } = settings;
        let mailer = mail.zip(site).map(|(mail, site)| Mailer::new(mail, site)).transpose()?;
        let rarely = |(at_once, one_more)| KeyedRateLimiter::new(at_once, one_more, times);
        let (letters, challenges) = (rarely(LETTERS), rarely(CHALLENGES));
        Ok(Notifications { store, mailer, pusher, looking: Arc::default(), letters, challenges })
    }

    /// The server's key for push services, which is made if there is none yet.
    pub async fn key(store: &Database) -> Result<Vec<u8>, crate::storage::StorageError> {
        match pusher::fresh_key() {
            Some(key) => store.server_key(PUSH_KEY, key).await,
            None => Ok(Vec::new()),
        }
    }

    /// What sends letters.
    ///
    /// # Errors
    /// `no_mail`: nothing does.
    pub fn mailer(&self) -> Result<&Mailer, Refusal> {
        self.mailer.as_ref().ok_or_else(|| Refusal::new(Code::NoMail, "this server sends no letters"))
    }

    /// What sends pushes.
    ///
    /// # Errors
    /// `no_push`: nothing does.
    pub fn pusher(&self) -> Result<&Pusher, Refusal> {
        self.pusher.as_ref().ok_or_else(|| Refusal::new(Code::NoPush, "this server sends no pushes"))
    }

    /// Whether a letter may go to this account and this address, which is counted then.
    pub fn may_write(&self, account: AccountId, address: &str) -> bool {
        self.letters.take(&format!("account {account}")).is_ok() && self.letters.take(address).is_ok()
    }

    /// Forgets those to whom nothing was sent lately.
    pub fn sweep(&self) {
        self.letters.sweep();
        self.challenges.sweep();
    }
}
