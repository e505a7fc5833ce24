//! State of users who were redirected to a provider and have not returned, or who returned and have no account yet. The state is sealed in
//! a cookie for ten minutes; the server stores nothing until the sign-in succeeds.

use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::provider::{Known, LoginState};
use crate::accounts::sign_in::store::NewLink;

/// Time limit for signing in at the provider, and for choosing a name.
pub const LOGIN_TTL: Duration = Duration::from_secs(10 * 60);
/// Seal purpose of a [`PendingLogin`].
pub const AT_PROVIDER: &str = "away at a provider";
/// Seal purpose of a [`NewUser`].
pub const NEW_USER: &str = "chooses a name";

/// Why a user visits a provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Purpose {
    /// To sign in.
    SignIn {
        /// Whether to claim the browser's games for the account.
        claim: bool,
    },
    /// To link the provider to the account of this session.
    Link(i64),
    /// To confirm the identity of this session's user.
    Prove(i64),
}

/// A user who was redirected to a provider.
#[derive(Serialize, Deserialize)]
pub struct PendingLogin {
    /// Provider id.
    pub provider: String,
    pub purpose: Purpose,
    /// Values to verify on return.
    pub sent: LoginState,
}

/// A user who returned and has no account.
#[derive(Serialize, Deserialize)]
pub struct NewUser {
    /// Provider name.
    pub provider: String,
    /// Provider identity to link to the new account.
    pub link: NewLink,
    /// Whether to claim the browser's games for the account.
    pub claim: bool,
}

/// Configured providers.
pub struct PendingLogins {
    pub providers: Vec<Arc<Known>>,
}

impl PendingLogins {
    pub fn new(providers: Vec<Arc<Known>>) -> PendingLogins {
        PendingLogins { providers }
    }

    /// Returns the provider with this id.
    pub fn provider(&self, id: &str) -> Option<Arc<Known>> {
        self.providers.iter().find(|one| one.id() == id).cloned()
    }

    /// Returns the issuers of all providers.
    pub fn issuers(&self) -> Vec<String> {
        self.providers.iter().map(|one| one.issuer().to_owned()).collect()
    }
}
