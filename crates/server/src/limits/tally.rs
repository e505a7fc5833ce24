//! Counts per client network.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::caller::Household;

/// Counts something per client network, up to a maximum.
#[derive(Clone)]
pub struct Tally {
    most: usize,
    held: Arc<Mutex<HashMap<Household, usize>>>,
}

/// One counted item; it counts until it is dropped.
pub struct Held {
    tally: Tally,
    household: Household,
}

impl Tally {
    pub fn new(most: usize) -> Tally {
        Tally { most, held: Arc::default() }
    }

    /// Counts one more for a client network; `None` if it has reached its maximum.
    pub fn take(&self, household: Household) -> Option<Held> {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let count = held.get(&household).copied().unwrap_or_default();
        if count >= self.most {
            return None;
        }
        held.insert(household, count + 1);
        Some(Held { tally: self.clone(), household })
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let mut held = self.tally.held.lock().unwrap_or_else(PoisonError::into_inner);
        match held.get_mut(&self.household) {
            Some(count) if *count > 1 => *count -= 1,
            _ => drop(held.remove(&self.household)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_client_network_has_its_own_count() {
        let tally = Tally::new(2);
        let of = |last: u8| Household::of(std::net::IpAddr::from([192, 0, 2, last]));
        let (one, two) = (tally.take(of(1)).unwrap(), tally.take(of(1)).unwrap());
        assert!(tally.take(of(1)).is_none() && tally.take(of(2)).is_some());
        drop(one);
        let again = tally.take(of(1));
        assert!(again.is_some() && tally.take(of(1)).is_none());
        drop((two, again));
        assert!(tally.held.lock().unwrap().is_empty());
    }
}
