//! Counts an attack's requests and traffic.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::wire::{Answer, Client};

/// Counts of an attack's requests and bytes.
#[derive(Default)]
pub struct Counters {
    /// Requests that succeeded.
    pub done: AtomicU64,
    /// Requests that were rejected or cut off.
    pub refused: AtomicU64,
    /// Bytes sent to the server.
    pub sent: AtomicU64,
    /// Bytes received from the server.
    pub received: AtomicU64,
}

impl Counters {
    /// Counts a request as succeeded (`done`) or rejected.
    pub fn count(&self, done: bool) {
        if done { &self.done } else { &self.refused }.fetch_add(1, Ordering::Relaxed);
    }

    /// Returns the counters as JSON.
    pub fn summary(&self) -> Value {
        let [done, refused, sent, received] =
            [&self.done, &self.refused, &self.sent, &self.received].map(|number| number.load(Ordering::Relaxed));
        json!({"done": done, "refused": refused, "sent": sent, "received": received})
    }
}

/// Starts concurrent clients that repeat requests.
pub fn loops<F: Future<Output = anyhow::Result<Answer>> + Send + 'static>(
    count: usize,
    client: Client,
    counters: &Arc<Counters>,
    ask: impl Fn(Client) -> F + Clone + Send + 'static,
) -> JoinSet<()> {
    let mut all = JoinSet::new();
    for _ in 0..count {
        let (counters, ask) = (counters.clone(), ask.clone());
        all.spawn(async move {
            loop {
                let answer = ask(client).await;
                counters.count(answer.as_ref().is_ok_and(|answer| answer.status < 300));
                counters.received.fetch_add(answer.map_or(0, |answer| answer.bytes as u64), Ordering::Relaxed);
            }
        });
    }
    all
}
