//! The time by which tables count their moments: how long the server has run, over all its starts. It is monotonic, and stands still while
//! the server does not run. Servers that work together count the same, for their database counts it for all of them.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

use table::Moment;

/// How long the server has run.
#[derive(Debug)]
pub struct RunningTime {
    began: Instant,
    before: Moment,
    /// By how many milliseconds the database was ahead.
    ahead: AtomicI64,
}

impl RunningTime {
    /// It has run so long before, and goes on from `began`.
    pub fn new(began: Instant, before: Moment) -> RunningTime {
        RunningTime { began, before, ahead: AtomicI64::new(0) }
    }

    pub fn now(&self) -> Moment {
        self.start().after(self.began.elapsed().as_millis() as u64)
    }

    /// When a moment comes, or came.
    pub fn instant(&self, moment: Moment) -> Instant {
        self.began + Duration::from_millis(moment.since(self.start()))
    }

    /// Servers that work together have run so long; it was counted at some time since `asked`. Where this one is further, which was parted
    /// from the database while nobody else was there either, it goes back.
    pub fn agree(&self, moment: Moment, asked: Instant) {
        let latest = moment.after(asked.elapsed().as_millis() as u64);
        // Several may have asked at once: each goes on from what the one before it has agreed on.
        let agree = |ahead| {
            let now = self.start_with(ahead).after(self.began.elapsed().as_millis() as u64);
            let agreed = now.clamp(moment, latest);
            Some(ahead + (agreed.0 as i64 - now.0 as i64))
        };
        let _ = self.ahead.fetch_update(Ordering::Relaxed, Ordering::Relaxed, agree);
    }

    fn start(&self) -> Moment {
        self.start_with(self.ahead.load(Ordering::Relaxed))
    }

    fn start_with(&self, ahead: i64) -> Moment {
        Moment(self.before.0.saturating_add_signed(ahead))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_as_the_database_counts_as_exactly_as_can_be_known() {
        let began = Instant::now();
        let time = RunningTime::new(began, Moment(5000));
        time.agree(Moment(90_000), began);
        assert!(time.now() >= Moment(90_000) && time.now() < Moment(91_000), "it was behind: {:?}", time.now());
        let before = time.now();
        time.agree(Moment(before.0 - 300), began.checked_sub(Duration::from_millis(500)).unwrap());
        assert!(time.now() >= before, "it may be right: the answer was on its way for half a second");
        time.agree(Moment(40_000), Instant::now());
        assert!(time.now() >= Moment(40_000) && time.now() < Moment(41_000), "it was ahead: {:?}", time.now());
        time.agree(Moment(0), Instant::now());
        assert!(time.now() < Moment(1000), "further back than it began");
    }
}
