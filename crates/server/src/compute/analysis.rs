//! Analysis of positions by the strongest computer player, for finished games and uploaded records.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use bots::analysis::question::{Decision, Question};
use bots::review::NoDecision;
use serde::Deserialize;
use serde_json::{Value, json};
use table::upload;
use utoipa::{IntoParams, ToSchema};

use super::job::{Class, Job, Key, Task};
use super::queue::{self, Queue, ReservedSlot};
use super::slots::{self, Owner, Shape, Slot, Slots};
use crate::common::secrets;
use crate::http::record_upload::RecordOrText;
use crate::http::refusal::{Code, Refusal};

/// Maximum number of waiting analyses per owner.
const MAX_WAITING: usize = 16;

/// A request to analyse a position of a record.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordAnalysisRequest {
    /// The JSON of a record, or a saved game as one string.
    #[schema(value_type = RecordOrText, inline)]
    record: Value,
    /// Number of answers before the position; by default, the last position in which a seat must act.
    at: Option<usize>,
    /// Thinking time in milliseconds; 1000 by default.
    #[schema(minimum = 10, maximum = 5000)]
    millis: Option<u64>,
    /// Whether to judge the answer given in the game; true by default.
    given: Option<bool>,
}

impl RecordAnalysisRequest {
    /// Validates the request. Returns the record as text, and the question.
    pub fn checked(self) -> Result<(String, Question), Refusal> {
        let question = TableAnalysisQuery { at: self.at, millis: self.millis, given: self.given }.checked()?;
        Ok((upload::text(self.record)?, question))
    }
}

/// Parameters for analysing a table's game.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub struct TableAnalysisQuery {
    /// Number of answers before the position; by default, the last position in which a seat must act.
    at: Option<usize>,
    /// Thinking time in milliseconds; 1000 by default.
    #[param(minimum = 10, maximum = 5000)]
    millis: Option<u64>,
    /// Whether to judge the answer given in the game; true by default.
    given: Option<bool>,
}

impl TableAnalysisQuery {
    pub fn checked(self) -> Result<Question, Refusal> {
        Question::asked(self.at, self.millis, self.given).map_err(|why| Refusal::new(Code::BadRange, why.to_string()))
    }
}

/// Returns the refusal for a position without a decision.
pub fn no_decision(why: NoDecision) -> Refusal {
    let code = if matches!(why, NoDecision::Beyond { .. }) { Code::BadRange } else { Code::NoDecision };
    Refusal::new(code, why.to_string())
}

/// Analyses a position and returns the protocol's JSON. Setting `stop` cancels the analysis.
fn analysed(decision: &Decision, stop: &AtomicBool) -> Result<Value, Refusal> {
    Ok(json!(decision.answer(stop).map_err(no_decision)?))
}

/// Creates a job for a worker, with a unique key. This replays the game.
fn job(decision: &Decision) -> Job {
    let key = Key { name: secrets::table_name(), number: 0 };
    let millis = u64::try_from(decision.time().as_millis()).unwrap_or(u64::MAX);
    let task = Task::Analyse { at: Some(decision.position().seq()), given: decision.given().is_some(), millis };
    let mut game = decision.position().clone();
    if let Some(given) = decision.given() {
        // The answer was given in this game, so it is legal.
        let _ = game.apply_raw(given);
    }
    Job::new(key, Class::Analysis, task, &game)
}

/// Slots for analyses, separate from those for computer players, and the queue for workers.
#[derive(Clone)]
pub struct AnalysisPool {
    places: Slots,
    queue: Option<Queue>,
}

impl AnalysisPool {
    /// Creates `places` slots, with at most `waiting` queued analyses per owner. If there are two or more slots, long analyses leave one
    /// free for short ones.
    pub fn new(places: usize, waiting: usize) -> AnalysisPool {
        let places = places.max(1);
        AnalysisPool { places: Slots::new(Shape { cheap: 0, places, long: (places - 1).max(1), waiting }), queue: None }
    }

    /// Lets workers also run analyses, if there is a queue.
    #[must_use]
    pub fn with_queue(self, queue: Option<Queue>) -> AnalysisPool {
        AnalysisPool { queue, ..self }
    }

    /// Creates one slot per core, leaving one core for games, but at least two slots.
    pub fn for_this_machine() -> AnalysisPool {
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
        AnalysisPool::new((cores - 1).max(2), MAX_WAITING)
    }

    pub fn places(&self) -> &Slots {
        &self.places
    }

