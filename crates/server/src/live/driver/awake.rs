//! How many tables have their games at hand. A position takes some hundred kilobytes, a packed game a few: so there are never many more of
//! the first than this says, however many games are played.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// How long nobody asks anything of a table before its game is packed.
const AWAKE: Duration = Duration::from_millis(250);
/// The same where more tables than [`MANY`] are awake. To unpack a game takes less than to carry out an answer, but more than nothing.
const AMONG_MANY: Duration = Duration::from_millis(5);
/// Tables that may stay awake; their positions take 120 MB.
const MANY: usize = 1024;

/// How many tables are awake.
#[derive(Clone, Default)]
pub struct Awake(Arc<AtomicUsize>);

/// A table that is awake, as long as this is kept.
pub struct AwakeTable(Awake);

impl Awake {
    pub fn one_more(&self) -> AwakeTable {
        self.0.fetch_add(1, Ordering::Relaxed);
        AwakeTable(self.clone())
    }

    /// How long one stays so that is asked nothing.
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
    fn among_many_tables_none_stays_awake_for_long() {
        let awake = Awake::default();
        let mut counted: Vec<AwakeTable> = (0..MANY).map(|_| awake.one_more()).collect();
        assert_eq!(awake.lasts(), AWAKE);
        counted.push(awake.one_more());
        assert_eq!(awake.lasts(), AMONG_MANY);
        drop(counted);
        assert_eq!((awake.lasts(), awake.0.load(Ordering::Relaxed)), (AWAKE, 0));
    }
}
