//! What whoever keeps a worker can watch: numbers in the text form of Prometheus, and whether it takes jobs.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;

/// The form of the numbers, with its version.
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// What a worker counts.
#[derive(Debug, Default)]
pub struct Counts {
    pub running: Gauge,
    pub done: Counter,
    /// Jobs that it left to the nodes.
    pub refused: Counter,
    /// Messages that were no jobs.
    pub noise: Counter,
    pub ready: AtomicBool,
}

/// The addresses of the worker's listener, which is for its host alone.
pub fn router(counts: Arc<Counts>) -> Router {
    Router::new()
        .route("/metrics", get(metrics))
        .route("/healthz", get(async || "ok\n"))
        .route("/readyz", get(ready))
        .with_state(counts)
}

async fn metrics(State(counts): State<Arc<Counts>>) -> Response {
    let mut registry = Registry::with_prefix("bastide_worker");
    registry.register("jobs_running", "Jobs that are being done", counts.running.clone());
    registry.register("jobs_done", "Jobs that were done", counts.done.clone());
    registry.register("jobs_refused", "Jobs that were left to the nodes", counts.refused.clone());
    registry.register("noise", "Messages that were no jobs", counts.noise.clone());
    let mut text = String::new();
    match encode(&mut text, &registry) {
        Ok(()) => ([(header::CONTENT_TYPE, OPEN_METRICS)], text).into_response(),
        Err(why) => (StatusCode::INTERNAL_SERVER_ERROR, why.to_string()).into_response(),
    }
}

async fn ready(State(counts): State<Arc<Counts>>) -> (StatusCode, &'static str) {
    if counts.ready.load(Ordering::Relaxed) {
        (StatusCode::OK, "ready\n")
    } else {
        (
            StatusCode::SERVICE_UNAVAILABLE,
            "no jobs are taken: NATS with JetStream does not answer, or the worker stops\n",
        )
    }
}
