//! The service of accounts: what every request needs to know who is asking.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use table::Hash;
use tokio::sync::Semaphore;

#[cfg(feature = "online")]
use super::sign_in::passkeys::{self, Challenges};

use super::names;
use super::openid::pending_logins::PendingLogins;
use super::openid::provider::Known;
use super::passwords::Hasher;
use super::presence::Presence;
use super::proofs::Proofs;
use super::store::{AccountId, Changed, Refused, SignedIn};
use crate::http::refusal::{Code, Refusal};
use crate::limits::keyed_rate_limiter::KeyedRateLimiter;
use crate::storage::{Database, StorageError};

/// How many take along all that they have at once: games are played again for it.
const DOWNLOADS: usize = 2;
/// Guesses at one account's password at once.
const GUESSES: u32 = 20;
/// After how long there is one more.
const ONE_MORE: Duration = Duration::from_secs(30);

/// The services of accounts: sign-in, proofs, and sessions at open sockets.
pub struct Accounts {
    /// Where they are kept.
    pub store: Arc<Database>,
    /// Where passwords are hashed.
    pub hasher: Hasher,
    /// The guesses at every name's password, also at names that nobody has. Whoever comes in a browser in which they were signed in before
    /// is not counted.
    pub guesses: KeyedRateLimiter,
    /// Who has lately proved who they are.
    pub proofs: Proofs,
    /// What authenticators were asked.
    #[cfg(feature = "online")]
    pub challenges: Challenges,
    /// Those who come by providers.
    pub pending_logins: PendingLogins,
    /// Sessions at open sockets.
    pub presence: Arc<Presence>,
    /// The places of those who take along all that they have.
    pub downloads: Arc<Semaphore>,
}

impl Accounts {
    /// Nobody has come yet. There may be `times` as many guesses as is usual.
    pub fn new(store: Arc<Database>, providers: Vec<Arc<Known>>, times: NonZeroU32) -> Accounts {
        Accounts {
            store,
            hasher: Hasher::new(),
            guesses: KeyedRateLimiter::new(GUESSES, ONE_MORE, times),
            proofs: Proofs::default(),
            #[cfg(feature = "online")]
            challenges: passkeys::none_waits(),
            pending_logins: PendingLogins::new(providers),
            presence: Arc::default(),
            downloads: Arc::new(Semaphore::new(DOWNLOADS)),
        }
    }

    /// The account of this name, for whoever knows its password. That there is no such account takes as long to say as that the password
    /// is another.
    ///
    /// # Errors
    /// `wrong_password`; there were too many guesses; or nothing can be read.
    pub async fn prove(&self, name: &str, password: String, browser: Hash) -> Result<AccountId, Refusal> {
        let folded = names::folded(name);
        let found = kept(self.store.credentials(folded.clone(), browser).await)?;
        if !found.as_ref().is_some_and(|found| found.known_browser) {
            self.guesses.take(&folded).map_err(guessed_too_often)?;
        }
        let (account, hash) = found.map_or((None, None), |found| (Some(found.account), found.password));
        let right = self.hasher.verify(password, hash).await?;
        let wrong = || Refusal::new(Code::WrongPassword, "no account has this name and this password");
        account.filter(|_| right).ok_or_else(wrong)
    }

    /// The account that is signed in, for whoever gives its password, or has lately proved otherwise that it is theirs.
    ///
    /// # Errors
    /// The same as of [`Self::prove`]; or `proof_needed`.
    pub async fn proven(&self, who: &SignedIn, password: Option<String>, browser: Hash) -> Result<AccountId, Refusal> {
        match password {
            Some(password) => self.prove(&who.name, password, browser).await,
            None => self.proofs.check(who.session).map(|()| who.account),
        }
    }
}

fn guessed_too_often(wait: Duration) -> Refusal {
    Refusal::too_fast("too many people guess at the password of this account", wait)
}

/// What the storage gave, or a refusal.
pub fn kept<T>(stored: Result<T, StorageError>) -> Result<T, Refusal> {
    stored.map_err(|why| Refusal::not_stored("accounts", &why))
}

/// What a change came to, or a refusal.
pub fn done<T>(stored: Result<Changed<T>, StorageError>) -> Result<T, Refusal> {
    kept(stored)?.map_err(|why| match why {
        Refused::NameTaken => {
            let what = "an account has this name, or one that looks the same; take another, or sign in";
            Refusal::new(Code::NameTaken, what)
        }
        Refused::NoAccount => signed_out(),
        Refused::Nobody => Refusal::new(Code::NoPerson, "no account has this name; check how it is written"),
        Refused::Muted(sanction) => Refusal::imposed(Code::Muted, "you may not talk", sanction),
        Refused::Banned(sanction) => Refusal::imposed(Code::Banned, "this account may not sign in", sanction),
        Refused::ManyBlocked => {
            Refusal::new(Code::Block, "you have blocked as many as you may; let somebody in again first")
        }
        Refused::Oneself => Refusal::new(Code::Block, "nobody blocks themselves; name another account"),
        Refused::ManyTokens => {
            Refusal::new(Code::TooManyTokens, "you have as many tokens as you may, 20; end one that is not used first")
        }
        Refused::PlayedRated => Refusal::new(
            Code::ProgramRated,
            "this account has played rated games as a person's; make another account for the program",
        ),
        Refused::NothingThere => Refusal::new(
            Code::NothingThere,
            "there is nothing of that number or name, or it is decided; load the list again",
        ),
        Refused::EmptySeat => Refusal::new(Code::NothingThere, "no person sits on that seat; name another"),
        Refused::NotGuest => {
            let what = "no guest holds that seat; an account is banned by its name";
            Refusal::new(Code::NothingThere, what)
        }
        Refused::SlowMode { seconds, wait } => {
            let what = format!("slow mode is on: one line every {seconds} s; try again in {wait} ms");
            Refusal::new(Code::SlowMode, what)
        }
        Refused::LinkTooSoon { days: 0 } => Refusal::new(Code::NoLinks, "guests cannot post links here; sign in"),
        Refused::LinkTooSoon { days } => {
            let what = format!("guests and accounts younger than {days} days cannot post links here");
            Refusal::new(Code::NoLinks, what)
        }
        Refused::WayTaken => {
            let what = "an account signs in by that already; take another, or sign in by it";
            Refusal::new(Code::WayTaken, what)
        }
        Refused::ManyPasskeys => {
            let what = "you have as many passkeys as you may, 20; remove one that is not used first";
            Refusal::new(Code::TooManyPasskeys, what)
        }
        Refused::LastWay => {
            let what = "this is the last way by which you can sign in here; add another first, or set a password";
            Refusal::new(Code::LastWay, what)
        }
        Refused::NotAllowed => {
            Refusal::new(Code::NotAllowed, "your role does not allow that to be done to this account; ask an admin")
        }
    })
}

/// The refusal for guests.
pub fn signed_out() -> Refusal {
    Refusal::new(Code::SignedOut, "nobody is signed in here; sign in first")
}
