//! Messages between nodes and workers: jobs and their replies.

use std::fmt;

use games::Game;
use games::record::Record;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Version of the job format. A worker rejects jobs with another version.
const FORMAT: u32 = 1;
/// Maximum length of a key's name, in bytes.
const MAX_KEY_LENGTH: usize = 64;

/// Class of a job. Each class has its own subject, so that quick jobs never wait behind long ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Class {
    /// A move that takes only a few milliseconds.
    Quick,
    /// A move that uses its full thinking time.
    Strong,
    /// An analysis of one position. A whole game is analysed position by position.
    Analysis,
}

impl Class {
    pub const ALL: [Class; 3] = [Class::Quick, Class::Strong, Class::Analysis];

    pub fn word(self) -> &'static str {
        match self {
            Class::Quick => "quick",
            Class::Strong => "strong",
            Class::Analysis => "analysis",
        }
    }
}

/// Key of a job: a table's name and the number of its log entries, or a unique name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Key {
    pub name: String,
    /// Number of log entries; 0 for a unique name.
    pub number: usize,
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.name, self.number)
    }
}

/// The work to do for a job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Task {
    /// Choose a move as a computer player.
    Choose {
        level: String,
        millis: u64,
        /// Seed of the player's random choices.
        seed: u64,
    },
    /// Analyse a position with the strongest player.
    Analyse {
        /// Number of answers before the position; `None` for the last position in which a seat must act.
        at: Option<usize>,
        /// Whether to judge the answer given in the game.
        given: bool,
        millis: u64,
    },
}

/// A job: a game, as a record, and what to compute.
///
/// The answers are stored as words, together with the hash of the last position, so that a worker with different rules detects the
/// mismatch. A job contains nothing that a computer player on the node would not see: the game never includes the draw order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Job {
    form: u32,
    pub key: Key,
    pub class: Class,
    /// Anonymised owner, used only in logs. Fair scheduling takes place before a job is sent.
    pub owner: Option<u64>,
    pub task: Task,
    pub record: Record,
}

impl Job {
    pub fn new(key: Key, class: Class, task: Task, game: &Game) -> Job {
        Job { form: FORMAT, key, class, owner: None, task, record: Record::of(game, &[], None) }
    }

    pub fn read(message: &[u8]) -> Result<Job, Unreadable> {
        let head: Head = serde_json::from_slice(message).map_err(|why| Unreadable::Noise(why.to_string()))?;
        let Head { form, key } = head;
        if !is_token(&key.name, MAX_KEY_LENGTH) {
            return Err(Unreadable::Noise("the key cannot be part of a subject".to_owned()));
        }
        if form != FORMAT {
            return Err(Unreadable::Unknown {
                key,
                why: format!("the job has format {form}, but this worker supports only format {FORMAT}"),
            });
        }
        serde_json::from_slice(message).map_err(|why| Unreadable::Unknown { key, why: why.to_string() })
    }
}

/// Fields common to all versions of the job format.
#[derive(Deserialize)]
struct Head {
    form: u32,
    key: Key,
}

/// The reason a job cannot be read.
#[derive(Debug, PartialEq)]
pub enum Unreadable {
    /// The message is not a job.
    Noise(String),
    /// The job comes from another version of the program.
    Unknown {
        key: Key,
        /// Description of what is unknown.
        why: String,
    },
}

/// A worker's message to the node about a job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum JobReply {
    /// The job is in progress. This is sent repeatedly.
    Works,
    /// The result: an answer's word or an analysis.
    Done(Value),
    /// The job was rejected, with the reason.
    Cannot(String),
}

impl JobReply {
    pub fn bytes(&self) -> Vec<u8> {
        // Serialising texts and numbers cannot fail.
        serde_json::to_vec(self).unwrap_or_default()
    }
}

/// Returns whether a text can be used as a token of a subject.
pub fn is_token(text: &str, most: usize) -> bool {
    (1..=most).contains(&text.len()) && text.bytes().all(|sign| sign.is_ascii_alphanumeric() || b"-_".contains(&sign))
}
