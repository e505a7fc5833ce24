//! A spectator that reads updates and reconnects when it loses the server.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;

use crate::report::Counts;
use crate::wire::{self, Socket};

/// Watches a table until stopped.
pub async fn watch(
    at: SocketAddr,
    (visitor, protocol): (usize, u32),
    table: String,
    counts: Arc<Counts>,
    mut stop: watch::Receiver<bool>,
) {
    let mut since = None;
    while !*stop.borrow() {
        let Ok((mut socket, _)) = Socket::hello(at, visitor, &table, &[], (since, protocol)).await else {
            tokio::time::sleep(Duration::from_millis(200)).await;
            continue;
        };
        loop {
            let received = tokio::select! {
                received = socket.wait() => received,
                _ = stop.changed() => return,
            };
            let Ok((text, _)) = received else { break };
            if let Some(seq) = wire::seq_of_update(&text) {
                since = Some(seq);
                counts.update(text.len());
            }
        }
    }
}
