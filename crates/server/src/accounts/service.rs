//! The service of accounts: what every request needs to know who is asking.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use table::Hash;

#[cfg(feature = "online")]
use super::sign_in::ceremonies::Ceremonies;

use super::names;
use super::openid::pending_logins::PendingLogins;
use super::openid::provider::Known;
use super::passwords::Hasher;
use super::presence::Presence;
use super::proofs::Proofs;
use super::security_log::SecurityLog;
use super::store::{AccountId, Changed, Refused, SignedIn};
use crate::http::refusal::{Code, Refusal};
use crate::limits::caller::{Household, Network};
use crate::limits::fair_queue::Requester;
use crate::limits::keyed_rate_limiter::KeyedRateLimiter;
use crate::storage::{Database, StorageError};

/// Guesses at one account's password from one network: burst, and the time after which there is one more.
const GUESSES_OF_ONE_NETWORK: (u32, Duration) = (20, Duration::from_secs(30));
/// Guesses at one account's password from all networks, above which the account counts as under attack.
const GUESSES: (u32, Duration) = (20, Duration::from_secs(30));
/// Guesses that each network still has at an account under attack: enough for its owner, who knows the password, and few for others.
const GUESSES_UNDER_ATTACK: (u32, Duration) = (3, Duration::from_secs(10 * 60));

/// Where a proof comes from.
#[derive(Clone, Copy, Debug)]
pub struct Origin {
    /// The hash by which the browser is recognised.
    pub browser: Hash,
    pub household: Household,
}

/// Limits on guesses at passwords, also for names that nobody has. Browsers that the account knows don't count.
pub struct Guesses {
    network: KeyedRateLimiter,
    account: KeyedRateLimiter,
    under_attack: KeyedRateLimiter,
}

impl Guesses {
    /// Limits that are multiplied by `times`.
    pub fn new(times: NonZeroU32) -> Guesses {
        let limiter = |(burst, one_more)| KeyedRateLimiter::new(burst, one_more, times);
        Guesses {
            network: limiter(GUESSES_OF_ONE_NETWORK),
            account: limiter(GUESSES),
            under_attack: limiter(GUESSES_UNDER_ATTACK),
        }
    }

    /// Counts a guess. Guesses from other networks never use up all that one network has.
    ///
    /// # Errors
    /// How long to wait.
    fn take(&self, folded: &str, network: Network) -> Result<(), Duration> {
        let from = format!("{folded} {network}");
        self.network.take(&from)?;
        self.account.take(folded).or_else(|_| self.under_attack.take(&from))
    }

    /// Forgets accounts at which nobody guessed lately.
    pub fn sweep(&self) {
        [&self.network, &self.account, &self.under_attack].into_iter().for_each(KeyedRateLimiter::sweep);
    }
}

/// The services of accounts: sign-in, proofs, and sessions at open sockets.
pub struct Accounts {
    /// Where they are kept.
    pub store: Arc<Database>,
    /// Failed sign-ins.
    pub security: SecurityLog,
    /// Where passwords are hashed.
    pub hasher: Hasher,
    pub guesses: Guesses,
    /// Who has lately proved who they are.
    pub proofs: Proofs,
    /// Unfinished sign-ins by passkeys and providers.
    #[cfg(feature = "online")]
    pub ceremonies: Ceremonies,
    /// The providers of OpenID Connect.
    pub pending_logins: PendingLogins,
    /// Sessions at open sockets.
    pub presence: Arc<Presence>,
}

impl Accounts {
    /// There may be `times` as many guesses as usual; `sealing_key` seals the state of unfinished sign-ins.
    pub fn new(
        store: Arc<Database>,
        providers: Vec<Arc<Known>>,
        times: NonZeroU32,
        sealing_key: &[u8],
        security: SecurityLog,
    ) -> Accounts {
        #[cfg(feature = "online")]
        let ceremonies = Ceremonies::new(store.clone(), sealing_key);
        #[cfg(not(feature = "online"))]
        let _ = sealing_key;
        Accounts {
            store,
            security,
            hasher: Hasher::new(),
            guesses: Guesses::new(times),
            proofs: Proofs::default(),
            #[cfg(feature = "online")]
            ceremonies,
            pending_logins: PendingLogins::new(providers),
            presence: Arc::default(),
        }
    }

    /// The account of this name, for whoever knows its password. That there is no such account takes as long to say as that the password
    /// is another.
    ///
    /// # Errors
    /// `wrong_password`; there were too many guesses; or nothing can be read.
    pub async fn prove(&self, name: &str, password: String, from: Origin) -> Result<AccountId, Refusal> {
        let folded = names::folded(name);
        let found = kept(self.store.credentials(folded.clone(), from.browser).await)?;
        let requester = match &found {
            Some(found) if found.known_browser => Requester::Known(found.account),
            _ => {
                self.guesses.take(&folded, from.household.network()).map_err(guessed_too_often)?;
                Requester::Stranger(from.household)
            }
        };
        let (account, hash) = found.map_or((None, None), |found| (Some(found.account), found.password));
        let right = self.hasher.verify(password, hash, requester).await?;
        let wrong = || Refusal::new(Code::WrongPassword, "no account has this name and this password");
        account.filter(|_| right).ok_or_else(wrong)
    }

    /// A guest's name in its normal form.
    ///
    /// # Errors
    /// It misleads, or an account has it or one that looks the same.
    pub async fn guest_name(&self, name: &str) -> Result<String, Refusal> {
        let forms = names::of_guest(name)?;
        let shown = forms.shown.clone();
        if kept(self.store.is_free(forms).await)? { Ok(shown) } else { done(Ok(Err(Refused::NameTaken))) }
    }

    /// The account that is signed in, for whoever gives its password, or has lately proved otherwise that it is theirs.
    ///
    /// # Errors
    /// The same as of [`Self::prove`]; or `proof_needed`.
    pub async fn proven(&self, who: &SignedIn, password: Option<String>, from: Origin) -> Result<AccountId, Refusal> {
        match password {
            Some(password) => self.prove(&who.name, password, from).await,
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
