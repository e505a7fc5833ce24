//! How a node opens a table, either as owner node or as follower.

use super::{AskError, NodeReply, NodeRequest, Nodes};
use crate::{LiveState, Moment};

/// Maximum number of attempts to follow an owner node that is gone or no longer has the table. After that, the table is only shown as
/// stored.
const MAX_TRIES: u32 = 12;
/// Maximum number of attempts to reach an unresponsive owner node. During each attempt this node cannot serve the table.
const MAX_TIMEOUTS: u32 = 2;

/// A lease, which records the node that owns a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lease {
    /// The owner node.
    pub owner_node: String,
    /// Number of times the table has been taken over.
    pub epoch: u64,
    /// Last heartbeat of the previous owner node, unless it released the table.
    pub last_heartbeat: Option<Moment>,
    /// Current moment on the database's clock, shared by all nodes.
    pub moment: Moment,
}

/// Outcome of opening a table.
pub enum JoinOutcome<N: Nodes> {
    /// This node is the owner node.
    Owner {
        epoch: u64,
        /// Time without a responsive owner node, in milliseconds.
        unowned_ms: u64,
        /// Number of times this node had lapsed before it requested the lease; after another lapse, other nodes may have taken over the
        /// table.
        lapses: u64,
    },
    Follower(Box<FollowedState<N>>),
    /// The table does not exist.
    NotFound,
}

/// State of a followed table.
pub struct FollowedState<N: Nodes> {
    /// The owner node.
    pub(super) owner_node: String,
    pub(super) epoch: u64,
    /// Number of the last update; `None` if the owner node could not be reached.
    pub(super) serial: Option<u64>,
    /// Number of log entries.
    pub(super) entries: usize,
    pub(super) live: LiveState,
    /// Subscription to further updates.
    pub(super) subscription: Option<N::Subscription>,
}

/// Opens a table.
///
/// # Errors
/// The lease cannot be read.
pub async fn join<N: Nodes>(nodes: &N, table: &str) -> Result<JoinOutcome<N>, N::Refusal> {
    let mut timeouts = 0;
    for left in (0..MAX_TRIES).rev() {
        let lapses = nodes.lapses();
        let Some(lease) = nodes.acquire_lease(table).await? else { return Ok(JoinOutcome::NotFound) };
        if nodes.is_this_node(&lease.owner_node) {
            let unowned_ms = lease.last_heartbeat.map_or(0, |last| nodes.now().since(last));
            return Ok(JoinOutcome::Owner { epoch: lease.epoch, unowned_ms, lapses });
        }
        // Subscribe before sending the request, so that no update is missed.
        let subscription = nodes.subscribe(table).await;
        let Lease { owner_node, epoch, .. } = lease;
        let answered = nodes.request(&owner_node, table, NodeRequest::Follow).await;
        timeouts += u32::from(matches!(answered, Err(AskError::Timeout)));
        match answered {
            Ok(NodeReply::Status { serial, entries, live, .. }) => {
                let follow = FollowedState { owner_node, epoch, serial: Some(serial), entries, live, subscription };
                return Ok(JoinOutcome::Follower(Box::new(follow)));
            }
            // If the owner node cannot be reached, clients see the stored state.
            _ if left == 0 || timeouts == MAX_TIMEOUTS || !nodes.is_connected() => {
                let live = LiveState::default();
                return Ok(JoinOutcome::Follower(Box::new(FollowedState {
                    owner_node,
                    epoch,
                    serial: None,
                    entries: 0,
                    live,
                    subscription,
                })));
            }
            _ => nodes.wait_before_retry().await,
        }
    }
    Ok(JoinOutcome::NotFound)
}
