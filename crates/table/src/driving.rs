//! The table driver, shared by the server and the simulator. It carries out its table's effects and, in a cluster, acts as owner node or
//! follower.
//!
//! [`Environment`] connects a driver to its environment, and [`Nodes`] to other nodes. This module contains no clock, task or socket, and
//! awaits only these two traits. A driver handles one request at a time; other requests wait in its mailbox.
//!
//! `replication.rs` implements the owner and follower roles, `joining.rs` defines how a node opens a table, and `messages.rs` defines the
//! messages between nodes.

mod joining;
mod messages;
mod replication;
mod roles;

use std::future::Future;

use crate::{Command, Effect, LogEntry, Moment, News, Reply, Standing, Table, TableRecord, ThinkRequest, Write};

pub use joining::{FollowedState, JoinOutcome, Lease, join};
pub use messages::{NodeReply, NodeRequest, UpdateMessage};
pub use roles::{ClusterState, FollowerState, OwnerState, Role, STATUS_INTERVAL_MS};

/// A failed write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WriteError {
    /// True if another node has taken over the table.
    pub ownership_lost: bool,
    /// Reason, for the server's log.
    pub why: String,
}

/// Reason why a request to another node failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AskError {
    /// The node is down or unreachable and has not received the request.
    Unreachable,
    /// No reply arrived in time; the node may have received the request.
    Timeout,
}

/// The driver's environment.
pub trait Environment: Send + Sized {
    /// Connection to the other nodes.
    type Nodes: Nodes;
    /// Handle to a command's sender, who is waiting for the reply.
    type PendingReply: Send;
    /// Guard that keeps a visitor registered, so that computer players think on the visitor's behalf.
    type VisitorGuard: Send;

    fn now(&self) -> Moment;

    /// Writes a change during an epoch in which this node owns the table; fails if that epoch is over.
    fn write(&mut self, epoch: u64, write: Write) -> impl Future<Output = Result<(), WriteError>> + Send;

    /// Loads the table with its log entries, starting at this index.
    fn load(&mut self, from: usize) -> impl Future<Output = Result<(TableRecord, Vec<LogEntry>), String>> + Send;

    /// Sends a reply.
    fn reply(&mut self, waiting: Self::PendingReply, reply: Result<Reply, RefusalOf<Self>>);

    /// Sends news to this node's clients.
    fn send_news(&mut self, news: Vec<News>);

    /// Starts a computer player's search.
    fn start_thinking(&mut self, request: ThinkRequest);

    /// Cancels the current search.
    fn stop_thinking(&mut self);

    /// Logs an error.
    fn log_error(&mut self, why: &str);

    /// Reports that an owned table's standing or number of open seats has changed since the last notification (`before`).
    fn table_changed(&mut self, table: &Table, before: (Standing, usize), now: (Standing, usize));

    /// Reports this node's role: owner node or follower.
    fn role_changed(&mut self, is_owner: bool);

    /// Returns the client network of a local visitor on whose behalf computer players think.
    fn requester(&self) -> Option<RequesterOf<Self>>;

    /// Registers a visitor on another node; computer players think on the visitor's behalf until the guard is dropped.
    fn register_visitor(&mut self, requester: RequesterOf<Self>) -> Self::VisitorGuard;
}

/// Type of refusal returned by a driver.
pub type RefusalOf<S> = <<S as Environment>::Nodes as Nodes>::Refusal;
/// Client network on whose behalf computer players think.
pub type RequesterOf<S> = <<S as Environment>::Nodes as Nodes>::Requester;

/// A node's connection to the other nodes.
pub trait Nodes: Send + Sync {
    /// Type of refusal sent to clients.
    type Refusal: From<crate::Refusal> + From<AskError> + Send;
    /// Client network on whose behalf computer players think.
    type Requester: Clone + Send;
    /// Subscription to the owner node's updates for one table.
    type Subscription: Send;

