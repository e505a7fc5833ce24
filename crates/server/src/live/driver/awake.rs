//! Limits how many tables have an unpacked game. A position takes some hundred kilobytes, a packed game a few, so the number of unpacked
//! ones stays bounded however many games are played.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Idle time after which a table's game is packed.
const AWAKE: Duration = Duration::from_millis(250);
/// Idle time if more than [`MANY`] tables are awake. Unpacking a game costs less than executing an answer.
const AMONG_MANY: Duration = Duration::from_millis(5);
/// Number of tables that may stay awake; their positions take 120 MB.
const MANY: usize = 1024;

/// Counts the tables that are awake.
#[derive(Clone, Default)]
pub struct Awake(Arc<AtomicUsize>);

/// A table that counts as awake until this is dropped.
pub struct AwakeTable(Awake);

impl Awake {
    pub fn one_more(&self) -> AwakeTable {
        self.0.fetch_add(1, Ordering::Relaxed);
        AwakeTable(self.clone())
    }

    /// Returns the idle time after which a table is packed.
    pub fn lasts(&self) -> Duration {
        if self.0.load(Ordering::Relaxed) > MANY { AMONG_MANY } else { AWAKE }
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
        let mut counted: Vec<AwakeTable> = (0..MANY).map(|_| awake.one_more()).collect();
        assert_eq!(awake.lasts(), AWAKE);
        counted.push(awake.one_more());
        assert_eq!(awake.lasts(), AMONG_MANY);
        drop(counted);
        assert_eq!((awake.lasts(), awake.0.load(Ordering::Relaxed)), (AWAKE, 0));
    }
}
