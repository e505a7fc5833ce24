//! Events that every node receives, since they concern clients of any node.

use serde::{Deserialize, Serialize};

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
