//! Accounts in HTTP responses; the OpenAPI document is generated from these types.

use serde::Serialize;
use utoipa::ToSchema;

use crate::common::role::Role;

/// Who is signed in, if anybody is.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Identity {
    /// The account; none for a guest.
    pub account: Option<AccountInfo>,
    /// How many tables this browser opens that no account has claimed.
    pub unclaimed: usize,
    /// Whether the server sends letters, so that a forgotten password can be set anew.
    pub mail: bool,
    /// Whether accounts can be made.
    pub registration: bool,
    /// Whether this build of the server has passkeys.
    pub passkeys: bool,
}

/// An account, as its owner sees it.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AccountInfo {
    /// Its name.
    pub name: String,
    /// What it may do.
    pub role: Role,
    /// When it was made, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub created: i64,
    /// Whether it is a program's.
    pub program: bool,
    /// That a moderator reset its ratings, for 30 days.
    pub ratings_reset: Option<RatingsReset>,
}

/// That a moderator reset the ratings of one's own account.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RatingsReset {
    /// When, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub time: i64,
    /// Why.
    pub reason: String,
}

/// A session of one's own account.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SessionInfo {
    /// Its number.
    #[cfg_attr(test, ts(type = "number"))]
    pub id: i64,
    /// Which browser it is, as far as it says; may be empty.
    pub browser: String,
    /// Which system it runs on; may be empty.
    pub system: String,
    /// When it was made, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub created: i64,
    /// When it was last used, to the hour.
    #[cfg_attr(test, ts(type = "number"))]
    pub used: i64,
    /// Whether it is the one that asks.
    pub current: bool,
}
