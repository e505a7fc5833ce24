//! What the driver of a table has of the server.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use games::Answer;
use table::driving::{Surroundings, Unwritten};
use table::{LogEntry, Moment, News, Pace, Reply, Standing, Table, TableRecord, Thought, Write};
use tokio::sync::{broadcast, oneshot};
use tokio_util::sync::CancellationToken;

use super::awake::Awake;
use crate::cluster::nodes::Cluster;
use crate::common::running_time::RunningTime;
use crate::compute::replays::Replays;
use crate::compute::thinkers::Thinkers;
use crate::http::refusal::Refusal;
use crate::limits::caller::Household;
use crate::live::mailbox::Watched;
use crate::live::news::Broadcast;
use crate::live::rules_cache::RulesCache;
use crate::live::visitors::{Visit, Visitors};
use crate::matchmaking::event_streams::EventStreams;
use crate::storage::{Storage, StorageError};

/// What every table needs of the server.
pub struct TableContext {
    /// Where answers are written down.
    pub storage: Arc<dyn Storage>,
    /// Where computer players think.
    pub thinkers: Thinkers,
    /// Where games are replayed and set-ups compiled.
    pub replays: Replays,
    /// How tables go along with people.
    pub pace: Pace,
    /// How long after the last look at a table its computer players think no more.
    pub rests: Duration,
    /// Where draw orders come from, if not from the system's randomness.
    pub deals: Option<u64>,
    /// Comes when the server stops: then no computer player answers any more.
    pub stop: CancellationToken,
    /// By which tables count their moments.
    pub time: Arc<RunningTime>,
    /// Games that tables of one set-up begin with.
    pub beginnings: RulesCache,
    /// How many tables have their games at hand.
    pub awake: Awake,
    /// Who is told, wherever they are, that they are asked.
    pub streams: Arc<EventStreams>,
    /// The other servers that work on the same database, where there may be any.
    pub cluster: Option<Arc<Cluster>>,
}

/// Whoever waits for a reply.
pub enum Waiting {
    /// For nothing more.
    Reply(oneshot::Sender<Result<Reply, Refusal>>),
    /// For the news after it too.
    Watch(oneshot::Sender<Watched>),
}

/// A thought that is under way, with its number.
pub type Thinking = Pin<Box<dyn Future<Output = (usize, Option<Answer>)> + Send>>;

/// What the driver of a table has of the server.
pub struct Around {
    /// What every table needs of it.
    pub context: Arc<TableContext>,
    /// The table.
    pub name: Arc<str>,
    /// The way to those who are served here.
    pub news: broadcast::Sender<Broadcast>,
    /// Who looks at the table.
    pub visitors: Arc<Visitors>,
    /// What is being thought.
    pub thinking: Option<Thinking>,
    /// Whether the server stops.
    pub stopped: bool,
    /// The table among those of its role.
    pub counted: Option<Counted>,
}

impl Surroundings for Around {
    type Nodes = Cluster;
    type Waiting = Waiting;
    type Visit = Visit;

    fn now(&self) -> Moment {
        self.context.time.now()
    }

    async fn write(&mut self, epoch: u64, write: Write) -> Result<(), Unwritten> {
        self.context.storage.write(&self.name, epoch, write).await.map_err(|why| {
            tracing::error!("nothing could be written: {why}");
            let lost = matches!(why, StorageError::Lost);
            if let Some(cluster) = self.context.cluster.as_ref().filter(|_| lost) {
                cluster.counts.refused.inc();
            }
            Unwritten { lost, why: why.to_string() }
        })
    }

    async fn load(&mut self, from: usize) -> Result<(TableRecord, Vec<LogEntry>), String> {
        let found = self.context.storage.load(&self.name, from).await.map_err(|why| {
            tracing::error!("nothing could be read: {why}");
            why.to_string()
        })?;
        found.ok_or_else(|| "the table is gone".to_owned())
    }

    fn reply(&mut self, waiting: Waiting, reply: Result<Reply, Refusal>) {
        // Whoever asked may have gone; what was done stays done.
        match waiting {
            Waiting::Reply(sender) => drop(sender.send(reply)),
            Waiting::Watch(sender) => drop(sender.send((reply, self.news.subscribe()))),
        }
    }

    fn tell(&mut self, news: Vec<News>) {
        // Nobody may be looking; that is no failure.
        let _ = self.news.send(Broadcast::new(news));
    }

    fn think(&mut self, thought: Thought) {
        if self.stopped {
            return;
        }
        let (thinkers, visitors, table) = (self.context.thinkers.clone(), self.visitors.clone(), self.name.clone());
        self.thinking = Some(Box::pin(async move {
            let Thought { number, level, millis, .. } = thought;
            let budget = Duration::from_millis(millis);
            loop {
                visitors.looked_at().await;
                let place = tokio::select! {
                    place = thinkers.place(visitors.owner(), level, budget) => place,
                    () = visitors.gone() => continue,
                };
                let answer = match place {
                    Ok(spot) => thinkers.choose(spot, &table, thought).await,
                    // The table tries again in a while.
                    Err(_) => None,
                };
                return (number, answer);
            }
        }));
    }

    fn think_no_more(&mut self) {
        self.thinking = None;
    }

    fn report(&mut self, why: &str) {
        tracing::error!("table {}: {why}; trying again", self.name);
    }

    fn changed(&mut self, table: &Table, before: (Standing, usize), now: (Standing, usize)) {
        self.context.streams.table_changed(table, before, now);
    }

    fn plays(&mut self, keeps: bool) {
        self.counted = self.context.cluster.as_ref().map(|cluster| Counted::new(cluster, keeps));
    }

    fn owner(&self) -> Option<Household> {
        self.visitors.owner()
    }

    fn visit(&mut self, owner: Household) -> Visit {
        self.visitors.come(owner)
    }
}

/// A table among those that are kept or followed here, as long as it is one of them.
pub struct Counted {
    cluster: Arc<Cluster>,
    kept: bool,
}

impl Counted {
    /// One more of them.
    fn new(cluster: &Arc<Cluster>, kept: bool) -> Counted {
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
