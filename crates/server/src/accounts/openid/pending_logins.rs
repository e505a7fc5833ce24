//! Those who were sent to a provider and have not come back, and those who came back and have no account yet: in memory, for ten minutes,
//! by a cookie of their own. Nothing of them is written down. Nodes that work together tell one another of them.

use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::provider::{Known, Sent};
use crate::accounts::sign_in::pending::PendingMap;
use crate::accounts::sign_in::store::NewLink;

/// How long somebody may take at the provider, and to choose a name.
pub const LOGIN_TTL: Duration = Duration::from_secs(10 * 60);
/// Errands that wait at once; each takes a kilobyte.
const MAX_PENDING: usize = 8192;

/// What somebody goes to a provider for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Purpose {
    /// To sign in; and whether the games of their browser become the account's.
    SignIn {
        /// Whether they do.
        claim: bool,
    },
    /// To attach the provider to the account of this session.
    Link(i64),
    /// To prove that they are who is signed in by this session.
    Prove(i64),
}

/// Somebody who was sent to a provider.
#[derive(Serialize, Deserialize)]
pub struct PendingLogin {
    /// The id of where to.
    pub provider: String,
    pub purpose: Purpose,
    /// What they must bring back.
    pub sent: Sent,
}

/// Somebody who came back, and whom no account knows.
#[derive(Serialize, Deserialize)]
pub struct Stranger {
    /// How the provider is called.
    pub provider: String,
    /// By what they would sign in.
    pub link: NewLink,
    /// Whether the games of their browser become the account's.
    pub claim: bool,
}

/// The providers, and the users who are signing in with one.
pub struct PendingLogins {
    pub providers: Vec<Arc<Known>>,
    pub away: PendingMap<PendingLogin>,
    /// Those who are to choose a name.
    pub strangers: PendingMap<Stranger>,
}

impl PendingLogins {
    pub fn new(providers: Vec<Arc<Known>>) -> PendingLogins {
        PendingLogins {
            providers,
            away: PendingMap::new(LOGIN_TTL, MAX_PENDING),
            strangers: PendingMap::new(LOGIN_TTL, MAX_PENDING),
        }
    }

    /// The provider of this id, where there is one.
    pub fn provider(&self, id: &str) -> Option<Arc<Known>> {
        self.providers.iter().find(|one| one.id() == id).cloned()
    }

    /// The issuers of all providers.
    pub fn issuers(&self) -> Vec<String> {
        self.providers.iter().map(|one| one.issuer().to_owned()).collect()
    }
}
