//! Users who were sent to a provider and have not come back, and those who came back and have no account yet. Their state is sealed in a
//! cookie for ten minutes; the server stores nothing until they succeed.

use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::provider::{Known, Sent};
use crate::accounts::sign_in::store::NewLink;

/// How long somebody may take at the provider, and to choose a name.
pub const LOGIN_TTL: Duration = Duration::from_secs(10 * 60);
/// The purposes for which these states are sealed.
pub const AWAY: &str = "away at a provider";
pub const STRANGER: &str = "chooses a name";

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

/// The providers by which users sign in.
pub struct PendingLogins {
    pub providers: Vec<Arc<Known>>,
}

impl PendingLogins {
    pub fn new(providers: Vec<Arc<Known>>) -> PendingLogins {
        PendingLogins { providers }
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
