//! The environment of the table's driver: time, storage, the client's connection, and computer players, all supplied by the host.

use std::convert::Infallible;
use std::future::poll_fn;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Poll;

use games::Game;
use games::record::Record;
use serde_json::json;
use table::driving::{AskError, Environment, Lease, NodeReply, NodeRequest, Nodes, UpdateMessage, WriteError};
use table::messages::{ErrorInfo, ReplyMessage, text};
use table::{
    ClientId, Listener, LogEntry, Moment, News, Reply as TableReply, Standing, Table, TableRecord, ThinkRequest,
    Welcome, Write,
};

use crate::refusal::Refusal;
use crate::requests::{Job, Output, StoredText, Think};
use crate::stored_table::StoredTable;

/// State shared by a table's driver and the engine.
#[derive(Clone, Default)]
pub struct Shared(Arc<Mutex<State>>);

/// State of a table, besides the table itself.
#[derive(Default)]
pub struct State {
    pub now: Moment,
    /// Tasks for the host after the current request.
    pub output: Output,
    /// The table as it was stored last.
    pub stored: Option<StoredTable>,
    /// The write whose outcome is pending, and the outcome.
    pub write: PendingWrite,
    pub connection: Connection,
    /// The job that a computer player works on, with the game to play from.
    pub thinking: Option<(usize, Game)>,
}

/// A write on its way.
#[derive(Default)]
pub enum PendingWrite {
    #[default]
    None,
    Waiting,
    Done(Result<(), String>),
}

/// The client's connection.
#[derive(Default)]
pub struct Connection {
    /// Number of connections before this one.
    pub number: u64,
    /// Protocol version of the client.
    pub v: u32,
    /// Seats that the client plays.
    pub you: Vec<u8>,
    /// Number of answers sent to the client; `None` before its hello.
    pub seq: Option<usize>,
    /// True if the client missed news and needs a new welcome.
    pub must_resume: bool,
}

impl Shared {
    pub fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Returns the client's number at the table.
    pub fn client(&self) -> ClientId {
        ClientId(self.connection.number)
    }

    /// Sends an error message to the client.
    pub fn refuse(&mut self, Refusal { code, message, link }: &Refusal) {
        let (error, seq) =
            (ErrorInfo { code, message, reason: None, until: None, link: link.as_ref() }, self.connection.seq);
        self.output.sends.push(text(&ReplyMessage::Error { error, seq }));
    }

    /// Asks the host to store a table.
    pub fn start_write(&mut self, next: &StoredTable) {
        let (table, summary) = (next.name().to_owned(), json!(next.summary()));
        self.output.write = Some(StoredText { table, text: next.text(), summary });
        self.write = PendingWrite::Waiting;
    }

    fn greet(&mut self, Welcome { you, seq, text, thinking }: Welcome) {
        self.connection.you = you;
        self.connection.seq = Some(seq);
        self.connection.must_resume = false;
        self.output.sends.extend([Some(text), thinking].into_iter().flatten());
    }

    fn forward(&mut self, news: &News) {
        let connection = &mut self.connection;
        if connection.seq.is_none() || connection.must_resume {
            return;
        }
        match news.texts(Listener::of(connection.v, &connection.you)) {
            // No messages were built for this client.
            None => connection.must_resume = true,
            Some(texts) => {
                connection.seq = news.seq.or(connection.seq);
                self.output.sends.extend_from_slice(texts);
            }
        }
    }
}

/// The environment of the table's driver.
pub struct DeviceEnvironment(pub Shared);

impl DeviceEnvironment {
    /// Waits for the outcome of a write.
    pub async fn written(&self) -> Result<(), String> {
        poll_fn(|_| {
            let mut state = self.0.state();
            match std::mem::take(&mut state.write) {
                PendingWrite::Done(outcome) => Poll::Ready(outcome),
                waiting => {
                    state.write = waiting;
                    Poll::Pending
                }
            }
        })
        .await
    }
}

