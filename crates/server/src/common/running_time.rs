//! The clock behind tables' moments: how long the server has run, summed over all its starts. The clock stops while the server is down, and
//! it never moves back except to synchronise with a cluster. The nodes of a cluster share one running time, which is stored in the
//! database.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

use table::Moment;

/// Running time of the server.
#[derive(Debug)]
pub struct RunningTime {
    began: Instant,
    before: Moment,
    /// Milliseconds by which the cluster's running time is ahead of this node's own.
    ahead: AtomicI64,
}

impl RunningTime {
    /// Creates a clock that shows `before` at the instant `began` and continues from there.
    pub fn new(began: Instant, before: Moment) -> RunningTime {
        RunningTime { began, before, ahead: AtomicI64::new(0) }
    }

    pub fn now(&self) -> Moment {
        self.start().after(self.began.elapsed().as_millis() as u64)
    }

    /// Converts a moment to an instant.
    pub fn instant(&self, moment: Moment) -> Instant {
        self.began + Duration::from_millis(moment.since(self.start()))
    }

    /// Synchronises with `moment`, the cluster's running time as read at some point after `asked`. The clock moves back if this node was
    /// ahead, for example after it ran without a database connection while no other node was up.
    pub fn synchronise(&self, moment: Moment, asked: Instant) {
        let latest = moment.after(asked.elapsed().as_millis() as u64);
        // Calls may be concurrent; each builds on the result of the previous one.
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
    fn the_clock_follows_the_database_within_the_round_trip_time() {
        let began = Instant::now();
        let time = RunningTime::new(began, Moment(5000));
        time.synchronise(Moment(90_000), began);
        assert!(time.now() >= Moment(90_000) && time.now() < Moment(91_000), "it was behind: {:?}", time.now());
        let before = time.now();
        time.synchronise(Moment(before.0 - 300), began.checked_sub(Duration::from_millis(500)).unwrap());
        assert!(time.now() >= before, "it may be right: the round trip took half a second");
        time.synchronise(Moment(40_000), Instant::now());
        assert!(time.now() >= Moment(40_000) && time.now() < Moment(41_000), "it was ahead: {:?}", time.now());
        time.synchronise(Moment(0), Instant::now());
        assert!(time.now() < Moment(1000), "it can move back beyond its start");
    }
}
