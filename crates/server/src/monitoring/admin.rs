//! The admin listener: metrics in Prometheus text format, and health checks.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use prometheus_client::collector::Collector;
use prometheus_client::encoding::text::encode;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric};
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::registry::Registry;

use crate::app::App;
use crate::cluster::nodes::Cluster;
use crate::compute::queue::Queue;
use crate::compute::slots::Slots;
use crate::limits::connections::Connections;
use crate::storage::health::free_bytes;

/// Timeout for the readiness check's storage query.
const READY_TIMEOUT: Duration = Duration::from_secs(2);
/// Media type of the metrics.
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

#[derive(Clone)]
pub struct AdminState {
    pub app: Arc<App>,
    pub connections: Arc<Connections>,
    /// Data folder, if the database is SQLite.
    pub folder: Option<PathBuf>,
    /// Free bytes that the readiness check requires on the data folder's disk.
    pub min_free: u64,
}

/// Routes of the admin listener.
pub fn router(state: AdminState) -> Router {
    let router = Router::new();
    #[cfg(all(target_os = "linux", feature = "profiling"))]
    let router = router.route("/profile", get(super::profile::profile));
    router
        .route("/metrics", get(metrics))
        .route("/healthz", get(async || "ok\n"))
        .route("/readyz", get(ready))
        .with_state(state)
}

async fn metrics(State(state): State<AdminState>) -> Response {
    let mut registry = Registry::with_prefix("bastide");
    state.app.metrics.register(&mut registry);
    state.app.accounts.security.register(&mut registry);
    state.app.accounts.hasher.register(&mut registry);
    if let Some(queue) = state.app.hub.thinkers().queue() {
        queue.register(&mut registry);
    }
    if let Some(cluster) = state.app.hub.cluster() {
        cluster.counts.register(&mut registry);
    }
    // Send all other metrics even if the database does not respond.
    let outbox = match tokio::time::timeout(READY_TIMEOUT, state.app.store.outbox_length()).await {
        Ok(Ok(length)) => Some(length),
        Ok(Err(_)) | Err(_) => None,
    };
    registry.register_collector(Box::new(Gauges { state, outbox }));
    let mut text = String::new();
    match encode(&mut text, &registry) {
        Ok(()) => ([(header::CONTENT_TYPE, OPEN_METRICS)], text).into_response(),
        Err(why) => (StatusCode::INTERNAL_SERVER_ERROR, why.to_string()).into_response(),
    }
}

/// Readiness check: reports whether tables can be read and written.
async fn ready(State(AdminState { app, folder, min_free, .. }): State<AdminState>) -> (StatusCode, String) {
    let no = |why: String| (StatusCode::SERVICE_UNAVAILABLE, format!("{why}\n"));
    if app.stop.is_cancelled() {
        return no("the server is stopping".to_owned());
    }
    if let Some(free) = folder.as_deref().and_then(free_bytes).filter(|free| *free < min_free) {
        return no(format!("only {} MB left on the disk, less than --min-free ({} MB)", free >> 20, min_free >> 20));
    }
    let late = |what: &str| no(format!("the storage did not {what} within {} s", READY_TIMEOUT.as_secs()));
    match tokio::time::timeout(READY_TIMEOUT, app.hub.storage().public_tables()).await {
        Ok(Ok(_)) => {}
        Ok(Err(why)) => return no(format!("cannot read from the storage: {why}")),
        Err(_) => return late("respond"),
    }
    match tokio::time::timeout(READY_TIMEOUT, app.store.probe()).await {
        Ok(Ok(())) => (StatusCode::OK, "ready\n".to_owned()),
        Ok(Err(why)) => no(format!("nothing can be written to the storage: {why}")),
        Err(_) => late("write"),
    }
}

/// Returns the metrics for a cluster node.
fn cluster_gauges(cluster: &Cluster) -> Vec<(&'static str, &'static str, usize)> {
    let counts = &cluster.counts;
    let count = |count: &AtomicU64| usize::try_from(count.load(Ordering::Relaxed)).unwrap_or(usize::MAX);
    vec![
        ("nodes", "Nodes that are up, as seen by this one", cluster.count()),
        ("tables_kept", "Tables owned by this node", count(&counts.owned)),
        ("tables_followed", "Tables followed for clients of this node", count(&counts.followed)),
        ("bus_connected", "Whether NATS is connected", usize::from(cluster.bus.is_connected())),
    ]
}

/// Gauges whose values are read on request.
#[derive(Debug)]
struct Gauges {
    state: AdminState,
    /// Number of outbox rows, if the database responds.
    outbox: Option<usize>,
}

impl std::fmt::Debug for AdminState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Watched")
    }
}

impl Collector for Gauges {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> Result<(), std::fmt::Error> {
        let AdminState { app, connections, folder, .. } = &self.state;
        let both = |places: &Slots| (places.taken(), places.waiting());
        let (thinking, thoughts) = both(app.hub.thinkers().places());
        let (analysing, analyses) = both(app.analysts.places());
        let (painting, pictures) = both(app.library.places());
        let (replaying, replays) = both(app.replays.places());
        let workers = app.hub.thinkers().queue().map_or(0, Queue::threads);
        let gauges = [
            ("connections", "Open connections, including sockets", connections.count()),
            ("sockets", "Open sockets", app.sockets.count()),
            ("event_streams", "Open event streams", app.event_streams.count()),
            ("tables_in_memory", "Tables in memory", app.hub.count()),
            ("thoughts_running", "Computer players that are thinking", thinking),
            ("thoughts_waiting", "Computer players waiting to think", thoughts),
            ("worker_threads", "Threads of connected workers", workers),
            ("analyses_running", "Positions being analysed", analysing),
            ("analyses_waiting", "Positions waiting to be analysed", analyses),
            ("pictures_running", "Pictures being rendered", painting),
            ("pictures_waiting", "Pictures waiting to be rendered", pictures),
            ("replays_running", "Games being replayed", replaying),
            ("replays_waiting", "Games waiting to be replayed", replays),
            ("storage_backlog", "Changes waiting for the database or in progress", app.store.health.backlog()),
            ("passwords_waiting", "Passwords waiting to be hashed", app.accounts.hasher.queue.waiting()),
            ("resident_memory_bytes", "Resident memory of the process", resident().unwrap_or_default()),
        ];
        let shared = app.hub.cluster().map(|cluster| cluster_gauges(cluster)).unwrap_or_default();
        let free = folder.as_deref().and_then(free_bytes).and_then(|bytes| usize::try_from(bytes).ok());
        let known = [
            ("disk_free_bytes", "Free bytes on the disk of the database", free),
            ("outbox_length", "Emails and push notifications waiting to be sent", self.outbox),
        ];
        let known = known.into_iter().filter_map(|(name, help, value)| Some((name, help, value?)));
        let failures = ConstCounter::new(app.store.health.failures());
        let help = "Changes that failed because of the disk or the database";
        failures.encode(encoder.encode_descriptor("storage_failures", help, None, failures.metric_type())?)?;
        for (name, help, value) in gauges.into_iter().chain(known).chain(shared) {
            let gauge = ConstGauge::new(i64::try_from(value).unwrap_or(i64::MAX));
            gauge.encode(encoder.encode_descriptor(name, help, None, gauge.metric_type())?)?;
        }
        Ok(())
    }
}

/// Returns this process's resident memory in bytes, if the system reports it.
fn resident() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<usize>().ok()? * 1024)
}
