//! The side that works: takes jobs out of the stream, does them on its threads, and tells what came of them.
//!
//! A job that was taken is acknowledged when it is done. Until then the worker says again and again that it works: to JetStream, which else
//! gives the job to another, and to the node, which else does it itself. So a worker can be killed at any moment.

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

use super::job::{Class, Job, Key, Told, Unreadable};
use super::subjects::{BadName, HELD, Names};
use super::watch::Counts;
use super::worker_pool::{SAID, WorkerStatus};
use super::{execute, slots};
use crate::common::secrets;

/// How often a worker says that it works: two of three may be lost.
const WORKS: Duration = Duration::from_millis(300);
/// How long a pull waits for a job before it is made anew.
const PULLED: Duration = Duration::from_secs(5);
/// How long NATS may take to say that there is nothing.
const ANSWERED: Duration = Duration::from_secs(2);
/// How long after a failure it is tried again.
const AGAIN: Duration = Duration::from_millis(500);
/// The classes, by their places among the pulls.
const CLASSES: [Class; 3] = Class::ALL;

const _: () = assert!(WORKS.as_millis() * 3 < HELD.as_millis());

/// Why nothing can be taken for the moment.
type Failure = Box<dyn std::error::Error + Send + Sync>;

/// A pull a class that waits for a job, where there is one.
type Pulls = [Option<Batch>; CLASSES.len()];

/// A worker, on this many threads.
pub struct Worker {
    client: Client,
    jetstream: Context,
    names: Names,
    /// By which nodes know it.
    name: String,
    threads: usize,
    hands: Arc<Semaphore>,
    /// Analyses leave a thread to thoughts where there are two, since somebody waits for those at a table.
    long: Arc<Semaphore>,
    counts: Arc<Counts>,
}

/// A job and what it holds of the worker.
struct Taken {
    message: Message,
    _hand: OwnedSemaphorePermit,
    _long: Option<OwnedSemaphorePermit>,
}

impl Worker {
    pub fn new(client: Client, cluster: &str, threads: usize, counts: Arc<Counts>) -> Result<Worker, BadName> {
        let threads = threads.clamp(1, Semaphore::MAX_PERMITS.min(4096));
        Ok(Worker {
            jetstream: jetstream::new(client.clone()),
            client,
            names: Names::new(cluster)?,
            name: secrets::table_name(),
            threads,
            hands: Arc::new(Semaphore::new(threads)),
            long: Arc::new(Semaphore::new(threads.saturating_sub(1).max(1))),
            counts,
        })
    }

    /// Works until it is told to stop; then it takes nothing more, and ends what it has taken.
    pub async fn run(self: Arc<Self>, stop: CancellationToken) {
        let mut told = false;
        loop {
            let mut pulls = Pulls::default();
            let why = tokio::select! {
                why = self.work(&mut pulls) => Some(why),
                () = stop.cancelled() => None,
            };
            self.give_back(&mut pulls).await;
            told &= !self.counts.ready.swap(false, Ordering::Relaxed);
            let Some(why) = why else { break };
            // Once: NATS may be away for hours.
            if !std::mem::replace(&mut told, true) {
                tracing::warn!("no jobs can be taken: {why}; trying again");
            }
            tokio::select! { () = sleep(AGAIN) => {}, () = stop.cancelled() => {} }
        }
        self.say(0).await;
        let all = u32::try_from(self.threads).unwrap_or(u32::MAX);
        let _ = self.hands.acquire_many(all).await;
        let _ = timeout(ANSWERED, self.client.flush()).await;
    }

    /// Takes jobs and says that it is there, until that fails; gives why.
    async fn work(self: &Arc<Self>, pulls: &mut Pulls) -> Failure {
        let consumers = match self.open().await {
            Ok(consumers) => consumers,
            Err(why) => return why,
        };
        self.counts.ready.store(true, Ordering::Relaxed);
        let says = async {
            let mut often = interval(SAID);
            loop {
                often.tick().await;
                self.say(self.threads).await;
            }
        };
        tokio::select! {
            failed = self.take(&consumers, pulls) => match failed { Err(why) => why, Ok(never) => match never {} },
            () = says => "it has nothing to say".into(),
        }
    }

    /// The stream and its consumers, which the first worker makes: without one nothing is sent.
    async fn open(&self) -> Result<Vec<PullConsumer>, Failure> {
        let stream = self.jetstream.get_or_create_stream(self.names.stream_config()).await?;
        let mut consumers = Vec::new();
        for class in CLASSES {
            consumers.push(stream.create_consumer(self.names.consumer_config(class)).await?);
        }
        Ok(consumers)
    }

    async fn say(&self, threads: usize) {
        let here = WorkerStatus { worker: self.name.clone(), threads };
        let Ok(message) = serde_json::to_vec(&here) else { return };
        // What is lost is said again in a second.
        let _ = self.client.publish(self.names.workers(), message.into()).await;
    }

