//! NATS names. Each contains the name of the cluster, so that several clusters can share a NATS system.

use std::time::Duration;

use async_nats::jetstream::consumer::{AckPolicy, pull};
use async_nats::jetstream::stream;

use super::job::{Class, Key, is_token};

/// Expiry of jobs that no worker takes. Requesters have given up long before and withdraw their jobs unless they were killed.
const JOB_EXPIRY: Duration = Duration::from_secs(60);
/// Time a taken job stays assigned to its worker without a progress message. A busy worker sends three in this time.
pub const ACK_WAIT: Duration = Duration::from_secs(1);
/// Maximum length of a cluster name.
const MAX_NAME_LENGTH: usize = 40;

/// NATS names of one cluster.
#[derive(Clone, Debug)]
pub struct Subjects {
    cluster: String,
}

/// Invalid cluster name.
#[derive(Debug, thiserror::Error)]
#[error("invalid cluster name \"{0}\"; use 1 to {MAX_NAME_LENGTH} letters, digits, - and _")]
pub struct InvalidClusterName(String);

impl Subjects {
    pub fn new(cluster: &str) -> Result<Subjects, InvalidClusterName> {
        if is_token(cluster, MAX_NAME_LENGTH) {
            Ok(Subjects { cluster: cluster.to_owned() })
        } else {
            Err(InvalidClusterName(cluster.chars().take(MAX_NAME_LENGTH).collect()))
        }
    }

    /// Name of the job stream.
    pub fn stream(&self) -> String {
        format!("BASTIDE_WORK_{}", self.cluster)
    }

    /// Subject for jobs of a class.
    pub fn jobs(&self, class: Class) -> String {
        format!("bastide.{}.work.{}", self.cluster, class.word())
    }

    /// Subject for messages about a job. It is derived from the key alone, so no message can make a worker publish elsewhere, and a node
    /// that has taken over a table receives the result of its predecessor's request.
    pub fn replies(&self, key: &Key) -> String {
        format!("bastide.{}.told.{key}", self.cluster)
    }

    /// Subject for requests to a node.
    pub fn node(&self, node: &str) -> String {
        format!("bastide.{}.node.{node}", self.cluster)
    }

    /// Subject of a table's events.
    pub fn table(&self, table: &str) -> String {
        format!("bastide.{}.table.{table}", self.cluster)
    }

    /// Subject for broadcasts to every node.
    pub fn all(&self) -> String {
        format!("bastide.{}.all", self.cluster)
    }

    /// Subject of worker announcements.
    pub fn workers(&self) -> String {
        format!("bastide.{}.crew", self.cluster)
    }

    /// Configuration of the stream. Jobs are kept in memory: they matter only for seconds, and the requester can do the work itself.
    pub fn stream_config(&self) -> stream::Config {
        stream::Config {
            name: self.stream(),
            description: Some("jobs for Bastide workers".to_owned()),
            subjects: vec![format!("bastide.{}.work.*", self.cluster)],
            retention: stream::RetentionPolicy::WorkQueue,
            storage: stream::StorageType::Memory,
            max_age: JOB_EXPIRY,
            // Jobs with the same key within this time are duplicates.
            duplicate_window: JOB_EXPIRY,
            num_replicas: 1,
            ..Default::default()
        }
    }

    /// Configuration of the consumer of a class. All workers share it, so that each job goes to one of them.
    pub fn consumer_config(&self, class: Class) -> pull::Config {
        pull::Config {
            durable_name: Some(class.word().to_owned()),
            filter_subject: self.jobs(class),
            ack_policy: AckPolicy::Explicit,
            ack_wait: ACK_WAIT,
            ..Default::default()
        }
    }
}
