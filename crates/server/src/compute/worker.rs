//! The worker side: takes jobs from the stream, runs them on its threads, and reports the results.
//!
//! A job is acknowledged when it is done. Until then, the worker periodically reports progress to JetStream, which would otherwise give the
//! job to another worker, and to the node, which would otherwise do the job itself. This makes it safe to kill a worker at any moment.

use std::convert::Infallible;
use std::future::poll_fn;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::Poll;
use std::time::Duration;

use async_nats::Client;
use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::consumer::pull::Batch;
use async_nats::jetstream::{self, AckKind, Context, Message};
use futures_util::{FutureExt, StreamExt};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{interval, sleep, timeout};
use tokio_util::sync::CancellationToken;

use super::job::{Class, Job, JobReply, Key, Unreadable};
use super::subjects::{ACK_WAIT, InvalidClusterName, Subjects};
use super::watch::Counts;
use super::worker_pool::{ANNOUNCE_INTERVAL, WorkerStatus};
use super::{execute, slots};
use crate::common::secrets;

/// Interval between progress messages. Two out of three can be lost without harm.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(300);
/// Timeout of a pull request. After it, the request is renewed.
const PULL_TIMEOUT: Duration = Duration::from_secs(5);
/// Timeout for NATS to report that there are no jobs.
const NATS_TIMEOUT: Duration = Duration::from_secs(2);
/// Delay before retrying after a failure.
const RETRY_DELAY: Duration = Duration::from_millis(500);
/// The classes, in the order in which pull requests are stored.
const CLASSES: [Class; 3] = Class::ALL;

const _: () = assert!(PROGRESS_INTERVAL.as_millis() * 3 < ACK_WAIT.as_millis());

/// The reason no jobs can currently be taken.
type Failure = Box<dyn std::error::Error + Send + Sync>;

/// The waiting pull request for each class, if any.
type Pulls = [Option<Batch>; CLASSES.len()];

/// A worker with a fixed number of threads.
pub struct Worker {
    client: Client,
    jetstream: Context,
    names: Subjects,
    /// Name in announcements.
    name: String,
    threads: usize,
    permits: Arc<Semaphore>,
    /// Permits for analyses. With two or more threads, analyses leave one thread for moves, because people at a table are waiting for them.
    long: Arc<Semaphore>,
    counts: Arc<Counts>,
}

/// A job with its permits.
struct TakenJob {
    message: Message,
    _permit: OwnedSemaphorePermit,
    _long: Option<OwnedSemaphorePermit>,
}

impl Worker {
    pub fn new(
        client: Client,
        cluster: &str,
        threads: usize,
        counts: Arc<Counts>,
    ) -> Result<Worker, InvalidClusterName> {
        let threads = threads.clamp(1, Semaphore::MAX_PERMITS.min(4096));
        Ok(Worker {
            jetstream: jetstream::new(client.clone()),
            client,
            names: Subjects::new(cluster)?,
            name: secrets::table_name(),
            threads,
            permits: Arc::new(Semaphore::new(threads)),
            long: Arc::new(Semaphore::new(threads.saturating_sub(1).max(1))),
            counts,
        })
    }

    /// Runs until cancelled, then finishes the jobs it has without taking more.
    pub async fn run(self: Arc<Self>, stop: CancellationToken) {
        let mut told = false;
        loop {
            let mut pulls = Pulls::default();
            let why = tokio::select! {
                why = self.work(&mut pulls) => Some(why),
                () = stop.cancelled() => None,
            };
            self.return_pulled(&mut pulls).await;
            told &= !self.counts.ready.swap(false, Ordering::Relaxed);
            let Some(why) = why else { break };
            // Log only once, since NATS may be down for hours.
            if !std::mem::replace(&mut told, true) {
                tracing::warn!("cannot take jobs: {why}; retrying");
            }
            tokio::select! { () = sleep(RETRY_DELAY) => {}, () = stop.cancelled() => {} }
        }
        self.announce(0).await;
        let all = u32::try_from(self.threads).unwrap_or(u32::MAX);
        let _ = self.permits.acquire_many(all).await;
        let _ = timeout(NATS_TIMEOUT, self.client.flush()).await;
    }

