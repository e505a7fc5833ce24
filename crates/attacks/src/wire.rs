//! HTTP and sockets as a client has them, from any address of this machine.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use anyhow::{Context, bail};
use futures_util::{SinkExt, StreamExt};
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, client_async};

/// Longer than anybody waits.
const PATIENCE: Duration = Duration::from_secs(120);

/// Where a client asks from, and whom.
#[derive(Clone, Copy)]
pub struct Way {
    /// The client's own address.
    pub from: Ipv4Addr,
    /// The server.
    pub to: SocketAddr,
}

/// An answer over HTTP.
pub struct Answer {
    pub status: u16,
    pub bytes: usize,
    head: String,
    body: Vec<u8>,
}

impl Answer {
    /// The cookies that it sets, as they are sent back.
    pub fn cookies(&self) -> String {
        let set = self.head.lines().filter_map(|line| line.split_once(": "));
        let set = set.filter(|(name, _)| name.eq_ignore_ascii_case("set-cookie"));
        let pairs: Vec<&str> = set.filter_map(|(_, cookie)| cookie.split(';').next()).collect();
        pairs.join("; ")
    }

    /// The body as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The body as JSON.
    pub fn json(&self) -> anyhow::Result<Value> {
        serde_json::from_slice(&self.body).context("an answer is JSON")
    }
}

impl Way {
    /// The same server, asked from another address.
    pub fn by(self, from: Ipv4Addr) -> Way {
        Way { from, ..self }
    }

    /// A connection; a small buffer for what comes makes a reader that does not read felt early.
    pub async fn connect(self, buffer: Option<u32>) -> anyhow::Result<TcpStream> {
        let socket = TcpSocket::new_v4()?;
        socket.set_reuseaddr(true)?;
        if let Some(bytes) = buffer {
            socket.set_recv_buffer_size(bytes)?;
        }
        socket.bind((self.from, 0).into())?;
        Ok(tokio::time::timeout(PATIENCE, socket.connect(self.to)).await??)
    }

    /// Asks over a connection of its own.
    pub async fn ask(self, method: &str, path: &str, extra: &str, body: &str) -> anyhow::Result<Answer> {
        let mut stream = self.connect(None).await?;
        let (to, length) = (self.to, body.len());
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {to}\r\nConnection: close\r\n{extra}Content-Length: {length}\r\n\r\n{body}"
        );
        stream.write_all(request.as_bytes()).await?;
        let mut bytes = Vec::new();
        tokio::time::timeout(PATIENCE, stream.read_to_end(&mut bytes)).await??;
        let Some(end) = bytes.windows(4).position(|part| part == b"\r\n\r\n") else { bail!("no answer to {path}") };
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let status = head.split(' ').nth(1).and_then(|word| word.parse().ok()).context("an answer has a status")?;
        Ok(Answer { status, bytes: bytes.len(), head, body: bytes.split_off(end + 4) })
    }

    /// Gets something.
    pub async fn get(self, path: &str) -> anyhow::Result<Answer> {
        self.ask("GET", path, "", "").await
    }

    /// Makes a table; its name and its tokens.
    pub async fn make(self, table: &Value) -> anyhow::Result<(String, Vec<String>)> {
        let answer = self.ask("POST", "/api/tables", "", &table.to_string()).await?;
        let made = answer.json()?;
        let Some(name) = made["table"].as_str() else { bail!("no table was made: {made}") };
        let tokens = made["tokens"].as_array().into_iter().flatten();
        Ok((name.to_owned(), tokens.filter_map(|token| Some(token["token"].as_str()?.to_owned())).collect()))
    }

    /// Opens a socket at a table, and says nothing.
    pub async fn socket(self, table: &str, buffer: Option<u32>) -> anyhow::Result<Socket> {
        let stream = self.connect(buffer).await?;
        let url = format!("ws://{}/api/tables/{table}/socket", self.to);
        Ok(Socket(tokio::time::timeout(PATIENCE, client_async(url, stream)).await??.0))
    }
}

/// A socket at a table.
pub struct Socket(WebSocketStream<TcpStream>);

impl Socket {
    pub async fn send(&mut self, message: &Value) -> anyhow::Result<()> {
        Ok(self.0.send(Message::text(message.to_string())).await?)
    }

    /// The next message, and its bytes.
    pub async fn next(&mut self) -> anyhow::Result<(Value, usize)> {
        loop {
            match tokio::time::timeout(PATIENCE, self.0.next()).await? {
                Some(Ok(Message::Text(text))) => return Ok((serde_json::from_str(&text)?, text.len())),
                Some(Ok(Message::Close(_))) | None => bail!("the connection has ended"),
                Some(Ok(_)) => {}
                Some(Err(why)) => return Err(why.into()),
            }
        }
    }

    /// The next message of a type.
    pub async fn next_of(&mut self, kind: &str) -> anyhow::Result<Value> {
        loop {
            let (message, _) = self.next().await?;
            if message["type"] == kind {
                return Ok(message);
            }
        }
    }
}
