//! Names used in NATS. Each contains the cluster's name, so that several clusters can share a NATS system.

use std::time::Duration;

use async_nats::jetstream::consumer::{AckPolicy, pull};
use async_nats::jetstream::stream;

use super::job::{Class, Key, is_token};

/// Lifetime of jobs that no worker takes. Unless they were killed, requesters have given up and withdrawn their jobs long before.
const JOB_EXPIRY: Duration = Duration::from_secs(60);
/// Time for which a job stays assigned to its worker without a progress message. A busy worker sends three messages in this time.
pub const ACK_WAIT: Duration = Duration::from_secs(1);
/// Maximum length of a cluster name.
const MAX_NAME_LENGTH: usize = 40;

/// The NATS names of one cluster.
#[derive(Clone, Debug)]
pub struct Subjects {
    cluster: String,
}

/// The cluster name is invalid.
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

    /// Returns the name of the job stream.
    pub fn stream(&self) -> String {
        format!("BASTIDE_WORK_{}", self.cluster)
    }

    /// Returns the subject for jobs of a class.
    pub fn jobs(&self, class: Class) -> String {
        format!("bastide.{}.work.{}", self.cluster, class.word())
    }

    /// Returns the subject for messages about a job. It is derived from the key alone, so no message can make a worker publish elsewhere,
    /// and a node that has taken over a table receives the result that its predecessor requested.
    pub fn replies(&self, key: &Key) -> String {
        format!("bastide.{}.told.{key}", self.cluster)
    }

    /// Returns the subject for requests to a node.
    pub fn node(&self, node: &str) -> String {
        format!("bastide.{}.node.{node}", self.cluster)
    }

    /// Returns the subject for a table's events.
    pub fn table(&self, table: &str) -> String {
        format!("bastide.{}.table.{table}", self.cluster)
    }

    /// Returns the subject for broadcasts to all nodes.
    pub fn all(&self) -> String {
        format!("bastide.{}.all", self.cluster)
    }

    /// Returns the subject for worker announcements.
    pub fn workers(&self) -> String {
        format!("bastide.{}.crew", self.cluster)
    }

    /// Returns the configuration of the stream. Jobs are kept in memory because they matter only for seconds, and the requester can do the
    /// work itself.
    pub fn stream_config(&self) -> stream::Config {
        stream::Config {
            name: self.stream(),
            description: Some("jobs for Bastide workers".to_owned()),
            subjects: vec![format!("bastide.{}.work.*", self.cluster)],
            retention: stream::RetentionPolicy::WorkQueue,
            storage: stream::StorageType::Memory,
            max_age: JOB_EXPIRY,
            // Jobs with the same key within this time count as duplicates.
            duplicate_window: JOB_EXPIRY,
            num_replicas: 1,
            ..Default::default()
        }
    }

    /// Returns the configuration of the consumer for a class. All workers share the consumer, so that each job goes to only one of them.
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
