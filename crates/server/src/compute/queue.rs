//! The requesting side. A node sends jobs to workers, at most as many as they have threads, and receives the results.
//!
//! Jobs are scheduled here before they are sent, with the same fair queue as for the node's own slots: the owner who was served least is
//! next. A node never has more jobs in the stream than the workers have threads, so a job starts almost immediately once it is in the
//! stream. If an owner has many requests, they wait in the node, where other owners' requests overtake them. The stream itself does not
//! distinguish between owners.
//!
//! A node never waits for missing workers. If there are none, it sends nothing. A job that no worker takes is withdrawn, and a job whose
//! worker times out is abandoned. In each case the node does the work itself. Duplicate results are ignored.

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

use super::job::{Job, JobReply};
use super::slots::{self, Owner, Shape, Slot, Slots};
use super::subjects::{ACK_WAIT, Subjects};
use super::worker_pool::{WorkerPool, WorkerStatus};
use crate::http::refusal::Refusal;

/// Timeout for NATS to accept a job, and then for a worker to take it. If a thread is free, both take milliseconds (`docs/server.md`). Such
/// a delay goes unnoticed at a table, where computer players move 400 ms apart.
const TAKE_TIMEOUT: Duration = Duration::from_millis(150);
/// Long jobs may wait for up to a quarter of their duration, since other nodes may be using all workers for a moment.
const WAIT_DIVISOR: u32 = 4;
/// Timeout between messages from a worker, which sends three per `ACK_WAIT`. If a worker dies, another one gets the job after `ACK_WAIT`
/// and reports progress immediately.
const PROGRESS_TIMEOUT: Duration = ACK_WAIT.saturating_mul(2);
/// Extra time allowed beyond the expected duration while the worker reports progress.
const EXTRA_TIME: Duration = Duration::from_secs(5);
/// Bytes reserved for message headers.
const HEADER_BYTES: usize = 1024;
/// Interval at which the number of slots is updated if no worker sends messages.
const RESIZE_INTERVAL: Duration = Duration::from_millis(500);
/// Maximum number of waiting jobs per owner.
const MAX_WAITING: usize = 100_000;

/// The queue of jobs for a cluster's workers.
#[derive(Clone)]
pub struct Queue(Arc<Inner>);

struct Inner {
    client: Client,
    jetstream: Context,
    names: Subjects,
    pool: WorkerPool,
    places: Slots,
    /// Hashes the owners of jobs, so that jobs do not reveal client networks.
    hash: RandomState,
    done: Counter,
    failed: Counter,
}

/// A slot reserved for some work.
pub enum ReservedSlot {
    /// A slot of this node.
    Local(Slot),
    /// A slot on a worker.
    Remote(Slot),
}

/// The reason no worker completed a job. The node can then do the work instead.
#[derive(Debug, Error)]
pub enum JobError {
    #[error("the job is too large for a message ({0} bytes)")]
    TooLarge(usize),
    #[error("cannot send the job: {0}")]
    SendFailed(String),
    #[error("no worker took the job in time")]
    NotTaken,
    #[error("the worker timed out")]
    TimedOut,
    #[error("the worker failed: {0}")]
    Failed(String),
    #[error("the job was cancelled")]
    Cancelled,
}

impl Queue {
    /// Creates a cluster's queue. The queue listens for workers until its last handle is dropped.
    pub fn new(client: Client, names: Subjects) -> Queue {
        let jetstream = ContextBuilder::new().timeout(TAKE_TIMEOUT).ack_timeout(TAKE_TIMEOUT).build(client.clone());
        let places = Slots::new(Shape { cheap: 0, places: 0, long: 0, waiting: MAX_WAITING });
        let (pool, hash) = (WorkerPool::default(), RandomState::new());
        let (done, failed) = Default::default();
        let inner = Arc::new(Inner { client, jetstream, names, pool, places, hash, done, failed });
        tokio::spawn(listen(Arc::downgrade(&inner), inner.client.clone(), inner.names.workers()));
        Queue(inner)
    }

    /// Returns the number of jobs that connected workers can run at once.
    pub fn threads(&self) -> usize {
        self.0.pool.threads(Instant::now())
    }

    /// Registers the counters of the queue.
    pub fn register(&self, registry: &mut Registry) {
        registry.register("jobs_done", "Moves and analyses completed by workers", self.0.done.clone());
        registry.register("jobs_undone", "Jobs sent to workers that this node had to do itself", self.0.failed.clone());
    }

    /// Waits for a free worker thread. Never resolves while there are no workers.
    pub async fn remote_slot(&self, owner: Owner, cost: Duration) -> ReservedSlot {
        match self.0.places.take(owner, cost).await {
            Ok(place) => ReservedSlot::Remote(place),
            Err(_) => std::future::pending().await,
        }
    }

    /// Runs a job of about this duration on a worker. If the future is dropped before a worker takes the job, the job is withdrawn.
    /// Otherwise the slot is held until the worker has finished, since its thread is busy.
    pub async fn ask(&self, mut job: Job, cost: Duration, place: Slot) -> Result<Value, JobError> {
        job.owner = place.owner().map(|owner| self.0.hash.hash_one(owner));
        let (mut answer, answered) = oneshot::channel();
        let inner = self.0.clone();
        tokio::spawn(async move {
            let told = inner.follow(&job, cost, answer.closed()).await;
            drop(place);
            let count = if told.is_ok() { &inner.done } else { &inner.failed };
            count.inc();
            drop(answer.send(told));
        });
        answered.await.unwrap_or(Err(JobError::Cancelled))
    }
}

