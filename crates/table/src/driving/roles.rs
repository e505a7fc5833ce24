//! Cluster state of a table's driver: its role, and the other nodes involved.

use std::collections::{BTreeMap, BTreeSet};

use super::{Joined, Nodes, Surroundings};
use crate::{ClientId, Command, Company, Hash, Moment, Write};

/// Interval of a follower's status requests in milliseconds, in case an update was lost.
pub const ASKED: u64 = 2000;

/// Cluster state of a table.
pub struct Share<S: Surroundings> {
    pub nodes: std::sync::Arc<S::Nodes>,
    /// Role of this node.
    pub role: Role<S>,
    /// Hashes of this node's clients, to report to a new owner node.
    pub(super) clients: BTreeMap<ClientId, Vec<Hash>>,
    /// Arrivals and departures that the owner node may not know.
    pub(super) unconfirmed: Vec<Command>,
    /// Number of this node's lapses when it last looked up the owner node.
    pub(super) lapses: u64,
    /// Time of the next status request, or of the next attempt to look up the owner node.
    pub ask_at: Option<Moment>,
    /// True if the last load from storage failed.
    pub(super) stale: bool,
    /// True if another node has taken over the table and the state must be looked up.
    pub(super) ownership_lost: bool,
}

/// Role of a node at a table.
#[expect(clippy::large_enum_variant, reason = "a table has one, and most nodes own their tables")]
pub enum Role<S: Surroundings> {
    /// Owner node: the only one that changes the table.
    Keeps(Keeping<S::Visit>),
    /// Follower: shows what the owner node does.
    Follows(Following<<S::Nodes as Nodes>::Ear>),
}

/// State of an owner node.
pub struct Keeping<V> {
    /// Epoch of its lease.
    pub epoch: u64,
    /// Sequence number of the last update.
    pub(super) serial: u64,
    /// The followers, by node.
    pub(super) followers: BTreeMap<String, Follower<V>>,
    /// Writes not yet sent.
    pub(super) writes: Vec<Write>,
    /// Presence at the last update.
    pub(super) company: Company,
    /// True if the table was reloaded since the last update.
    pub(super) reread: bool,
}

/// An owner node's state of a follower.
pub(super) struct Follower<V> {
    /// True if it has requested the status since this node knows it, and so has learned that its clients were unknown.
    pub(super) has_asked: bool,
    /// True if it was among the live nodes: a node that has just started can ask before others learn of it.
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
pub struct Following<E> {
    /// The owner node.
    pub keeper: String,
    pub epoch: u64,
    /// Sequence number of the last update; `None` if unknown.
    pub(super) serial: Option<u64>,
    /// True if some update up to there is missing.
    pub(super) gap: bool,
    /// Subscription to the owner node's updates.
    pub ear: Option<E>,
}

impl<V> Keeping<V> {
    /// Creates the state for a new epoch.
    pub(super) fn of(epoch: u64) -> Keeping<V> {
        let (followers, writes, company) = Default::default();
        Keeping { epoch, serial: 0, followers, writes, company, reread: false }
    }
}

impl<S: Surroundings> Share<S> {
    /// Creates the cluster state of an opened table; `None` if the table does not exist.
    pub fn new(nodes: std::sync::Arc<S::Nodes>, joined: Joined<S::Nodes>) -> Option<(Share<S>, Joined<S::Nodes>)> {
        if let Joined::Nowhere = joined {
            return None;
        }
        let (role, lapses) = (Role::Keeps(Keeping::of(0)), nodes.lapses());
        Some((
            Share {
                nodes,
                role,
                clients: BTreeMap::new(),
                unconfirmed: Vec::new(),
                lapses,
                ask_at: None,
                stale: false,
                ownership_lost: false,
            },
            joined,
        ))
    }

    /// Returns whether this node owns the table.
    pub fn keeps(&self) -> bool {
        matches!(self.role, Role::Keeps(_))
    }

    /// Returns the epoch in which this node writes.
    pub fn epoch(&self) -> u64 {
        match &self.role {
            Role::Keeps(keeping) => keeping.epoch,
            Role::Follows(following) => following.epoch,
        }
    }

    /// Returns whether the table has followers, so that it must stay in memory.
    pub fn is_followed(&self) -> bool {
        matches!(&self.role, Role::Keeps(keeping) if !keeping.followers.is_empty())
    }

    /// Returns whether the owner node must be [looked up](super::Driven::find_out) before anything else.
    pub fn is_astray(&self) -> bool {
        self.ownership_lost
    }

    /// Queues a finished write for the next update.
    pub(super) fn wrote(&mut self, write: Write) {
        if let Role::Keeps(keeping) = &mut self.role
            && !keeping.followers.is_empty()
        {
            keeping.writes.push(write);
        }
    }
}
