//! Recent guest addresses, so that a moderator can ban a guest's address without seeing it. Kept only in memory.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};

use table::Hash;

use crate::limits::caller::ClientNetwork;

/// Maximum number of remembered guests; the oldest is evicted.
const MAX_GUESTS: usize = 10_000;

/// The last known address of each guest who recently opened a socket.
#[derive(Default)]
pub struct GuestAddresses(Mutex<Seen>);

#[derive(Default)]
struct Seen {
    addresses: HashMap<Hash, ClientNetwork>,
    /// Guests in order of first appearance.
    order: VecDeque<Hash>,
}

impl GuestAddresses {
    /// Records the network of a guest, identified by the hash of a secret.
    pub fn note(&self, guest: Hash, client_network: ClientNetwork) {
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if seen.addresses.insert(guest, client_network).is_some() {
            return;
        }
        seen.order.push_back(guest);
        if seen.order.len() > MAX_GUESTS
            && let Some(first) = seen.order.pop_front()
        {
            seen.addresses.remove(&first);
        }
    }

    /// Returns the last known network of the guest who holds one of these secrets, given as hashes.
    pub fn of(&self, hashes: &[Hash]) -> Option<ClientNetwork> {
        let seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        hashes.iter().find_map(|hash| seen.addresses.get(hash).copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn last_address_is_kept_and_oldest_guest_evicted() {
        let hash = |number: usize| {
            let mut hash = [0; 32];
            hash[..8].copy_from_slice(&number.to_le_bytes());
            hash
        };
        let [first, second] = ["192.0.2.1", "192.0.2.2"].map(|address| ClientNetwork::of(address.parse().unwrap()));
        let seen = GuestAddresses::default();
        (0..MAX_GUESTS).for_each(|number| seen.note(hash(number), first));
        seen.note(hash(1), second);
        assert_eq!(seen.of(&[hash(MAX_GUESTS), hash(1)]), Some(second));
        assert_eq!(seen.of(&[hash(0)]), Some(first));
        seen.note(hash(MAX_GUESTS), second);
        assert_eq!(seen.of(&[hash(0)]), None);
        assert_eq!(seen.of(&[hash(2)]), Some(first));
    }
}
