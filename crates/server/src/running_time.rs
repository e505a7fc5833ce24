//! The time by which tables count their moments: how long the server has run, over all its starts. It is monotonic, and stands still while
//! the server does not run. Servers that work together count the same: whichever is ahead, the others follow.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use table::Moment;

/// How long the server has run.
#[derive(Debug)]
pub struct RunningTime {
    /// When it began this time.
    began: Instant,
    /// How long it had run before.
    before: Moment,
    /// By how many milliseconds others were ahead.
    ahead: AtomicU64,
}

impl RunningTime {
    /// It has run so long before, and goes on from `began`.
    pub fn new(began: Instant, before: Moment) -> RunningTime {
        RunningTime { began, before, ahead: AtomicU64::new(0) }
    }

    /// Now.
    pub fn now(&self) -> Moment {
        self.start().after(self.began.elapsed().as_millis() as u64)
    }

    /// When a moment comes, or came.
    pub fn instant(&self, moment: Moment) -> Instant {
        self.began + Duration::from_millis(moment.since(self.start()))
    }

    /// Another server has run so long by now.
    pub fn catch_up(&self, moment: Moment) {
        self.ahead.fetch_add(moment.since(self.now()), Ordering::Relaxed);
    }

    fn start(&self) -> Moment {
        self.before.after(self.ahead.load(Ordering::Relaxed))
    }
}
