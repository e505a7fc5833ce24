//! The connected workers known to a node, and how many jobs they can run at once.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

/// Interval between a worker's announcements.
pub const ANNOUNCE_INTERVAL: Duration = Duration::from_secs(1);
/// Validity period of an announcement. Two messages may be lost or late.
const ANNOUNCEMENT_TTL: Duration = Duration::from_millis(3500);
/// Maximum number of threads accepted per worker, and maximum number of workers, so that messages cannot exhaust the memory.
const MAX_THREADS: usize = 4096;
const MAX_WORKERS: usize = 4096;

/// A worker's announcement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorkerStatus {
    pub worker: String,
    /// Number of jobs that the worker runs at once; 0 if it is stopping.
    pub threads: usize,
}

#[derive(Debug, Default)]
/// The workers with a recent announcement.
pub struct WorkerPool(Mutex<HashMap<String, (usize, Instant)>>);

impl WorkerPool {
    /// Handles an announcement.
    pub fn announced(&self, WorkerStatus { worker, threads }: WorkerStatus, now: Instant) {
        let mut workers = self.lock();
        if threads == 0 {
            workers.remove(&worker);
        } else if workers.len() < MAX_WORKERS || workers.contains_key(&worker) {
            workers.insert(worker, (threads.min(MAX_THREADS), now));
        }
    }

    /// Returns the total number of threads of workers with a recent announcement.
    pub fn threads(&self, now: Instant) -> usize {
        let mut workers = self.lock();
        workers.retain(|_, (_, heard)| now.saturating_duration_since(*heard) < ANNOUNCEMENT_TTL);
        workers.values().map(|(threads, _)| threads).sum()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, (usize, Instant)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn workers_count_until_their_announcement_expires() {
        let (pool, now) = (WorkerPool::default(), Instant::now());
        let here = |worker: &str, threads| WorkerStatus { worker: worker.to_owned(), threads };
        pool.announced(here("a", 4), now);
        pool.announced(here("b", 2), now + ANNOUNCE_INTERVAL);
        assert_eq!(pool.threads(now + ANNOUNCE_INTERVAL), 6);
        assert_eq!(pool.threads(now + ANNOUNCEMENT_TTL), 2, "a has timed out");
        pool.announced(here("b", 0), now + ANNOUNCEMENT_TTL);
        assert_eq!(pool.threads(now + ANNOUNCEMENT_TTL), 0, "b has left");
    }
}