    /// Takes jobs and announces the worker until something fails. Returns the error.
    async fn work(self: &Arc<Self>, pulls: &mut Pulls) -> Failure {
        let consumers = match self.open().await {
            Ok(consumers) => consumers,
            Err(why) => return why,
        };
        self.counts.ready.store(true, Ordering::Relaxed);
        let announcing = async {
            let mut often = interval(ANNOUNCE_INTERVAL);
            loop {
                often.tick().await;
                self.announce(self.threads).await;
            }
        };
        tokio::select! {
            failed = self.take(&consumers, pulls) => match failed { Err(why) => why, Ok(never) => match never {} },
            () = announcing => "announcing ended".into(),
        }
    }

    /// Opens the stream and its consumers, which the first worker creates. Nodes send no jobs while the stream does not exist.
    async fn open(&self) -> Result<Vec<PullConsumer>, Failure> {
        let stream = self.jetstream.get_or_create_stream(self.names.stream_config()).await?;
        let mut consumers = Vec::new();
        for class in CLASSES {
            consumers.push(stream.create_consumer(self.names.consumer_config(class)).await?);
        }
        Ok(consumers)
    }

    async fn announce(&self, threads: usize) {
        let here = WorkerStatus { worker: self.name.clone(), threads };
        let Ok(message) = serde_json::to_vec(&here) else { return };
        // If an announcement is lost, the next one follows a second later.
        let _ = self.client.publish(self.names.workers(), message.into()).await;
    }

    /// Takes a job whenever a thread is free.
    async fn take(self: &Arc<Self>, consumers: &[PullConsumer], pulls: &mut Pulls) -> Result<Infallible, Failure> {
        loop {
            let permit = tokio::select! {
                permit = self.permits.clone().acquire_owned() => permit?,
                (class, came) = next_pulled(pulls) => {
                    // No thread is free here, but one may be free on another worker.
                    pulls[class] = None;
                    return_to_stream(came).await;
                    continue;
                }
            };
            let (message, long) = self.next(consumers, pulls).await?;
            tokio::spawn(self.clone().serve(TakenJob { message, _permit: permit, _long: long }));
        }
    }

    /// Returns the next job from the most urgent class that has any.
    async fn next(
        &self,
        consumers: &[PullConsumer],
        pulls: &mut Pulls,
    ) -> Result<(Message, Option<OwnedSemaphorePermit>), Failure> {
        let mut long = self.long.clone().try_acquire_owned().ok();
        loop {
            // A class whose pull request is still waiting has no jobs.
            let open =
                |i: usize, pulls: &Pulls, long: bool| pulls[i].is_none() && (CLASSES[i] != Class::Analysis || long);
            for (i, consumer) in consumers.iter().enumerate() {
                if !open(i, pulls, long.is_some()) {
                    continue;
                }
                if let Some(message) = fetch_now(consumer).await? {
                    return Ok((message, long.filter(|_| CLASSES[i] == Class::Analysis)));
                }
            }
            for (i, consumer) in consumers.iter().enumerate() {
                if open(i, pulls, long.is_some()) {
                    pulls[i] = Some(consumer.batch().max_messages(1).expires(PULL_TIMEOUT).messages().await?);
                }
            }
            tokio::select! {
                (i, came) = next_pulled(pulls) => {
                    pulls[i] = None;
                    let analysis = CLASSES[i] == Class::Analysis;
                    match came {
                        Some(Ok(message)) if analysis && long.is_none() => return_to_stream(Some(Ok(message))).await,
                        Some(message) => return Ok((message?, long.filter(|_| analysis))),
                        None => {}
                    }
                }
                room = self.long.clone().acquire_owned(), if long.is_none() => long = Some(room?),
            }
        }
    }

    /// Returns jobs to the stream that have arrived but will not be run.
    async fn return_pulled(&self, pulls: &mut Pulls) {
        for pull in pulls {
            if let Some(came) = pull.take().and_then(|mut pull| pull.next().now_or_never()) {
                return_to_stream(came).await;
            }
        }
    }

