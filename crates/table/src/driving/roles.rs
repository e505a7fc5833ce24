//! What the driver of a table knows where nodes work together: whether it keeps the table or follows, and who else has to do with it.

use std::collections::{BTreeMap, BTreeSet};

use super::{Joined, Nodes, Surroundings};
use crate::{ClientId, Command, Company, Hash, Moment, Write};

/// How often a follower asks the keeper how things stand, in milliseconds, in case something that it told was lost.
pub const ASKED: u64 = 2000;

/// What a table shares with other nodes.
pub struct Share<S: Surroundings> {
    pub nodes: std::sync::Arc<S::Nodes>,
    /// What this one is to the table.
    pub role: Role<S>,
    /// The hashes of the clients that are served here, so that a new keeper hears of them.
    pub(super) clients: BTreeMap<ClientId, Vec<Hash>>,
    /// Who came and went of which the keeper may not have heard.
    pub(super) unheard: Vec<Command>,
    /// How often the node had lapsed when it was last found out who keeps the table.
    pub(super) lapses: u64,
    /// When it is asked next how things stand: by a follower, or by a node that could not find out who keeps the table.
    pub ask_at: Option<Moment>,
    /// What is stored could not be read when it was last tried.
    pub(super) stale: bool,
    /// Another node has taken the table: it is to be found out how things are.
    pub(super) astray: bool,
}

/// What a node is to a table.
#[expect(clippy::large_enum_variant, reason = "a table has one, and keeping it is what most do")]
pub enum Role<S: Surroundings> {
    /// It alone changes it.
    Keeps(Keeping<S::Visit>),
    /// It shows what another does.
    Follows(Following<<S::Nodes as Nodes>::Ear>),
}

/// What a keeper knows.
pub struct Keeping<V> {
    /// In which epoch it has the table.
    pub epoch: u64,
    /// The number of what it told last.
    pub(super) serial: u64,
    /// Those who follow.
    pub(super) followers: BTreeMap<String, Follower<V>>,
    /// What was written down and is not told.
    pub(super) writes: Vec<Write>,
    /// Who was there when they were told last.
    pub(super) company: Company,
    /// The table was read again since they were told last.
    pub(super) reread: bool,
}

/// What a keeper knows of a node that follows.
pub(super) struct Follower<V> {
    /// It has asked how things stand since it is known here, and was told then that nobody knew whom it serves.
    pub(super) has_asked: bool,
    /// It was among the nodes that are there: one that has just begun asks before others hear of it.
    pub(super) was_here: bool,
    /// The clients whom it serves.
    pub(super) clients: BTreeSet<ClientId>,
    /// Its place among the visitors, while it serves some.
    pub(super) visit: Option<V>,
}

impl<V> Default for Follower<V> {
    fn default() -> Follower<V> {
        Follower { has_asked: false, was_here: false, clients: BTreeSet::new(), visit: None }
    }
}

/// What a follower knows.
pub struct Following<E> {
    /// Who keeps the table.
    pub keeper: String,
    pub epoch: u64,
    /// The number of what the keeper told last; none where that is not known.
    pub(super) serial: Option<u64>,
    /// Some of what was told up to there has not come.
    pub(super) gap: bool,
    /// How it is heard what the keeper tells.
    pub ear: Option<E>,
}

impl<V> Keeping<V> {
    /// In an epoch that begins now.
    pub(super) fn of(epoch: u64) -> Keeping<V> {
        let (followers, writes, company) = Default::default();
        Keeping { epoch, serial: 0, followers, writes, company, reread: false }
    }
}

impl<S: Surroundings> Share<S> {
    /// That of a table which was come to so; none where there is no such table.
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
                unheard: Vec::new(),
                lapses,
                ask_at: None,
                stale: false,
                astray: false,
            },
            joined,
        ))
    }

    /// Whether the table is kept here.
    pub fn keeps(&self) -> bool {
        matches!(self.role, Role::Keeps(_))
    }

    /// In which epoch this node writes.
    pub fn epoch(&self) -> u64 {
        match &self.role {
            Role::Keeps(keeping) => keeping.epoch,
            Role::Follows(following) => following.epoch,
        }
    }

    /// Whether others follow the table, so that it stays in memory.
    pub fn is_followed(&self) -> bool {
        matches!(&self.role, Role::Keeps(keeping) if !keeping.followers.is_empty())
    }

    /// Whether it is to be [found out](super::Driven::find_out) who keeps the table, before anything else is done.
    pub fn is_astray(&self) -> bool {
        self.astray
    }

    /// Something was written down, which is to be told.
    pub(super) fn wrote(&mut self, write: Write) {
        if let Role::Keeps(keeping) = &mut self.role
            && !keeping.followers.is_empty()
        {
            keeping.writes.push(write);
        }
    }
}