    /// Takes a job whenever a thread is free.
    async fn take(self: &Arc<Self>, consumers: &[PullConsumer], pulls: &mut Pulls) -> Result<Infallible, Failure> {
        loop {
            let hand = tokio::select! {
                hand = self.hands.clone().acquire_owned() => hand?,
                (class, came) = came(pulls) => {
                    // No thread is free, and another worker may have one.
                    pulls[class] = None;
                    return_to_stream(came).await;
                    continue;
                }
            };
            let (message, long) = self.next(consumers, pulls).await?;
            tokio::spawn(self.clone().serve(Taken { message, _hand: hand, _long: long }));
        }
    }

    /// The next job, the most urgent that there is.
    async fn next(
        &self,
        consumers: &[PullConsumer],
        pulls: &mut Pulls,
    ) -> Result<(Message, Option<OwnedSemaphorePermit>), Failure> {
        let mut long = self.long.clone().try_acquire_owned().ok();
        loop {
            // Where a pull waits, there is nothing.
            let open =
                |i: usize, pulls: &Pulls, long: bool| pulls[i].is_none() && (CLASSES[i] != Class::Analysis || long);
            for (i, consumer) in consumers.iter().enumerate() {
                if !open(i, pulls, long.is_some()) {
                    continue;
                }
                if let Some(message) = at_once(consumer).await? {
                    return Ok((message, long.filter(|_| CLASSES[i] == Class::Analysis)));
                }
            }
            for (i, consumer) in consumers.iter().enumerate() {
                if open(i, pulls, long.is_some()) {
                    pulls[i] = Some(consumer.batch().max_messages(1).expires(PULLED).messages().await?);
                }
            }
            tokio::select! {
                (i, came) = came(pulls) => {
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

    /// Gives back what has come already and is not taken any more.
    async fn give_back(&self, pulls: &mut Pulls) {
        for pull in pulls {
            if let Some(came) = pull.take().and_then(|mut pull| pull.next().now_or_never()) {
                return_to_stream(came).await;
            }
        }
    }

    async fn serve(self: Arc<Self>, taken: Taken) {
        let message = &taken.message;
        match Job::read(&message.payload) {
            Ok(job) => self.do_job(job, message).await,
            Err(Unreadable::Noise(why)) => {
                tracing::warn!("a message that is no job: {why}");
                self.counts.noise.inc();
                acknowledge(message, AckKind::Term).await;
            }
            Err(Unreadable::Unknown { key, why }) => {
                tracing::warn!("job {key} is left to its node: {why}");
                self.end(&key, Told::Cannot(why), message).await;
            }
        }
    }

    async fn do_job(&self, job: Job, message: &Message) {
        let (key, class, owner) = (job.key.clone(), job.class, job.owner);
        tracing::debug!("job {key} ({class:?}) of {owner:?}");
        self.counts.running.inc();
        let told = {
            let done = slots::on_a_thread(move || execute::execute(&job));
            tokio::pin!(done);
            let mut often = interval(WORKS);
            loop {
                tokio::select! {
                    done = &mut done => break match done {
                        Ok(Ok(value)) => Told::Done(value),
                        Ok(Err(why)) => Told::Cannot(why),
                        Err(why) => Told::Cannot(why.to_string()),
                    },
                    _ = often.tick() => {
                        self.tell(&key, &Told::Works).await;
                        acknowledge(message, AckKind::Progress).await;
                    }
                }
            }
        };
        self.counts.running.dec();
        if let Told::Cannot(why) = &told {
            tracing::warn!("job {key} is left to its node: {why}");
        }
        self.end(&key, told, message).await;
    }

    /// Tells what came of a job, and that it is done with.
    async fn end(&self, key: &Key, told: Told, message: &Message) {
        let count = if matches!(told, Told::Done(_)) { &self.counts.done } else { &self.counts.refused };
        count.inc();
        self.tell(key, &told).await;
        acknowledge(message, AckKind::Ack).await;
    }

    async fn tell(&self, key: &Key, told: &Told) {
        let mut bytes = told.bytes();
        if bytes.len() > self.client.max_payload() {
            bytes = Told::Cannot(format!("{} bytes are too many for a message", bytes.len())).bytes();
        }
        if let Err(why) = self.client.publish(self.names.told(key), bytes.into()).await {
            tracing::warn!("what became of job {key} cannot be told: {why}");
        }
    }
}

/// What comes first of the pulls, with the place of its class; nothing where it waited for long enough.
async fn came(pulls: &mut Pulls) -> (usize, Option<Result<Message, async_nats::Error>>) {
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

/// A job that lies there now, if one does.
async fn at_once(consumer: &PullConsumer) -> Result<Option<Message>, Failure> {
    let first = async {
        let mut found = consumer.fetch().max_messages(1).messages().await?;
        found.next().await.transpose()
    };
    timeout(ANSWERED, first).await?
}

/// Gives a job that came back, for whoever is free.
async fn return_to_stream(came: Option<Result<Message, async_nats::Error>>) {
    if let Some(Ok(message)) = came {
        acknowledge(&message, AckKind::Nak(None)).await;
    }
}

/// What is not acknowledged is done again, for nobody; that is no harm.
async fn acknowledge(message: &Message, kind: AckKind) {
    if let Err(why) = message.ack_with(kind).await {
        tracing::debug!("a job could not be acknowledged: {why}");
    }
}
