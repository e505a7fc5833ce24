//! The table's driver: a future that owns the table and takes one input at a time. The engine polls it after every request; it waits for
//! the next input or for the outcome of a write.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Waker};

use table::driving::TableDriver;
use table::messages::{ReplyMessage, text};
use table::request::ClientMessage;
use table::{Command, Effect, Hash, Moment, Phase, Standing, Table};

use crate::environment::{DeviceEnvironment, PendingWrite, Shared};
use crate::refusal::Refusal;
use crate::requests::{Output, Reply};
use crate::stored_table::StoredTable;

/// Hash of the secret that opens every seat of a table on this device. It opens nothing elsewhere.
pub const DEVICE: Hash = [0; 32];

/// A query on the table, which replies to a request.
type Query = Box<dyn FnOnce(&Table) -> Reply + Send>;

/// An input of the driver.
pub enum Input {
    Message(ClientMessage),
    Leave,
    Decided { number: usize, word: Option<String> },
    Wake,
    Query(Query),
}

/// An open table.
pub struct Session {
    name: String,
    driver: Pin<Box<dyn Future<Output = ()> + Send>>,
    /// True if the table could not be stored, which ends the driver.
    has_ended: bool,
    shared: Shared,
    inbox: Inbox,
    /// Difference between the table's moment and the host's time at the beginning.
    base: Moment,
    begun: u64,
}

/// Inputs that wait, and when the table must be woken.
#[derive(Clone, Default)]
struct Inbox(Arc<Mutex<(VecDeque<Input>, Option<Moment>)>>);

impl Session {
    /// Creates a table that must be stored first; then the reply to request `id` is `made`.
    pub fn create(table: Table, stored: StoredTable, now: u64, id: u32, made: Query) -> Session {
        let shared = Shared::default();
        shared.state().start_write(&stored);
        Session::start(stored.name().to_owned(), now, Moment::default(), shared.clone(), |inbox| {
            Box::pin(begin(table, stored, shared, inbox, (id, made)))
        })
    }

    /// Opens a stored table.
    pub fn open(table: Table, stored: StoredTable, now: u64, query: Query) -> Session {
        let (shared, base, name) = (Shared::default(), stored.moment, stored.name().to_owned());
        let notified = table.outline();
        shared.state().stored = Some(stored);
        let driver = TableDriver::new(table, DeviceEnvironment(shared.clone()), None, notified);
        let mut session = Session::start(name, now, base, shared, |inbox| Box::pin(run(driver, inbox, Vec::new())));
        session.put(Input::Query(query));
        session
    }

    fn start(
        name: String,
        begun: u64,
        base: Moment,
        shared: Shared,
        driver: impl FnOnce(Inbox) -> Pin<Box<dyn Future<Output = ()> + Send>>,
    ) -> Session {
        let inbox = Inbox::default();
        let driver = driver(inbox.clone());
        Session { name, driver, has_ended: false, shared, inbox, base, begun }
    }

    /// Returns the table's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns whether creating the table failed because it could not be stored.
    pub fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// Adds an input.
    pub fn put(&mut self, input: Input) {
        self.inbox.lock().0.push_back(input);
    }

    /// Sends a refusal to the client over its connection.
    pub fn refuse(&mut self, refusal: &Refusal) {
        self.shared.state().refuse(refusal);
    }

    /// Notes the outcome of the last write.
    pub fn written(&mut self, outcome: Result<(), String>) {
        let mut state = self.shared.state();
        if matches!(state.write, PendingWrite::Waiting) {
            state.write = PendingWrite::Done(outcome);
        }
    }

    /// Lets the driver work until it has to wait, and returns what the host must do.
    pub fn work(&mut self, now: u64) -> Output {
        self.shared.state().now = self.base.after(now.saturating_sub(self.begun));
        if !self.has_ended {
            self.has_ended = self.driver.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_ready();
        }
        let mut state = self.shared.state();
        let mut output = std::mem::take(&mut state.output);
        let waits = matches!(state.write, PendingWrite::Waiting);
        output.wake_in = self.inbox.lock().1.filter(|_| !waits).map(|at| at.since(state.now));
        output
    }
}

impl Inbox {
    fn lock(&self) -> std::sync::MutexGuard<'_, (VecDeque<Input>, Option<Moment>)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn next(&self, wake_at: Option<Moment>) -> Input {
        self.lock().1 = wake_at;
        poll_fn(|_| self.lock().0.pop_front().map_or(Poll::Pending, Poll::Ready)).await
    }
}

