//! Rate limits per affected account or address, regardless of where the requests come from: password guesses, emails and challenges.
//! `quotas` has the limits per client network.

use std::num::NonZeroU32;
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use table::Hash;

use crate::common::secrets;

/// Rate limit per key, such as an account name or an email address.
pub struct KeyedRateLimiter(DefaultKeyedRateLimiter<Hash>);

impl KeyedRateLimiter {
    /// Allows a burst of `at_once` actions per key and one more every `one_more`, all multiplied by `times`.
    pub fn new(at_once: u32, one_more: Duration, times: NonZeroU32) -> KeyedRateLimiter {
        let most = NonZeroU32::new(at_once).unwrap_or(NonZeroU32::MIN).saturating_mul(times);
        let one = (one_more / times.get()).max(Duration::from_nanos(1));
        let quota = Quota::with_period(one).expect("a nanosecond is some time").allow_burst(most);
        KeyedRateLimiter(RateLimiter::keyed(quota))
    }

    /// Counts an action. The error is the time to wait.
    pub fn take(&self, whom: &str) -> Result<(), Duration> {
        let taken = self.0.check_key(&secrets::hash(whom));
        taken.map_err(|too_early| too_early.wait_time_from(DefaultClock::default().now()))
    }

    /// Removes keys without recent actions.
    pub fn sweep(&self) {
        self.0.retain_recent();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_key_has_its_own_limit() {
        let hour = Duration::from_secs(3600);
        let rarely = KeyedRateLimiter::new(3, hour, NonZeroU32::MIN);
        assert_eq!((0..10).filter(|_| rarely.take("a@b.example").is_ok()).count(), 3);
        let wait = rarely.take("a@b.example").unwrap_err();
        assert!(wait > hour / 2 && wait <= hour, "{wait:?}");
        assert!(rarely.take("c@b.example").is_ok());
    }
}
