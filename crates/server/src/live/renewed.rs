//! Which secrets of a table were renewed lately, so that a client that says hello again and again causes no write.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use table::Hash;

/// How long a renewal is remembered. The database renews a secret at most once a day.
const RECENT: Duration = Duration::from_secs(60 * 60);
/// Renewals that are remembered at most. A table has no more secrets than this, unless they are replaced all the time.
const MAX_REMEMBERED: usize = 512;

/// Secrets of one table that were renewed lately.
#[derive(Default)]
pub struct Renewed(Mutex<HashMap<Hash, Instant>>);

impl Renewed {
    /// These secrets without those that were renewed lately.
    pub fn without_recent(&self, mut hashes: Vec<Hash>) -> Vec<Hash> {
        let known = self.lock();
        hashes.retain(|hash| known.get(hash).is_none_or(|at| at.elapsed() >= RECENT));
        hashes
    }

    /// Remembers that these are renewed now.
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
    fn recent_renewals_are_left_out_and_memory_is_bounded() {
        let renewed = Renewed::default();
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
