//! The account service: authentication state and operations for all requests.

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
use crate::limits::caller::{ClientNetwork, Network};
use crate::limits::fair_queue::Requester;
use crate::limits::keyed_rate_limiter::KeyedRateLimiter;
use crate::storage::{Database, StorageError};

/// Limit on password guesses for one account from one network: burst size, and time to regain one guess.
const GUESSES_OF_ONE_NETWORK: (u32, Duration) = (20, Duration::from_secs(30));
/// Limit on password guesses for one account from all networks. Once it is exceeded, the account counts as under attack.
const GUESSES: (u32, Duration) = (20, Duration::from_secs(30));
/// Limit on password guesses from each network for an account under attack: enough for the owner, who knows the password, but few for
/// anyone else.
const GUESSES_UNDER_ATTACK: (u32, Duration) = (3, Duration::from_secs(10 * 60));

/// Origin of a sign-in attempt or identity proof.
#[derive(Clone, Copy, Debug)]
pub struct Origin {
    /// Hash by which an account recognises the browser.
    pub browser: Hash,
    pub client_network: ClientNetwork,
}

/// Limits on password guesses. They also apply to names without an account. Guesses from browsers known to the account don't count.
pub struct Guesses {
    network: KeyedRateLimiter,
    account: KeyedRateLimiter,
    under_attack: KeyedRateLimiter,
}

impl Guesses {
    /// Creates the limits, multiplied by `times`.
    pub fn new(times: NonZeroU32) -> Guesses {
        let limiter = |(burst, one_more)| KeyedRateLimiter::new(burst, one_more, times);
        Guesses {
            network: limiter(GUESSES_OF_ONE_NETWORK),
            account: limiter(GUESSES),
            under_attack: limiter(GUESSES_UNDER_ATTACK),
        }
    }

    /// Counts a guess. Every network keeps some guesses, however many come from other networks.
    ///
    /// # Errors
    /// Returns the time to wait if a limit is exceeded.
    fn take(&self, folded: &str, network: Network) -> Result<(), Duration> {
        let from = format!("{folded} {network}");
        self.network.take(&from)?;
        self.account.take(folded).or_else(|_| self.under_attack.take(&from))
    }

    /// Stops tracking accounts without recent guesses.
    pub fn sweep(&self) {
        [&self.network, &self.account, &self.under_attack].into_iter().for_each(KeyedRateLimiter::sweep);
    }
}

/// The account service: sign-in, identity proofs, and sessions of open sockets.
pub struct Accounts {
    pub store: Arc<Database>,
    /// Counts and logs failed sign-ins.
    pub security: SecurityLog,
    pub hasher: Hasher,
    pub guesses: Guesses,
    /// Recent identity confirmations.
    pub proofs: Proofs,
    /// Unfinished sign-ins with passkeys and providers.
    #[cfg(feature = "online")]
    pub ceremonies: Ceremonies,
    /// Configured OpenID Connect providers.
    pub pending_logins: PendingLogins,
    /// Sessions and tokens in use by open sockets.
    pub presence: Arc<Presence>,
}

impl Accounts {
    /// Creates the service. `times` multiplies the limits on guesses, and `sealing_key` seals the state of unfinished sign-ins.
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

    /// Returns the account with this name if the password is correct. Rejecting an unknown name takes as long as rejecting a wrong
    /// password.
    ///
    /// # Errors
    /// Returns `wrong_password`, a refusal after too many guesses, or a storage error.
    pub async fn prove(&self, name: &str, password: String, from: Origin) -> Result<AccountId, Refusal> {
        let folded = names::folded(name);
        let found = or_storage_refusal(self.store.credentials(folded.clone(), from.browser).await)?;
        let requester = match &found {
            Some(found) if found.known_browser => Requester::Known(found.account),
            _ => {
                self.guesses.take(&folded, from.client_network.network()).map_err(guessed_too_often)?;
                Requester::Stranger(from.client_network)
            }
        };
        let (account, hash) = found.map_or((None, None), |found| (Some(found.account), found.password));
        let right = self.hasher.verify(password, hash, requester).await?;
        let wrong = || Refusal::new(Code::WrongPassword, "wrong name or password");
        account.filter(|_| right).ok_or_else(wrong)
    }

