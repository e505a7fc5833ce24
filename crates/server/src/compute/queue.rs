//! The requesting side: a node sends jobs to workers, as many as these have threads, and receives the results.
//!
//! Scheduling happens here, before a job is sent, by the same fair queue that hands out the node's own slots: the owner who was served
//! least is next. A node never has more jobs in the stream than the workers have threads, so a job there starts almost immediately, and
//! owners with many requests wait in the node, where others pass them. The stream itself knows no owners.
//!
//! A node never waits for missing workers. Without any it sends nothing; a job that no worker takes is withdrawn, one whose worker times
//! out is abandoned, and the node computes it itself. Duplicate results are ignored.

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

/// Timeout for NATS to accept a job, and then for a worker to take it. With a free thread both take milliseconds (`docs/server.md`), and
/// such a delay is not noticeable at a table, where computer players move 400 ms apart.
const TAKEN: Duration = Duration::from_millis(150);
/// Long jobs may wait a quarter of their duration to be taken, since other nodes may have filled the workers for a moment.
const SHARE: u32 = 4;
/// Timeout between messages of a worker. It sends three in `HELD`; if it died, another worker gets the job after that and reports
/// immediately.
const SILENT: Duration = HELD.saturating_mul(2);
/// Extra time beyond the expected duration, while the worker reports progress.
const LATE: Duration = Duration::from_secs(5);
/// Reserve for message headers, in bytes.
const HEAD: usize = 1024;
/// Interval for updating the number of slots when no worker sends messages.
const COUNTED: Duration = Duration::from_millis(500);
/// Maximum waiting jobs per owner.
const WAITING: usize = 100_000;

/// Job queue to the workers of a cluster.
#[derive(Clone)]
pub struct Queue(Arc<Asking>);

struct Asking {
    client: Client,
    jetstream: Context,
    names: Names,
    pool: WorkerPool,
    places: Slots,
    /// Anonymises owners.
    hash: RandomState,
    done: Counter,
    undone: Counter,
}

/// A slot for work.
pub enum Spot {
    /// In a slot of this node.
    Here(Slot),
    /// On a worker.
    Away(Slot),
}

/// Why no worker completed a job. The node can do it instead.
#[derive(Debug, Error)]
pub enum Undone {
    #[error("the job is too large for a message ({0} bytes)")]
    Large(usize),
    #[error("cannot send the job: {0}")]
    Unsent(String),
    #[error("no worker took the job in time")]
    Untaken,
    #[error("the worker timed out")]
    Silent,
    #[error("the worker failed: {0}")]
    Cannot(String),
    #[error("the job was cancelled")]
    Unwanted,
}

impl Queue {
    /// Creates the queue of a cluster. It listens for workers until the last handle is dropped.
    pub fn new(client: Client, names: Names) -> Queue {
        let jetstream = ContextBuilder::new().timeout(TAKEN).ack_timeout(TAKEN).build(client.clone());
        let places = Slots::new(Shape { cheap: 0, places: 0, long: 0, waiting: WAITING });
        let (pool, hash) = (WorkerPool::default(), RandomState::new());
        let (done, undone) = Default::default();
        let asking = Arc::new(Asking { client, jetstream, names, pool, places, hash, done, undone });
        tokio::spawn(listen(Arc::downgrade(&asking), asking.client.clone(), asking.names.workers()));
        Queue(asking)
    }

    /// Returns the number of jobs that connected workers can run at once.
    pub fn threads(&self) -> usize {
        self.0.pool.threads(Instant::now())
    }

    /// Registers its counters.
    pub fn register(&self, registry: &mut Registry) {
        registry.register("jobs_done", "Moves and analyses completed by workers", self.0.done.clone());
        registry.register("jobs_undone", "Jobs sent to workers that this node had to do itself", self.0.undone.clone());
    }

    /// Waits for a free worker thread; pending forever without workers.
    pub async fn room(&self, owner: Owner, cost: Duration) -> Spot {
        match self.0.places.take(owner, cost).await {
            Ok(place) => Spot::Away(place),
            Err(_) => std::future::pending().await,
        }
    }

    /// Runs a job of about this duration on a worker. Dropping the future withdraws a job that no worker has taken; otherwise the slot is
    /// held until the worker is ready, since its thread is busy.
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

/// Finds a slot for work of about this duration. Cheap work preferably runs here, since sending it would cost as much; expensive work
/// preferably goes to workers, which leaves the node's cores to its clients. If the preferred side is full, the other is used.
///
/// # Errors
/// `busy` if too many requests of the owner are waiting.
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
    /// Sends a job and follows it to its end.
    async fn follow(&self, job: &Job, cost: Duration, unwanted: impl Future<Output = ()>) -> Result<Value, Undone> {
        // Subscribe before sending, so that nothing is missed; both use the same connection, in order.
        let told = self.client.subscribe(self.names.told(&job.key)).await;
        let mut told = told.map_err(|why| Undone::Unsent(why.to_string()))?;
        let sent = timeout(TAKEN, self.send(job)).await;
        let sequence = sent.map_err(|_| Undone::Unsent("NATS did not respond".to_owned()))??;
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

    /// Puts a job into the stream; duplicates are detected by its key.
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

    /// Deletes a job from the stream.
    fn take_back(&self, sequence: u64) {
        let (jetstream, stream) = (self.jetstream.clone(), self.names.stream());
        tokio::spawn(async move {
            // If this fails, the job is done in vain or expires within a minute.
            if let Ok(stream) = jetstream.get_stream_no_info(stream).await {
                let _ = stream.delete_message(sequence).await;
            }
        });
    }
}

/// Returns the next message about a job; ignores invalid ones.
async fn heard(told: &mut Subscriber) -> Told {
    while let Some(message) = told.next().await {
        match serde_json::from_slice(&message.payload) {
            Ok(told) => return told,
            Err(why) => tracing::warn!("received an invalid message from a worker: {why}"),
        }
    }
    // The connection was closed for good; callers have a timeout.
    std::future::pending().await
}

/// Follows a job that was taken to its end.
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

/// Listens for workers, and adjusts the number of slots to their threads.
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
                    Err(why) => tracing::warn!("received an invalid worker announcement: {why}"),
                },
                Ok(None) => break,
                Err(_) => {}
            }
            asking.places.resize(asking.pool.threads(now));
        }
        tokio::time::sleep(COUNTED).await;
    }
}