    async fn serve(self: Arc<Self>, taken: TakenJob) {
        let message = &taken.message;
        match Job::read(&message.payload) {
            Ok(job) => self.do_job(job, message).await,
            Err(Unreadable::Noise(why)) => {
                tracing::warn!("received an invalid job message: {why}");
                self.counts.noise.inc();
                acknowledge(message, AckKind::Term).await;
            }
            Err(Unreadable::Unknown { key, why }) => {
                tracing::warn!("leaving job {key} to its node: {why}");
                self.finish_job(&key, JobReply::Cannot(why), message).await;
            }
        }
    }

    async fn do_job(&self, job: Job, message: &Message) {
        let (key, class, owner) = (job.key.clone(), job.class, job.owner);
        tracing::debug!("job {key} ({class:?}) of {owner:?}");
        self.counts.running.inc();
        let told = {
            let done = slots::run_on_thread(move || execute::execute(&job));
            tokio::pin!(done);
            let mut often = interval(PROGRESS_INTERVAL);
            loop {
                tokio::select! {
                    done = &mut done => break match done {
                        Ok(Ok(value)) => JobReply::Done(value),
                        Ok(Err(why)) => JobReply::Cannot(why),
                        Err(why) => JobReply::Cannot(why.to_string()),
                    },
                    _ = often.tick() => {
                        self.publish_reply(&key, &JobReply::Works).await;
                        acknowledge(message, AckKind::Progress).await;
                    }
                }
            }
        };
        self.counts.running.dec();
        if let JobReply::Cannot(why) = &told {
            tracing::warn!("leaving job {key} to its node: {why}");
        }
        self.finish_job(&key, told, message).await;
    }

    /// Reports the result of a job and acknowledges it.
    async fn finish_job(&self, key: &Key, told: JobReply, message: &Message) {
        let count = if matches!(told, JobReply::Done(_)) { &self.counts.done } else { &self.counts.refused };
        count.inc();
        self.publish_reply(key, &told).await;
        acknowledge(message, AckKind::Ack).await;
    }

    async fn publish_reply(&self, key: &Key, told: &JobReply) {
        let mut bytes = told.bytes();
        if bytes.len() > self.client.max_payload() {
            bytes = JobReply::Cannot(format!("the result is too large for a message ({} bytes)", bytes.len())).bytes();
        }
        if let Err(why) = self.client.publish(self.names.replies(key), bytes.into()).await {
            tracing::warn!("cannot report the result of job {key}: {why}");
        }
    }
}

/// Returns the next message from any pull request, with the index of its class; `None` if the request has expired.
async fn next_pulled(pulls: &mut Pulls) -> (usize, Option<Result<Message, async_nats::Error>>) {
    let next = |context: &mut std::task::Context<'_>| {
        for (i, pull) in pulls.iter_mut().enumerate() {
            if let Some(pull) = pull
                && let Poll::Ready(next) = pull.poll_next_unpin(context)
            {
                return Poll::Ready((i, next));
            }
        }
        Poll::Pending
    };
    poll_fn(next).await
}

/// Fetches a job if one is available now.
async fn fetch_now(consumer: &PullConsumer) -> Result<Option<Message>, Failure> {
    let first = async {
        let mut found = consumer.fetch().max_messages(1).messages().await?;
        found.next().await.transpose()
    };
    timeout(NATS_TIMEOUT, first).await?
}

/// Returns a job to the stream so that another worker can take it.
async fn return_to_stream(came: Option<Result<Message, async_nats::Error>>) {
    if let Some(Ok(message)) = came {
        acknowledge(&message, AckKind::Nak(None)).await;
    }
}

/// Acknowledges a job. If this fails, the job is run again needlessly, which is harmless.
async fn acknowledge(message: &Message, kind: AckKind) {
    if let Err(why) = message.ack_with(kind).await {
        tracing::debug!("cannot acknowledge a job: {why}");
    }
}
