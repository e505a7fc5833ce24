//! The side that asks: a node sends jobs to workers, as many as those that are there can do, and hears what becomes of them.
//!
//! Whose job is next is decided here, before it is sent, by the same queue that hands out the node's own places: who was given least is
//! next. No more jobs of a node are in the stream than the workers have threads, so a job there begins nearly at once, and whoever asks for
//! much waits in the node, where others pass. The stream itself knows no owners.
//!
//! Nobody waits for a worker that is not there. Without one nothing is sent; a job that nobody takes is taken back, one whose worker has
//! fallen silent is given up, and the node does it itself. What is told twice is heard once.

use std::collections::hash_map::RandomState;
use std::future::Future;
use std::hash::BuildHasher;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use async_nats::jetstream::Context;
use async_nats::jetstream::context::ContextBuilder;
use async_nats::jetstream::message::PublishMessage;
use async_nats::{Client, Subscriber};
use futures_util::StreamExt;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::registry::Registry;
use serde_json::Value;
use thiserror::Error;
use tokio::sync::oneshot;
use tokio::time::timeout;

use super::job::{Job, Told};
use super::slots::{self, Owner, Shape, Slot, Slots};
use super::subjects::{HELD, Names};
use super::worker_pool::{WorkerPool, WorkerStatus};
use crate::http::refusal::Refusal;

/// How long NATS may take to have a job, and then a worker to take it. Where a thread is free both are a matter of milliseconds
/// (`docs/server.md`), and nobody notices this much at a table, where computer players' steps are 400 ms apart.
const TAKEN: Duration = Duration::from_millis(150);
/// Long jobs may wait longer to be taken, by this part of what they take: other nodes may have filled the workers for a moment.
const SHARE: u32 = 4;
/// How long a worker may be silent. It tells three times in `HELD`; when it has died, another has the job after that and tells at once.
const SILENT: Duration = HELD.saturating_mul(2);
/// How much longer than it should a job may take, although its worker tells that it works.
const LATE: Duration = Duration::from_secs(5);
/// What a message has beside its text.
const HEAD: usize = 1024;
/// How often the pool is counted if no worker tells anything.
const COUNTED: Duration = Duration::from_millis(500);
/// Jobs that wait for one owner, at most.
const WAITING: usize = 100_000;

/// The way to the workers.
#[derive(Clone)]
pub struct Queue(Arc<Asking>);

struct Asking {
    client: Client,
    jetstream: Context,
    names: Names,
    pool: WorkerPool,
    places: Slots,
    /// Makes of owners what means nothing elsewhere.
    hash: RandomState,
    done: Counter,
    undone: Counter,
}

/// Where something can be done.
pub enum Spot {
    /// In a place of this node.
    Here(Slot),
    /// By a worker.
    Away(Slot),
}

/// Why no worker did a job. The node can do it.
#[derive(Debug, Error)]
pub enum Undone {
    #[error("a job of {0} bytes is too large for a message")]
    Large(usize),
    #[error("it could not be sent: {0}")]
    Unsent(String),
    #[error("no worker took it in time")]
    Untaken,
    #[error("its worker has not come to an end")]
    Silent,
    #[error("the worker cannot: {0}")]
    Cannot(String),
    #[error("nobody waits for it")]
    Unwanted,
}

impl Queue {
    /// The way to the workers of a cluster. It listens for them from now on, until nobody has it any more.
    pub fn new(client: Client, names: Names) -> Queue {
        let jetstream = ContextBuilder::new().timeout(TAKEN).ack_timeout(TAKEN).build(client.clone());
        let places = Slots::new(Shape { cheap: 0, places: 0, long: 0, waiting: WAITING });
        let (pool, hash) = (WorkerPool::default(), RandomState::new());
        let (done, undone) = Default::default();
        let asking = Arc::new(Asking { client, jetstream, names, pool, places, hash, done, undone });
        tokio::spawn(listen(Arc::downgrade(&asking), asking.client.clone(), asking.names.workers()));
        Queue(asking)
    }

    /// How many jobs the workers that are there can do at once.
    pub fn threads(&self) -> usize {
        self.0.pool.threads(Instant::now())
    }

    /// Puts its counters among what a host is told.
    pub fn register(&self, registry: &mut Registry) {
        registry.register("jobs_done", "Thoughts and analyses that workers did", self.0.done.clone());
        registry.register(
            "jobs_undone",
            "Those that were sent to workers, and were done here after all",
            self.0.undone.clone(),
        );
    }

    /// Waits for room at the workers; for ever where there are none.
    pub async fn room(&self, owner: Owner, cost: Duration) -> Spot {
        match self.0.places.take(owner, cost).await {
            Ok(place) => Spot::Away(place),
            Err(_) => std::future::pending().await,
        }
    }

    /// Has a job done by a worker, which takes about so long. Whoever lets go of the future takes it back where nobody has taken it; else
    /// the place is held until the worker is ready, as that has the thread.
    pub async fn ask(&self, mut job: Job, cost: Duration, place: Slot) -> Result<Value, Undone> {
        job.owner = place.owner().map(|owner| self.0.hash.hash_one(owner));
        let (mut answer, answered) = oneshot::channel();
        let asking = self.0.clone();
        tokio::spawn(async move {
            let told = asking.follow(&job, cost, answer.closed()).await;
            drop(place);
            let count = if told.is_ok() { &asking.done } else { &asking.undone };
            count.inc();
            drop(answer.send(told));
        });
        answered.await.unwrap_or(Err(Undone::Unwanted))
    }
}

