//! Counters per client network.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::caller::ClientNetwork;

/// Counts items per client network, up to a maximum.
#[derive(Clone)]
pub struct NetworkCounter {
    most: usize,
    held: Arc<Mutex<HashMap<ClientNetwork, usize>>>,
}

/// One counted item; counts until it is dropped.
pub struct Held {
    counter: NetworkCounter,
    client_network: ClientNetwork,
}

impl NetworkCounter {
    pub fn new(most: usize) -> NetworkCounter {
        NetworkCounter { most, held: Arc::default() }
    }

    /// Counts one more item for a client network; returns `None` if the network has reached its maximum.
    pub fn take(&self, client_network: ClientNetwork) -> Option<Held> {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let count = held.get(&client_network).copied().unwrap_or_default();
        if count >= self.most {
            return None;
        }
        held.insert(client_network, count + 1);
        Some(Held { counter: self.clone(), client_network })
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let mut held = self.counter.held.lock().unwrap_or_else(PoisonError::into_inner);
        match held.get_mut(&self.client_network) {
            Some(count) if *count > 1 => *count -= 1,
            _ => drop(held.remove(&self.client_network)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_client_network_has_its_own_count() {
        let counter = NetworkCounter::new(2);
        let of = |last: u8| ClientNetwork::of(std::net::IpAddr::from([192, 0, 2, last]));
        let (one, two) = (counter.take(of(1)).unwrap(), counter.take(of(1)).unwrap());
        assert!(counter.take(of(1)).is_none() && counter.take(of(2)).is_some());
        drop(one);
        let again = counter.take(of(1));
        assert!(again.is_some() && counter.take(of(1)).is_none());
        drop((two, again));
        assert!(counter.held.lock().unwrap().is_empty());
    }
}
