//! A client's socket, and the parts of messages that are needed to play.

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

/// Newest protocol version supported here.
pub const PROTOCOL: u32 = table::messages::VERSION;
/// A timeout longer than any message takes.
const TIMEOUT: Duration = Duration::from_secs(60);
/// The buffers are small because there are thousands of sockets.
const BUFFER_BYTES: usize = 4096;

/// A server message, with the fields needed here.
#[derive(Deserialize)]
pub struct ServerMessage<'a> {
    pub r#type: &'a str,
    /// Number of answers so far, including those in this message.
    pub seq: Option<usize>,
    /// Seat that gave the answer.
    #[serde(default)]
    seat: Option<u8>,
    #[serde(default)]
    answer: Option<String>,
    /// View after the answer. Only its pending decision is parsed.
    #[serde(default)]
    view: Option<PendingDecision>,
    /// Changes to the view. Only the pending decision is parsed.
    #[serde(default)]
    delta: Option<DeltaInfo>,
    /// Answers missed while disconnected.
    #[serde(default)]
    missed: Vec<Step>,
    /// Answers that were stored together.
    #[serde(default)]
    steps: Vec<Step>,
    /// The reason a request was rejected.
    #[serde(default)]
    error: Option<ErrorInfo>,
}

/// The reason a request was rejected.
#[derive(Deserialize)]
pub struct ErrorInfo {
    pub code: String,
}

/// An answer in an update.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub struct Step {
    /// Number of answers so far, including this one.
    pub seq: usize,
    /// Seat that gave the answer; `None` for chance.
    pub seat: Option<u8>,
    /// The answer as a word.
    pub answer: String,
}

/// The pending decision in a view.
#[derive(Deserialize)]
struct PendingDecision {
    over: bool,
    decision: Decision,
}

/// The pending decision in a delta.
#[derive(Deserialize)]
struct DeltaInfo {
    #[serde(default)]
    over: bool,
    #[serde(default)]
    decision: Option<ShortDecision>,
}

/// A decision, with its answers in compact form.
#[derive(Deserialize)]
struct ShortDecision {
    seat: Option<u8>,
    #[serde(default)]
    stem: String,
    answers: Vec<ShortAnswer>,
}

/// An answer in compact form: a place with its rotations, or the answer's word.
#[derive(Deserialize)]
#[serde(untagged)]
enum ShortAnswer {
    Places(i16, i16, String),
    Word(Choice),
}

impl ShortDecision {
    fn in_full(self) -> Decision {
        let mut answers = Vec::new();
        for answer in self.answers {
            match answer {
                ShortAnswer::Word(choice) => answers.push(choice),
                ShortAnswer::Places(x, y, turns) => answers.extend(turns.bytes().map(|turn| {
                    let degrees = 90 * u16::from(turn.saturating_sub(b'0'));
                    Choice { word: format!("{}@{x},{y}r{degrees}", self.stem) }
                })),
            }
        }
        Decision { seat: self.seat, answers, over: false }
    }
}

/// The pending decision.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Decision {
    pub seat: Option<u8>,
    pub answers: Vec<Choice>,
    /// True if the game is over.
    #[serde(skip)]
    pub over: bool,
}

/// A legal answer.
#[derive(Clone, Debug, Deserialize)]
pub struct Choice {
    pub word: String,
}

impl ServerMessage<'_> {
    /// Returns the answers that the message contains.
    pub fn steps(&mut self) -> Vec<Step> {
        let mut steps = std::mem::take(&mut self.missed);
        steps.append(&mut self.steps);
        if let (Some(seq), Some(answer)) = (self.seq, self.answer.take()) {
            steps.push(Step { seq, seat: self.seat, answer });
        }
        steps
    }

    /// Returns the decision that is pending after the message.
    pub fn decision(&mut self) -> Option<Decision> {
        if let Some(DeltaInfo { over, decision }) = self.delta.take() {
            return Some(Decision { over, ..decision.map(ShortDecision::in_full).unwrap_or_default() });
        }
        let view = self.view.take()?;
        Some(Decision { over: view.over, ..view.decision })
    }

    /// Returns the error code.
    pub fn code(&self) -> Option<&str> {
        self.error.as_ref().map(|error| error.code.as_str())
    }
}

/// Parses a message.
pub fn read(text: &str) -> anyhow::Result<ServerMessage<'_>> {
    serde_json::from_str(text).with_context(|| format!("cannot parse the message: {text:.200}"))
}

/// Returns the `seq` of an update without parsing the rest; `None` for other messages.
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
        let config = WebSocketConfig::default().read_buffer_size(BUFFER_BYTES).write_buffer_size(0);
        let url = format!("ws://{at}/api/tables/{table}/socket");
        let opened = client_async_with_config(url, stream, Some(config));
        let mut socket = Socket { stream: tokio::time::timeout(TIMEOUT, opened).await??.0 };
        socket.send(json!({"type": "hello", "v": protocol, "tokens": tokens, "since": since}).to_string()).await?;
        let welcome = socket.next().await?.0;
        anyhow::ensure!(welcome.starts_with(r#"{"type":"welcome""#), "no welcome: {welcome:.300}");
        Ok((socket, welcome))
    }

    /// Sends a message.
    pub async fn send(&mut self, text: String) -> anyhow::Result<()> {
        Ok(self.stream.send(Message::text(text)).await?)
    }

    /// Returns the next message and its time of arrival.
    pub async fn next(&mut self) -> anyhow::Result<(Utf8Bytes, Instant)> {
        tokio::time::timeout(TIMEOUT, self.wait()).await.context("no message arrived")?
    }

    /// Waits for the next message without a timeout.
    pub async fn wait(&mut self) -> anyhow::Result<(Utf8Bytes, Instant)> {
        loop {
            match self.stream.next().await.context("the connection is lost")?? {
                Message::Text(text) => return Ok((text, Instant::now())),
                Message::Close(_) => anyhow::bail!("the server closed the connection"),
                _ => {}
            }
        }
    }
}
