//! How often something may be done to one person, wherever it is asked from: guesses at their password, letters and challenges to them.
//! Addresses of the internet are counted by `quotas`.

use std::num::NonZeroU32;
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use table::Hash;

use crate::common::secrets;

/// Limits how often something is done to the same key, such as a name or an address.
pub struct KeyedRateLimiter(DefaultKeyedRateLimiter<Hash>);

impl KeyedRateLimiter {
    /// So often at once, and once more after each such time; all of it so many `times`.
    pub fn new(at_once: u32, one_more: Duration, times: NonZeroU32) -> KeyedRateLimiter {
        let most = NonZeroU32::new(at_once).unwrap_or(NonZeroU32::MIN).saturating_mul(times);
        let one = (one_more / times.get()).max(Duration::from_nanos(1));
        let quota = Quota::with_period(one).expect("a nanosecond is some time").allow_burst(most);
        KeyedRateLimiter(RateLimiter::keyed(quota))
    }

    /// Counts it once more.
    pub fn take(&self, whom: &str) -> Result<(), Duration> {
        let taken = self.0.check_key(&secrets::hash(whom));
        taken.map_err(|too_early| too_early.wait_time_from(DefaultClock::default().now()))
    }

    /// Forgets those to whom nothing was done lately.
    pub fn sweep(&self) {
        self.0.retain_recent();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_done_to_one_ends_and_another_is_not_counted_with_them() {
        let hour = Duration::from_secs(3600);
        let rarely = KeyedRateLimiter::new(3, hour, NonZeroU32::MIN);
        assert_eq!((0..10).filter(|_| rarely.take("a@b.example").is_ok()).count(), 3);
        let wait = rarely.take("a@b.example").unwrap_err();
        assert!(wait > hour / 2 && wait <= hour, "{wait:?}");
        assert!(rarely.take("c@b.example").is_ok());
    }
}
