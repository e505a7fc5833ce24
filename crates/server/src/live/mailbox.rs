//! Requests in a table's mailbox.

use std::time::Duration;

use table::driving::{NodeReply, NodeRequest};
use table::{Command, Reply, Table};
use tokio::sync::{broadcast, mpsc, oneshot};

use super::news::Broadcast;
use crate::http::refusal::Refusal;
use crate::limits::caller::ClientNetwork;

/// Sending half of a table's mailbox. Requests are boxed because the mailbox's capacity is large but rarely used.
pub type Sender = mpsc::Sender<Box<TableRequest>>;
/// Receiving half of a table's mailbox.
pub type Receiver = mpsc::Receiver<Box<TableRequest>>;

/// A request to a table's driver.
pub enum TableRequest {
    /// Executes a command; the requester may be gone by the time the reply is ready.
    Execute(Command, oneshot::Sender<Result<Reply, Refusal>>),
    /// Welcomes a client and subscribes it to subsequent news.
    Welcome(Command, oneshot::Sender<Welcomed>),
    Inspect(Box<dyn FnOnce(&Table) + Send>),
    /// Handles a request that another node sent to the owner.
    FromNode {
        node: String,
        what: NodeRequest<ClientNetwork>,
        /// Channel for the reply.
        answer: oneshot::Sender<NodeReply<Refusal>>,
    },
    /// Unloads the table; its clients reconnect and see the stored state.
    Unload,
    /// Unloads the table if it has been unused for this time and the hub agrees.
    EvictIfIdle(Duration, EvictionCheck),
}

/// Asks the hub whether a table can be unloaded. The hub agrees if no other handles exist.
pub type EvictionCheck = Box<dyn FnOnce(&Receiver) -> bool + Send>;

/// A welcome and the news that follows it.
pub type Welcomed = (Result<Reply, Refusal>, broadcast::Receiver<Broadcast>);
