//! Tracks who is viewing a table. Computer players think only while someone is viewing, and on the viewers' behalf.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Notify;

use crate::compute::slots::Owner;
use crate::limits::caller::ClientNetwork;

/// Viewers of one table.
pub struct Visitors {
    /// Time after the last view during which computer players keep thinking.
    idle_timeout: Duration,
    state: Mutex<State>,
    arrived: Notify,
}

#[derive(Default)]
struct State {
    next: u64,
    /// Clients that have sent a hello over a socket.
    here: BTreeMap<u64, ClientNetwork>,
    /// Last view by a client that is not connected.
    last: Option<(Instant, ClientNetwork)>,
}

/// Marks a client as viewing until dropped.
pub struct Visit {
    visitors: Arc<Visitors>,
    number: u64,
}

impl Visitors {
    /// Creates an empty list. `asked` counts as having just viewed the table.
    pub fn new(idle_timeout: Duration, asked: Owner) -> Arc<Visitors> {
        let visitors = Visitors { idle_timeout, state: Mutex::default(), arrived: Notify::new() };
        if let Some(client_network) = asked {
            visitors.note_view(client_network);
        }
        Arc::new(visitors)
    }

    /// Adds a connected client.
    pub fn enter(self: &Arc<Visitors>, client_network: ClientNetwork) -> Visit {
        let mut state = self.lock();
        let number = state.next;
        state.next += 1;
        state.here.insert(number, client_network);
        drop(state);
        self.arrived.notify_waiters();
        Visit { visitors: self.clone(), number }
    }

    /// Records a single view.
    pub fn note_view(&self, client_network: ClientNetwork) {
        self.lock().last = Some((Instant::now(), client_network));
        self.arrived.notify_waiters();
    }

    pub fn count(&self) -> usize {
        self.lock().here.len()
    }

    /// Returns the client network on whose behalf computer players think: that of the longest-connected client, or of the last viewer if no
    /// client is connected.
    pub fn owner(&self) -> Owner {
        let state = self.lock();
        state.here.values().next().copied().or(state.last.map(|(_, client_network)| client_network))
    }

    /// Reports whether no client is connected and none has viewed the table for a while.
    pub fn are_gone(&self) -> bool {
        self.time_left().is_none()
    }

    /// Returns the minimum time for which the table will still count as viewed; `None` if it has no viewers.
    fn time_left(&self) -> Option<Duration> {
        let state = self.lock();
        if !state.here.is_empty() {
            return Some(self.idle_timeout);
        }
        let left = self.idle_timeout.checked_sub(state.last?.0.elapsed())?;
        (!left.is_zero()).then_some(left)
    }

    /// Resolves when someone views the table, or immediately if someone already does.
    pub async fn wait_for_viewer(&self) {
        loop {
            let mut arrived = std::pin::pin!(self.arrived.notified());
            // Register before the check so that no arrival is missed.
            arrived.as_mut().enable();
            if !self.are_gone() {
                return;
            }
            arrived.await;
        }
    }

    /// Resolves when there are no viewers left.
    pub async fn wait_until_gone(&self) {
        while let Some(left) = self.time_left() {
            tokio::time::sleep(left).await;
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        let mut state = self.visitors.lock();
        if let Some(client_network) = state.here.remove(&self.number) {
            state.last = Some((Instant::now(), client_network));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn computer_players_think_on_behalf_of_viewers() {
        let client_network = |last: u8| ClientNetwork::of(std::net::IpAddr::from([192, 0, 2, last]));
        let visitors = Visitors::new(Duration::from_secs(30), None);
        assert!(visitors.are_gone() && visitors.owner().is_none());
        visitors.wait_until_gone().await;
        let waits = tokio::spawn({
            let visitors = visitors.clone();
            async move { visitors.wait_for_viewer().await }
        });
        tokio::task::yield_now().await;
        assert!(!waits.is_finished());
        let first = visitors.enter(client_network(1));
        let second = visitors.enter(client_network(2));
        waits.await.unwrap();
        assert_eq!(visitors.owner(), Some(client_network(1)));
        drop(first);
        assert_eq!(visitors.owner(), Some(client_network(2)));
        drop(second);
        assert!(!visitors.are_gone(), "a page may be reloading");
        visitors.note_view(client_network(3));
        assert_eq!(visitors.owner(), Some(client_network(3)));
        visitors.lock().last =
            Instant::now().checked_sub(Duration::from_secs(30)).map(|then| (then, client_network(3)));
        assert!(visitors.are_gone());
    }
}
