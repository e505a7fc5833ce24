//! Lets table drivers reach other nodes. Leases are stored in the database, and messages are sent over NATS.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use futures_util::StreamExt;
use table::Moment;
use table::driving::{AskError, Lease, NodeReply, NodeRequest, Nodes, UpdateMessage};

use super::bus::Subscriber;
use super::messages::Question;
use super::nodes::{Cluster, NODE_TIMEOUT_MS};
use crate::http::refusal::{Code, Refusal};
use crate::limits::caller::ClientNetwork;
use crate::storage::StorageError;

/// Delay before asking an owner node again. A dead node is detected after [`NODE_TIMEOUT_MS`].
const ASK_RETRY_DELAY: Duration = Duration::from_millis(200);
/// Maximum number of attempts to take a table that another node may be taking at the same time.
const MAX_LEASE_ATTEMPTS: u32 = 20;
/// Grace period for messages that were sent before an answer but arrive after it. Also the delay between attempts to take a table.
const SHORT_WAIT: Duration = Duration::from_millis(50);

impl Nodes for Cluster {
    type Refusal = Refusal;
    type Requester = ClientNetwork;
    type Subscription = Subscriber;

    fn now(&self) -> Moment {
        self.time.now()
    }

    async fn acquire_lease(&self, table: &str) -> Result<Option<Lease>, Refusal> {
        let mut taken = self.take_in_store(table).await.map_err(|why| read_failed(&why))?;
        let before = lock(&self.last_heartbeats).remove(table);
        if let Some(lease) = taken.as_mut().filter(|lease| lease.owner_node == self.node) {
            self.counts.takeovers.inc_by(u64::from(lease.last_heartbeat.is_some()));
            lease.last_heartbeat = lease.last_heartbeat.or(before);
        }
        Ok(taken)
    }

    async fn sync_clock(&self) -> Result<(), String> {
        let asked = Instant::now();
        let moment = self.store.moment(NODE_TIMEOUT_MS).await.map_err(|why| why.to_string())?;
        self.time.synchronise(moment, asked);
        Ok(())
    }

    fn is_this_node(&self, node: &str) -> bool {
        self.node == node
    }

    fn is_live(&self, node: &str) -> bool {
        self.is_up(node)
    }

    fn is_shutting_down(&self) -> bool {
        self.is_shutting_down()
    }

    fn lapses(&self) -> u64 {
        self.lapses()
    }

    fn is_connected(&self) -> bool {
        self.bus.is_connected()
    }

    async fn request(
        &self,
        owner_node: &str,
        table: &str,
        what: NodeRequest<ClientNetwork>,
    ) -> Result<NodeReply<Refusal>, AskError> {
        self.bus.request(owner_node, &Question { table: table.to_owned(), node: self.node.clone(), what }).await
    }

    async fn subscribe(&self, table: &str) -> Option<Subscriber> {
        self.bus.subscribe(self.bus.table_subject(table)).await
    }

    async fn next_update_soon(&self, news: &mut Subscriber) -> Option<UpdateMessage> {
        tokio::time::timeout(SHORT_WAIT, next_update(news)).await.ok()
    }

    async fn publish(&self, table: &str, message: &UpdateMessage) {
        self.bus.publish(self.bus.table_subject(table), message).await;
    }

    async fn wait_before_retry(&self) {
        tokio::time::sleep(ASK_RETRY_DELAY).await;
    }

    async fn release_lease(&self, table: &str) {
        if let Err(why) = self.store.release(table, &self.node).await {
            tracing::warn!("cannot release table {table}: {why}");
        }
    }

    fn warn(&self, table: &str, why: &Refusal) {
        tracing::warn!("table {table}: {why}");
    }
}

impl Cluster {
    async fn take_in_store(&self, table: &str) -> Result<Option<Lease>, StorageError> {
        for left in (0..MAX_LEASE_ATTEMPTS).rev() {
            let asked = Instant::now();
            let taken = match self.store.take(table, &self.node, games::RULES_VERSION, NODE_TIMEOUT_MS).await {
                Err(StorageError::Taking) if left > 0 => {
                    tokio::time::sleep(SHORT_WAIT).await;
                    continue;
                }
                taken => taken?,
            };
            if let Some(lease) = &taken {
                // Synchronise the running time before reading any of the table's clocks.
                self.time.synchronise(lease.moment, asked);
            }
            return Ok(taken);
        }
        Err(StorageError::Taking)
    }

    /// Takes a table unless another node owns it. Returns whether this node now owns the table.
    pub async fn acquire_if_free(&self, table: &str) -> bool {
        let Ok(Some(lease)) = self.take_in_store(table).await else { return false };
        let taken = lease.owner_node == self.node;
        if let Some(last) = lease.last_heartbeat.filter(|_| taken) {
            self.counts.takeovers.inc();
            lock(&self.last_heartbeats).insert(table.to_owned(), last);
        }
        taken
    }
}

fn lock<T>(what: &Mutex<T>) -> MutexGuard<'_, T> {
    what.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the next message from a table's owner node. Never resolves once the subscription has ended.
pub async fn next_update(news: &mut Subscriber) -> UpdateMessage {
    loop {
        let Some(message) = news.next().await else { std::future::pending().await };
        if let Ok(message) = serde_json::from_slice(&message.payload) {
            return message;
        }
    }
}

fn read_failed(why: &StorageError) -> Refusal {
    if let StorageError::NewerRules { .. } = why {
        return Refusal::new(Code::Storage, why.to_string());
    }
    tracing::error!("cannot read the owner of a table: {why}");
    Refusal::new(Code::Storage, format!("cannot read the table ({why}); try again"))
}
