//! What is counted about the server as it happens.

use axum::http::StatusCode;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::registry::Registry;

/// What is counted as it happens; the rest is looked up when it is asked for.
#[derive(Default)]
pub struct Metrics {
    pub messages: Counter,
    requests: Family<Status, Counter>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Status {
    status: u16,
}

impl Metrics {
    pub fn answered(&self, status: StatusCode) {
        self.requests.get_or_create(&Status { status: status.as_u16() }).inc();
    }

    /// Puts the counters among what a host is told.
    pub fn register(&self, registry: &mut Registry) {
        registry.register("http_requests", "Requests that were answered, by status", self.requests.clone());
        registry.register("socket_messages", "Messages that came over sockets", self.messages.clone());
    }
}
