//! Events that every node receives, since they concern clients of any node.

use serde::{Deserialize, Serialize};

use crate::accounts::presence::Pass;
use crate::chat::store::Line;
use crate::matchmaking::event_streams::RelayedEvent;
use crate::moderation::service::Seated;

/// A broadcast to all other nodes.
#[derive(Debug, Serialize, Deserialize)]
pub struct ClusterMessage {
    pub from: String,
    pub what: ClusterEvent,
}

/// Event that a node broadcasts to all others.
#[derive(Debug, Serialize, Deserialize)]
pub enum ClusterEvent {
    /// The node is shutting down and has released its tables.
    Went,
    /// A table was changed in the database; nodes that have it in memory reload it.
    Changed { table: String },
    /// A pass expired: everything opened with it must close.
    Ended(Pass),
    /// The user of this session has confirmed their identity.
    Proved(i64),
    /// A line was posted at a table.
    Said { table: String, line: Line },
    /// A line was posted in the lobby.
    SaidInLobby {
        /// Id of the line.
        line: i64,
    },
    /// A player took seats of a table from a client network.
    Seated(Seated),
    /// A moderator acted; every node reads the audit log immediately.
    Moderated,
    /// Events for the event streams of accounts.
    People(RelayedEvent),
}
