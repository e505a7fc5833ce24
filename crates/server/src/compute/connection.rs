//! The connection to NATS, of nodes and of workers.

use std::time::Duration;

use async_nats::{Client, ConnectError, ConnectOptions};

use crate::common::http_client;

/// How often NATS is asked whether it is there: where two questions wait for an answer the connection is given up, and made anew. Without
/// it whoever's network swallows all would be deaf for minutes after it has come back.
const PULSE: Duration = Duration::from_secs(1);

/// Connects by a name, now or as soon as NATS is there, and again whenever the connection is lost. Addresses are parted by commas.
pub async fn connect(nats: &str, name: &str) -> Result<Client, ConnectError> {
    http_client::prepare();
    let addresses: Vec<&str> = nats.split(',').map(str::trim).collect();
    ConnectOptions::new().name(name).ping_interval(PULSE).retry_on_initial_connect().connect(addresses).await
}
