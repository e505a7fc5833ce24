//! Ways to sign in, in HTTP responses; the OpenAPI document is generated from these types.

use std::sync::Arc;

use serde::Serialize;
#[cfg(feature = "online")]
use serde_json::Value;
use utoipa::ToSchema;

use super::store::{LinkLine, PasskeyLine, Ways};
use crate::accounts::openid::provider::Known;

/// The ways to sign in to one's own account.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WaysInfo {
    /// Whether there is a password.
    pub password: bool,
    /// The passkeys, the oldest first, at most 20.
    pub passkeys: Vec<PasskeyInfo>,
    /// The providers, by their addresses.
    pub links: Vec<LinkInfo>,
}

impl WaysInfo {
    pub fn new(ways: Ways, providers: &[Arc<Known>]) -> WaysInfo {
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

/// A provider by which one's own account signs in.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LinkInfo {
    /// Its address.
    pub issuer: String,
    /// Its word; null where the server does not have that provider any more, so that it lets nobody in.
    pub provider: Option<String>,
    /// The word that it has for whoever signs in.
    pub subject: String,
    /// When it was attached, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub created: i64,
    /// When somebody last came by it.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub used: Option<i64>,
}

/// A passkey of one's own account.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PasskeyInfo {
    /// Its number.
    #[cfg_attr(test, ts(type = "number"))]
    pub id: i64,
    /// What its owner calls it.
    pub name: String,
    /// The name of the site that it is for; at another it does not sign in.
    pub site: String,
    /// When it was made, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub created: i64,
    /// When somebody last signed in by it.
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
/// What an authenticator is to be asked, with the sealed challenge.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ChallengeForPasskey {
    /// The sealed challenge, which goes back with the answer.
    pub challenge: String,
    /// What the browser's `navigator.credentials` takes, in the form of `parseCreationOptionsFromJSON` and
    /// `parseRequestOptionsFromJSON`.
    #[cfg_attr(test, ts(type = "Record<string, unknown>"))]
    #[schema(value_type = Object)]
    pub options: Value,
}
