//! The notification service.

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

/// Name under which the private push key is stored in the database.
const PUSH_KEY: &str = "vapid";
/// Rate limit for emails, per account and per address: burst size, and the time after which one more is allowed.
const EMAIL_LIMIT: (u32, Duration) = (5, Duration::from_secs(60 * 60));
/// Rate limit for challenge notifications, per account: burst size, and the time after which one more is allowed.
const CHALLENGE_LIMIT: (u32, Duration) = (20, Duration::from_secs(15 * 60));

/// The notification service: email, push, and their rate limits.
pub struct Notifications {
    pub store: Arc<Database>,
    pub mailer: Option<Mailer>,
    pub pusher: Option<Pusher>,
    /// Tracks which accounts are watching which tables.
    pub watchers: Arc<Watchers>,
    pub emails: KeyedRateLimiter,
    /// Rate limit for challenge notifications, by account.
    pub challenges: KeyedRateLimiter,
}

impl Notifications {
    pub fn new(store: Arc<Database>, key: &[u8], settings: Settings) -> Result<Notifications, NotificationError> {
        let pusher = Pusher::new(key, &settings);
        let Settings { mail, site, limit_factor, .. } = settings;
        let mailer = mail.zip(site).map(|(mail, site)| Mailer::new(mail, site)).transpose()?;
        let limiter = |(at_once, one_more)| KeyedRateLimiter::new(at_once, one_more, limit_factor);
        let (emails, challenges) = (limiter(EMAIL_LIMIT), limiter(CHALLENGE_LIMIT));
        Ok(Notifications { store, mailer, pusher, watchers: Arc::default(), emails, challenges })
    }

    /// Returns the server's push key, generating it on first use.
    pub async fn key(store: &Database) -> Result<Vec<u8>, crate::storage::StorageError> {
        match pusher::generate_key() {
            Some(key) => store.server_key(PUSH_KEY, key).await,
            None => Ok(Vec::new()),
        }
    }

    /// Returns the mailer.
    ///
    /// # Errors
    /// `no_mail`: no mail server is configured.
    pub fn mailer(&self) -> Result<&Mailer, Refusal> {
        self.mailer.as_ref().ok_or_else(|| Refusal::new(Code::NoMail, "this server sends no email"))
    }

    /// Returns the pusher.
    ///
    /// # Errors
    /// `no_push`: push is disabled.
    pub fn pusher(&self) -> Result<&Pusher, Refusal> {
        self.pusher.as_ref().ok_or_else(|| Refusal::new(Code::NoPush, "this server sends no push notifications"))
    }

    /// Returns whether the rate limits allow an email to this account and address, and counts it.
    pub fn may_send(&self, account: AccountId, address: &str) -> bool {
        self.emails.take(&format!("account {account}")).is_ok() && self.emails.take(address).is_ok()
    }

    /// Drops idle rate limit entries.
    pub fn sweep(&self) {
        self.emails.sweep();
        self.challenges.sweep();
    }
}