    /// Validates and normalises a guest's name.
    ///
    /// # Errors
    /// Fails if the name is misleading, or if an account has the same name or one that looks like it.
    pub async fn guest_name(&self, name: &str) -> Result<String, Refusal> {
        let forms = names::of_guest(name)?;
        let shown = forms.shown.clone();
        if or_storage_refusal(self.store.is_free(forms).await)? {
            Ok(shown)
        } else {
            or_refusal(Ok(Err(Refused::NameTaken)))
        }
    }

    /// Returns the signed-in account after verifying its password or, if none is given, a recent identity confirmation.
    ///
    /// # Errors
    /// Returns the errors of [`Self::prove`], or `proof_needed`.
    pub async fn proven(&self, who: &SignedIn, password: Option<String>, from: Origin) -> Result<AccountId, Refusal> {
        match password {
            Some(password) => self.prove(&who.name, password, from).await,
            None => self.proofs.check(who.session).map(|()| who.account),
        }
    }
}

fn guessed_too_often(wait: Duration) -> Refusal {
    Refusal::too_fast("too many failed sign-in attempts for this account", wait)
}

/// Converts a storage error to a refusal.
pub fn or_storage_refusal<T>(stored: Result<T, StorageError>) -> Result<T, Refusal> {
    stored.map_err(|why| Refusal::not_stored("accounts", &why))
}

/// Converts a storage error or a rejected change to a refusal.
pub fn or_refusal<T>(stored: Result<Changed<T>, StorageError>) -> Result<T, Refusal> {
    or_storage_refusal(stored)?.map_err(|why| match why {
        Refused::NameTaken => {
            let what = "this name or one that looks the same is taken; choose another or sign in";
            Refusal::new(Code::NameTaken, what)
        }
        Refused::NoAccount => signed_out(),
        Refused::Nobody => Refusal::new(Code::NoPerson, "no account has this name; check the spelling"),
        Refused::Muted(sanction) => Refusal::imposed(Code::Muted, "you are muted", sanction),
        Refused::Banned(sanction) => Refusal::imposed(Code::Banned, "this account is banned", sanction),
        Refused::ManyBlocked => {
            Refusal::new(Code::Block, "you have blocked the maximum number of accounts; unblock one first")
        }
        Refused::Oneself => Refusal::new(Code::Block, "you cannot block yourself"),
        Refused::ManyFollowed => {
            Refusal::new(Code::Follow, "you follow the maximum of 200 players; unfollow one first")
        }
        Refused::FollowsOneself => Refusal::new(Code::Follow, "you cannot follow yourself"),
        Refused::FollowsBlocked => {
            let what = "you can't follow this player, because one of you has blocked the other";
            Refusal::new(Code::Follow, what)
        }
        Refused::ManyTokens => {
            Refusal::new(Code::TooManyTokens, "you have the maximum of 20 tokens; delete an unused one first")
        }
        Refused::PlayedRated => Refusal::new(
            Code::ProgramRated,
            "this account has played rated games as a person; create another account for the program",
        ),
        Refused::NothingThere => Refusal::new(Code::NothingThere, "not found, or already resolved; reload the list"),
        Refused::EmptySeat => Refusal::new(Code::NothingThere, "no person has that seat; choose another"),
        Refused::NotGuest => {
            let what = "no guest has that seat; ban an account by its name";
            Refusal::new(Code::NothingThere, what)
        }
        Refused::SlowMode { seconds, wait } => {
            let what = format!("slow mode is on: one message every {seconds} s; try again in {wait} ms");
            Refusal::new(Code::SlowMode, what)
        }
        Refused::LinkTooSoon { days: 0 } => Refusal::new(Code::NoLinks, "guests cannot post links here; sign in"),
        Refused::LinkTooSoon { days } => {
            let what = format!("guests and accounts younger than {days} days cannot post links here");
            Refusal::new(Code::NoLinks, what)
        }
        Refused::WayTaken => {
            let what = "an account already uses this sign-in method; sign in with it or use another";
            Refusal::new(Code::WayTaken, what)
        }
        Refused::ManyPasskeys => {
            let what = "you have the maximum of 20 passkeys; remove an unused one first";
            Refusal::new(Code::TooManyPasskeys, what)
        }
        Refused::LastWay => {
            let what = "this is your last sign-in method here; add another or set a password first";
            Refusal::new(Code::LastWay, what)
        }
        Refused::NotAllowed => {
            Refusal::new(Code::NotAllowed, "your role does not allow this action on this account; ask an admin")
        }
    })
}

/// Returns the refusal for guests who must sign in.
pub fn signed_out() -> Refusal {
    Refusal::new(Code::SignedOut, "sign in first")
}
