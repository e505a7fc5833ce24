//! The table driver, shared by the server and the simulator: it carries out the effects of its table and, in a cluster, acts as owner node
//! or follower.
//!
//! [`Surroundings`] connects a driver to its environment, [`Nodes`] to other nodes. There is no clock, task or socket in here, and only
//! these two traits are awaited. A driver handles one request at a time; others wait in its mailbox.
//!
//! `apart.rs` implements the owner node and follower roles, `joining.rs` how a node opens a table, `messages.rs` the messages between
//! nodes.

mod apart;
mod joining;
mod messages;
mod roles;

use std::future::Future;

use crate::{Command, Effect, LogEntry, Moment, News, Reply, Standing, Table, TableRecord, Thought, Write};

pub use joining::{Follow, Joined, Lease, join};
pub use messages::{Answered, Asked, Telling};
pub use roles::{ASKED, Following, Keeping, Role, Share};

/// Error of a failed write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unwritten {
    /// True if another node has taken over the table.
    pub lost: bool,
    /// Error message for the log.
    pub why: String,
}

/// Error of a request to another node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AskError {
    /// The node is down or unreachable: it has not received the request.
    Unreachable,
    /// No answer came in time; the node may have received the request.
    Timeout,
}

/// The driver's environment.
pub trait Surroundings: Send + Sized {
    /// Connection to other nodes.
    type Nodes: Nodes;
    /// A pending reply.
    type Waiting: Send;
    /// Guard that registers a visitor, on whose behalf computer players think.
    type Visit: Send;

    fn now(&self) -> Moment;

    /// Writes a change in an epoch.
    fn write(&mut self, epoch: u64, write: Write) -> impl Future<Output = Result<(), Unwritten>> + Send;

    /// Loads the table with its log entries from this number on.
    fn load(&mut self, from: usize) -> impl Future<Output = Result<(TableRecord, Vec<LogEntry>), String>> + Send;

    /// Sends a reply.
    fn reply(&mut self, waiting: Self::Waiting, reply: Result<Reply, RefusalOf<Self>>);

    /// Sends news to the clients of this node.
    fn tell(&mut self, news: Vec<News>);

    /// Starts a computer player's search.
    fn think(&mut self, thought: Thought);

    /// Cancels the current search.
    fn think_no_more(&mut self);

    /// Logs an error.
    fn report(&mut self, why: &str);

    /// Reports that the standing of an owned table changed.
    fn changed(&mut self, table: &Table, before: (Standing, usize), now: (Standing, usize));

    /// Reports the role of this node: owner node or follower.
    fn plays(&mut self, keeps: bool);

    /// Returns the client network of a local visitor, on whose behalf computer players think.
    fn owner(&self) -> Option<OwnerOf<Self>>;

    /// Registers a visitor of another node, on whose behalf computer players think, until the guard is dropped.
    fn visit(&mut self, owner: OwnerOf<Self>) -> Self::Visit;
}

/// Refusal type of a driver.
pub type RefusalOf<S> = <<S as Surroundings>::Nodes as Nodes>::Refusal;
/// Client network on whose behalf computer players think.
pub type OwnerOf<S> = <<S as Surroundings>::Nodes as Nodes>::Owner;

/// A node's connection to the others.
pub trait Nodes: Send + Sync {
    /// Refusal type sent to clients.
    type Refusal: From<crate::Refusal> + From<AskError> + Send;
    /// Client network on whose behalf computer players think.
    type Owner: Clone + Send;
    /// Subscription to the owner node's updates of one table.
    type Ear: Send;

    fn now(&self) -> Moment;

    /// Takes over a table unless a live node owns it; returns the current lease, or `None` if the table does not exist.
    fn take(&self, table: &str) -> impl Future<Output = Result<Option<Lease>, Self::Refusal>> + Send;

    /// Synchronizes this node's moment with the database.
    ///
    /// # Errors
    /// The database is unavailable.
    fn agree(&self) -> impl Future<Output = Result<(), String>> + Send;

    /// Returns whether a node name is this node's.
    fn is_this(&self, node: &str) -> bool;

    fn is_here(&self, node: &str) -> bool;

    /// Returns whether this node is shutting down and has released its tables.
    fn leaves(&self) -> bool;

    /// Returns how often this node was silent for so long that others may have taken over its tables.
    fn lapses(&self) -> u64;

    /// Returns whether this node is connected to any others.
    fn is_connected(&self) -> bool;

    /// Sends a request to a table's owner node.
    fn ask(
        &self,
        keeper: &str,
        table: &str,
        what: Asked<Self::Owner>,
    ) -> impl Future<Output = Result<Answered<Self::Refusal>, AskError>> + Send;

    /// Subscribes to updates from a table's owner node; `None` if that fails.
    fn listen(&self, table: &str) -> impl Future<Output = Option<Self::Ear>> + Send;

    /// Returns the next update, if it arrives immediately.
    fn hear_soon(&self, ear: &mut Self::Ear) -> impl Future<Output = Option<Telling>> + Send;

    /// Sends an update to a table's followers.
    fn tell(&self, table: &str, telling: &Telling) -> impl Future<Output = ()> + Send;

    /// Waits before a retry.
    fn rest(&self) -> impl Future<Output = ()> + Send;

