//! A worker's metrics in the text format of Prometheus, and its health checks.

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

/// Media type of the metrics.
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

#[derive(Debug, Default)]
pub struct Counts {
    pub running: Gauge,
    pub done: Counter,
    /// Number of rejected jobs, which are left to the nodes.
    pub refused: Counter,
    /// Number of invalid messages received.
    pub noise: Counter,
    pub ready: AtomicBool,
}

/// Returns the routes of the worker's admin listener.
pub fn router(counts: Arc<Counts>) -> Router {
    Router::new()
        .route("/metrics", get(metrics))
        .route("/healthz", get(async || "ok\n"))
        .route("/readyz", get(ready))
        .with_state(counts)
}

async fn metrics(State(counts): State<Arc<Counts>>) -> Response {
    let mut registry = Registry::with_prefix("bastide_worker");
    registry.register("jobs_running", "Jobs in progress", counts.running.clone());
    registry.register("jobs_done", "Completed jobs", counts.done.clone());
    registry.register("jobs_refused", "Jobs left to the nodes", counts.refused.clone());
    registry.register("noise", "Invalid messages", counts.noise.clone());
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
            "not taking jobs: NATS with JetStream does not respond, or the worker is stopping\n",
        )
    }
}
