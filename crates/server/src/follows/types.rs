//! HTTP responses about followed players.

use serde::Serialize;
use utoipa::ToSchema;

use super::store::Followed;

/// Whether the account follows a player.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FollowState {
    /// Name of the player.
    pub name: String,
    /// True if the account follows the player now.
    pub followed: bool,
}

/// An account that the exported account follows.
#[derive(Serialize, ToSchema)]
pub struct FollowedInfo {
    /// Name of the account.
    name: String,
    /// Time since which it is followed, in milliseconds since 1970.
    since: i64,
}

impl From<Followed> for FollowedInfo {
    fn from(Followed { name, since }: Followed) -> FollowedInfo {
        FollowedInfo { name, since }
    }
}
