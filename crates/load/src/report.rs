//! Counters for a run, and the report built from them.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde_json::json;

use crate::comparison::Comparison;

/// Counters shared by all clients.
#[derive(Default)]
pub struct Counts {
    /// Games whose clients have been welcomed at least once.
    pub playing: AtomicUsize,
    /// Number of welcomes after a game's first, for example after a lost connection.
    pub welcomed: AtomicUsize,
    /// Games that stopped because no tables were left.
    pub gone: AtomicUsize,
    /// Games that were played to the end.
    pub over: AtomicUsize,
    measuring: AtomicBool,
    answers: AtomicUsize,
    updates: AtomicUsize,
    bytes: AtomicUsize,
    /// Microseconds from each answer to the other seat's update.
    waits: Mutex<Vec<u32>>,
    refused: Mutex<BTreeMap<String, usize>>,
}

impl Counts {
    /// Starts counting answers, updates and bytes.
    pub fn begin(&self) {
        self.measuring.store(true, Ordering::Relaxed);
    }

    /// Stops counting and keeps the counts.
    pub fn end(&self) {
        self.measuring.store(false, Ordering::Relaxed);
    }

    /// Counts an acknowledged answer and the time until the other seat's update.
    pub fn answer(&self, wait: Duration) {
        if self.measuring.load(Ordering::Relaxed) {
            self.answers.fetch_add(1, Ordering::Relaxed);
            let mut waits = self.waits.lock().unwrap_or_else(PoisonError::into_inner);
            waits.push(u32::try_from(wait.as_micros()).unwrap_or(u32::MAX));
        }
    }

    /// Counts an update and its bytes.
    pub fn update(&self, bytes: usize) {
        if self.measuring.load(Ordering::Relaxed) {
            self.updates.fetch_add(1, Ordering::Relaxed);
            self.bytes.fetch_add(bytes, Ordering::Relaxed);
        }
    }

    /// Counts a rejection.
    pub fn refusal(&self, code: &str) {
        let mut refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner);
        *refused.entry(code.to_owned()).or_default() += 1;
    }
}

/// Result of a run.
#[derive(Default)]
pub struct Report {
    /// Measured time, in seconds.
    pub seconds: f64,
    /// The server's memory at the end, in KiB.
    pub server_rss_kib: Option<u64>,
    /// Memory per idle table, in KiB.
    pub kib_a_table: Option<f64>,
    /// Memory per idle socket, in KiB.
    pub kib_a_socket: Option<f64>,
    /// Idle sockets that closed before the end.
    pub sockets_gone: usize,
    /// For each restart, the time until every game was back.
    pub restarts: Vec<Duration>,
    answers: usize,
    update_bytes: f64,
    updates: usize,
    games_over: usize,
    /// Games that ended up without a table.
    idle_games: usize,
    waits: Vec<u32>,
    refused: BTreeMap<String, usize>,
    comparison: Comparison,
}

impl Report {
    /// Fills in the counters and the result of the comparison.
    pub fn take(&mut self, counts: &Counts, comparison: Comparison) {
        self.answers = counts.answers.load(Ordering::Relaxed);
        self.updates = counts.updates.load(Ordering::Relaxed);
        self.update_bytes = counts.bytes.load(Ordering::Relaxed) as f64 / self.updates.max(1) as f64;
        self.games_over = counts.over.load(Ordering::Relaxed);
        self.idle_games = counts.gone.load(Ordering::Relaxed);
        self.waits = std::mem::take(&mut *counts.waits.lock().unwrap_or_else(PoisonError::into_inner));
        self.waits.sort_unstable();
        self.refused = counts.refused.lock().unwrap_or_else(PoisonError::into_inner).clone();
        self.comparison = comparison;
    }

    /// Returns whether answers were lost or duplicated.
    pub fn has_failed(&self) -> bool {
        self.comparison.missing + self.comparison.duplicated > 0
    }

    /// Returns a quantile of the waits in milliseconds; the quantile is given in thousandths.
    fn wait(&self, thousandth: usize) -> f64 {
        let at = (self.waits.len() * thousandth / 1000).min(self.waits.len().saturating_sub(1));
        round(self.waits.get(at).map_or(0.0, |&micros| f64::from(micros) / 1000.0))
    }

    /// Prints the result as text, and as JSON if requested.
    pub fn print(&self, json: bool) {
        let millis = |time: &Duration| round(time.as_secs_f64() * 1000.0);
        let report = json!({
            "answers_per_s": round(self.answers as f64 / self.seconds.max(0.001)),
            "p50_ms": self.wait(500),
            "p95_ms": self.wait(950),
            "p99_ms": self.wait(990),
            "max_ms": self.wait(1000),
            "lost": self.comparison.missing,
            "doubled": self.comparison.duplicated,
            "compared": self.comparison.compared,
            "server_rss_mb": self.server_rss_kib.map(|kib| round(kib as f64 / 1024.0)),
            "answers": self.answers,
            "seconds": round(self.seconds),
            "update_bytes": self.update_bytes.round(),
            "updates": self.updates,
            "games_over": self.games_over,
            "games_without_table": self.idle_games,
            "kills": self.restarts.len(),
            "restart_ms": self.restarts.iter().map(millis).reduce(f64::max),
            "kib_a_table": self.kib_a_table.map(round),
            "kib_a_socket": self.kib_a_socket.map(round),
            "sockets_gone": self.sockets_gone,
            "refused": self.refused,
        });
        for (name, value) in report.as_object().into_iter().flatten() {
            println!("{name:>20}  {value}");
        }
        if json {
            println!("{report}");
        }
    }
}

/// Rounds to two decimals.
fn round(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}