    /// Releases a table that was evicted from memory.
    fn let_go(&self, table: &str) -> impl Future<Output = ()> + Send;

    /// Logs a warning.
    fn warn(&self, table: &str, why: &Self::Refusal);
}

/// Sender of a command.
enum Asker<S: Surroundings> {
    Nobody,
    /// A client that waits for the reply.
    Waits(S::Waiting),
    /// The driver itself, which collects the reply here.
    Here(Option<Result<Reply, RefusalOf<S>>>),
}

/// A table with its driver's state.
pub struct Driven<S: Surroundings> {
    pub table: Table,
    /// The driver's environment.
    pub around: S,
    /// Cluster state, if there may be other nodes. Cluster operations are boxed, so that a driver without a cluster does not pay for their
    /// size.
    pub share: Option<Share<S>>,
    /// Standing of the table at the last notification.
    told: (Standing, usize),
}

impl<S: Surroundings> Driven<S> {
    /// Creates a driver for a table with the given last-notified standing.
    pub fn new(table: Table, around: S, share: Option<Share<S>>, told: (Standing, usize)) -> Driven<S> {
        Driven { table, around, share, told }
    }

    /// Starts the driver: with these effects, if creating the table led to any, and, in a cluster, with the way it was opened.
    pub async fn begin(&mut self, effects: Vec<Effect>, joined: Option<Joined<S::Nodes>>) {
        if let Some(joined) = joined {
            Box::pin(self.take_role(joined)).await;
        }
        self.carry_out(effects, &mut Asker::Nobody).await;
        self.command(Command::Wake).await;
    }

    /// Handles a command without a waiting sender.
    pub async fn command(&mut self, command: Command) {
        self.run(command, &mut Asker::Nobody).await;
    }

    /// Handles a client's command and replies.
    pub async fn wish(&mut self, command: Command, waiting: S::Waiting) {
        if self.share.is_some() {
            return Box::pin(self.handle_in_cluster(command, waiting)).await;
        }
        self.run(command, &mut Asker::Waits(waiting)).await;
    }

    /// Welcomes a client of this node.
    pub async fn welcome(&mut self, command: Command, waiting: S::Waiting) {
        if self.share.is_some() {
            Box::pin(self.catch_up(&command)).await;
        }
        if self.follows() {
            return Box::pin(self.welcome_as_follower(command, waiting)).await;
        }
        self.run(command, &mut Asker::Waits(waiting)).await;
    }

    async fn run(&mut self, command: Command, asker: &mut Asker<S>) {
        self.table.wake_up();
        self.track_client(&command);
        let effects = self.table.handle(self.around.now(), command);
        self.carry_out(effects, asker).await;
    }

    /// Carries out effects until nothing is left to write or load.
    async fn carry_out(&mut self, mut effects: Vec<Effect>, asker: &mut Asker<S>) {
        while !effects.is_empty() {
            let mut following = Vec::new();
            for effect in effects {
                match effect {
                    Effect::Reply(reply) => self.reply(reply, asker),
                    Effect::Tell(news) => self.around.tell(news),
                    Effect::Think(thought) => self.around.think(*thought),
                    Effect::Report(why) => self.around.report(&why.to_string()),
                    Effect::Write(write) => following = self.write(write).await,
                    Effect::Reload { from } => following = self.reload(from).await,
                }
            }
            effects = following;
        }
        let now = self.table.outline();
        let before = std::mem::replace(&mut self.told, now);
        // The owner node notifies people on every node.
        if !self.follows() {
            self.around.changed(&self.table, before, now);
            if self.share.is_some() {
                Box::pin(self.tell_followers()).await;
            }
        }
    }

    fn reply(&mut self, reply: Result<Reply, crate::Refusal>, asker: &mut Asker<S>) {
        let reply = reply.map_err(Into::into);
        match std::mem::replace(asker, Asker::Nobody) {
            Asker::Nobody => {}
            Asker::Waits(waiting) => self.around.reply(waiting, reply),
            Asker::Here(_) => *asker = Asker::Here(Some(reply)),
        }
    }

    async fn write(&mut self, write: Write) -> Vec<Effect> {
        let epoch = self.share.as_ref().map_or(0, Share::epoch);
        let told = self.share.as_ref().filter(|share| share.is_followed()).map(|_| write.clone());
        let written = self.around.write(epoch, write).await;
        match (&written, &mut self.share) {
            (Ok(()), Some(share)) => told.into_iter().for_each(|write| share.wrote(write)),
            (Err(Unwritten { lost: true, .. }), Some(share)) => share.ownership_lost = true,
            _ => {}
        }
        self.table.written(self.around.now(), written.map_err(|unwritten| unwritten.why))
    }

    async fn reload(&mut self, from: usize) -> Vec<Effect> {
        let found = match self.share.as_ref().map(|share| share.nodes.clone()) {
            // If the database was unreachable, this node may have counted time that does not count.
            Some(nodes) => match nodes.agree().await {
                Ok(()) => self.around.load(from).await,
                Err(why) => Err(why),
            },
            None => self.around.load(from).await,
        };
        if let Some(share) = &mut self.share {
            share.stale = found.is_err();
            if let Role::Keeps(keeping) = &mut share.role {
                keeping.reread = true;
            }
        }
        if found.is_err() {
            self.ask_later();
        }
        self.table.reloaded(self.around.now(), found)
    }
}
