//! The workers that a node knows of, and how many jobs they can run at once.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

/// How often a worker says that it is there.
pub const SAID: Duration = Duration::from_secs(1);
/// How long it is believed: two of its messages may be lost or late.
const BELIEVED: Duration = Duration::from_millis(3500);
/// The threads that one worker is believed to have, at most, and the workers: messages are not to fill the memory.
const MAX_THREADS: usize = 4096;
const MAX_WORKERS: usize = 4096;

/// What a worker announces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorkerStatus {
    pub worker: String,
    /// How many jobs it does at once; 0: it takes no more.
    pub threads: usize,
}

#[derive(Debug, Default)]
/// The workers that were heard of lately.
pub struct WorkerPool(Mutex<HashMap<String, (usize, Instant)>>);

impl WorkerPool {
    /// A worker said that it is there, or that it goes.
    pub fn heard(&self, WorkerStatus { worker, threads }: WorkerStatus, now: Instant) {
        let mut workers = self.lock();
        if threads == 0 {
            workers.remove(&worker);
        } else if workers.len() < MAX_WORKERS || workers.contains_key(&worker) {
            workers.insert(worker, (threads.min(MAX_THREADS), now));
        }
    }

    /// How many jobs those can do at once who were heard of lately.
    pub fn threads(&self, now: Instant) -> usize {
        let mut workers = self.lock();
        workers.retain(|_, (_, heard)| now.saturating_duration_since(*heard) < BELIEVED);
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
    fn workers_count_as_long_as_they_are_heard_of() {
        let (pool, now) = (WorkerPool::default(), Instant::now());
        let here = |worker: &str, threads| WorkerStatus { worker: worker.to_owned(), threads };
        pool.heard(here("a", 4), now);
        pool.heard(here("b", 2), now + SAID);
        assert_eq!(pool.threads(now + SAID), 6);
        assert_eq!(pool.threads(now + BELIEVED), 2, "a has fallen silent");
        pool.heard(here("b", 0), now + BELIEVED);
        assert_eq!(pool.threads(now + BELIEVED), 0, "b has gone");
    }
}
