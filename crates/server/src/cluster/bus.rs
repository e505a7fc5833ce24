//! The way between nodes: messages over NATS. None of them need arrive.

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
use crate::compute::subjects::{BadName, Names};

/// How long a node has to answer another.
const PATIENCE: Duration = Duration::from_secs(2);

/// Why there is no way to other nodes.
#[derive(Debug, Error)]
pub enum BusError {
    #[error(transparent)]
    Name(#[from] BadName),
    #[error("NATS cannot be reached: {0}")]
    Nats(#[from] async_nats::ConnectError),
}

/// The way to the other nodes of a cluster.
#[derive(Clone)]
pub struct Bus {
    client: Client,
    names: Names,
}

impl Bus {
    /// Connects, now or as soon as NATS is there, and again whenever the connection is lost.
    pub async fn connect(nats: &str, cluster: &str) -> Result<Bus, BusError> {
        let names = Names::new(cluster)?;
        Ok(Bus { client: connection::connect(nats, "bastide node").await?, names })
    }

    /// The way to the workers of the cluster.
    pub fn queue(&self) -> Queue {
        Queue::new(self.client.clone(), self.names.clone())
    }

    /// Whether NATS is there.
    pub fn is_connected(&self) -> bool {
        self.client.connection_state() == State::Connected
    }

    /// Where a node is asked.
    pub fn to_node(&self, node: &str) -> String {
        self.names.node(node)
    }

    /// Where is told what happens at a table.
    pub fn of_table(&self, table: &str) -> String {
        self.names.table(table)
    }

    /// Where every node is told something.
    pub fn to_all(&self) -> String {
        self.names.all()
    }

    /// Tells whoever listens there.
    pub async fn tell(&self, subject: String, message: &impl Serialize) {
        // What does not arrive is found out and read; without NATS nothing waits to be sent later, when it would be old.
        if let Ok(bytes) = serde_json::to_vec(message)
            && self.is_connected()
        {
            let _ = self.client.publish(subject, bytes.into()).await;
        }
    }

    pub async fn ask<T: DeserializeOwned>(&self, node: &str, question: &impl Serialize) -> Result<T, AskError> {
        if !self.is_connected() {
            return Err(AskError::Unreachable);
        }
        let bytes = serde_json::to_vec(question).map_err(|_| AskError::Unreachable)?;
        let asked = self.client.request(self.to_node(node), bytes.into());
        match tokio::time::timeout(PATIENCE, asked).await {
            Ok(Ok(answer)) => serde_json::from_slice(&answer.payload).map_err(|_| AskError::Timeout),
            Ok(Err(why)) if why.kind() == async_nats::RequestErrorKind::NoResponders => Err(AskError::Unreachable),
            Ok(Err(_)) | Err(_) => Err(AskError::Timeout),
        }
    }

    /// Listens from now on; none where NATS cannot be told so.
    pub async fn listen(&self, subject: String) -> Option<Subscriber> {
        self.client.subscribe(subject).await.ok()
    }

    /// Waits until all that was sent is on its way.
    pub async fn flush(&self) {
        let _ = tokio::time::timeout(PATIENCE, self.client.flush()).await;
    }
}
