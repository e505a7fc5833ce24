//! Slots for long-lived connections: sockets have one pool, event streams another. A full pool still admits newcomers: the client network
//! with the most slots yields to one with fewer, and guests yield to signed-in users.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio_util::sync::CancellationToken;

use super::caller::ClientNetwork;

/// A pool of slots.
#[derive(Clone)]
pub struct Pool(Arc<Shared>);

struct Shared {
    most: usize,
    /// Maximum number of slots per client network.
    most_of_one: usize,
    held: Mutex<Held>,
}

#[derive(Default)]
struct Held {
    next: u64,
    /// Held slots by sequence number, oldest first.
    slots: BTreeMap<u64, Taken>,
    client_networks: HashMap<ClientNetwork, Count>,
}

struct Taken {
    client_network: ClientNetwork,
    guest: bool,
    evicted: CancellationToken,
}

/// Slots of one client network.
#[derive(Clone, Copy, Default)]
struct Count {
    all: usize,
    guests: usize,
}

/// Error returned when no slot is available.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PoolError {
    /// The client network has reached its maximum.
    NetworkLimit,
    /// The pool is full and no holder yields to the requester.
    Full,
}

/// A slot; counts as in use until it is dropped or evicted.
pub struct Slot {
    pool: Pool,
    number: u64,
    evicted: CancellationToken,
}

impl Pool {
    /// Creates a pool of `most` slots with at most `most_of_one` per client network.
    pub fn new(most: usize, most_of_one: usize) -> Pool {
        Pool(Arc::new(Shared { most, most_of_one, held: Mutex::default() }))
    }

    /// Returns the number of slots in use.
    pub fn count(&self) -> usize {
        self.lock().slots.len()
    }

    /// Takes a slot for a guest or a signed-in user, evicting another holder if the pool is full.
    ///
    /// # Errors
    /// The client network has reached its maximum, or no other holder yields.
    pub fn take(&self, client_network: ClientNetwork, guest: bool) -> Result<Slot, PoolError> {
        let mut held = self.lock();
        let own = held.client_networks.get(&client_network).copied().unwrap_or_default();
        if own.all >= self.0.most_of_one {
            return Err(PoolError::NetworkLimit);
        }
        if held.slots.len() >= self.0.most {
            let number = held.choose_evicted(own.all, guest).ok_or(PoolError::Full)?;
            if let Some(taken) = held.remove(number) {
                taken.evicted.cancel();
            }
        }
        let (number, evicted) = (held.next, CancellationToken::new());
        held.next += 1;
        held.slots.insert(number, Taken { client_network, guest, evicted: evicted.clone() });
        let count = held.client_networks.entry(client_network).or_default();
        count.all += 1;
        count.guests += usize::from(guest);
        drop(held);
        Ok(Slot { pool: self.clone(), number, evicted })
    }

    fn lock(&self) -> MutexGuard<'_, Held> {
        self.0.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Held {
    /// Chooses the slot to evict for a newcomer whose client network holds `own` slots: the oldest slot of the network with the most.
    /// Guests' slots are evicted first. A signed-in newcomer can always evict a guest; otherwise the newcomer's network must hold fewer
    /// slots.
    fn choose_evicted(&self, own: usize, guest: bool) -> Option<u64> {
        let most = |of: fn(&Count) -> usize| {
            self.client_networks.iter().map(|(client_network, count)| (of(count), *client_network)).max().unzip()
        };
        let (guests, of_guests) = most(|count| count.guests);
        let (all, of_all) = most(|count| count.all);
        // Networks with equal shares would keep evicting each other.
        let fewer = |count: Option<usize>| count.is_some_and(|count| own + 1 < count);
        let (client_network, only_guests) = if fewer(guests) || (!guest && guests > Some(0)) {
            (of_guests?, true)
        } else if fewer(all) {
            (of_all?, false)
        } else {
            return None;
        };
        let yields = |taken: &Taken| taken.client_network == client_network && (taken.guest || !only_guests);
        self.slots.iter().find(|(_, taken)| yields(taken)).map(|(number, _)| *number)
    }

    fn remove(&mut self, number: u64) -> Option<Taken> {
        let taken = self.slots.remove(&number)?;
        if let Some(count) = self.client_networks.get_mut(&taken.client_network) {
            count.all -= 1;
            count.guests -= usize::from(taken.guest);
            if count.all == 0 {
                self.client_networks.remove(&taken.client_network);
            }
        }
        Some(taken)
    }
}

impl Slot {
    /// Returns the token that is cancelled when the slot is evicted.
    pub fn evicted(&self) -> CancellationToken {
        self.evicted.clone()
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.pool.lock().remove(self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client_network(last: u8) -> ClientNetwork {
        ClientNetwork::of(std::net::IpAddr::from([192, 0, 2, last]))
    }

    fn evicted(slots: &[Slot]) -> Vec<usize> {
        (0..slots.len()).filter(|&at| slots[at].evicted().is_cancelled()).collect()
    }

    #[test]
    fn a_few_networks_that_fill_the_pool_lock_nobody_out() {
        let pool = Pool::new(12, 6);
        let greedy: Vec<Slot> = (0..12).map(|number| pool.take(client_network(number % 2), true).unwrap()).collect();
        assert_eq!(pool.take(client_network(0), true).err(), Some(PoolError::NetworkLimit));
        let visitors: Vec<Slot> = (10..18).map(|last| pool.take(client_network(last), true).unwrap()).collect();
        assert_eq!((evicted(&greedy).len(), evicted(&visitors).len(), pool.count()), (8, 0, 12));
        // All networks hold one or two slots now, so none yields to a guest whose network already holds one.
        assert_eq!(pool.take(client_network(10), true).err(), Some(PoolError::Full));
        drop((greedy, visitors));
        let held = pool.lock();
        assert!(held.slots.is_empty() && held.client_networks.is_empty(), "an evicted slot is subtracted exactly once");
    }

    #[test]
    fn guests_yield_to_signed_in_users_and_not_the_other_way_round() {
        let pool = Pool::new(3, 3);
        let guests: Vec<Slot> = (0..3).map(|last| pool.take(client_network(last), true).unwrap()).collect();
        assert_eq!(pool.take(client_network(9), true).err(), Some(PoolError::Full), "guests have equal shares");
        let signed_in: Vec<Slot> = (10..13).map(|last| pool.take(client_network(last), false).unwrap()).collect();
        assert_eq!((evicted(&guests), evicted(&signed_in)), (vec![0, 1, 2], vec![]));
        assert_eq!(pool.take(client_network(9), true).err(), Some(PoolError::Full));
        assert_eq!(pool.take(client_network(9), false).err(), Some(PoolError::Full));
        drop(guests);
        assert_eq!(pool.count(), 3);
    }

    #[test]
    fn a_signed_in_user_yields_only_to_a_network_with_fewer_slots() {
        let pool = Pool::new(4, 4);
        let many: Vec<Slot> = (0..4).map(|_| pool.take(client_network(1), false).unwrap()).collect();
        let one = pool.take(client_network(2), true).unwrap();
        assert_eq!((evicted(&many), one.evicted().is_cancelled()), (vec![0], false));
        // The guest is the first to yield to another signed-in user.
        let other = pool.take(client_network(3), false).unwrap();
        assert!(one.evicted().is_cancelled() && !other.evicted().is_cancelled());
    }
}
