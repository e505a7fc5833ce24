//! Events that every node receives, since they concern clients of any node.

use serde::{Deserialize, Serialize};

#[cfg(feature = "online")]
use crate::accounts::sign_in::pending::Waits;

use crate::accounts::presence::Pass;
use crate::chat::store::Line;
use crate::matchmaking::event_streams::RelayedEvent;
use crate::moderation::service::Seated;

/// What a node tells all others.
#[derive(Debug, Serialize, Deserialize)]
pub struct Spread {
    pub from: String,
    pub what: ClusterEvent,
}

/// What a node tells all others.
#[derive(Debug, Serialize, Deserialize)]
pub enum ClusterEvent {
    /// The node goes, and has let go of its tables.
    Went,
    /// A table was changed in the database: whoever has it in memory reads it anew.
    Changed { table: String },
    /// What a pass has begun is over.
    Ended(Pass),
    /// Somebody has proved in this session who they are.
    Proved(i64),
    /// A challenge for a passkey waits for its answer, or does no more.
    #[cfg(feature = "online")]
    Challenge(Waits),
    /// Somebody was sent to a provider, or came back.
    #[cfg(feature = "online")]
    PendingLogin(Waits),
    /// Somebody came back whom no account knows, or has one now.
    #[cfg(feature = "online")]
    Stranger(Waits),
    /// Something was said at a table.
    Said { table: String, line: Line },
    /// Something was said in the lobby.
    SaidInLobby {
        /// The number of the line.
        line: i64,
    },
    /// Somebody plays seats of a table from a household.
    Seated(Seated),
    /// A moderator acted: every node follows the audit log at once.
    Moderated,
    /// People are told something over their event streams.
    People(RelayedEvent),
}
