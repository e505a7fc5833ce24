//! Counters and histograms.

use std::time::Duration;

use axum::http::StatusCode;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};

use crate::http::refusal::Code;

/// Upper bounds of the histogram buckets, in seconds.
const BOUNDS: [f64; 13] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];

/// Counters that are updated as events occur; gauges are read on request.
pub struct Metrics {
    pub messages: Counter,
    requests: Family<Status, Counter>,
    durations: Family<RouteClass, Histogram>,
    answers: Histogram,
    refusals: Family<Refused, Counter>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Status {
    status: u16,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RouteClass {
    class: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Refused {
    code: &'static str,
    over: &'static str,
}

/// Transport of a rejected request.
#[derive(Clone, Copy, Debug)]
pub enum Transport {
    Http,
    Socket,
}

/// Returns the route class of a path; requests in the same class share a histogram.
fn class_of(path: &str) -> &'static str {
    let Some(path) = path.strip_prefix("/api/") else { return "page" };
    let mut parts = path.split('/');
    match (parts.next().unwrap_or_default(), parts.nth(1)) {
        ("tables", Some("art" | "preview.png" | "tiles.toml"))
        | ("studies" | "puzzles", Some("preview.png"))
        | ("art" | "rules" | "sets" | "games" | "openapi.json", _) => "art",
        ("tables", Some("analysis" | "guide")) | ("analyse", _) => "analysis",
        ("tables", Some("result")) | ("archive" | "archive.ndjson" | "leaderboard" | "people", _) => "archive",
        ("tables" | "records", _) => "table",
        ("account" | "providers", _) => "account",
        ("seeks" | "challenges" | "events" | "featured", _) => "lobby",
        _ => "other",
    }
}

fn histogram() -> Histogram {
    Histogram::new(BOUNDS)
}

impl Default for Metrics {
    fn default() -> Metrics {
        Metrics {
            messages: Counter::default(),
            requests: Family::default(),
            durations: Family::new_with_constructor(histogram as fn() -> Histogram),
            answers: histogram(),
            refusals: Family::default(),
        }
    }
}

impl Metrics {
    /// Counts a completed request and records its duration.
    pub fn count_request(&self, path: &str, status: StatusCode, took: Duration) {
        self.requests.get_or_create(&Status { status: status.as_u16() }).inc();
        // The lifetime of a socket is not a latency.
        if status != StatusCode::SWITCHING_PROTOCOLS {
            self.durations.get_or_create(&RouteClass { class: class_of(path) }).observe(took.as_secs_f64());
        }
    }

    /// Counts a player's stored answer and records how long it took.
    pub fn observe_answer(&self, took: Duration) {
        self.answers.observe(took.as_secs_f64());
    }

    /// Counts a rejected request or message.
    pub fn count_refusal(&self, code: Code, over: Transport) {
        let over = match over {
            Transport::Http => "http",
            Transport::Socket => "socket",
        };
        self.refusals.get_or_create(&Refused { code: code.word_and_status().0, over }).inc();
    }

    pub fn register(&self, registry: &mut Registry) {
        registry.register("http_requests", "Answered requests, by status", self.requests.clone());
        registry.register("socket_messages", "Messages received over sockets", self.messages.clone());
        registry.register("refusals", "Rejected requests and messages, by code", self.refusals.clone());
        registry.register_with_unit(
            "http_request_duration",
            "Time until the head of a response, by class of route",
            Unit::Seconds,
            self.durations.clone(),
        );
        registry.register_with_unit(
            "answer_duration",
            "Time from a player's answer over a socket until it is stored",
            Unit::Seconds,
            self.answers.clone(),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_path_has_a_class() {
        for (path, class) in [
            ("/", "page"),
            ("/t/abc", "page"),
            ("/api/games", "art"),
            ("/api/tables/abc/art/own.json", "art"),
            ("/api/tables/abc/preview.png", "art"),
            ("/api/studies/abc/preview.png", "art"),
            ("/api/tables", "table"),
            ("/api/tables/abc", "table"),
            ("/api/tables/abc/view", "table"),
            ("/api/tables/abc/result", "archive"),
            ("/api/people/Anna/history", "archive"),
            ("/api/account/sign-in", "account"),
            ("/api/seeks", "lobby"),
            ("/api/analyse", "analysis"),
            ("/api/tables/abc/analysis", "analysis"),
            ("/api/", "other"),
        ] {
            assert_eq!(class_of(path), class, "{path}");
        }
    }
}
