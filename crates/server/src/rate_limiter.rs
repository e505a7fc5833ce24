//! How often somebody may ask: a bucket that fills with time and is emptied by asking.

use std::time::{Duration, Instant};

/// Lets `burst` requests through at once and `per_second` in the long run.
#[derive(Debug)]
pub struct RateLimiter {
    per_second: f64,
    burst: f64,
    left: f64,
    seen: Instant,
}

impl RateLimiter {
    /// A full bucket.
    pub fn new(per_second: f64, burst: f64, now: Instant) -> RateLimiter {
        RateLimiter { per_second, burst, left: burst, seen: now }
    }

    /// Whether a request at this moment keeps the rate; one that does is counted.
    pub fn allows(&mut self, now: Instant) -> bool {
        let passed = now.saturating_duration_since(self.seen).as_secs_f64();
        self.seen = self.seen.max(now);
        self.left = (self.left + passed * self.per_second).min(self.burst);
        if self.left < 1.0 {
            return false;
        }
        self.left -= 1.0;
        true
    }

    /// How long until the next request would be let through.
    pub fn wait(&self) -> Duration {
        Duration::from_secs_f64(((1.0 - self.left) / self.per_second).max(0.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_passes_then_the_pace_holds() {
        let start = Instant::now();
        let mut limiter = RateLimiter::new(20.0, 20.0, start);
        assert_eq!((0..100).filter(|_| limiter.allows(start)).count(), 20);
        assert!(limiter.wait() > Duration::from_millis(49) && limiter.wait() <= Duration::from_millis(50));
        let later = start + Duration::from_secs(1);
        assert_eq!((0..100).filter(|_| limiter.allows(later)).count(), 20);
        let much_later = start + Duration::from_secs(1000);
        assert_eq!(
            (0..100).filter(|_| limiter.allows(much_later)).count(),
            20,
            "a long silence saves up one burst only"
        );
    }

    #[test]
    fn a_clock_that_steps_back_gives_nothing() {
        let start = Instant::now() + Duration::from_secs(10);
        let mut limiter = RateLimiter::new(1.0, 1.0, start);
        assert!(limiter.allows(start));
        assert!(!limiter.allows(start - Duration::from_secs(5)));
        assert!(!limiter.allows(start));
    }
}
