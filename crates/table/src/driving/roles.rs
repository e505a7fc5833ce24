//! Cluster state of a table's driver: its role, and the other nodes involved.

use std::collections::{BTreeMap, BTreeSet};

use super::{Environment, JoinOutcome, Nodes};
use crate::{ClientId, Command, Hash, LiveState, Moment, Write};

/// Interval of a follower's status requests in milliseconds, in case an update was lost.
pub const STATUS_INTERVAL_MS: u64 = 2000;

/// Cluster state of a table.
pub struct ClusterState<S: Environment> {
    pub nodes: std::sync::Arc<S::Nodes>,
    /// Role of this node.
    pub role: Role<S>,
    /// Hashes of the secrets of this node's clients, to report to a new owner node.
    pub(super) clients: BTreeMap<ClientId, Vec<Hash>>,
    /// Arrivals and departures that the owner node may not know.
    pub(super) unconfirmed: Vec<Command>,
    /// Number of this node's lapses when it last looked up the owner node.
    pub(super) lapses: u64,
    /// Time of the next status request, or of the next attempt to look up the owner node.
    pub status_due_at: Option<Moment>,
    /// True if the last load from storage failed.
    pub(super) load_failed: bool,
    /// True if another node has taken over the table and the state must be looked up.
    pub(super) ownership_lost: bool,
}

/// Role of a node at a table.
#[expect(clippy::large_enum_variant, reason = "a table has one, and most nodes own their tables")]
pub enum Role<S: Environment> {
    /// Owner node: the only one that changes the table.
    Owner(OwnerState<S::VisitorGuard>),
    /// Follower: shows what the owner node does.
    Follower(FollowerState<<S::Nodes as Nodes>::Subscription>),
}

/// State of an owner node.
pub struct OwnerState<V> {
    /// Epoch of its lease.
    pub epoch: u64,
    /// Sequence number of the last update.
    pub(super) serial: u64,
    /// The followers, by node.
    pub(super) followers: BTreeMap<String, Follower<V>>,
    /// Writes not yet sent.
    pub(super) writes: Vec<Write>,
    /// Presence at the last update.
    pub(super) live: LiveState,
    /// True if the table was reloaded since the last update.
    pub(super) reloaded: bool,
}

/// State that an owner node keeps for a follower.
pub(super) struct Follower<V> {
    /// True if it has requested the status since this entry was created, and so has learned that it must report its clients.
    pub(super) has_asked: bool,
    /// True once it was among the live nodes; a node that has just started can send requests before others learn of it.
    pub(super) was_here: bool,
    /// Clients connected to it.
    pub(super) clients: BTreeSet<ClientId>,
    /// Its visitor guard, while it has clients.
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
    /// True if an update up to `serial` is missing.
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
    /// Creates the cluster state of an opened table; `None` if the table does not exist.
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

    /// Returns whether this node owns the table.
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

    /// Returns whether the table has followers, so that it must stay in memory.
    pub fn is_followed(&self) -> bool {
        matches!(&self.role, Role::Owner(owner) if !owner.followers.is_empty())
    }

    /// Returns whether the owner node must be [looked up](super::TableDriver::look_up_owner) before anything else.
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
