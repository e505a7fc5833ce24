//! JSON messages about a table, sent between nodes.

use serde::{Deserialize, Serialize};

use crate::{Command, LiveState, Reply, Update};

/// Request from a follower to the owner node.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum NodeRequest<O> {
    /// Subscribes to updates and requests the table's status.
    Follow,
    /// Unsubscribes from updates.
    Unfollow,
    /// Executes a client's command.
    #[serde(rename = "Do")]
    Execute {
        command: Command,
        /// The client network on whose behalf computer players think, if known.
        #[serde(rename = "owner")]
        requester: Option<O>,
    },
}

/// Reply from the owner node.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum NodeReply<R> {
    /// Status of the table.
    #[serde(rename = "Stands")]
    Status {
        /// Number of the last update.
        serial: u64,
        /// Number of log entries.
        entries: usize,
        #[serde(rename = "company")]
        live: LiveState,
        /// True if the owner node did not know about this follower, and therefore about its clients.
        #[serde(rename = "anew")]
        was_unknown: bool,
    },
    /// Outcome of a command.
    Done {
        /// Number of the last update.
        serial: u64,
        outcome: Result<Reply, R>,
    },
    /// This node does not own the table.
    #[serde(rename = "Moved")]
    NotOwner,
}

/// Update from the owner node to its followers.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct UpdateMessage {
    pub epoch: u64,
    /// Sequence number of the update.
    pub serial: u64,
    #[serde(rename = "told")]
    pub update: Update,
}
