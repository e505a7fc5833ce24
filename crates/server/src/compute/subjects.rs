//! What things are called in NATS, so that clusters that share one do not meet.

use std::time::Duration;

use async_nats::jetstream::consumer::{AckPolicy, pull};
use async_nats::jetstream::stream;

use super::job::{Class, Key, is_token};

/// How long a job stays that nobody takes. Who asked has long thought for themselves then; they take it back unless they were killed.
const KEPT: Duration = Duration::from_secs(60);
/// How long a job that was taken is its worker's without a word of it. A worker that works says so three times as often.
pub const HELD: Duration = Duration::from_secs(1);
/// Signs that the name of a cluster has at most.
const SIGNS: usize = 40;

/// The names of one cluster.
#[derive(Clone, Debug)]
pub struct Names {
    cluster: String,
}

/// A name that no cluster can have.
#[derive(Debug, thiserror::Error)]
#[error("\"{0}\" cannot name a cluster; 1 to {SIGNS} letters, digits, - and _ will do")]
pub struct BadName(String);

impl Names {
    pub fn new(cluster: &str) -> Result<Names, BadName> {
        if is_token(cluster, SIGNS) {
            Ok(Names { cluster: cluster.to_owned() })
        } else {
            Err(BadName(cluster.chars().take(SIGNS).collect()))
        }
    }

    /// The stream that jobs lie in.
    pub fn stream(&self) -> String {
        format!("BASTIDE_WORK_{}", self.cluster)
    }

    /// Where jobs of a class are put.
    pub fn jobs(&self, class: Class) -> String {
        format!("bastide.{}.work.{}", self.cluster, class.word())
    }

    /// Where is told what becomes of a job. The key alone makes it, so no message can have a worker write elsewhere, and a node that has
    /// taken a table over hears what was asked by the one before it.
    pub fn told(&self, key: &Key) -> String {
        format!("bastide.{}.told.{key}", self.cluster)
    }

    /// Where a node is asked.
    pub fn node(&self, node: &str) -> String {
        format!("bastide.{}.node.{node}", self.cluster)
    }

    /// Where is told what happens at a table.
    pub fn table(&self, table: &str) -> String {
        format!("bastide.{}.table.{table}", self.cluster)
    }

    /// Where every node is told something.
    pub fn all(&self) -> String {
        format!("bastide.{}.all", self.cluster)
    }

    /// Where workers say that they are there.
    pub fn workers(&self) -> String {
        format!("bastide.{}.crew", self.cluster)
    }

    /// How the stream is. Its jobs are in memory: what is asked is worth something for seconds, and who asked can do it themselves.
    pub fn stream_config(&self) -> stream::Config {
        stream::Config {
            name: self.stream(),
            description: Some("what Bastide's workers are asked".to_owned()),
            subjects: vec![format!("bastide.{}.work.*", self.cluster)],
            retention: stream::RetentionPolicy::WorkQueue,
            storage: stream::StorageType::Memory,
            max_age: KEPT,
            // The same key in this time is the same job.
            duplicate_window: KEPT,
            num_replicas: 1,
            ..Default::default()
        }
    }

    /// How workers take jobs of a class out of the stream: all of them by the same consumer, each job by one of them.
    pub fn consumer_config(&self, class: Class) -> pull::Config {
        pull::Config {
            durable_name: Some(class.word().to_owned()),
            filter_subject: self.jobs(class),
            ack_policy: AckPolicy::Explicit,
            ack_wait: HELD,
            ..Default::default()
        }
    }
}
