//! Account roles and sanctions.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Permission level of an account.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Can play.
    #[default]
    Player,
    /// Can also moderate players.
    Moderator,
    /// Can also moderate moderators.
    Admin,
}

impl Role {
    pub const ALL: [Role; 3] = [Role::Player, Role::Moderator, Role::Admin];

    pub fn word(self) -> &'static str {
        match self {
            Role::Player => "player",
            Role::Moderator => "moderator",
            Role::Admin => "admin",
        }
    }

    /// Parses a role.
    pub fn parse(word: &str) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.word() == word)
    }
}

/// Reason and expiry of a mute or a ban.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sanction {
    pub reason: String,
    /// Expiry in milliseconds since 1970; `None` if the sanction is permanent.
    pub until: Option<i64>,
}