    fn now(&self) -> Moment;

    /// Takes over a table unless a live node owns it. Returns the current lease, or `None` if the table does not exist.
    fn acquire_lease(&self, table: &str) -> impl Future<Output = Result<Option<Lease>, Self::Refusal>> + Send;

    /// Synchronizes this node's moment with the database.
    ///
    /// # Errors
    /// The database is unavailable.
    fn sync_clock(&self) -> impl Future<Output = Result<(), String>> + Send;

    /// Reports whether this name is this node's own.
    fn is_this_node(&self, node: &str) -> bool;

    fn is_live(&self, node: &str) -> bool;

    /// Reports whether this node is shutting down and has released its tables.
    fn is_shutting_down(&self) -> bool;

    /// Returns how many times this node has been silent for so long that other nodes may have taken over its tables.
    fn lapses(&self) -> u64;

    /// Reports whether this node is connected to any other nodes.
    fn is_connected(&self) -> bool;

    /// Sends a request to a table's owner node.
    fn request(
        &self,
        owner_node: &str,
        table: &str,
        what: NodeRequest<Self::Requester>,
    ) -> impl Future<Output = Result<NodeReply<Self::Refusal>, AskError>> + Send;

    /// Subscribes to updates from a table's owner node; `None` if that fails.
    fn subscribe(&self, table: &str) -> impl Future<Output = Option<Self::Subscription>> + Send;

    /// Returns the next update if it arrives soon.
    fn next_update_soon(
        &self,
        subscription: &mut Self::Subscription,
    ) -> impl Future<Output = Option<UpdateMessage>> + Send;

    /// Sends an update to a table's followers.
    fn publish(&self, table: &str, message: &UpdateMessage) -> impl Future<Output = ()> + Send;

    /// Waits before a retry.
    fn wait_before_retry(&self) -> impl Future<Output = ()> + Send;

    /// Releases a table that has been evicted from memory.
    fn release_lease(&self, table: &str) -> impl Future<Output = ()> + Send;

    /// Logs a warning about a table.
    fn warn(&self, table: &str, why: &Self::Refusal);
}

/// Recipient of the reply to a command.
enum ReplyTo<S: Environment> {
    Nobody,
    /// A client waiting for the reply.
    Client(S::PendingReply),
    /// The driver itself, which collects the reply here.
    Driver(Option<Result<Reply, RefusalOf<S>>>),
}

/// A table together with its driver's state.
pub struct TableDriver<S: Environment> {
    pub table: Table,
    /// The driver's environment.
    pub environment: S,
    /// Cluster state, if there may be other nodes. Cluster operations are boxed so that a driver without a cluster does not pay for their
    /// size.
    pub cluster: Option<ClusterState<S>>,
    /// The table's standing and number of open seats as of the last notification.
    notified: (Standing, usize),
}

impl<S: Environment> TableDriver<S> {
    /// Creates a driver for a table; `notified` is the standing that has already been reported.
    pub fn new(
        table: Table,
        environment: S,
        cluster: Option<ClusterState<S>>,
        notified: (Standing, usize),
    ) -> TableDriver<S> {
        TableDriver { table, environment, cluster, notified }
    }

    /// Starts the driver. `effects` are those from the table's creation, if any; `joined` is how the table was opened in a cluster.
    pub async fn begin(&mut self, effects: Vec<Effect>, joined: Option<JoinOutcome<S::Nodes>>) {
        if let Some(joined) = joined {
            Box::pin(self.start_role(joined)).await;
        }
        self.execute_effects(effects, &mut ReplyTo::Nobody).await;
        self.command(Command::Wake).await;
    }

    /// Handles a command whose sender does not expect a reply.
    pub async fn command(&mut self, command: Command) {
        self.run(command, &mut ReplyTo::Nobody).await;
    }