    /// Analyses a position, on a worker or in a slot of this node, when it is the owner's turn.
    ///
    /// # Errors
    /// Returns `busy` if too many of the owner's requests are waiting.
    pub async fn analyse(&self, owner: Owner, decision: Decision) -> Result<Value, Refusal> {
        let time = decision.time();
        match queue::find(&self.places, self.queue.as_ref(), owner, time).await? {
            ReservedSlot::Local(place) => return work_in(place, move |stop| analysed(&decision, stop)).await,
            ReservedSlot::Remote(place) => {
                if let Some(queue) = &self.queue {
                    let asked = decision.clone();
                    let job = slots::run_on_thread(move || job(&asked)).await.map_err(|why| failed(&why))?;
                    match queue.ask(job, time, place).await {
                        Ok(told) => return Ok(told),
                        Err(why) => tracing::info!("analysing on this node: {why}"),
                    }
                }
            }
        }
        self.work(owner, time, move |stop| analysed(&decision, stop)).await
    }

    /// Runs work of about this duration on a separate thread when it is the owner's turn. Dropping the future removes waiting work from the
    /// queue. Work that is already running is asked to stop, and keeps its slot until it does, since it occupies a core.
    ///
    /// # Errors
    /// Returns `busy` if too many of the owner's requests are waiting, or the work's own refusal.
    pub async fn work<T: Send + 'static>(
        &self,
        owner: Owner,
        time: Duration,
        work: impl FnOnce(&AtomicBool) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        work_in(self.places.take(owner, time).await?, work).await
    }
}

/// Runs work in a slot. Dropping the future asks the work to stop.
async fn work_in<T: Send + 'static>(
    place: Slot,
    work: impl FnOnce(&AtomicBool) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    slots::work_while_wanted(place, work).await.unwrap_or_else(|why| Err(failed(&why)))
}

