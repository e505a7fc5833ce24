//! Server-side dependencies of a table driver.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use games::Answer;
use table::driving::{Environment, WriteError};
use table::{LogEntry, Moment, News, Pace, Reply, Standing, Table, TableRecord, ThinkRequest, Write};
use tokio::sync::{broadcast, oneshot};
use tokio_util::sync::CancellationToken;

use super::awake::Awake;
use crate::cluster::nodes::Cluster;
use crate::common::running_time::RunningTime;
use crate::compute::replays::Replays;
use crate::compute::thinkers::Thinkers;
use crate::http::refusal::Refusal;
use crate::limits::caller::ClientNetwork;
use crate::live::mailbox::Welcomed;
use crate::live::news::Broadcast;
use crate::live::rules_cache::RulesCache;
use crate::live::visitors::{Visit, Visitors};
use crate::matchmaking::event_streams::EventStreams;
use crate::storage::{Storage, StorageError};

/// Dependencies shared by all table drivers of a server.
pub struct TableContext {
    /// Stores the logs.
    pub storage: Arc<dyn Storage>,
    /// Runs computer players.
    pub thinkers: Thinkers,
    /// Replays games and compiles set-ups.
    pub replays: Replays,
    /// Delays that give people time to follow computer players' moves, and to return before they are replaced.
    pub pace: Pace,
    /// Time after the last visitor leaves a table before its computer players pause.
    pub computer_idle: Duration,
    /// Seed for the draw orders; `None` means system randomness.
    pub deal_seed: Option<u64>,
    /// Cancelled when the server stops; computer players then stop answering.
    pub stop: CancellationToken,
    /// Clock that measures the tables' moments.
    pub time: Arc<RunningTime>,
    /// Games before their first answer, shared by tables with the same set-up.
    pub beginnings: RulesCache,
    /// Counts the tables whose game is loaded in memory.
    pub awake: Awake,
    /// Event streams that report whose turn it is.
    pub streams: Arc<EventStreams>,
    /// The cluster, if this server is part of one.
    pub cluster: Option<Arc<Cluster>>,
}

/// Sender for the reply to a command.
pub enum PendingReply {
    /// Sends the reply.
    Reply(oneshot::Sender<Result<Reply, Refusal>>),
    /// Sends the reply and a subscription to the news that follows it.
    Watch(oneshot::Sender<Welcomed>),
}

/// A computer player's running search; resolves to the request number and the answer.
pub type Thinking = Pin<Box<dyn Future<Output = (usize, Option<Answer>)> + Send>>;

/// Server-side dependencies of one table driver.
pub struct DriverContext {
    /// Dependencies shared by all tables.
    pub context: Arc<TableContext>,
    pub name: Arc<str>,
    /// Broadcasts to the clients of this server.
    pub news: broadcast::Sender<Broadcast>,
    /// Clients viewing the table.
    pub visitors: Arc<Visitors>,
    /// The running search, if any.
    pub thinking: Option<Thinking>,
    /// Whether the server is stopping.
    pub stopped: bool,
    /// Guard that counts the table as owned or followed.
    pub counted: Option<Counted>,
}

impl Environment for DriverContext {
    type Nodes = Cluster;
    type PendingReply = PendingReply;
    type VisitorGuard = Visit;

    fn now(&self) -> Moment {
        self.context.time.now()
    }

    async fn write(&mut self, epoch: u64, write: Write) -> Result<(), WriteError> {
        self.context.storage.write(&self.name, epoch, write).await.map_err(|why| {
            tracing::error!("cannot write to the storage: {why}");
            let ownership_lost = matches!(why, StorageError::Lost);
            if let Some(cluster) = self.context.cluster.as_ref().filter(|_| ownership_lost) {
                cluster.counts.refused.inc();
            }
            WriteError { ownership_lost, why: why.to_string() }
        })
    }

    async fn load(&mut self, from: usize) -> Result<(TableRecord, Vec<LogEntry>), String> {
        let found = self.context.storage.load(&self.name, from).await.map_err(|why| {
            tracing::error!("cannot read from the storage: {why}");
            why.to_string()
        })?;
        found.ok_or_else(|| "the table no longer exists".to_owned())
    }

    fn reply(&mut self, waiting: PendingReply, reply: Result<Reply, Refusal>) {
        // The requester may be gone; the change takes effect anyway.
        match waiting {
            PendingReply::Reply(sender) => drop(sender.send(reply)),
            PendingReply::Watch(sender) => drop(sender.send((reply, self.news.subscribe()))),
        }
    }

    fn send_news(&mut self, news: Vec<News>) {
        // There may be no listeners.
        let _ = self.news.send(Broadcast::new(news));
    }

    fn start_thinking(&mut self, request: ThinkRequest) {
        if self.stopped {
            return;
        }
        let (thinkers, visitors, table) = (self.context.thinkers.clone(), self.visitors.clone(), self.name.clone());
        self.thinking = Some(Box::pin(async move {
            let ThinkRequest { number, level, millis, .. } = request;
            let budget = Duration::from_millis(millis);
            loop {
                visitors.wait_for_viewer().await;
                let place = tokio::select! {
                    place = thinkers.place(visitors.owner(), level, budget) => place,
                    () = visitors.wait_until_gone() => continue,
                };
                let answer = match place {
                    Ok(spot) => thinkers.choose(spot, &table, request).await,
                    // The table retries later.
                    Err(_) => None,
                };
                return (number, answer);
            }
        }));
    }

    fn stop_thinking(&mut self) {
        self.thinking = None;
    }

    fn log_error(&mut self, why: &str) {
        tracing::error!("table {}: {why}; trying again", self.name);
    }

    fn table_changed(&mut self, table: &Table, before: (Standing, usize), now: (Standing, usize)) {
        self.context.streams.table_changed(table, before, now);
    }

    fn role_changed(&mut self, is_owner: bool) {
        self.counted = self.context.cluster.as_ref().map(|cluster| Counted::new(cluster, is_owner));
    }

    fn requester(&self) -> Option<ClientNetwork> {
        self.visitors.owner()
    }

    fn register_visitor(&mut self, requester: ClientNetwork) -> Visit {
        self.visitors.enter(requester)
    }
}

/// Counts a table as owned or followed by this node until it is dropped.
pub struct Counted {
    cluster: Arc<Cluster>,
    is_owner: bool,
}

impl Counted {
    fn new(cluster: &Arc<Cluster>, is_owner: bool) -> Counted {
        let counted = Counted { cluster: cluster.clone(), is_owner };
        counted.count().fetch_add(1, Ordering::Relaxed);
        counted
    }

    fn count(&self) -> &AtomicU64 {
        if self.is_owner { &self.cluster.counts.owned } else { &self.cluster.counts.followed }
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.count().fetch_sub(1, Ordering::Relaxed);
    }
}
