//! Messages between nodes about a table, as JSON.

use serde::{Deserialize, Serialize};

use crate::{Command, Company, Reply, Told};

/// Request from a follower to the owner node.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Asked<O> {
    /// Subscribes to updates and requests the status.
    Follow,
    /// Unsubscribes from updates.
    Unfollow,
    /// Executes a client's command.
    Do {
        command: Command,
        /// The client network on whose behalf computer players think, if known.
        owner: Option<O>,
    },
}

/// Reply of the owner node.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Answered<R> {
    /// Status of the table.
    Stands {
        /// Number of the last update.
        serial: u64,
        /// Number of log entries.
        entries: usize,
        company: Company,
        /// True if the owner node did not know this follower or its clients.
        anew: bool,
    },
    /// Outcome of a command.
    Done {
        /// Number of the last update.
        serial: u64,
        outcome: Result<Reply, R>,
    },
    /// This node does not own the table.
    Moved,
}

/// Update from the owner node to its followers.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Telling {
    pub epoch: u64,
    /// Sequence number of the update.
    pub serial: u64,
    pub told: Told,
}
