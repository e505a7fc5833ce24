//! What every node is told, since it has to do with people wherever they are.

use serde::{Deserialize, Serialize};

#[cfg(feature = "online")]
use crate::accounts::sign_in::pending::Waits;

use crate::accounts::presence::Pass;
use crate::chat::store::Line;
use crate::matchmaking::event_streams::RelayedEvent;

/// What a node tells all others.
#[derive(Debug, Serialize, Deserialize)]
pub struct Spread {
    /// Who.
    pub from: String,
    /// What.
    pub what: ClusterEvent,
}

/// What all are told.
#[derive(Debug, Serialize, Deserialize)]
pub enum ClusterEvent {
    /// The node goes, and has let go of its tables.
    Went,
    /// A table was changed in the database: whoever has it in memory reads it anew.
    Changed {
        /// The table.
        table: String,
    },
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
    Said {
        /// The table.
        table: String,
        /// What.
        line: Line,
    },
    /// Something was said in the lobby.
    SaidInLobby {
        /// The number of the line.
        line: i64,
    },
    /// People are told something over their event streams.
    People(RelayedEvent),
}
