//! Thinking as work in a queue: what takes a core for long goes to workers on other machines, where there are any, by way of NATS.
//!
//! A node asks (`queue`): a thought or an analysis becomes a job (`job`), a message in a stream of JetStream, by names that a cluster has
//! to itself (`names`). Workers (`worker`) take jobs out, do them (`doing`), and tell the node. They say again and again that they are
//! there (`crew`), and where none is, or one falls silent, the node thinks for itself as ever. Nodes and workers connect alike
//! (`connection`).

pub mod connection;
pub mod crew;
pub mod doing;
pub mod job;
pub mod names;
pub mod queue;
pub mod running;
#[cfg(test)]
mod tests;
pub mod watch;
pub mod worker;