fn failed(why: &slots::Failed) -> Refusal {
    tracing::error!("an analysis failed: {why}");
    Refusal::new(Code::Storage, "internal error; see the server log")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering;
    use std::sync::mpsc;

    use axum::Router;
    use axum::routing::get;
    use bots::{AnalysisRequest, Budget, review};
    use games::deal::{Deal, Seed};
    use games::{Actor, Game, Setup};
    use tokio::io::AsyncWriteExt;
    use tokio::net::{TcpListener, TcpStream};

    const FEW: Budget = Budget::Evaluations(300);
    static NEVER: AtomicBool = AtomicBool::new(false);

    /// Plays a game to its end, always with the last legal answer.
    fn game(setup: &Setup) -> Game {
        let mut game = Game::new(setup).unwrap();
        let deal = Deal::new(Seed::from_number(3), setup).unwrap();
        while !game.is_over() {
            let dealt = if game.actor() == Actor::Chance { deal.answer(&game) } else { None };
            game.apply(dealt.unwrap_or_else(|| *game.legal().last().unwrap())).unwrap();
        }
        game
    }

    #[test]
    fn the_json_matches_the_analysis() {
        for setup in [Setup::base(3), Setup::of("hunters", 2), Setup::of("discovery", 2), Setup::of("coop", 2)] {
            let game = game(&setup);
            for at in [2, 13, 40, 41, 42].into_iter().map(Some).chain([None]) {
                let Ok(position) = review::decision(&game, at) else { continue };
                let given = game.answers()[position.seq()];
                let asked = AnalysisRequest::new(FEW, position.seq() as u64).about(Some(given));
                let told = bots::analyse(&position, &asked).unwrap();
                let shown = json!(Question::new(at, true, FEW).answer(&game, &NEVER).unwrap());
                let whole = (&shown["at"], &shown["seat"], &shown["exact"], &shown["evaluations"]);
                let (seq, seat) = (json!(position.seq()), json!(told.seat));
                assert_eq!(whole, (&seq, &seat, &json!(told.exact), &json!(told.evaluations)));
                assert_eq!(shown["given"], position.word(given));
                let lost = told.lines[0].margin - told.margin_of(given).unwrap();
                assert!((shown["lost"].as_f64().unwrap() - f64::from(lost)).abs() < 0.011, "{shown}");
                let lines = shown["lines"].as_array().unwrap();
                assert_eq!(lines.len(), told.lines.len());
                for (line, prospect) in lines.iter().zip(&told.lines) {
                    assert_eq!(line["answers"][0], position.word(prospect.answers[0]));
                    assert_eq!(line["answers"].as_array().unwrap().len(), prospect.answers.len());
                    assert!((line["margin"].as_f64().unwrap() - f64::from(prospect.margin)).abs() < 0.01);
                    assert!((line["error"].as_f64().unwrap() - f64::from(prospect.error)).abs() < 0.01);
                    assert_eq!(line["samples"], prospect.samples);
                    assert_eq!(line["totals"].as_array().unwrap().len(), usize::from(setup.seats));
                    assert_eq!(line["wins"].as_array().unwrap().len(), usize::from(setup.seats));
                }
                let bare = json!(Question::new(at, false, FEW).answer(&game, &NEVER).unwrap());
                assert_eq!((&bare["given"], &bare["lost"]), (&Value::Null, &Value::Null));
            }
        }
    }

    #[test]
    fn times_are_bounded() {
        let asked = |millis: u64| TableAnalysisQuery { at: None, millis: Some(millis), given: None }.checked();
        for millis in [0, 9, 5001, u64::MAX] {
            assert_eq!(asked(millis).unwrap_err().code, Code::BadRange);
        }
        let whole = Question::new(None, true, Budget::Time(Duration::from_secs(5)));
        assert_eq!(asked(5000).unwrap(), whole);
    }

    /// Returns work that lasts until the returned sender is used or dropped, and a receiver that is notified when the work begins.
    fn lasting()
    -> (impl FnOnce(&AtomicBool) -> Result<(), Refusal> + Send + 'static, mpsc::Sender<()>, mpsc::Receiver<()>) {
        let (end, ends) = mpsc::channel();
        let (begun, begins) = mpsc::channel();
        let work = move |_: &AtomicBool| {
            let _ = begun.send(());
            let _ = ends.recv();
            Ok(())
        };
        (work, end, begins)
    }

    const SECOND: Duration = Duration::from_secs(1);

    /// Waits until exactly `waiting` requests are waiting and `taken` slots are in use.
    async fn until(analysts: &AnalysisPool, waiting: usize, taken: usize) {
        let reached = async {
            while (analysts.places.waiting(), analysts.places.taken()) != (waiting, taken) {
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(20), reached).await.expect("the state is reached");
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn one_works_one_waits_and_the_third_is_refused() {
        let analysts = AnalysisPool::new(1, 1);
        let ((first, end, begins), (second, end_second, second_begins)) = (lasting(), lasting());
        let (one, other) = (analysts.clone(), analysts.clone());
        let one = tokio::spawn(async move { one.work(None, SECOND, first).await });
        tokio::task::spawn_blocking(move || begins.recv()).await.unwrap().unwrap();
        let other = tokio::spawn(async move { other.work(None, SECOND, second).await });
        until(&analysts, 1, 1).await;
        assert_eq!(second_begins.try_recv(), Err(mpsc::TryRecvError::Empty), "there is one slot");
        let refused = analysts.work(None, SECOND, |_| Ok(())).await;
        assert_eq!(refused.unwrap_err().code, Code::Busy);
        // The waiting request is dropped, which immediately frees its position in the queue.
        other.abort();
        assert!(other.await.unwrap_err().is_cancelled());
        until(&analysts, 0, 1).await;
        drop((end, end_second));
        one.await.unwrap().unwrap();
        analysts.work(None, SECOND, |_| Ok(())).await.unwrap();
        let failed: Result<(), Refusal> = analysts.work(None, SECOND, |_| panic!("as a test")).await;
        assert!(failed.is_err());
        until(&analysts, 0, 0).await;
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn unwanted_work_is_stopped() {
        let analysts = AnalysisPool::new(1, 1);
        let (begun, begins) = mpsc::channel();
        let of_client = analysts.clone();
        let client = tokio::spawn(async move {
            let work = move |stop: &AtomicBool| {
                let _ = begun.send(());
                while !stop.load(Ordering::Relaxed) {
                    std::thread::sleep(Duration::from_millis(1));
                }
                Ok(())
            };
            of_client.work(None, SECOND, work).await
        });
        tokio::task::spawn_blocking(move || begins.recv()).await.unwrap().unwrap();
        client.abort();
        until(&analysts, 0, 0).await;
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_client_that_goes_away_leaves_the_queue() {
        let analysts = AnalysisPool::new(1, 1);
        let (first, end, begins) = lasting();
        let busy = analysts.clone();
        let busy = tokio::spawn(async move { busy.work(None, SECOND, first).await });
        tokio::task::spawn_blocking(move || begins.recv()).await.unwrap().unwrap();
        let waiting = analysts.clone();
        let app = Router::new().route("/", get(async move || drop(waiting.work(None, SECOND, |_| Ok(())).await)));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let served = tokio::spawn(async move { axum::serve(listener, app).await });
        let mut client = TcpStream::connect(address).await.unwrap();
        client.write_all(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n").await.unwrap();
        until(&analysts, 1, 1).await;
        drop(client);
        until(&analysts, 0, 1).await;
        served.abort();
        drop(end);
        busy.await.unwrap().unwrap();
    }
}