/// Waits until a new table is stored, and then runs it.
async fn begin(mut table: Table, stored: StoredTable, shared: Shared, inbox: Inbox, (id, made): (u32, Query)) {
    let environment = DeviceEnvironment(shared.clone());
    let outcome = environment.written().await;
    let failed = outcome.clone().err().map(table::Refusal::NotWritten);
    let now = shared.state().now;
    let effects = table.written(now, outcome);
    let reply = match failed {
        Some(why) => Reply::new(id, Err(why.into())),
        None => made(&table),
    };
    let is_stored = reply.error.is_none();
    shared.state().output.replies.push(reply);
    if is_stored {
        shared.state().stored = Some(stored);
        // For a new table, nothing has been notified yet.
        let gathering = Standing { phase: Phase::Gathering, turn: None };
        run(TableDriver::new(table, environment, None, (gathering, usize::MAX)), inbox, effects).await;
    }
}

async fn run(mut driver: TableDriver<DeviceEnvironment>, inbox: Inbox, effects: Vec<Effect>) {
    driver.begin(effects, None).await;
    loop {
        let input = inbox.next(driver.table.wake_at()).await;
        handle(&mut driver, input).await;
        let missed = {
            let mut state = driver.environment.0.state();
            let client = state.client();
            std::mem::take(&mut state.connection.must_resume).then_some((client, state.connection.seq))
        };
        if let Some((client, since)) = missed {
            driver.welcome(Command::Resume { client, since }, ()).await;
        }
    }
}

async fn handle(driver: &mut TableDriver<DeviceEnvironment>, input: Input) {
    let shared = driver.environment.0.clone();
    match input {
        Input::Message(message) => {
            let greeted = shared.state().connection.seq.is_some();
            match message.check(greeted) {
                Ok(()) => execute(driver, message).await,
                Err(refusal) => shared.state().refuse(&refusal.into()),
            }
        }
        Input::Leave => {
            let client = {
                let mut state = shared.state();
                let client = state.client();
                state.connection = crate::environment::Connection { number: client.0 + 1, ..Default::default() };
                client
            };
            driver.command(Command::Leave { client }).await;
        }
        Input::Decided { number, word } => decide(driver, number, word).await,
        Input::Wake => driver.command(Command::Wake).await,
        Input::Query(query) => {
            let reply = query(&driver.table);
            shared.state().output.replies.push(reply);
        }
    }
}

/// Passes a computer player's answer to the table. If the player failed, the first legal answer is used, so that the game continues.
async fn decide(driver: &mut TableDriver<DeviceEnvironment>, number: usize, word: Option<String>) {
    let answer = {
        let mut state = driver.environment.0.state();
        let Some((_, game)) = state.thinking.take_if(|(asked, _)| *asked == number) else { return };
        let legal = game.legal();
        let chosen = word.as_ref().and_then(|word| game.answer(word).ok()).filter(|answer| legal.contains(answer));
        if chosen.is_none() {
            let word = word.as_deref().unwrap_or("nothing");
            state.output.problems.push(format!("a computer player chose {word}; the first legal answer is used"));
        }
        chosen.or_else(|| legal.first().copied())
    };
    driver.command(Command::Decided { number, answer }).await;
}

/// Carries out a message of the client.
async fn execute(driver: &mut TableDriver<DeviceEnvironment>, message: ClientMessage) {
    let shared = driver.environment.0.clone();
    let client = shared.state().client();
    let told = match message {
        ClientMessage::Hello { v, since, .. } => {
            shared.state().connection.v = v;
            let hashes = vec![DEVICE];
            return driver.welcome(Command::Hello { client, v, hashes, since }, ()).await;
        }
        ClientMessage::Answer { seat, seq, word, words } => {
            let words = word.map_or(words, |word| vec![word]);
            return driver.client_command(Command::Answer { client, seat, seq, words, lag: 0 }, ()).await;
        }
        ClientMessage::Preview { seat, seq, words } => driver.table.preview(client, seat, seq, &words),
        ClientMessage::Guide { seq } => driver.table.guide(client, seq),
        ClientMessage::Ping => Ok(text(&ReplyMessage::Pong)),
        ClientMessage::Talk | ClientMessage::Say { .. } => {
            return shared.state().refuse(&Refusal::new("not_found", "there is no chat at a table on this device"));
        }
        other => match other.act() {
            Some(act) => return driver.client_command(Command::Act { client, act }, ()).await,
            None => return,
        },
    };
    let mut state = shared.state();
    match told {
        Ok(text) => state.output.sends.push(text),
        Err(refusal) => state.refuse(&refusal.into()),
    }
}
