//! What accounts may do, and what keeps them from doing it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What an account may do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// To play.
    #[default]
    Player,
    /// To keep order among players.
    Moderator,
    /// To keep order among moderators too.
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

    /// The role of this word, if it is one.
    pub fn parse(word: &str) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.word() == word)
    }
}

/// Why somebody may not talk, or not sign in, and how long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sanction {
    pub reason: String,
    /// Until when, in milliseconds since 1970; none: for ever.
    pub until: Option<i64>,
}
