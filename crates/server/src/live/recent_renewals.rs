//! Remembers which of a table's secrets were renewed recently, so that a client that repeats its hello causes no database writes.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use table::Hash;

/// Time for which a renewal is remembered. The database renews a secret at most once a day.
const RECENT: Duration = Duration::from_secs(60 * 60);
/// Maximum number of remembered renewals. A table has fewer secrets unless they are constantly replaced.
const MAX_REMEMBERED: usize = 512;

/// Recently renewed secrets of one table.
#[derive(Default)]
pub struct RecentRenewals(Mutex<HashMap<Hash, Instant>>);

impl RecentRenewals {
    /// Filters out the secrets that were renewed recently.
    pub fn without_recent(&self, mut hashes: Vec<Hash>) -> Vec<Hash> {
        let known = self.lock();
        hashes.retain(|hash| known.get(hash).is_none_or(|at| at.elapsed() >= RECENT));
        hashes
    }

    /// Records that these secrets are being renewed now.
    pub fn note(&self, hashes: &[Hash]) {
        let mut known = self.lock();
        if known.len() + hashes.len() > MAX_REMEMBERED {
            known.clear();
        }
        let now = Instant::now();
        known.extend(hashes.iter().take(MAX_REMEMBERED).map(|hash| (*hash, now)));
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Hash, Instant>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recent_renewals_are_skipped_and_memory_is_bounded() {
        let renewed = RecentRenewals::default();
        renewed.note(&[[1; 32]]);
        assert_eq!(renewed.without_recent(vec![[1; 32], [2; 32]]), vec![[2; 32]]);
        for number in 0..2000_u32 {
            let mut hash = [0; 32];
            hash[..4].copy_from_slice(&number.to_be_bytes());
            renewed.note(&[hash]);
        }
        assert!(renewed.lock().len() <= MAX_REMEMBERED);
    }
}
