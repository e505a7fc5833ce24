//! Collects the waiting times and failures of one kind of action.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use serde_json::{Value, json};

/// Waiting times in milliseconds, and the number of failures.
#[derive(Clone, Default)]
pub struct Waits(Arc<Mutex<(Vec<f64>, Vec<String>)>>);

impl Waits {
    pub async fn time<T>(&self, done: impl Future<Output = anyhow::Result<T>>) -> Option<T> {
        let began = Instant::now();
        let done = done.await;
        let mut waits = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        waits.0.push(began.elapsed().as_secs_f64() * 1000.0);
        match done {
            Ok(done) => Some(done),
            Err(why) => {
                waits.1.push(format!("{why:#}"));
                None
            }
        }
    }

    /// Returns the number of actions and failures, and the median, 99th percentile and maximum of the waiting times in milliseconds.
    pub fn summary(&self) -> Value {
        let waits = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut times = waits.0.clone();
        times.sort_by(f64::total_cmp);
        let at = |share: f64| {
            let last = times.len().saturating_sub(1);
            times.get(((last as f64) * share).round() as usize).map(|millis| (millis * 10.0).round() / 10.0)
        };
        let failure = waits.1.first();
        json!({
            "times": times.len(), "failed": waits.1.len(), "p50_ms": at(0.5), "p99_ms": at(0.99), "most_ms": at(1.0),
            "failure": failure,
        })
    }
}
