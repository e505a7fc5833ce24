//! Tracks open connections and evicts idle ones when there are too many.
//!
//! A connection that is waiting for a request, or for the rest of one, can be evicted to make room. If the new connection's client network
//! has reached its maximum, that network's longest-waiting connection is evicted; otherwise, the longest-waiting one overall. A client that
//! opens thousands of idle connections therefore does not lock out others.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio_util::sync::CancellationToken;

use super::caller::ClientNetwork;

/// Maximum numbers of open connections.
#[derive(Clone, Copy, Debug)]
pub struct ConnectionLimits {
    pub all: usize,
    /// Per client network; trusted proxies have no such limit.
    pub client_network: usize,
}

/// The set of open connections.
pub struct Connections {
    most: ConnectionLimits,
    open: Mutex<Open>,
}

#[derive(Default)]
struct Open {
    /// Last sequence number assigned to a waiting connection; the longest-waiting connection has the lowest.
    turn: u64,
    count: usize,
    client_networks: HashMap<ClientNetwork, NetworkConnections>,
    waiting: BTreeMap<u64, Waiting>,
}

/// Connections of one client network.
#[derive(Default)]
struct NetworkConnections {
    count: usize,
    waiting: BTreeSet<u64>,
}

struct Waiting {
    client_network: Option<ClientNetwork>,
    slot: Arc<Slot>,
}

/// State of a connection; changed only while [`Connections::open`] is locked.
struct Slot {
    close: CancellationToken,
    state: Mutex<State>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Idle(u64),
    Busy,
    Closed,
}

/// An open connection. It counts until it is dropped or evicted.
pub struct Connection {
    all: Arc<Connections>,
    client_network: Option<ClientNetwork>,
    slot: Arc<Slot>,
}

impl Connections {
    pub fn new(most: ConnectionLimits) -> Arc<Connections> {
        Arc::new(Connections { most, open: Mutex::default() })
    }

    pub fn count(&self) -> usize {
        self.lock().count
    }

    /// Admits a connection, initially waiting for a request; `None` if there are too many and none is idle. Trusted proxies have no client
    /// network.
    pub fn enter(self: &Arc<Connections>, client_network: Option<ClientNetwork>) -> Option<Connection> {
        let mut open = self.lock();
        let of = client_network.and_then(|client_network| open.client_networks.get(&client_network));
        if let Some(of) = of.filter(|of| of.count >= self.most.client_network) {
            let oldest = of.waiting.first().copied();
            open.evict(oldest?);
        }
        if open.count >= self.most.all {
            let oldest = open.waiting.first_key_value().map(|(&turn, _)| turn);
            open.evict(oldest?);
        }
        open.count += 1;
        if let Some(client_network) = client_network {
            open.client_networks.entry(client_network).or_default().count += 1;
        }
        let slot = Arc::new(Slot { close: CancellationToken::new(), state: Mutex::new(State::Busy) });
        open.wait(client_network, &slot);
        drop(open);
        Some(Connection { all: self.clone(), client_network, slot })
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Slot {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Open {
    fn wait(&mut self, client_network: Option<ClientNetwork>, slot: &Arc<Slot>) {
        self.turn += 1;
        *slot.state() = State::Idle(self.turn);
        self.waiting.insert(self.turn, Waiting { client_network, slot: slot.clone() });
        if let Some(of) = client_network.and_then(|client_network| self.client_networks.get_mut(&client_network)) {
            of.waiting.insert(self.turn);
        }
    }

    fn remove_waiting(&mut self, turn: u64) -> Option<Waiting> {
        let waiting = self.waiting.remove(&turn)?;
        if let Some(of) =
            waiting.client_network.and_then(|client_network| self.client_networks.get_mut(&client_network))
        {
            of.waiting.remove(&turn);
        }
        Some(waiting)
    }

    fn evict(&mut self, turn: u64) {
        if let Some(Waiting { client_network, slot }) = self.remove_waiting(turn) {
            *slot.state() = State::Closed;
            slot.close.cancel();
            self.leave(client_network);
        }
    }

    fn leave(&mut self, client_network: Option<ClientNetwork>) {
        self.count -= 1;
        let Some(client_network) = client_network else { return };
        if let Some(of) = self.client_networks.get_mut(&client_network) {
            of.count -= 1;
            if of.count == 0 {
                self.client_networks.remove(&client_network);
            }
        }
    }
}

impl Connection {
    /// Returns the token that is cancelled when the connection is evicted.
    pub fn evicted(&self) -> CancellationToken {
        self.slot.close.clone()
    }

    /// Marks the connection as busy with a complete request.
    pub fn works(&self) {
        let mut open = self.all.lock();
        let state = *self.slot.state();
        if let State::Idle(turn) = state {
            open.remove_waiting(turn);
            *self.slot.state() = State::Busy;
        }
    }

    /// Marks the connection as waiting for a request or the rest of one.
    pub fn waits(&self) {
        let mut open = self.all.lock();
        let state = *self.slot.state();
        if state == State::Busy {
            open.wait(self.client_network, &self.slot);
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        let mut open = self.all.lock();
        let state = *self.slot.state();
        if let State::Idle(turn) = state {
            open.remove_waiting(turn);
        }
        if state != State::Closed {
            *self.slot.state() = State::Closed;
            open.leave(self.client_network);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client_network(last: u8) -> Option<ClientNetwork> {
        Some(ClientNetwork::of(std::net::IpAddr::from([192, 0, 2, last])))
    }

    #[test]
    fn the_longest_idle_connection_of_the_same_network_is_evicted_first() {
        let all = Connections::new(ConnectionLimits { all: 4, client_network: 2 });
        let other = all.enter(client_network(9)).unwrap();
        let (first, second) = (all.enter(client_network(1)).unwrap(), all.enter(client_network(1)).unwrap());
        let third = all.enter(client_network(1)).unwrap();
        assert!(first.evicted().is_cancelled() && !second.evicted().is_cancelled());
        assert!(!other.evicted().is_cancelled(), "another network's connection stays, although it is older");
        assert_eq!(all.count(), 3);
        drop(first);
        assert_eq!(all.count(), 3, "an evicted connection is subtracted exactly once");
        second.works();
        third.works();
        assert!(all.enter(client_network(1)).is_none(), "busy connections are not evicted");
        third.waits();
        assert!(all.enter(client_network(1)).is_some());
        assert!(third.evicted().is_cancelled());
    }

    #[test]
    fn at_the_total_limit_the_oldest_idle_connection_is_evicted() {
        let all = Connections::new(ConnectionLimits { all: 3, client_network: 2 });
        let old: Vec<_> = (1..=3).map(|last| all.enter(client_network(last)).unwrap()).collect();
        old[0].works();
        let proxy = all.enter(None).unwrap();
        assert_eq!(old.iter().map(|one| one.evicted().is_cancelled()).collect::<Vec<_>>(), [false, true, false]);
        proxy.works();
        old[0].waits();
        drop((old, proxy));
        let open = all.lock();
        assert_eq!((open.count, open.client_networks.len(), open.waiting.len()), (0, 0, 0));
    }
}
