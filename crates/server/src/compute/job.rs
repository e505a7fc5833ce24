//! Jobs, and what is told of them: the messages between nodes and workers.

use std::fmt;

use games::Game;
use games::record::Record;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The form of the messages. A worker that does not know a job's form leaves it to the node.
const FORM: u32 = 1;
/// Signs that the first part of a key has at most.
const SIGNS: usize = 64;

/// What kind of job: each has a subject, so that what is quick never waits behind what is long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Class {
    /// A thought of some milliseconds.
    Quick,
    /// A thought that takes what it is given.
    Strong,
    /// What the strongest player thinks of a position; that of a whole game is asked position by position.
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

/// By what a job is known: a table's name and the number of entries of its log, or a name for this one question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Key {
    pub name: String,
    /// The number of entries; 0 of a question.
    pub number: usize,
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.name, self.number)
    }
}

/// What is to be done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Task {
    /// To answer as a computer player does.
    Choose {
        level: String,
        millis: u64,
        /// The seed of its random choices.
        seed: u64,
    },
    /// To tell what the strongest player thinks of a position.
    Analyse {
        /// Answers before it; none: the last position in which a seat must act.
        at: Option<usize>,
        /// Whether the answer that was given there is judged.
        given: bool,
        millis: u64,
    },
}

/// A job: a game by its record, and what is to be done about it.
///
/// The answers stand there as words and the last position's hash beside them, so that a worker whose rules lead elsewhere finds out.
/// Nothing is in it that a computer player on the node would not be given: a game never holds the order of its draws.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Job {
    form: u32,
    pub key: Key,
    pub class: Class,
    /// For whom, as a number that means nothing elsewhere: for logs alone. Whose turn it is is decided before a job is sent.
    pub owner: Option<u64>,
    pub task: Task,
    pub record: Record,
}

impl Job {
    pub fn new(key: Key, class: Class, task: Task, game: &Game) -> Job {
        Job { form: FORM, key, class, owner: None, task, record: Record::of(game, &[], None) }
    }

    pub fn read(message: &[u8]) -> Result<Job, Unreadable> {
        let head: Head = serde_json::from_slice(message).map_err(|why| Unreadable::Noise(why.to_string()))?;
        let Head { form, key } = head;
        if !is_token(&key.name, SIGNS) {
            return Err(Unreadable::Noise("its key cannot be part of a subject".to_owned()));
        }
        if form != FORM {
            return Err(Unreadable::Unknown {
                key,
                why: format!("the job has form {form}; this worker knows form {FORM}"),
            });
        }
        serde_json::from_slice(message).map_err(|why| Unreadable::Unknown { key, why: why.to_string() })
    }
}

/// What every form of a job begins with.
#[derive(Deserialize)]
struct Head {
    form: u32,
    key: Key,
}

/// Why a message is no job.
#[derive(Debug, PartialEq)]
pub enum Unreadable {
    /// It is none of ours.
    Noise(String),
    /// It is one of another version of the program.
    Unknown {
        key: Key,
        /// What is not known.
        why: String,
    },
}

/// What a worker tells of a job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Told {
    /// It has taken the job and works; told again and again.
    Works,
    /// What came of it: an answer's word, an analysis.
    Done(Value),
    /// It cannot do that, or it may not: why.
    Cannot(String),
}

impl Told {
    pub fn bytes(&self) -> Vec<u8> {
        // Texts and numbers have no form that JSON has not.
        serde_json::to_vec(self).unwrap_or_default()
    }
}

/// Whether a text can be one part of a subject.
pub fn is_token(text: &str, most: usize) -> bool {
    (1..=most).contains(&text.len()) && text.bytes().all(|sign| sign.is_ascii_alphanumeric() || b"-_".contains(&sign))
}
