//! Events that every node receives, because they can concern clients on any node.

use serde::{Deserialize, Serialize};

use crate::accounts::presence::Pass;
use crate::chat::store::Line;
use crate::matchmaking::event_streams::RelayedEvent;
use crate::moderation::service::Seated;
use crate::studies::streams::RelayedStudyEvent;

/// A broadcast to all other nodes.
#[derive(Debug, Serialize, Deserialize)]
pub struct ClusterMessage {
    pub from: String,
    pub what: ClusterEvent,
}

/// An event that a node broadcasts to all other nodes.
#[derive(Debug, Serialize, Deserialize)]
pub enum ClusterEvent {
    /// The node is shutting down and has released its tables.
    Went,
    /// A table was changed in the database. Nodes that have it in memory must reload it.
    Changed { table: String },
    /// A pass has ended, so everything that was opened with it must close.
    Ended(Pass),
    /// The user of this session confirmed their identity.
    Proved(i64),
    /// A line was posted at a table.
    Said { table: String, line: Line },
    /// A line was posted in the lobby.
    SaidInLobby {
        /// Id of the line.
        line: i64,
    },
    /// A player took seats at a table from a client network.
    Seated(Seated),
    /// A moderator acted, so every node must read the audit log immediately.
    Moderated,
    /// Events for the event streams of accounts.
    People(RelayedEvent),
    /// An event of a study for its readers.
    Study(RelayedStudyEvent),
}