    /// Handles a client's command and replies.
    pub async fn client_command(&mut self, command: Command, waiting: S::PendingReply) {
        if self.cluster.is_some() {
            return Box::pin(self.handle_in_cluster(command, waiting)).await;
        }
        self.run(command, &mut ReplyTo::Client(waiting)).await;
    }

    /// Welcomes a client connected to this node.
    pub async fn welcome(&mut self, command: Command, waiting: S::PendingReply) {
        if self.cluster.is_some() {
            Box::pin(self.catch_up(&command)).await;
        }
        if self.is_follower() {
            return Box::pin(self.welcome_as_follower(command, waiting)).await;
        }
        self.run(command, &mut ReplyTo::Client(waiting)).await;
    }

    async fn run(&mut self, command: Command, reply_to: &mut ReplyTo<S>) {
        self.table.resume_from_hibernation();
        self.track_client(&command);
        let effects = self.table.handle(self.environment.now(), command);
        self.execute_effects(effects, reply_to).await;
    }

    /// Carries out effects until nothing is left to write or load.
    async fn execute_effects(&mut self, mut effects: Vec<Effect>, reply_to: &mut ReplyTo<S>) {
        while !effects.is_empty() {
            let mut following = Vec::new();
            for effect in effects {
                match effect {
                    Effect::Reply(reply) => self.reply(reply, reply_to),
                    Effect::Tell(news) => self.environment.send_news(news),
                    Effect::Think(request) => self.environment.start_thinking(*request),
                    Effect::Report(why) => self.environment.log_error(&why.to_string()),
                    Effect::Write(write) => following = self.write(write).await,
                    Effect::Reload { from } => following = self.reload(from).await,
                }
            }
            effects = following;
        }
        let now = self.table.outline();
        let before = std::mem::replace(&mut self.notified, now);
        // The owner node notifies people on every node.
        if !self.is_follower() {
            self.environment.table_changed(&self.table, before, now);
            if self.cluster.is_some() {
                Box::pin(self.send_update()).await;
            }
        }
    }

    fn reply(&mut self, reply: Result<Reply, crate::Refusal>, reply_to: &mut ReplyTo<S>) {
        let reply = reply.map_err(Into::into);
        match std::mem::replace(reply_to, ReplyTo::Nobody) {
            ReplyTo::Nobody => {}
            ReplyTo::Client(waiting) => self.environment.reply(waiting, reply),
            ReplyTo::Driver(_) => *reply_to = ReplyTo::Driver(Some(reply)),
        }
    }

    async fn write(&mut self, write: Write) -> Vec<Effect> {
        let epoch = self.cluster.as_ref().map_or(0, ClusterState::epoch);
        let queued = self.cluster.as_ref().filter(|cluster| cluster.is_followed()).map(|_| write.clone());
        let written = self.environment.write(epoch, write).await;
        match (&written, &mut self.cluster) {
            (Ok(()), Some(cluster)) => queued.into_iter().for_each(|write| cluster.queue_write(write)),
            (Err(WriteError { ownership_lost: true, .. }), Some(cluster)) => cluster.ownership_lost = true,
            _ => {}
        }
        self.table.written(self.environment.now(), written.map_err(|unwritten| unwritten.why))
    }

    async fn reload(&mut self, from: usize) -> Vec<Effect> {
        let found = match self.cluster.as_ref().map(|cluster| cluster.nodes.clone()) {
            // While the database was unreachable, this node may have charged players for time that must not be charged.
            Some(nodes) => match nodes.sync_clock().await {
                Ok(()) => self.environment.load(from).await,
                Err(why) => Err(why),
            },
            None => self.environment.load(from).await,
        };
        if let Some(cluster) = &mut self.cluster {
            cluster.load_failed = found.is_err();
            if let Role::Owner(owner) = &mut cluster.role {
                owner.reloaded = true;
            }
        }
        if found.is_err() {
            self.schedule_status_request();
        }
        self.table.reloaded(self.environment.now(), found)
    }
}
