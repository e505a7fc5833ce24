//! What comes into a table's mailbox.

use std::time::Duration;

use table::driving::{Answered, Asked};
use table::{Command, Reply, Table};
use tokio::sync::{broadcast, mpsc, oneshot};

use super::news::Broadcast;
use crate::http::refusal::Refusal;
use crate::limits::caller::Household;

/// The way into a table's mailbox. What waits there is boxed: there is room for many, and seldom more than one.
pub type Sender = mpsc::Sender<Box<TableRequest>>;
/// A table's mailbox.
pub type Receiver = mpsc::Receiver<Box<TableRequest>>;

/// A request to a table's driver.
pub enum TableRequest {
    /// A command is carried out; whoever sent it may have gone when the reply comes.
    Do(Command, oneshot::Sender<Result<Reply, Refusal>>),
    /// A client is welcomed, and gets the news from there on.
    Watch(Command, oneshot::Sender<Watched>),
    Look(Box<dyn FnOnce(&Table) + Send>),
    /// Another node asks something of the keeper.
    Far {
        node: String,
        what: Asked<Household>,
        /// Whoever waits for the answer.
        answer: oneshot::Sender<Answered<Refusal>>,
    },
    /// The table leaves the memory, and everybody at it comes back to what is stored.
    Leave,
    /// The table leaves the memory if nobody has asked anything of it for so long, and the hub agrees.
    Retire(Duration, Agree),
}

/// Whether the hub lets go of a table, which it does where nobody else holds it.
pub type Agree = Box<dyn FnOnce(&Receiver) -> bool + Send>;

/// A welcome, and the news that come after it.
pub type Watched = (Result<Reply, Refusal>, broadcast::Receiver<Broadcast>);
