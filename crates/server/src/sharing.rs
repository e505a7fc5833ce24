//! What the driver of a table knows where servers work together: whether it keeps the table or follows, and who else has to do with it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use async_nats::Subscriber;
use futures_util::StreamExt;
use table::{ClientId, Company, Hash, Write};
use tokio::sync::watch;

use crate::cluster::joining::Joined;
use crate::cluster::messages::{Asked, News};
use crate::cluster::nodes::Cluster;
use crate::visitors::Visit;

/// How often a follower asks the keeper how things stand, in case something that it told was lost.
pub const ASKED: Duration = Duration::from_secs(2);

/// What a table shares with other nodes.
pub struct Sharing {
    /// The nodes.
    pub cluster: Arc<Cluster>,
    /// What this one is to the table.
    pub role: Role,
    /// The hashes of the clients that are served here, so that a new keeper hears of them.
    pub clients: BTreeMap<ClientId, Vec<Hash>>,
    /// Who is there.
    pub here: watch::Receiver<BTreeSet<String>>,
    /// The table among those of its role.
    pub counted: Option<Counted>,
    /// How often the node had lapsed when it was last found out who keeps the table.
    pub lapses: u64,
    /// Another node has taken the table, or the keeper cannot be reached: it is to be found out how things are.
    pub astray: bool,
}

/// What a node is to a table.
pub enum Role {
    /// It alone changes it.
    Keeps(Keeping),
    /// It shows what another does.
    Follows(Following),
}

/// What a keeper knows.
#[derive(Default)]
pub struct Keeping {
    /// In which epoch it has the table.
    pub epoch: u64,
    /// The number of what it told last.
    pub serial: u64,
    /// Those who follow, each with the clients whom it serves, and its place among the visitors while it has some.
    pub followers: BTreeMap<String, (BTreeSet<ClientId>, Option<Visit>)>,
    /// What was written down and is not told.
    pub writes: Vec<Write>,
    /// Who was there when they were told last.
    pub company: Company,
}

/// What a follower knows.
pub struct Following {
    /// Who keeps the table.
    pub keeper: String,
    /// In which epoch.
    pub epoch: u64,
    /// The number of what the keeper told last; none where that is not known.
    pub serial: Option<u64>,
    /// What it tells.
    pub news: Option<Subscriber>,
    /// When it is asked how things stand.
    pub ask_at: tokio::time::Instant,
}

/// A table among those that are kept or followed here, as long as it is one of them.
pub struct Counted {
    cluster: Arc<Cluster>,
    kept: bool,
}

impl Counted {
    /// One more of them.
    pub fn new(cluster: &Arc<Cluster>, kept: bool) -> Counted {
        let counted = Counted { cluster: cluster.clone(), kept };
        counted.count().fetch_add(1, Ordering::Relaxed);
        counted
    }

    fn count(&self) -> &AtomicU64 {
        if self.kept { &self.cluster.counts.kept } else { &self.cluster.counts.followed }
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.count().fetch_sub(1, Ordering::Relaxed);
    }
}

/// Something that comes from other nodes.
pub enum Comes {
    /// The keeper tells something.
    News(Box<News>),
    /// It is time to ask the keeper how things stand.
    Ask,
    /// A node came or went.
    Nodes,
}

impl Sharing {
    /// That of a table which was come to so; none where there is no such table.
    pub fn new(cluster: Arc<Cluster>, joined: Joined) -> Option<(Sharing, Joined)> {
        if let Joined::Nowhere = joined {
            return None;
        }
        let here = cluster.here();
        let role = Role::Keeps(Keeping::default());
        let lapses = cluster.lapses();
        Some((Sharing { cluster, role, clients: BTreeMap::new(), here, counted: None, lapses, astray: false }, joined))
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

    /// Something was written down, which is to be told.
    pub fn wrote(&mut self, write: &Write) {
        if let Role::Keeps(keeping) = &mut self.role
            && !keeping.followers.is_empty()
        {
            keeping.writes.push(write.clone());
        }
    }

    /// A write was refused, as another node has taken the table.
    pub fn lost(&mut self) {
        self.cluster.counts.refused.inc();
        self.astray = true;
    }

    /// What comes next from other nodes.
    pub async fn next(&mut self) -> Comes {
        let Role::Follows(following) = &mut self.role else {
            return if self.here.changed().await.is_ok() { Comes::Nodes } else { std::future::pending().await };
        };
        let news = async {
            match &mut following.news {
                Some(news) => loop {
                    let Some(message) = news.next().await else { std::future::pending().await };
                    if let Ok(news) = serde_json::from_slice(&message.payload) {
                        return news;
                    }
                },
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            news = news => Comes::News(Box::new(news)),
            () = tokio::time::sleep_until(following.ask_at) => Comes::Ask,
            Ok(()) = self.here.changed() => Comes::Nodes,
        }
    }

    /// Says that the table has left the memory here.
    pub async fn end(self, name: &str) {
        if self.cluster.leaves() {
            return;
        }
        match self.role {
            Role::Keeps(_) => self.cluster.let_go(name).await,
            Role::Follows(Following { keeper, .. }) => {
                // Whoever is not told finds out when this node is asked, or has gone.
                let _ = self.cluster.ask(&keeper, name, Asked::Unfollow).await;
            }
        }
    }
}
