//! Who is there: every node says so in the database again and again, and hears of the others.

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
use super::events::{ClusterEvent, Spread};
use super::store::Heartbeat;
use crate::common::running_time::RunningTime;
use crate::storage::Database;

/// How often a node says that it is there.
const BEAT: Duration = Duration::from_millis(400);
/// How long it may be silent, in milliseconds, before others take its tables: several times as long, so that one late commit costs nothing.
pub const PATIENCE: u64 = 1800;

/// The node that this server is, among the others.
pub struct Cluster {
    /// The way to the others.
    pub bus: Bus,
    /// What is written down of them.
    pub store: Arc<Database>,
    /// The name of this one. No two have the same, nor one twice: whoever was killed and comes again is another.
    pub node: String,
    /// By which tables count their moments.
    pub time: Arc<RunningTime>,
    here: watch::Sender<BTreeSet<String>>,
    leaves: AtomicBool,
    /// It has let go of its tables, and told all others.
    gone: CancellationToken,
    /// When those were last there who kept tables before that were taken here, as long as nobody has come to these.
    pub(super) lost: Mutex<HashMap<String, Moment>>,
    /// How often it was silent for so long that others may have taken its tables.
    lapses: AtomicU64,
    /// What a host is told.
    pub counts: Counts,
}

/// What is counted as it happens.
#[derive(Default)]
pub struct Counts {
    /// Tables that are kept here.
    pub kept: AtomicU64,
    /// Tables that are followed here.
    pub followed: AtomicU64,
    /// Tables that were taken from nodes that fell silent.
    pub takeovers: Counter,
    /// Writes that were refused because another node had taken the table.
    pub refused: Counter,
}

impl Counts {
    /// Puts what only grows among what a host is told.
    pub fn register(&self, registry: &mut Registry) {
        let takeovers = "Tables that were taken from nodes that fell silent";
        registry.register("lease_takeovers", takeovers, self.takeovers.clone());
        let refused = "Writes that were refused as another node had taken the table";
        registry.register("appends_refused", refused, self.refused.clone());
    }
}

impl Cluster {
    /// The node of this name, which is there alone as far as it knows.
    pub fn new(bus: Bus, store: Arc<Database>, name: &str, time: Arc<RunningTime>) -> Cluster {
        let node = format!("{}-{}", token(name), &crate::common::secrets::table_name()[..6]);
        let here = watch::Sender::new(BTreeSet::from([node.clone()]));
        let (leaves, gone, lost, lapses, counts) = Default::default();
        Cluster { bus, store, node, time, here, leaves, gone, lost, lapses, counts }
    }

    /// The nodes that are there, and how that changes.
    pub fn here(&self) -> watch::Receiver<BTreeSet<String>> {
        self.here.subscribe()
    }

    pub fn count(&self) -> usize {
        self.here.borrow().len()
    }

    pub fn knows(&self, node: &str) -> bool {
        self.here.borrow().contains(node)
    }

    /// Says that this node is there, and hears of the others.
    pub async fn beat(&self) {
        if self.goes() {
            return;
        }
        let asked = Instant::now();
        match self.store.beat(&self.node, games::RULES_VERSION, PATIENCE).await {
            Ok(Heartbeat { moment, nodes }) => {
                self.time.agree(moment, asked);
                let mut names = BTreeSet::from([self.node.clone()]);
                let lapsed = !nodes.iter().any(|node| node.name == self.node);
                self.lapses.fetch_add(u64::from(lapsed), Ordering::Relaxed);
                names.extend(nodes.into_iter().map(|node| node.name));
                self.here.send_if_modified(|here| {
                    let changed = lapsed || *here != names;
                    *here = names;
                    changed
                });
            }
            // Where nobody can write, nobody takes a table either: all stays as it is.
            Err(why) => tracing::warn!("this node cannot say that it is there: {why}"),
        }
    }

    /// Says again and again that this node is there.
    pub async fn keep_beating(&self) {
        loop {
            tokio::time::sleep(BEAT).await;
            self.beat().await;
        }
    }

    /// How often this node was silent for so long that others may have taken its tables.
    pub fn lapsed(&self) -> u64 {
        self.lapses.load(Ordering::Relaxed)
    }

    /// Whether this node goes, and has let go of its tables.
    pub fn goes(&self) -> bool {
        self.leaves.load(Ordering::Relaxed)
    }

    /// Waits until this node has let go of its tables and told all others.
    pub async fn gone(&self) {
        self.gone.cancelled().await;
    }

    /// A node has said that it goes.
    pub fn went(&self, node: &str) {
        self.here.send_if_modified(|here| here.remove(node));
    }

    /// Lets go of all tables, so that the others take them at once.
    pub async fn leave(&self) {
        self.leaves.store(true, Ordering::Relaxed);
        if let Err(why) = self.store.leave(&self.node, PATIENCE).await {
            tracing::warn!(
                "tables cannot be let go; others take them when this node has been silent for a while: {why}"
            );
        }
        self.spread(ClusterEvent::Went).await;
        self.bus.flush().await;
        self.gone.cancel();
    }

    /// Tells every other node.
    pub async fn spread(&self, what: ClusterEvent) {
        self.bus.tell(self.bus.to_all(), &Spread { from: self.node.clone(), what }).await;
    }
}

/// A name in signs that subjects take.
fn token(name: &str) -> String {
    let name: String =
        name.chars().map(|sign| if sign.is_ascii_alphanumeric() { sign } else { '_' }).take(30).collect();
    if name.is_empty() { "node".to_owned() } else { name }
}
