//! Cluster membership. Every node writes heartbeats to the database and reads those of the other nodes.

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use prometheus_client::metrics::counter::Counter;
use prometheus_client::registry::Registry;
use table::Moment;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::bus::Bus;
use super::events::{ClusterEvent, ClusterMessage};
use super::store::Heartbeat;
use crate::common::running_time::RunningTime;
use crate::storage::Database;

const HEARTBEAT_INTERVAL: Duration = Duration::from_millis(400);
/// Milliseconds without a heartbeat after which other nodes take a node's tables. This is several heartbeat intervals, so that one late
/// commit does not cause a takeover.
pub const NODE_TIMEOUT_MS: u64 = 1800;

/// This node's view of the cluster.
pub struct Cluster {
    /// Message bus to the other nodes.
    pub bus: Bus,
    /// Database that contains the nodes and their leases.
    pub store: Arc<Database>,
    /// Unique name of this node. A node gets a new name when it restarts.
    pub node: String,
    /// Clock for tables' moments.
    pub time: Arc<RunningTime>,
    nodes_up: watch::Sender<BTreeSet<String>>,
    leaving: AtomicBool,
    /// Cancelled once this node has released its tables and notified the other nodes.
    gone: CancellationToken,
    /// Tables taken over but not loaded yet, with the last heartbeat of their previous owner.
    pub(super) last_heartbeats: Mutex<HashMap<String, Moment>>,
    /// Number of times that this node missed heartbeats for so long that other nodes may have taken its tables.
    lapses: AtomicU64,
    /// Counters for the admin metrics.
    pub counts: Counts,
}

/// Counters and gauges.
#[derive(Default)]
pub struct Counts {
    /// Tables owned by this node.
    pub owned: AtomicU64,
    /// Tables followed by this node.
    pub followed: AtomicU64,
    /// Tables taken over from nodes that timed out.
    pub takeovers: Counter,
    /// Writes rejected because another node had taken the table.
    pub refused: Counter,
}

impl Counts {
    /// Registers the counters; the gauges are read on demand.
    pub fn register(&self, registry: &mut Registry) {
        let takeovers = "Tables taken over from nodes that timed out";
        registry.register("lease_takeovers", takeovers, self.takeovers.clone());
        let refused = "Writes rejected because another node had taken the table";
        registry.register("appends_refused", refused, self.refused.clone());
    }
}

impl Cluster {
    /// Creates a node that does not know any other nodes yet.
    pub fn new(bus: Bus, store: Arc<Database>, name: &str, time: Arc<RunningTime>) -> Cluster {
        let node = format!("{}-{}", subject_token(name), &crate::common::secrets::table_name()[..6]);
        let nodes_up = watch::Sender::new(BTreeSet::from([node.clone()]));
        let (leaving, gone, last_heartbeats, lapses, counts) = Default::default();
        Cluster { bus, store, node, time, nodes_up, leaving, gone, last_heartbeats, lapses, counts }
    }

    /// Returns a receiver for the set of nodes that are up.
    pub fn nodes_up(&self) -> watch::Receiver<BTreeSet<String>> {
        self.nodes_up.subscribe()
    }

    pub fn count(&self) -> usize {
        self.nodes_up.borrow().len()
    }

    pub fn is_up(&self, node: &str) -> bool {
        self.nodes_up.borrow().contains(node)
    }

    /// Sends a heartbeat and updates the list of nodes.
    pub async fn send_heartbeat(&self) {
        if self.is_shutting_down() {
            return;
        }
        let asked = Instant::now();
        match self.store.heartbeat(&self.node, games::RULES_VERSION, NODE_TIMEOUT_MS).await {
            Ok(Heartbeat { moment, nodes }) => {
                self.time.synchronise(moment, asked);
                let mut names = BTreeSet::from([self.node.clone()]);
                let lapsed = !nodes.iter().any(|node| node.name == self.node);
                self.lapses.fetch_add(u64::from(lapsed), Ordering::Relaxed);
                names.extend(nodes.into_iter().map(|node| node.name));
                self.nodes_up.send_if_modified(|nodes_up| {
                    let changed = lapsed || *nodes_up != names;
                    *nodes_up = names;
                    changed
                });
            }
            // If the database is down, no other node can take a table either, so keep everything as it is.
            Err(why) => tracing::warn!("cannot write this node's heartbeat: {why}"),
        }
    }

    /// Sends heartbeats forever.
    pub async fn run_heartbeats(&self) {
        loop {
            tokio::time::sleep(HEARTBEAT_INTERVAL).await;
            self.send_heartbeat().await;
        }
    }

    /// Returns the number of times that this node missed heartbeats for so long that other nodes may have taken its tables.
    pub fn lapses(&self) -> u64 {
        self.lapses.load(Ordering::Relaxed)
    }

    /// Returns whether this node is leaving the cluster.
    pub fn is_shutting_down(&self) -> bool {
        self.leaving.load(Ordering::Relaxed)
    }

    /// Waits until this node has released its tables and notified the other nodes.
    pub async fn gone(&self) {
        self.gone.cancelled().await;
    }

    /// Removes a node that has announced its departure.
    pub fn remove_node(&self, node: &str) {
        self.nodes_up.send_if_modified(|nodes_up| nodes_up.remove(node));
    }

    /// Releases all tables, so that other nodes can take them immediately.
    pub async fn leave(&self) {
        self.leaving.store(true, Ordering::Relaxed);
        if let Err(why) = self.store.leave(&self.node, NODE_TIMEOUT_MS).await {
            tracing::warn!("cannot release the tables; others take them when this node times out: {why}");
        }
        self.broadcast(ClusterEvent::Went).await;
        self.bus.flush().await;
        self.gone.cancel();
    }

    /// Broadcasts an event to every other node.
    pub async fn broadcast(&self, what: ClusterEvent) {
        self.bus.publish(self.bus.broadcast_subject(), &ClusterMessage { from: self.node.clone(), what }).await;
    }
}

/// Replaces characters in a name that are not allowed in NATS subjects.
fn subject_token(name: &str) -> String {
    let name: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).take(30).collect();
    if name.is_empty() { "node".to_owned() } else { name }
}