impl Environment for DeviceEnvironment {
    type Nodes = NoNodes;
    type PendingReply = ();
    type VisitorGuard = ();

    fn now(&self) -> Moment {
        self.0.state().now
    }

    async fn write(&mut self, _: u64, write: Write) -> Result<(), WriteError> {
        let failed = |why| WriteError { ownership_lost: false, why };
        let next = {
            let mut state = self.0.state();
            let stored = state.stored.as_ref().ok_or_else(|| failed("the table is not stored".to_owned()))?;
            let next = stored.after(write, state.now).map_err(failed)?;
            state.start_write(&next);
            next
        };
        self.written().await.map_err(failed)?;
        self.0.state().stored = Some(next);
        Ok(())
    }

    async fn load(&mut self, from: usize) -> Result<(TableRecord, Vec<LogEntry>), String> {
        // A failed write has changed nothing, since the host replaces the whole text in one transaction.
        self.0
            .state()
            .stored
            .as_ref()
            .map(|stored| stored.since(from))
            .ok_or_else(|| "the table is not stored".to_owned())
    }

    fn reply(&mut self, (): (), reply: Result<TableReply, Refusal>) {
        let mut state = self.0.state();
        match reply {
            Ok(TableReply::Welcome(welcome)) => state.greet(welcome),
            Ok(TableReply::Done | TableReply::Seats(_) | TableReply::Agreed { .. }) => {}
            Err(refusal) => state.refuse(&refusal),
        }
    }

    fn send_news(&mut self, news: Vec<News>) {
        let mut state = self.0.state();
        news.iter().for_each(|item| state.forward(item));
    }

    fn start_thinking(&mut self, request: ThinkRequest) {
        let ThinkRequest { number, game, level, millis, seed, .. } = request;
        let (record, level) = (Record::of(&game, &[], None), level.word().to_owned());
        let mut state = self.0.state();
        state.output.think = Some(Think { number, job: text(&Job { record, level, millis, seed }) });
        state.thinking = Some((number, game));
    }

    fn stop_thinking(&mut self) {
        self.0.state().thinking = None;
    }

    fn log_error(&mut self, why: &str) {
        self.0.state().output.problems.push(format!("{why}; trying again"));
    }

    fn table_changed(&mut self, _: &Table, _: (Standing, usize), _: (Standing, usize)) {}

    fn role_changed(&mut self, _: bool) {}

    fn requester(&self) -> Option<()> {
        None
    }

    fn register_visitor(&mut self, (): ()) {}
}

/// The other nodes of a cluster: a device has none.
pub enum NoNodes {}

impl Nodes for NoNodes {
    type Refusal = Refusal;
    type Requester = ();
    type Subscription = Infallible;

    fn now(&self) -> Moment {
        match *self {}
    }

    async fn acquire_lease(&self, _: &str) -> Result<Option<Lease>, Refusal> {
        match *self {}
    }

    async fn sync_clock(&self) -> Result<(), String> {
        match *self {}
    }

    fn is_this_node(&self, _: &str) -> bool {
        match *self {}
    }

    fn is_live(&self, _: &str) -> bool {
        match *self {}
    }

    fn is_shutting_down(&self) -> bool {
        match *self {}
    }

    fn lapses(&self) -> u64 {
        match *self {}
    }

    fn is_connected(&self) -> bool {
        match *self {}
    }

    async fn request(&self, _: &str, _: &str, _: NodeRequest<()>) -> Result<NodeReply<Refusal>, AskError> {
        match *self {}
    }

    async fn subscribe(&self, _: &str) -> Option<Infallible> {
        match *self {}
    }

    async fn next_update_soon(&self, _: &mut Infallible) -> Option<UpdateMessage> {
        match *self {}
    }

    async fn publish(&self, _: &str, _: &UpdateMessage) {
        match *self {}
    }

    async fn wait_before_retry(&self) {
        match *self {}
    }

    async fn release_lease(&self, _: &str) {
        match *self {}
    }

    fn warn(&self, _: &str, _: &Refusal) {
        match *self {}
    }
}
