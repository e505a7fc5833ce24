//! Cluster state of a table's driver: its node's role, and the other nodes involved.

use std::collections::{BTreeMap, BTreeSet};

use super::{Environment, JoinOutcome, Nodes};
use crate::{ClientId, Command, Hash, LiveState, Moment, Write};

/// Interval between a follower's status requests, in milliseconds. These requests detect lost updates.
pub const STATUS_INTERVAL_MS: u64 = 2000;

/// Cluster state of a table.
pub struct ClusterState<S: Environment> {
    pub nodes: std::sync::Arc<S::Nodes>,
    /// This node's role.
    pub role: Role<S>,
    /// Hashes of the secrets held by this node's clients, to report to a new owner node.
    pub(super) clients: BTreeMap<ClientId, Vec<Hash>>,
    /// Arrivals and departures that the owner node may not know about.
    pub(super) unconfirmed: Vec<Command>,
    /// Number of lapses this node had when it last looked up the owner node.
    pub(super) lapses: u64,
    /// Time of the next status request, or of the next attempt to look up the owner node.
    pub status_due_at: Option<Moment>,
    /// True if the last load from storage failed.
    pub(super) load_failed: bool,
    /// True if another node has taken over the table and the state must be looked up.
    pub(super) ownership_lost: bool,
}

/// A node's role at a table.
#[expect(clippy::large_enum_variant, reason = "a table has one, and most nodes own their tables")]
pub enum Role<S: Environment> {
    /// Owner node: the only node that changes the table.
    Owner(OwnerState<S::VisitorGuard>),
    /// Follower: shows the changes made by the owner node.
    Follower(FollowerState<<S::Nodes as Nodes>::Subscription>),
}

/// State of an owner node.
pub struct OwnerState<V> {
    /// Epoch of the node's lease.
    pub epoch: u64,
    /// Sequence number of the last update.
    pub(super) serial: u64,
    /// The followers, by node name.
    pub(super) followers: BTreeMap<String, Follower<V>>,
    /// Writes not yet sent to followers.
    pub(super) writes: Vec<Write>,
    /// Presence at the last update.
    pub(super) live: LiveState,
    /// True if the table has been reloaded since the last update.
    pub(super) reloaded: bool,
}

/// The owner node's state for one follower.
pub(super) struct Follower<V> {
    /// True if the follower has requested the status since this entry was created, and so knows that it must report its clients.
    pub(super) has_asked: bool,
    /// True once the follower has been among the live nodes. A node that has just started can send requests before other nodes know about
    /// it.
    pub(super) was_here: bool,
    /// Clients connected to the follower.
    pub(super) clients: BTreeSet<ClientId>,
    /// The follower's visitor guard, held while it has clients.
    pub(super) visit: Option<V>,
}

impl<V> Default for Follower<V> {
    fn default() -> Follower<V> {
        Follower { has_asked: false, was_here: false, clients: BTreeSet::new(), visit: None }
    }
}

/// State of a follower.
pub struct FollowerState<E> {
    /// The owner node.
    pub owner_node: String,
    pub epoch: u64,
    /// Sequence number of the last update; `None` if unknown.
    pub(super) serial: Option<u64>,
    /// True if an update before `serial` is missing.
    pub(super) gap: bool,
    /// Subscription to the owner node's updates.
    pub subscription: Option<E>,
}

impl<V> OwnerState<V> {
    /// Creates the state for a new epoch.
    pub(super) fn new(epoch: u64) -> OwnerState<V> {
        let (followers, writes, live) = Default::default();
        OwnerState { epoch, serial: 0, followers, writes, live, reloaded: false }
    }
}

impl<S: Environment> ClusterState<S> {
    /// Creates the cluster state for an opened table; `None` if the table does not exist.
    pub fn new(
        nodes: std::sync::Arc<S::Nodes>,
        joined: JoinOutcome<S::Nodes>,
    ) -> Option<(ClusterState<S>, JoinOutcome<S::Nodes>)> {
        if let JoinOutcome::NotFound = joined {
            return None;
        }
        let (role, lapses) = (Role::Owner(OwnerState::new(0)), nodes.lapses());
        Some((
            ClusterState {
                nodes,
                role,
                clients: BTreeMap::new(),
                unconfirmed: Vec::new(),
                lapses,
                status_due_at: None,
                load_failed: false,
                ownership_lost: false,
            },
            joined,
        ))
    }

    /// Reports whether this node owns the table.
    pub fn is_owner(&self) -> bool {
        matches!(self.role, Role::Owner(_))
    }

    /// Returns the epoch in which this node writes.
    pub fn epoch(&self) -> u64 {
        match &self.role {
            Role::Owner(owner) => owner.epoch,
            Role::Follower(following) => following.epoch,
        }
    }

    /// Reports whether the table has followers and must therefore stay in memory.
    pub fn is_followed(&self) -> bool {
        matches!(&self.role, Role::Owner(owner) if !owner.followers.is_empty())
    }

    /// Reports whether the owner node must be [looked up](super::TableDriver::look_up_owner) before anything else happens.
    pub fn has_lost_ownership(&self) -> bool {
        self.ownership_lost
    }

    /// Queues a finished write for the next update.
    pub(super) fn queue_write(&mut self, write: Write) {
        if let Role::Owner(owner) = &mut self.role
            && !owner.followers.is_empty()
        {
            owner.writes.push(write);
        }
    }
}
