//! Minimal HTTP client: one request per connection.

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::Context;
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::address;

/// A timeout longer than any response takes.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Sends a request as a visitor and returns the status and the JSON body.
pub async fn request(
    at: SocketAddr,
    visitor: usize,
    method: &str,
    path: &str,
    body: &str,
) -> anyhow::Result<(u16, Value)> {
    let asked = async {
        let mut stream = address::connect(at, visitor).await?;
        let head = format!("{method} {path} HTTP/1.0\r\nHost: {at}\r\nContent-Type: application/json\r\n");
        let request = format!("{head}Content-Length: {}\r\n\r\n{body}", body.len());
        stream.write_all(request.as_bytes()).await?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await?;
        anyhow::Ok(answer)
    };
    let answer = tokio::time::timeout(TIMEOUT, asked).await.with_context(|| format!("{path}: no response"))??;
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n").context("a response without a head")?;
    let head = String::from_utf8_lossy(&answer[..end]);
    let status =
        head.split(' ').nth(1).and_then(|status| status.parse().ok()).context("a response without a status")?;
    let body = serde_json::from_slice(&answer[end + 4..]).with_context(|| format!("{path}: {status}, invalid JSON"))?;
    Ok((status, body))
}
