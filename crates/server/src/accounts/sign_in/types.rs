//! Sign-in methods in HTTP responses; the OpenAPI document is generated from these types.

use std::sync::Arc;

use serde::Serialize;
#[cfg(feature = "online")]
use serde_json::Value;
use utoipa::ToSchema;

use super::store::{LinkLine, PasskeyLine, SignInMethods};
use crate::accounts::openid::provider::Known;

/// Sign-in methods of the account.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WaysInfo {
    /// Whether the account has a password.
    pub password: bool,
    /// Passkeys, oldest first, at most 20.
    pub passkeys: Vec<PasskeyInfo>,
    /// Linked providers, by issuer.
    pub links: Vec<LinkInfo>,
}

impl WaysInfo {
    pub fn new(ways: SignInMethods, providers: &[Arc<Known>]) -> WaysInfo {
        let link = |line: LinkLine| {
            let LinkLine { issuer, subject, created, used } = line;
            let known = providers.iter().find(|one| one.issuer() == issuer);
            LinkInfo { provider: known.map(|one| one.id().to_owned()), issuer, subject, created, used }
        };
        WaysInfo {
            password: ways.password,
            passkeys: ways.passkeys.into_iter().map(PasskeyInfo::from).collect(),
            links: ways.links.into_iter().map(link).collect(),
        }
    }
}

/// A provider linked to the account.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LinkInfo {
    /// Issuer URL.
    pub issuer: String,
    /// Provider id; null if the provider is no longer configured, in which case the link cannot be used.
    pub provider: Option<String>,
    /// The provider's unique id for the user.
    pub subject: String,
    /// Time of linking in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub created: i64,
    /// Last use in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub used: Option<i64>,
}

/// A passkey of the account.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PasskeyInfo {
    /// Passkey id.
    #[cfg_attr(test, ts(type = "number"))]
    pub id: i64,
    /// Name given by the owner.
    pub name: String,
    /// Domain for which the passkey was created; the passkey does not work on any other.
    pub site: String,
    /// Creation time in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub created: i64,
    /// Last use in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub used: Option<i64>,
}

impl From<PasskeyLine> for PasskeyInfo {
    fn from(line: PasskeyLine) -> PasskeyInfo {
        let PasskeyLine { id, name, rp, created, used, .. } = line;
        PasskeyInfo { id, name, site: rp, created, used }
    }
}

#[cfg(feature = "online")]
/// Challenge for an authenticator.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ChallengeForPasskey {
    /// Sealed challenge, to be sent back with the response.
    pub challenge: String,
    /// Options for the browser's `navigator.credentials`, in the format of `parseCreationOptionsFromJSON` and
    /// `parseRequestOptionsFromJSON`.
    #[cfg_attr(test, ts(type = "Record<string, unknown>"))]
    #[schema(value_type = Object)]
    pub options: Value,
}
