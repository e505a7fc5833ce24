//! Attacks that use seat tokens and event streams.

use std::net::Ipv4Addr;
use std::sync::Arc;

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::task::JoinSet;

use crate::counters::Counters;
use crate::visitor::{hello, table};
use crate::wire::Client;

/// Number of addresses that hold event streams, starting at 127.0.1.1.
const ADDRESSES: u8 = 47;
/// Event streams per address.
const STREAMS: usize = 256;

/// Creates a table for two people. Returns its name and seat tokens.
async fn two_people(client: Client) -> anyhow::Result<(String, Vec<String>)> {
    client.make(&table(vec![json!({"type": "human", "name": "A"}), json!({"type": "human", "name": "B"})])).await
}

/// Sends `hello` with 940 tokens in a loop over eight sockets.
pub async fn many_tokens(client: Client, counters: &Arc<Counters>) -> anyhow::Result<JoinSet<()>> {
    let (name, _) = two_people(client).await?;
    let mut all = JoinSet::new();
    for _ in 0..8 {
        let (counters, name) = (counters.clone(), name.clone());
        all.spawn(async move {
            let Ok((mut socket, _)) = hello(client, &name, &[]).await else { return };
            let message = json!({"type": "hello", "v": 1, "tokens": vec!["a"; 940]});
            while socket.send(&message).await.is_ok() {
                loop {
                    let Ok((told, _)) = socket.next().await else { return };
                    if told["type"] == "welcome" || told["type"] == "error" {
                        counters.count(told["type"] == "welcome");
                        break;
                    }
                }
            }
        });
    }
    Ok(all)
}

/// Requests new tokens for a seat in a loop, at four tables that are being watched.
pub async fn seat_tokens(client: Client, counters: &Arc<Counters>) -> anyhow::Result<JoinSet<()>> {
    let mut all = JoinSet::new();
    for _ in 0..4 {
        let (name, tokens) = two_people(client).await?;
        for asks in [false, true, true] {
            let (counters, name, token) = (counters.clone(), name.clone(), tokens[0].clone());
            all.spawn(async move {
                let body = json!({"seat": 0, "token": token}).to_string();
                loop {
                    let done = if asks {
                        client.request("POST", &format!("/api/tables/{name}/token"), "", &body).await
                    } else {
                        client.get(&format!("/api/tables/{name}")).await
                    };
                    counters.count(done.is_ok_and(|answer| answer.status == 200));
                }
            });
        }
    }
    Ok(all)
}

/// Holds all the event streams that a server allows, from 47 addresses.
pub fn event_streams(client: Client, counters: &Arc<Counters>) -> JoinSet<()> {
    let mut all = JoinSet::new();
    for address in 1..=ADDRESSES {
        for _ in 0..STREAMS {
            let counters = counters.clone();
            let client = client.with_address(Ipv4Addr::new(127, 0, 1, address));
            all.spawn(async move {
                loop {
                    counters.count(hold_stream(client).await.is_ok());
                    tokio::time::sleep(std::time::Duration::from_secs(1)).await;
                }
            });
        }
    }
    all
}

/// Holds an event stream until the server closes it.
async fn hold_stream(client: Client) -> anyhow::Result<()> {
    let mut stream = client.connect(None).await?;
    stream.write_all(format!("GET /api/events HTTP/1.1\r\nHost: {}\r\n\r\n", client.to).as_bytes()).await?;
    let mut bytes = [0; 1024];
    while stream.read(&mut bytes).await? > 0 {}
    Ok(())
}
