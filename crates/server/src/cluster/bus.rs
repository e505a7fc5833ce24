//! The message bus between nodes, over NATS. Delivery is not guaranteed.

use std::time::Duration;

use async_nats::Client;
use async_nats::connection::State;
pub use async_nats::{Message, Subscriber};
use serde::Serialize;
use serde::de::DeserializeOwned;
use table::driving::AskError;
use thiserror::Error;

use crate::compute::connection;
use crate::compute::queue::Queue;
use crate::compute::subjects::{InvalidClusterName, Subjects};

/// Timeout of a request to another node.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(2);

/// The reason the bus cannot be used.
#[derive(Debug, Error)]
pub enum BusError {
    #[error(transparent)]
    Name(#[from] InvalidClusterName),
    #[error("cannot connect to NATS: {0}")]
    Nats(#[from] async_nats::ConnectError),
}

/// The message bus of a cluster.
#[derive(Clone)]
pub struct Bus {
    client: Client,
    names: Subjects,
}

impl Bus {
    /// Connects now or as soon as NATS is up, and reconnects whenever the connection is lost.
    pub async fn connect(nats: &str, cluster: &str) -> Result<Bus, BusError> {
        let names = Subjects::new(cluster)?;
        Ok(Bus { client: connection::connect(nats, "bastide node").await?, names })
    }

    /// Returns the job queue of the cluster's workers.
    pub fn queue(&self) -> Queue {
        Queue::new(self.client.clone(), self.names.clone())
    }

    /// Returns whether NATS is connected.
    pub fn is_connected(&self) -> bool {
        self.client.connection_state() == State::Connected
    }

    /// Returns the subject for requests to a node.
    pub fn node_subject(&self, node: &str) -> String {
        self.names.node(node)
    }

    /// Returns the subject for a table's events.
    pub fn table_subject(&self, table: &str) -> String {
        self.names.table(table)
    }

    /// Returns the subject for broadcasts to all nodes.
    pub fn broadcast_subject(&self) -> String {
        self.names.all()
    }

    /// Publishes a message; does nothing while NATS is down.
    pub async fn publish(&self, subject: String, message: &impl Serialize) {
        // Receivers notice when messages are lost, and read the database. Nothing is buffered while NATS is down, since it would be stale
        // on arrival.
        if let Ok(bytes) = serde_json::to_vec(message)
            && self.is_connected()
        {
            let _ = self.client.publish(subject, bytes.into()).await;
        }
    }

    pub async fn request<T: DeserializeOwned>(&self, node: &str, question: &impl Serialize) -> Result<T, AskError> {
        if !self.is_connected() {
            return Err(AskError::Unreachable);
        }
        let bytes = serde_json::to_vec(question).map_err(|_| AskError::Unreachable)?;
        let asked = self.client.request(self.node_subject(node), bytes.into());
        match tokio::time::timeout(REQUEST_TIMEOUT, asked).await {
            Ok(Ok(answer)) => serde_json::from_slice(&answer.payload).map_err(|_| AskError::Timeout),
            Ok(Err(why)) if why.kind() == async_nats::RequestErrorKind::NoResponders => Err(AskError::Unreachable),
            Ok(Err(_)) | Err(_) => Err(AskError::Timeout),
        }
    }

    /// Subscribes to a subject; `None` if NATS is unreachable.
    pub async fn subscribe(&self, subject: String) -> Option<Subscriber> {
        self.client.subscribe(subject).await.ok()
    }

    /// Waits until all published messages have been sent, or until a timeout.
    pub async fn flush(&self) {
        let _ = tokio::time::timeout(REQUEST_TIMEOUT, self.client.flush()).await;
    }
}
