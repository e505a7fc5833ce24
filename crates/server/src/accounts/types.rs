//! Accounts in HTTP responses; the OpenAPI document is generated from these types.

use serde::Serialize;
use utoipa::ToSchema;

use super::profile::Avatar;
use crate::common::role::Role;

/// The signed-in account, if any.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Identity {
    /// The account; null for a guest.
    pub account: Option<AccountInfo>,
    /// Number of tables that this browser's cookie opens and no account has claimed.
    pub unclaimed: usize,
    /// Whether the server sends email, so that forgotten passwords can be reset.
    pub mail: bool,
    /// Whether new accounts can be created.
    pub registration: bool,
    /// Whether the server supports passkeys.
    pub passkeys: bool,
}

/// An account as its owner sees it.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AccountInfo {
    /// Account name.
    pub name: String,
    /// Role, which determines the account's permissions.
    pub role: Role,
    /// Creation time in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub created: i64,
    /// Whether the account belongs to a program.
    pub program: bool,
    /// Recent ratings reset by a moderator, shown for 30 days.
    pub ratings_reset: Option<RatingsReset>,
    /// Picture; null if none is chosen.
    pub avatar: Option<Avatar>,
    /// Country code of ISO 3166-1 alpha-2; null if none is chosen.
    pub flag: Option<String>,
    /// Colour, from 0 to 5, that the account would like at its next table; null if none is chosen.
    pub colour: Option<u8>,
}

/// A ratings reset by a moderator.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RatingsReset {
    /// Time in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub time: i64,
    /// Reason given by the moderator.
    pub reason: String,
}

/// A session of the account.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SessionInfo {
    /// Session id.
    #[cfg_attr(test, ts(type = "number"))]
    pub id: i64,
    /// Browser name, if reported; may be empty.
    pub browser: String,
    /// Operating system; may be empty.
    pub system: String,
    /// Creation time in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub created: i64,
    /// Last recorded use in milliseconds since 1970, updated at most once an hour.
    #[cfg_attr(test, ts(type = "number"))]
    pub used: i64,
    /// Whether this is the current session.
    pub current: bool,
}
