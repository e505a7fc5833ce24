//! Tests nodes and workers with a real NATS server: the one at `BASTIDE_TEST_NATS`, or else a local one if it is running.

use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use async_nats::jetstream::{self, stream::Stream};
use async_nats::{Client, HeaderMap};
use bots::Budget;
use bots::analysis::question::Question;
use games::deal::{Deal, Seed};
use games::{Actor, Game, Setup};
use serde_json::{Value, json};
use table::{Level, ThinkRequest};
use tokio::runtime::Runtime;
use tokio_util::sync::CancellationToken;

use super::analysis::AnalysisPool;
use super::job::{Class, Job, JobReply, Key, Task};
use super::queue::{self, JobError, Queue, ReservedSlot};
use super::slots::{Owner, Shape, Slots};
use super::subjects::Subjects;
use super::thinkers::Thinkers;
use super::watch::Counts;
use super::worker::Worker;
use super::worker_pool::WorkerStatus;
use crate::common::secrets;
use crate::limits::caller::ClientNetwork;

const VARIABLE: &str = "BASTIDE_TEST_NATS";
const USUAL: &str = "nats://127.0.0.1:4222";
/// Timeout for every step of these tests, long enough for a busy machine.
const LONG: Duration = Duration::from_secs(40);
/// Expected duration of jobs. It leaves a busy machine time to take them, but does not count as long work, which has fewer slots.
const COST: Duration = Duration::from_millis(1900);

/// A cluster for one test.
struct Cluster {
    name: String,
    address: String,
    client: Client,
}

impl Cluster {
    /// Creates a cluster. Returns `None` if NATS is not running and was not explicitly configured.
    async fn new() -> Option<Cluster> {
        crate::common::http_client::prepare();
        let named = std::env::var(VARIABLE).ok();
        let address = named.clone().unwrap_or_else(|| USUAL.to_owned());
        match async_nats::connect(&address).await {
            Ok(client) => Some(Cluster { name: format!("test_{}", secrets::table_name()), address, client }),
            Err(why) if named.is_none() => {
                eprintln!("skipping: no NATS at {address} ({why}); set {VARIABLE} to use another");
                None
            }
            Err(why) => panic!("cannot connect to {VARIABLE}={address}: {why}"),
        }
    }

    fn names(&self) -> Subjects {
        Subjects::new(&self.name).unwrap()
    }

    fn queue(&self) -> Queue {
        Queue::new(self.client.clone(), Subjects::new(&self.name).unwrap())
    }

    /// Starts a worker with a separate connection, so that it can be killed.
    fn worker(&self, threads: usize) -> Running {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let (stop, counts) = (CancellationToken::new(), Arc::<Counts>::default());
        let (address, name) = (self.address.clone(), self.name.clone());
        let (stops, counted) = (stop.clone(), counts.clone());
        let ended = runtime.spawn(async move {
            let client = async_nats::connect(address).await.unwrap();
            Arc::new(Worker::new(client, &name, threads, counted).unwrap()).run(stops).await;
        });
        Running { runtime: Some(runtime), stop, counts, ended }
    }

    async fn stream(&self) -> Stream {
        jetstream::new(self.client.clone()).get_stream(self.names().stream()).await.unwrap()
    }

