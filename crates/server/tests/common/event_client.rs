//! A client for the event stream.

use std::net::SocketAddr;
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

/// Timeout for receiving an event.
pub const TIMEOUT: Duration = Duration::from_secs(60);

pub struct EventClient(BufReader<TcpStream>);

impl EventClient {
    /// Opens the stream with these cookies. Returns the client, the response head and the first line.
    pub async fn open(address: SocketAddr, cookie: &str, query: &str) -> (EventClient, String, Value) {
        let (events, head, hello) = EventClient::open_at(address, cookie, &format!("/api/events{query}")).await;
        assert_eq!(hello["type"], "hello", "{hello}");
        (events, head, hello)
    }

    /// Opens the event stream at this path, like [`open`](Self::open).
    pub async fn open_at(address: SocketAddr, cookie: &str, path: &str) -> (EventClient, String, Value) {
        let mut stream = TcpStream::connect(address).await.unwrap();
        let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nCookie: {cookie}\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut events = EventClient(BufReader::new(stream));
        let mut head = String::new();
        while let Some(line) = events.line().await {
            if line.is_empty() {
                break;
            }
            head.push_str(&format!("{line}\n"));
        }
        assert!(head.starts_with("HTTP/1.1 200"), "{head}");
        assert!(head.contains("content-type: application/x-ndjson") && !head.contains("content-encoding"), "{head}");
        let first = events.next().await.expect("a first line");
        (events, head, first)
    }

    async fn line(&mut self) -> Option<String> {
        let mut line = String::new();
        let read = tokio::time::timeout(TIMEOUT, self.0.read_line(&mut line)).await.expect("a line in time");
        (read.unwrap_or_default() > 0).then(|| line.trim_end().to_owned())
    }

    /// Returns the next event; `None` at the end of the stream.
    pub async fn next(&mut self) -> Option<Value> {
        loop {
            let line = self.line().await?;
            if line.starts_with('{') {
                return Some(serde_json::from_str(&line).unwrap());
            }
            if line == "0" {
                return None;
            }
        }
    }

    /// Returns the next event of the given kind, skipping others.
    pub async fn next_of(&mut self, kind: &str) -> Value {
        let wait = async {
            loop {
                let event = self.next().await.expect("the stream continues");
                if event["type"] == kind {
                    return event;
                }
            }
        };
        tokio::time::timeout(TIMEOUT, wait).await.unwrap_or_else(|_| panic!("no {kind} came"))
    }
}
