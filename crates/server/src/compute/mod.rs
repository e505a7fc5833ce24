//! Thinking as work in a queue: what takes a core for long goes to workers on other machines, where there are any, by way of NATS.
//!
//! A node asks (`queue`): a thought or an analysis becomes a job (`job`), a message in a stream of JetStream, by names that a cluster has
//! to itself (`names`). Workers (`worker`) take jobs out, do them (`doing`), and tell the node. They say again and again that they are
//! there (`crew`), and where none is, or one falls silent, the node thinks for itself as ever. Nodes and workers connect alike
//! (`connection`).

pub mod analysis;
#[cfg(feature = "cluster")]
pub mod connection;
#[cfg(feature = "cluster")]
pub mod execute;
#[cfg_attr(not(feature = "cluster"), expect(dead_code, reason = "nothing is sent to workers"))]
pub mod job;
#[cfg_attr(not(feature = "cluster"), path = "no_queue.rs")]
pub mod queue;
pub mod routes;
pub mod slots;
#[cfg(feature = "cluster")]
pub mod subjects;
#[cfg(all(test, feature = "cluster"))]
mod tests;
pub mod thinkers;
#[cfg(feature = "cluster")]
pub mod watch;
#[cfg(feature = "cluster")]
pub mod worker;
#[cfg(feature = "cluster")]
pub mod worker_pool;
#[cfg(feature = "cluster")]
pub mod worker_process;
