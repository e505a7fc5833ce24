//! Limits how many tables keep their game unpacked. A position takes a few hundred kilobytes and a packed game only a few, so the number of
//! unpacked games is bounded no matter how many are being played.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Idle time after which a table's game is packed.
const IDLE_TIME: Duration = Duration::from_millis(250);
/// Idle time when more than [`MAX_AWAKE`] tables are awake. Unpacking a game costs less than executing an answer.
const SHORT_IDLE_TIME: Duration = Duration::from_millis(5);
/// Number of tables that can stay awake; their positions take 120 MB.
const MAX_AWAKE: usize = 1024;

/// Counts the tables that are awake.
#[derive(Clone, Default)]
pub struct Awake(Arc<AtomicUsize>);

/// Counts a table as awake until it is dropped.
pub struct AwakeTable(Awake);

impl Awake {
    pub fn add(&self) -> AwakeTable {
        self.0.fetch_add(1, Ordering::Relaxed);
        AwakeTable(self.clone())
    }

    /// Returns the idle time after which a table is packed.
    pub fn idle_time(&self) -> Duration {
        if self.0.load(Ordering::Relaxed) > MAX_AWAKE { SHORT_IDLE_TIME } else { IDLE_TIME }
    }
}

impl Drop for AwakeTable {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_awake_tables_shorten_the_idle_time() {
        let awake = Awake::default();
        let mut counted: Vec<AwakeTable> = (0..MAX_AWAKE).map(|_| awake.add()).collect();
        assert_eq!(awake.idle_time(), IDLE_TIME);
        counted.push(awake.add());
        assert_eq!(awake.idle_time(), SHORT_IDLE_TIME);
        drop(counted);
        assert_eq!((awake.idle_time(), awake.0.load(Ordering::Relaxed)), (IDLE_TIME, 0));
    }
}
