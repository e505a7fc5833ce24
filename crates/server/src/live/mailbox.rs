//! Requests in a table's mailbox.

use std::time::Duration;

use table::driving::{NodeReply, NodeRequest};
use table::{Command, Reply, Table};
use tokio::sync::{broadcast, mpsc, oneshot};

use super::news::Broadcast;
use crate::http::refusal::Refusal;
use crate::limits::caller::ClientNetwork;

/// Sender of a table's mailbox. Requests are boxed, since the capacity is large and rarely used.
pub type Sender = mpsc::Sender<Box<TableRequest>>;
/// A table's mailbox.
pub type Receiver = mpsc::Receiver<Box<TableRequest>>;

/// A request to a table's driver.
pub enum TableRequest {
    /// Executes a command; the requester may be gone when the reply is ready.
    Execute(Command, oneshot::Sender<Result<Reply, Refusal>>),
    /// Welcomes a client, which receives the news from then on.
    Welcome(Command, oneshot::Sender<Welcomed>),
    Inspect(Box<dyn FnOnce(&Table) + Send>),
    /// A request of another node to the owner.
    FromNode {
        node: String,
        what: NodeRequest<ClientNetwork>,
        /// Receives the answer.
        answer: oneshot::Sender<NodeReply<Refusal>>,
    },
    /// Unloads the table; clients reconnect and see the stored state.
    Unload,
    /// Unloads the table if it was unused for this time and the hub agrees.
    EvictIfIdle(Duration, EvictionCheck),
}

/// Asks the hub whether a table can be unloaded, which it allows if there are no other handles.
pub type EvictionCheck = Box<dyn FnOnce(&Receiver) -> bool + Send>;

/// A welcome and the news after it.
pub type Welcomed = (Result<Reply, Refusal>, broadcast::Receiver<Broadcast>);