/// Finds a place for something that takes about so long: what is cheap is done here, where there is room, as sending it would cost as much
/// as doing it; what is not goes to the workers, where there are any that have room, and leaves the cores of the node to people. Where
/// the better is full, the other will do.
///
/// # Errors
/// `busy`, where too much of the owner's waits already.
pub async fn find(here: &Slots, queue: Option<&Queue>, owner: Owner, cost: Duration) -> Result<Spot, Refusal> {
    let Some(queue) = queue else { return here.take(owner, cost).await.map(Spot::Here) };
    let here = async { here.take(owner, cost).await.map(Spot::Here) };
    let away = async { Ok(queue.room(owner, cost).await) };
    if cost <= slots::CHEAP {
        tokio::select! { biased; spot = here => spot, spot = away => spot }
    } else {
        tokio::select! { biased; spot = away => spot, spot = here => spot }
    }
}

impl Asking {
    /// Sends a job and hears what becomes of it.
    async fn follow(&self, job: &Job, cost: Duration, unwanted: impl Future<Output = ()>) -> Result<Value, Undone> {
        // Before the job is sent, so that nothing is missed; both go by the same connection, in turn.
        let told = self.client.subscribe(self.names.told(&job.key)).await;
        let mut told = told.map_err(|why| Undone::Unsent(why.to_string()))?;
        let sent = timeout(TAKEN, self.send(job)).await;
        let sequence = sent.map_err(|_| Undone::Unsent("NATS has not answered".to_owned()))??;
        let first = tokio::select! {
            first = timeout(TAKEN + cost / SHARE, heard(&mut told)) => first.map_err(|_| Undone::Untaken),
            () = unwanted => Err(Undone::Unwanted),
        };
        let ended = match first {
            Ok(first) => until_ended(first, &mut told, cost * 2 + LATE).await,
            Err(why) => Err(why),
        };
        if matches!(ended, Err(Undone::Untaken | Undone::Silent | Undone::Unwanted)) {
            self.take_back(sequence);
        }
        ended
    }

    /// Puts a job into the stream, once for its key.
    async fn send(&self, job: &Job) -> Result<u64, Undone> {
        let unsent = |why: &dyn std::fmt::Display| Undone::Unsent(why.to_string());
        let message = serde_json::to_vec(job).map_err(|why| unsent(&why))?;
        if message.len() + HEAD > self.client.max_payload() {
            return Err(Undone::Large(message.len()));
        }
        let publish = PublishMessage::build().payload(message.into()).message_id(job.key.to_string());
        let sent = self.jetstream.send_publish(self.names.jobs(job.class), publish).await;
        let known = sent.map_err(|why| unsent(&why))?.await.map_err(|why| unsent(&why))?;
        Ok(known.sequence)
    }

    /// Takes a job out of the stream that nobody need do any more.
    fn take_back(&self, sequence: u64) {
        let (jetstream, stream) = (self.jetstream.clone(), self.names.stream());
        tokio::spawn(async move {
            // Where that fails it is done for nobody, or forgotten in a minute.
            if let Ok(stream) = jetstream.get_stream_no_info(stream).await {
                let _ = stream.delete_message(sequence).await;
            }
        });
    }
}

/// What is told next of a job; noise is passed over.
async fn heard(told: &mut Subscriber) -> Told {
    while let Some(message) = told.next().await {
        match serde_json::from_slice(&message.payload) {
            Ok(told) => return told,
            Err(why) => tracing::warn!("a worker's message cannot be read: {why}"),
        }
    }
    // The connection has been closed for good; whoever waits has a limit.
    std::future::pending().await
}

/// Hears what is told of a job that was taken, to its end.
async fn until_ended(mut last: Told, told: &mut Subscriber, most: Duration) -> Result<Value, Undone> {
    let end = Instant::now() + most;
    loop {
        match last {
            Told::Works => {}
            Told::Done(value) => return Ok(value),
            Told::Cannot(why) => return Err(Undone::Cannot(why)),
        }
        let left = end.saturating_duration_since(Instant::now());
        last = timeout(SILENT.min(left), heard(told)).await.map_err(|_| Undone::Silent)?;
    }
}

/// Listens for workers, and has as many places as they have threads.
async fn listen(asking: Weak<Asking>, client: Client, subject: String) {
    while asking.strong_count() > 0 {
        let Ok(mut announcements) = client.subscribe(subject.clone()).await else {
            tokio::time::sleep(COUNTED).await;
            continue;
        };
        loop {
            let heard = timeout(COUNTED, announcements.next()).await;
            let Some(asking) = asking.upgrade() else { return };
            let now = Instant::now();
            match heard {
                Ok(Some(message)) => match serde_json::from_slice::<WorkerStatus>(&message.payload) {
                    Ok(here) => asking.pool.heard(here, now),
                    Err(why) => tracing::warn!("a message among those of workers cannot be read: {why}"),
                },
                Ok(None) => break,
                Err(_) => {}
            }
            asking.places.resize(asking.pool.threads(now));
        }
        tokio::time::sleep(COUNTED).await;
    }
}