/// Finds a slot for work of about this duration. Cheap work preferably runs on this node, since sending it would cost just as much.
/// Expensive work preferably goes to workers, which leaves the node's cores for its clients. If the preferred side is full, the other one
/// is used.
///
/// # Errors
/// Returns `busy` if too many of the owner's requests are waiting.
pub async fn find(here: &Slots, queue: Option<&Queue>, owner: Owner, cost: Duration) -> Result<ReservedSlot, Refusal> {
    let Some(queue) = queue else { return here.take(owner, cost).await.map(ReservedSlot::Local) };
    let here = async { here.take(owner, cost).await.map(ReservedSlot::Local) };
    let away = async { Ok(queue.remote_slot(owner, cost).await) };
    if cost <= slots::CHEAP_WORK {
        tokio::select! { biased; spot = here => spot, spot = away => spot }
    } else {
        tokio::select! { biased; spot = away => spot, spot = here => spot }
    }
}

impl Inner {
    /// Sends a job and waits for its result.
    async fn follow(&self, job: &Job, cost: Duration, unwanted: impl Future<Output = ()>) -> Result<Value, JobError> {
        // Subscribe before sending, so that no message is missed. Both use the same connection, so their order is preserved.
        let told = self.client.subscribe(self.names.replies(&job.key)).await;
        let mut told = told.map_err(|why| JobError::SendFailed(why.to_string()))?;
        let sent = timeout(TAKE_TIMEOUT, self.send(job)).await;
        let sequence = sent.map_err(|_| JobError::SendFailed("NATS did not respond".to_owned()))??;
        let first = tokio::select! {
            first = timeout(TAKE_TIMEOUT + cost / WAIT_DIVISOR, next_reply(&mut told)) => first.map_err(|_| JobError::NotTaken),
            () = unwanted => Err(JobError::Cancelled),
        };
        let ended = match first {
            Ok(first) => wait_for_result(first, &mut told, cost * 2 + EXTRA_TIME).await,
            Err(why) => Err(why),
        };
        if matches!(ended, Err(JobError::NotTaken | JobError::TimedOut | JobError::Cancelled)) {
            self.withdraw(sequence);
        }
        ended
    }

    /// Adds a job to the stream. The stream detects duplicates by the job's key.
    async fn send(&self, job: &Job) -> Result<u64, JobError> {
        let unsent = |why: &dyn std::fmt::Display| JobError::SendFailed(why.to_string());
        let message = serde_json::to_vec(job).map_err(|why| unsent(&why))?;
        if message.len() + HEADER_BYTES > self.client.max_payload() {
            return Err(JobError::TooLarge(message.len()));
        }
        let publish = PublishMessage::build().payload(message.into()).message_id(job.key.to_string());
        let sent = self.jetstream.send_publish(self.names.jobs(job.class), publish).await;
        let known = sent.map_err(|why| unsent(&why))?.await.map_err(|why| unsent(&why))?;
        Ok(known.sequence)
    }

    /// Deletes a job from the stream.
    fn withdraw(&self, sequence: u64) {
        let (jetstream, stream) = (self.jetstream.clone(), self.names.stream());
        tokio::spawn(async move {
            // If this fails, a worker does the job needlessly, or the job expires within a minute.
            if let Ok(stream) = jetstream.get_stream_no_info(stream).await {
                let _ = stream.delete_message(sequence).await;
            }
        });
    }
}

/// Returns the next message about a job, ignoring invalid ones.
async fn next_reply(told: &mut Subscriber) -> JobReply {
    while let Some(message) = told.next().await {
        match serde_json::from_slice(&message.payload) {
            Ok(told) => return told,
            Err(why) => tracing::warn!("received an invalid message from a worker: {why}"),
        }
    }
    // The connection was closed permanently. Callers have a timeout.
    std::future::pending().await
}

/// Waits for the result of a job that a worker has taken.
async fn wait_for_result(mut last: JobReply, told: &mut Subscriber, most: Duration) -> Result<Value, JobError> {
    let end = Instant::now() + most;
    loop {
        match last {
            JobReply::Works => {}
            JobReply::Done(value) => return Ok(value),
            JobReply::Cannot(why) => return Err(JobError::Failed(why)),
        }
        let left = end.saturating_duration_since(Instant::now());
        last = timeout(PROGRESS_TIMEOUT.min(left), next_reply(told)).await.map_err(|_| JobError::TimedOut)?;
    }
}

/// Listens for workers and adjusts the number of slots to the number of their threads.
async fn listen(inner: Weak<Inner>, client: Client, subject: String) {
    while inner.strong_count() > 0 {
        let Ok(mut announcements) = client.subscribe(subject.clone()).await else {
            tokio::time::sleep(RESIZE_INTERVAL).await;
            continue;
        };
        loop {
            let heard = timeout(RESIZE_INTERVAL, announcements.next()).await;
            let Some(inner) = inner.upgrade() else { return };
            let now = Instant::now();
            match heard {
                Ok(Some(message)) => match serde_json::from_slice::<WorkerStatus>(&message.payload) {
                    Ok(here) => inner.pool.announced(here, now),
                    Err(why) => tracing::warn!("received an invalid worker announcement: {why}"),
                },
                Ok(None) => break,
                Err(_) => {}
            }
            inner.places.resize(inner.pool.threads(now));
        }
        tokio::time::sleep(RESIZE_INTERVAL).await;
    }
}
