//! Sends HTTP requests and opens WebSocket connections as a client, from any local address.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use anyhow::{Context, bail};
use futures_util::{SinkExt, StreamExt};
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, client_async};

/// A timeout longer than any expected wait.
const TIMEOUT: Duration = Duration::from_secs(120);

/// A client address and the server that it connects to.
#[derive(Clone, Copy)]
pub struct Client {
    /// The client's address.
    pub from: Ipv4Addr,
    /// The server's address.
    pub to: SocketAddr,
}

/// An HTTP response.
pub struct Answer {
    pub status: u16,
    pub bytes: usize,
    head: String,
    body: Vec<u8>,
}

impl Answer {
    /// Returns the cookies that the response sets, in the format of a request header.
    pub fn cookies(&self) -> String {
        let set = self.head.lines().filter_map(|line| line.split_once(": "));
        let set = set.filter(|(name, _)| name.eq_ignore_ascii_case("set-cookie"));
        let pairs: Vec<&str> = set.filter_map(|(_, cookie)| cookie.split(';').next()).collect();
        pairs.join("; ")
    }

    /// Returns the body as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// Returns the body as JSON.
    pub fn json(&self) -> anyhow::Result<Value> {
        serde_json::from_slice(&self.body).context("the response is not JSON")
    }
}

impl Client {
    /// Returns a client for the same server with a different address.
    pub fn with_address(self, from: Ipv4Addr) -> Client {
        Client { from, ..self }
    }

    /// Connects to the server, with a receive buffer of `buffer` bytes if given. With a small buffer, the server notices early that the
    /// client is not reading.
    pub async fn connect(self, buffer: Option<u32>) -> anyhow::Result<TcpStream> {
        let socket = TcpSocket::new_v4()?;
        socket.set_reuseaddr(true)?;
        if let Some(bytes) = buffer {
            socket.set_recv_buffer_size(bytes)?;
        }
        socket.bind((self.from, 0).into())?;
        Ok(tokio::time::timeout(TIMEOUT, socket.connect(self.to)).await??)
    }

    /// Sends a request over a new connection.
    pub async fn request(self, method: &str, path: &str, extra: &str, body: &str) -> anyhow::Result<Answer> {
        let mut stream = self.connect(None).await?;
        let (to, length) = (self.to, body.len());
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {to}\r\nConnection: close\r\n{extra}Content-Length: {length}\r\n\r\n{body}"
        );
        stream.write_all(request.as_bytes()).await?;
        let mut bytes = Vec::new();
        tokio::time::timeout(TIMEOUT, stream.read_to_end(&mut bytes)).await??;
        let Some(end) = bytes.windows(4).position(|part| part == b"\r\n\r\n") else { bail!("no response to {path}") };
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let status = head.split(' ').nth(1).and_then(|word| word.parse().ok()).context("the response has no status")?;
        Ok(Answer { status, bytes: bytes.len(), head, body: bytes.split_off(end + 4) })
    }

    /// Sends a GET request.
    pub async fn get(self, path: &str) -> anyhow::Result<Answer> {
        self.request("GET", path, "", "").await
    }

    /// Creates a table and returns its name and tokens.
    pub async fn make(self, table: &Value) -> anyhow::Result<(String, Vec<String>)> {
        let answer = self.request("POST", "/api/tables", "", &table.to_string()).await?;
        let made = answer.json()?;
        let Some(name) = made["table"].as_str() else { bail!("creating a table failed: {made}") };
        let tokens = made["tokens"].as_array().into_iter().flatten();
        Ok((name.to_owned(), tokens.filter_map(|token| Some(token["token"].as_str()?.to_owned())).collect()))
    }

    /// Opens a socket at a table without saying hello.
    pub async fn socket(self, table: &str, buffer: Option<u32>) -> anyhow::Result<Socket> {
        let stream = self.connect(buffer).await?;
        let url = format!("ws://{}/api/tables/{table}/socket", self.to);
        Ok(Socket(tokio::time::timeout(TIMEOUT, client_async(url, stream)).await??.0))
    }
}

/// A socket at a table.
pub struct Socket(WebSocketStream<TcpStream>);

impl Socket {
    pub async fn send(&mut self, message: &Value) -> anyhow::Result<()> {
        Ok(self.0.send(Message::text(message.to_string())).await?)
    }

    /// Returns the next message and its size in bytes.
    pub async fn next(&mut self) -> anyhow::Result<(Value, usize)> {
        loop {
            match tokio::time::timeout(TIMEOUT, self.0.next()).await? {
                Some(Ok(Message::Text(text))) => return Ok((serde_json::from_str(&text)?, text.len())),
                Some(Ok(Message::Close(_))) | None => bail!("the connection was closed"),
                Some(Ok(_)) => {}
                Some(Err(why)) => return Err(why.into()),
            }
        }
    }

    /// Returns the next message of a type.
    pub async fn next_of(&mut self, kind: &str) -> anyhow::Result<Value> {
        loop {
            let (message, _) = self.next().await?;
            if message["type"] == kind {
                return Ok(message);
            }
        }
    }
}