    /// Waits until this many jobs are left: a worker reports a result before the stream removes its job.
    async fn until_left(&self, jobs: u64) {
        let wait = async {
            while self.stream().await.get_info().await.unwrap().state.messages != jobs {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        tokio::time::timeout(LONG, wait).await.expect("jobs leave the stream");
    }

    async fn end(self) {
        let _ = jetstream::new(self.client.clone()).delete_stream(self.names().stream()).await;
    }
}

struct Running {
    runtime: Option<Runtime>,
    stop: CancellationToken,
    counts: Arc<Counts>,
    ended: tokio::task::JoinHandle<()>,
}

impl Running {
    /// Kills the worker as `kill -9` would: it sends no message, and the connection is lost.
    fn kill(mut self) {
        self.runtime.take().unwrap().shutdown_background();
    }

    fn done(&self) -> u64 {
        self.counts.done.get()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

async fn until(what: &str, mut reached: impl FnMut() -> bool) {
    let wait = async {
        while !reached() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(LONG, wait).await.unwrap_or_else(|_| panic!("timed out waiting until {what}"));
}

fn owner(last: u8) -> Owner {
    Some(ClientNetwork::of(IpAddr::from([192, 0, 2, last])))
}

/// Plays a game, always with the last legal answer, until at least this many answers have been given and a seat must act.
fn game(setup: &Setup, answers: usize) -> Game {
    let mut game = Game::new(setup).unwrap();
    let deal = Deal::new(Seed::from_number(3), setup).unwrap();
    while game.seq() < answers || !matches!(game.actor(), Actor::Seat(_)) || game.legal().len() < 2 {
        let dealt = if game.actor() == Actor::Chance { deal.answer(&game) } else { None };
        game.apply(dealt.unwrap_or_else(|| *game.legal().last().unwrap())).unwrap();
    }
    game
}

fn thought(number: usize, level: Level, millis: u64, game: &Game) -> ThinkRequest {
    ThinkRequest { number, game: game.clone(), seat: 0, level, millis, seed: 7 }
}

fn job(name: &str, millis: u64) -> Job {
    let task = Task::Choose { level: "master".to_owned(), millis, seed: 1 };
    Job::new(Key { name: name.to_owned(), number: 1 }, Class::Strong, task, &game(&Setup::base(2), 20))
}

/// Returns an empty set of slots, so that all work goes to workers.
fn none() -> Slots {
    Slots::new(Shape { cheap: 0, places: 0, long: 0, waiting: 1000 })
}

async fn ask(queue: &Queue, job: Job, of: Owner) -> Result<Value, JobError> {
    match queue.remote_slot(of, COST).await {
        ReservedSlot::Remote(place) | ReservedSlot::Local(place) => queue.ask(job, COST, place).await,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_chooses_the_same_moves_as_the_node() {
    let Some(cluster) = Cluster::new().await else { return };
    let (queue, worker) = (cluster.queue(), cluster.worker(2));
    until("the worker is connected", || queue.threads() == 2).await;
    let (alone, together) = (Thinkers::new(2), Thinkers::new(2).with_queue(queue.clone()));
    let all = Setup::base(3).with("inns-cathedrals").with("traders-builders").with("river");
    let mut number = 0;
    for setup in [Setup::base(2), all, Setup::of("hunters", 2), Setup::of("discovery", 2), Setup::of("coop", 2)] {
        for (level, at) in [(Level::Easy, 5), (Level::Medium, 17), (Level::Thief, 30), (Level::Hard, 41)] {
            let position = game(&setup, at);
            number += 1;
            let here = alone.place(None, level, Duration::ZERO).await.unwrap();
            let here = alone.choose(here, "table", thought(number, level, 100, &position)).await.unwrap();
            let away = queue.remote_slot(None, Duration::from_millis(100)).await;
            let away = together.choose(away, "table", thought(number, level, 100, &position)).await.unwrap();
            assert_eq!(position.word(away), position.word(here), "{level:?} after {at} of {}", setup.canonical());
        }
    }
    assert_eq!((worker.done(), worker.counts.refused.get()), (20, 0), "all moves were chosen by the worker");
    cluster.until_left(0).await;
    cluster.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn expensive_work_goes_to_workers_and_cheap_work_only_if_the_node_is_full() {
    let Some(cluster) = Cluster::new().await else { return };
    let (queue, worker) = (cluster.queue(), cluster.worker(2));
    until("the worker is connected", || queue.threads() == 2).await;
    let thinkers = Thinkers::new(2).with_queue(queue.clone());
    let budget = Duration::from_secs(1);
    let strong = thinkers.place(owner(1), Level::Master, budget).await.unwrap();
    assert!(matches!(strong, ReservedSlot::Remote(_)));
    let cheap = thinkers.place(owner(1), Level::Hard, budget).await.unwrap();
    assert!(matches!(cheap, ReservedSlot::Local(_)), "there is one slot for cheap work");
    let second = thinkers.place(owner(1), Level::Hard, budget).await.unwrap();
    assert!(matches!(second, ReservedSlot::Remote(_)));
    let full = thinkers.place(owner(1), Level::Master, budget).await.unwrap();
    assert!(matches!(full, ReservedSlot::Local(_)), "if the workers are full, the node does it");
    worker.stop.cancel();
    until("the worker has left", || queue.threads() == 0).await;
    drop(strong);
    let strong = thinkers.place(owner(1), Level::Master, budget).await.unwrap();
    assert!(matches!(strong, ReservedSlot::Local(_)), "nothing is sent without workers");
    cluster.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_job_sent_twice_is_done_once_and_a_duplicate_result_is_ignored() {
    let Some(cluster) = Cluster::new().await else { return };
    let (queue, worker) = (cluster.queue(), cluster.worker(2));
    until("the worker is connected", || queue.threads() == 2).await;
    let (one, other) = tokio::join!(ask(&queue, job("twice", 600), owner(1)), ask(&queue, job("twice", 600), owner(1)));
    assert_eq!(one.unwrap(), other.unwrap(), "both receive the same result");
    assert_eq!(worker.done(), 1);
    // Send the same job without the id that lets the stream detect duplicates.
    let message = serde_json::to_vec(&job("thrice", 300)).unwrap();
    cluster.client.publish(cluster.names().jobs(Class::Strong), message.into()).await.unwrap();
    ask(&queue, job("thrice", 300), owner(1)).await.unwrap();
    until("both are done", || worker.done() == 3).await;
    ask(&queue, job("after", 50), owner(1)).await.unwrap();
    cluster.until_left(0).await;
    cluster.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_job_of_a_killed_worker_goes_to_another() {
    let Some(cluster) = Cluster::new().await else { return };
    let (queue, first) = (cluster.queue(), cluster.worker(1));
    until("the first worker is connected", || queue.threads() == 1).await;
    let asked = tokio::spawn({
        let queue = queue.clone();
        async move { ask(&queue, job("killed", 2000), owner(1)).await }
    });
    until("the first worker has the job", || first.counts.running.get() == 1).await;
    let second = cluster.worker(1);
    until("the second worker is connected", || queue.threads() == 2).await;
    first.kill();
    let killed = Instant::now();
    let answer = asked.await.unwrap().expect("the second worker does the job");
    eprintln!("a job of 2000 ms completed {} ms after its worker was killed", killed.elapsed().as_millis());
    assert!(game(&Setup::base(2), 20).answer(answer.as_str().unwrap()).is_ok());
    assert_eq!(second.done(), 1);
    until("the first worker has timed out", || queue.threads() == 1).await;
    cluster.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_node_does_a_job_that_no_worker_takes_or_whose_only_worker_dies() {
    let Some(cluster) = Cluster::new().await else { return };
    let queue = cluster.queue();
    let thinkers = Thinkers::new(2).with_queue(queue.clone());
    let position = game(&Setup::base(2), 20);
    // A fake worker announces itself but takes no jobs. The stream does not even exist.
    let here = serde_json::to_vec(&WorkerStatus { worker: "liar".to_owned(), threads: 1 }).unwrap();
    // Repeat the announcement, as real workers do, because the node may not be listening yet.
    while queue.threads() == 0 {
        cluster.client.publish(cluster.names().workers(), here.clone().into()).await.unwrap();
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let began = Instant::now();
    let spot = queue.remote_slot(owner(1), Duration::from_millis(200)).await;
    thinkers.choose(spot, "alone", thought(1, Level::Master, 200, &position)).await.unwrap();
    let (without, budget) = (began.elapsed(), Duration::from_millis(200));
    // Now the stream exists, and the job stays in it until it is withdrawn.
    let worker = cluster.worker(1);
    until("the worker is connected", || {
        queue.threads() >= 1 && worker.counts.ready.load(std::sync::atomic::Ordering::Relaxed)
    })
    .await;
    worker.kill();
    let began = Instant::now();
    let spot = queue.remote_slot(owner(1), budget).await;
    thinkers.choose(spot, "alone", thought(2, Level::Master, 200, &position)).await.unwrap();
    let untaken = began.elapsed();
    assert!(without < LONG && untaken < LONG);
    cluster.until_left(0).await;
    // This worker dies during a job.
    let worker = cluster.worker(1);
    until("the worker is connected", || worker.counts.ready.load(std::sync::atomic::Ordering::Relaxed)).await;
    until("the node knows it", || queue.threads() >= 1).await;
    let asked = tokio::spawn({
        let (thinkers, queue, position) = (thinkers.clone(), queue.clone(), position.clone());
        async move {
            let spot = queue.remote_slot(owner(1), Duration::from_secs(1)).await;
            thinkers.choose(spot, "alone", thought(3, Level::Master, 1000, &position)).await
        }
    });
    until("the job is running", || worker.counts.running.get() == 1).await;
    worker.kill();
    let killed = Instant::now();
    asked.await.unwrap().expect("the node has done it");
    let (without, untaken, killed) = (without.as_millis(), untaken.as_millis(), killed.elapsed().as_millis());
    eprintln!(
        "200 ms took {without} ms without a stream, {untaken} ms untaken; 1000 ms {killed} ms after the only worker died"
    );
    cluster.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_messages_are_discarded_and_unknown_jobs_are_left_to_the_node() {
    let Some(cluster) = Cluster::new().await else { return };
    let (queue, worker) = (cluster.queue(), cluster.worker(1));
    until("the worker is connected", || queue.threads() == 1).await;
    let (client, names) = (&cluster.client, cluster.names());
    let noise: [&[u8]; 5] = [
        b"",
        b"\xff\xfe{",
        b"[1, 2]",
        br#"{"form": 1, "key": 3}"#,
        br#"{"form": 1, "key": {"name": "a.>", "number": 1}}"#,
    ];
    for bytes in noise {
        client.publish(names.jobs(Class::Quick), bytes.into()).await.unwrap();
        client.publish(names.workers(), bytes.into()).await.unwrap();
        client.publish(names.replies(&job("good", 50).key), bytes.into()).await.unwrap();
    }
    until("all of them are discarded", || worker.counts.noise.get() == 5).await;
    let mut spoiled = Vec::new();
    for (pointer, value) in [
        ("/form", json!(9)),
        ("/record/rules_version", json!(99)),
        ("/record/setup/game", json!("chess")),
        ("/record/turns/1/answers/0", json!("castle")),
        ("/task/choose/level", json!("grandmaster")),
        ("/task/choose/millis", json!(u64::MAX)),
        ("/class", json!("slow")),
    ] {
        let key = format!("bad{}", spoiled.len());
        let mut message = serde_json::to_value(job(&key, 50)).unwrap();
        *message.pointer_mut(pointer).unwrap() = value;
        spoiled.push((job(&key, 50).key, message));
    }
    for (key, message) in &spoiled {
        let mut told = client.subscribe(names.replies(key)).await.unwrap();
        client
            .publish_with_headers(names.jobs(Class::Strong), HeaderMap::new(), message.to_string().into())
            .await
            .unwrap();
        let last = async {
            use futures_util::StreamExt;
            loop {
                match serde_json::from_slice(&told.next().await.unwrap().payload).unwrap() {
                    JobReply::Works => {}
                    other => return other,
                }
            }
        };
        let last = tokio::time::timeout(LONG, last).await.unwrap();
        assert!(matches!(last, JobReply::Cannot(_)), "{key}: {last:?}");
    }
    assert_eq!(worker.counts.refused.get(), spoiled.len() as u64);
    ask(&queue, job("good", 50), None).await.expect("the worker continues");
    cluster.until_left(0).await;
    cluster.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_owner_with_many_requests_delays_nobody_else() {
    let Some(cluster) = Cluster::new().await else { return };
    let (queue, _worker) = (cluster.queue(), cluster.worker(1));
    until("the worker is connected", || queue.threads() == 1).await;
    let (ended, here) = (Arc::new(Mutex::new(Vec::new())), none());
    let mut all = Vec::new();
    for (number, of) in [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2].into_iter().enumerate() {
        let (queue, here, ended) = (queue.clone(), here.clone(), ended.clone());
        all.push(tokio::spawn(async move {
            let cost = Duration::from_millis(200);
            let spot = queue::find(&here, Some(&queue), owner(of), cost).await.unwrap();
            let ReservedSlot::Remote(place) = spot else { panic!("there is no slot here") };
            queue.ask(job(&format!("much{number}"), 200), cost, place).await.unwrap();
            ended.lock().unwrap().push(of);
        }));
        // The delay keeps the requests in this order.
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    for one in all {
        one.await.unwrap();
    }
    let ended = ended.lock().unwrap().clone();
    let second = ended.iter().position(|&of| of == 2).unwrap();
    assert!(second <= 2, "{ended:?}");
    cluster.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stopping_worker_finishes_its_jobs_and_takes_no_new_ones() {
    let Some(cluster) = Cluster::new().await else { return };
    let (queue, worker) = (cluster.queue(), cluster.worker(2));
    until("the worker is connected", || queue.threads() == 2).await;
    let asked = tokio::spawn({
        let queue = queue.clone();
        async move { ask(&queue, job("last", 1000), None).await }
    });
    until("the job is running", || worker.counts.running.get() == 1).await;
    worker.stop.cancel();
    until("the worker has left", || queue.threads() == 0).await;
    assert_eq!(worker.counts.running.get(), 1, "it finishes its job");
    asked.await.unwrap().unwrap();
    until("it has stopped", || worker.ended.is_finished()).await;
    cluster.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_returns_the_same_analysis_as_the_node() {
    let Some(cluster) = Cluster::new().await else { return };
    let (queue, worker) = (cluster.queue(), cluster.worker(2));
    until("the worker is connected", || queue.threads() == 2).await;
    let analysts = AnalysisPool::new(1, 1).with_queue(Some(queue));
    let whole = game(&Setup::of("hunters", 2), 60);
    for (at, given) in [(None, true), (Some(10), true), (Some(10), false)] {
        let question = Question::new(at, given, Budget::Time(Duration::from_millis(200)));
        let Ok(decision) = question.find(&whole, |_| {}) else { continue };
        let position = decision.position().clone();
        let told = analysts.analyse(owner(1), decision).await.unwrap();
        assert_eq!(told["at"], position.seq());
        let last = whole.answers().get(position.seq()).filter(|_| given);
        assert_eq!(told["given"], json!(last.map(|&answer| position.word(answer))));
        assert!(!told["lines"].as_array().unwrap().is_empty());
    }
    let beyond = Question::new(Some(1000), true, Budget::Time(Duration::from_millis(50)));
    assert!(beyond.find(&whole, |_| {}).is_err(), "invalid questions are not sent");
    assert!(worker.done() >= 1);
    cluster.end().await;
}
