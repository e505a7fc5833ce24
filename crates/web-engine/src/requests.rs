//! Messages between the host and the engine, as JSON.

use games::record::Record;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::refusal::Refusal;

/// A request from the host.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "lowercase", deny_unknown_fields)]
pub enum Request {
    /// Creates the table. The reply is that of `POST /api/tables`; it comes once the table is stored.
    Create {
        /// Number of the request, repeated in its reply.
        id: u32,
        /// The host's time, in milliseconds since it started.
        now: u64,
        /// Name of the table.
        name: String,
        /// 64 random hexadecimal digits, which determine the draw order.
        seed: String,
        /// The body of `POST /api/tables`, as text.
        table: String,
    },
    /// Creates a table from a record, for replay. The reply is that of `POST /api/records`.
    Import {
        /// Number of the request.
        id: u32,
        /// The host's time.
        now: u64,
        /// Name of the table.
        name: String,
        /// The body of `POST /api/records`, as text.
        body: String,
    },
    /// Creates a table that continues a game from elsewhere. The reply is that of `POST /api/transfers`; it comes once the table is stored.
    Continue {
        /// Number of the request.
        id: u32,
        /// The host's time.
        now: u64,
        /// Name of the table.
        name: String,
        /// 64 random hexadecimal digits, which determine the further draws.
        seed: String,
        /// The body of `POST /api/transfers`, as text: the reply to `GET /api/tables/{table}/transfer`.
        body: String,
    },
    /// Opens a stored table. The reply is that of `GET /api/tables/{table}`.
    Open {
        /// Number of the request.
        id: u32,
        /// The host's time.
        now: u64,
        /// The text that was written last.
        stored: String,
    },
    /// A request of the protocol over HTTP.
    Http {
        /// Number of the request.
        id: u32,
        /// The host's time.
        now: u64,
        /// Path with query: `/api/tables/x/view?at=3`.
        path: String,
        /// The body of a `POST`, as text; null for a `GET`.
        #[serde(default)]
        body: Option<String>,
        /// Name for the table that the request creates (`POST /api/guided/{game}`); not needed by others.
        #[serde(default)]
        name: Option<String>,
    },
    /// A message of the protocol over the socket. The host has one connection; a hello begins it again.
    Message {
        /// The host's time.
        now: u64,
        /// A JSON text of the protocol.
        text: String,
    },
    /// The connection was closed.
    Leave {
        /// The host's time.
        now: u64,
    },
    /// The outcome of the last write.
    Written {
        /// The host's time.
        now: u64,
        /// The reason why it failed; null if it is stored.
        #[serde(default)]
        error: Option<String>,
    },
    /// The outcome of the last job.
    Decided {
        /// The host's time.
        now: u64,
        /// Number of the job.
        number: usize,
        /// The answer as a word; null if the player failed.
        #[serde(default)]
        word: Option<String>,
    },
    /// Time has passed: see [`Output::wake_in`].
    Wake {
        /// The host's time.
        now: u64,
    },
    /// Chooses a computer player's answer. The reply is the word.
    Choose {
        /// Number of the request.
        id: u32,
        /// The text of a job: see [`Think`].
        job: String,
    },
    /// A computation to compare with another build's. The reply is its result.
    #[cfg(feature = "checks")]
    Check {
        /// Number of the request.
        id: u32,
        /// Computation to perform.
        check: crate::checks::Check,
    },
}

/// A question to a computer player. It contains nothing that a player would not see, and no draw order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Job {
    /// The game so far.
    pub record: Record,
    /// Level of the computer player.
    pub level: String,
    /// Thinking time in milliseconds.
    pub millis: u64,
    /// Seed of the player's random choices.
    pub seed: u64,
}

/// A job for a computer player.
#[derive(Debug, PartialEq, Serialize)]
pub struct Think {
    /// Number of the job, to be returned with its answer.
    pub number: usize,
    /// The [`Job`] as text, for [`Request::Choose`]; JavaScript's numbers are too short for its seed.
    pub job: String,
}

/// Everything that the host must do after a request, in the order of the fields.
#[derive(Debug, Default, Serialize)]
pub struct Output {
    /// Replies to requests, possibly to earlier ones.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub replies: Vec<Reply>,
    /// Messages of the protocol to the client.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sends: Vec<String>,
    /// A table to store in place of its previous text. The outcome is to be returned with [`Request::Written`]; until then nothing changes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub write: Option<StoredText>,
    /// A job for a computer player. Its answer is to be returned with [`Request::Decided`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub think: Option<Think>,
    /// Milliseconds after which the host must send [`Request::Wake`], unless another request comes first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wake_in: Option<u64>,
    /// Errors for the browser's console.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<String>,
}

/// A table to store.
#[derive(Debug, Serialize)]
pub struct StoredText {
    /// Name of the table: the key.
    pub table: String,
    /// The text to store.
    pub text: String,
    /// Line for a list of tables, as in `GET /api/tables`; its `updated` is 0, and the host sets it.
    pub summary: Value,
}

/// The reply to a request.
#[derive(Debug, PartialEq, Serialize)]
pub struct Reply {
    /// Number of the request.
    pub id: u32,
    /// The body: JSON, or plain text where the protocol has plain text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The refusal, if there is no body.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<Refusal>,
    /// A request that the host must send to its players' worker; its reply is the reply to this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forward: Option<Forward>,
}

/// A request for the players' worker.
#[derive(Debug, PartialEq, Serialize)]
pub struct Forward {
    /// Path of the request.
    pub path: String,
    /// Body of the request, as text; empty if the path needs none.
    pub body: String,
}

impl Reply {
    /// Creates the reply to a request.
    pub fn new(id: u32, outcome: Result<String, Refusal>) -> Reply {
        let (text, error) = match outcome {
            Ok(text) => (Some(text), None),
            Err(refusal) => (None, Some(refusal)),
        };
        Reply { id, text, error, forward: None }
    }

    /// Creates the reply that the players' worker will give.
    pub fn forwarded(id: u32, path: impl Into<String>, body: String) -> Reply {
        Reply { id, text: None, error: None, forward: Some(Forward { path: path.into(), body }) }
    }
}

/// Parses JSON by way of a [`Value`], as the protocol's messages are parsed, so that the module contains the code for only one input.
pub(crate) fn parse_json<T: DeserializeOwned>(text: &str) -> serde_json::Result<T> {
    serde_json::from_value(serde_json::from_str(text)?)
}
