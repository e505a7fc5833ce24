//! The NATS connection used by nodes and workers.

use std::time::Duration;

use async_nats::{Client, ConnectError, ConnectOptions};

use crate::common::http_client;

/// Interval between pings. After two unanswered pings the connection is replaced. Without this, a node whose network drops all packets
/// would remain cut off for minutes after the network has recovered.
const PING_INTERVAL: Duration = Duration::from_secs(1);

/// Connects under a client name, now or as soon as NATS is up, and reconnects whenever the connection is lost. `nats` can list several
/// addresses, separated by commas.
pub async fn connect(nats: &str, name: &str) -> Result<Client, ConnectError> {
    http_client::prepare();
    let addresses: Vec<&str> = nats.split(',').map(str::trim).collect();
    ConnectOptions::new().name(name).ping_interval(PING_INTERVAL).retry_on_initial_connect().connect(addresses).await
}
