//! A socket as a client has it, and what it reads of messages: no more than it takes to play on.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::Context;
use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use serde_json::json;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use crate::address;

/// The newest version of the protocol that is known here.
pub const NEWEST: u32 = table::messages::VERSION;
/// Longer than any message takes to come.
const PATIENCE: Duration = Duration::from_secs(60);
/// Thousands of sockets have small buffers.
const BUFFER: usize = 4096;

/// A message, as far as it is read.
#[derive(Deserialize)]
pub struct Told<'a> {
    pub r#type: &'a str,
    /// The number of answers after it.
    pub seq: Option<usize>,
    /// Who gave the answer.
    #[serde(default)]
    seat: Option<u8>,
    #[serde(default)]
    answer: Option<String>,
    /// The position.
    #[serde(default)]
    view: Option<Asks>,
    /// What changed of the position.
    #[serde(default)]
    delta: Option<Changed>,
    /// Answers that were missed.
    #[serde(default)]
    missed: Vec<Step>,
    /// Answers that were written down together.
    #[serde(default)]
    steps: Vec<Step>,
    /// Why something was refused.
    #[serde(default)]
    error: Option<Fault>,
}

/// Why something was refused.
#[derive(Deserialize)]
pub struct Fault {
    pub code: String,
}

/// An answer that was told of.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub struct Step {
    /// The number of answers after it.
    pub seq: usize,
    /// Who gave it.
    pub seat: Option<u8>,
    /// Its word.
    pub answer: String,
}

/// Of a view, what is asked.
#[derive(Deserialize)]
struct Asks {
    over: bool,
    decision: Decision,
}

/// Of what changed in a view, what is asked.
#[derive(Deserialize)]
struct Changed {
    #[serde(default)]
    over: bool,
    #[serde(default)]
    decision: Option<Brief>,
}

/// A decision with its answers in brief.
#[derive(Deserialize)]
struct Brief {
    seat: Option<u8>,
    #[serde(default)]
    stem: String,
    answers: Vec<BriefAnswer>,
}

/// An answer in brief: a place with the rotations in it, or the answer's word.
#[derive(Deserialize)]
#[serde(untagged)]
enum BriefAnswer {
    Places(i16, i16, String),
    Word(Choice),
}

impl Brief {
    fn in_full(self) -> Decision {
        let mut answers = Vec::new();
        for answer in self.answers {
            match answer {
                BriefAnswer::Word(choice) => answers.push(choice),
                BriefAnswer::Places(x, y, turns) => answers.extend(turns.bytes().map(|turn| {
                    let degrees = 90 * u16::from(turn.saturating_sub(b'0'));
                    Choice { word: format!("{}@{x},{y}r{degrees}", self.stem) }
                })),
            }
        }
        Decision { seat: self.seat, answers, over: false }
    }
}

/// Who is asked what.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Decision {
    pub seat: Option<u8>,
    /// What it may answer.
    pub answers: Vec<Choice>,
    /// Whether nobody is asked any more.
    #[serde(skip)]
    pub over: bool,
}

/// A legal answer.
#[derive(Clone, Debug, Deserialize)]
pub struct Choice {
    pub word: String,
}

impl Told<'_> {
    /// The answers that it tells of.
    pub fn steps(&mut self) -> Vec<Step> {
        let mut steps = std::mem::take(&mut self.missed);
        steps.append(&mut self.steps);
        if let (Some(seq), Some(answer)) = (self.seq, self.answer.take()) {
            steps.push(Step { seq, seat: self.seat, answer });
        }
        steps
    }

    /// What is asked after it.
    pub fn decision(&mut self) -> Option<Decision> {
        if let Some(Changed { over, decision }) = self.delta.take() {
            return Some(Decision { over, ..decision.map(Brief::in_full).unwrap_or_default() });
        }
        let view = self.view.take()?;
        Some(Decision { over: view.over, ..view.decision })
    }

    /// The code of a refusal.
    pub fn code(&self) -> Option<&str> {
        self.error.as_ref().map(|error| error.code.as_str())
    }
}

/// Reads a message.
pub fn read(text: &str) -> anyhow::Result<Told<'_>> {
    serde_json::from_str(text).with_context(|| format!("a message that is not understood: {text:.200}"))
}

/// The number of answers that an update comes to, seen without reading the rest of it; none of another message.
pub fn seq_of_update(text: &str) -> Option<usize> {
    let rest = [r#"{"type":"update","seq":"#, r#"{"type":"changes","seq":"#]
        .iter()
        .find_map(|head| text.strip_prefix(head))?;
    rest[..rest.find(|sign: char| !sign.is_ascii_digit())?].parse().ok()
}

/// A socket at a table.
pub struct Socket {
    stream: WebSocketStream<TcpStream>,
}

impl Socket {
    /// Connects as a visitor and says hello.
    pub async fn hello(
        at: SocketAddr,
        visitor: usize,
        table: &str,
        tokens: &[&str],
        (since, protocol): (Option<usize>, u32),
    ) -> anyhow::Result<(Socket, Utf8Bytes)> {
        let stream = address::connect(at, visitor).await?;
        let config = WebSocketConfig::default().read_buffer_size(BUFFER).write_buffer_size(0);
        let url = format!("ws://{at}/api/tables/{table}/socket");
        let opened = client_async_with_config(url, stream, Some(config));
        let mut socket = Socket { stream: tokio::time::timeout(PATIENCE, opened).await??.0 };
        socket.send(json!({"type": "hello", "v": protocol, "tokens": tokens, "since": since}).to_string()).await?;
        let welcome = socket.next().await?.0;
        anyhow::ensure!(welcome.starts_with(r#"{"type":"welcome""#), "no welcome: {welcome:.300}");
        Ok((socket, welcome))
    }

    /// Sends a message.
    pub async fn send(&mut self, text: String) -> anyhow::Result<()> {
        Ok(self.stream.send(Message::text(text)).await?)
    }

    /// The next message, and when it came.
    pub async fn next(&mut self) -> anyhow::Result<(Utf8Bytes, Instant)> {
        tokio::time::timeout(PATIENCE, self.wait()).await.context("no message comes")?
    }

    /// The next message, however long it takes.
    pub async fn wait(&mut self) -> anyhow::Result<(Utf8Bytes, Instant)> {
        loop {
            match self.stream.next().await.context("the connection is gone")?? {
                Message::Text(text) => return Ok((text, Instant::now())),
                Message::Close(_) => anyhow::bail!("the server closes the connection"),
                _ => {}
            }
        }
    }
}
