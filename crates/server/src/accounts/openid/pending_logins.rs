//! State of users who were redirected to a provider and have not returned yet, or who returned but have no account yet. The state is sealed
//! in a cookie for ten minutes; the server stores nothing until the sign-in succeeds.

use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::provider::{Known, LoginState};
use crate::accounts::sign_in::store::NewLink;

/// Time limit for signing in at the provider, and for choosing a name.
pub const LOGIN_TTL: Duration = Duration::from_secs(10 * 60);
/// Purpose under which a [`PendingLogin`] is sealed.
pub const AT_PROVIDER: &str = "away at a provider";
/// Purpose under which a [`NewUser`] is sealed.
pub const NEW_USER: &str = "chooses a name";

/// The reason a user was sent to a provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Purpose {
    /// To sign in.
    SignIn {
        /// Whether to claim the browser's games for the account.
        claim: bool,
    },
    /// To link the provider to this session's account.
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
    /// Values to verify when the user returns.
    pub sent: LoginState,
}

/// A user who returned from a provider but has no account yet.
#[derive(Serialize, Deserialize)]
pub struct NewUser {
    /// Provider name.
    pub provider: String,
    /// The provider identity to link to the new account.
    pub link: NewLink,
    /// Whether to claim the browser's games for the account.
    pub claim: bool,
}

/// The configured OpenID Connect providers.
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
