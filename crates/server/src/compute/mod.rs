//! CPU-intensive work: computer players' moves (`thinkers`), analysis of positions (`analysis`), replays (`replays`), and drawing. `slots`
//! shares the cores of this machine fairly. `rated_positions` stores the positions of rated games in progress, which must not be analysed.
//!
//! Workers on other machines, connected over NATS, can take over this work. A node enqueues (`queue`) a job (`job`), which is a message in
//! a JetStream stream with the cluster's subjects (`subjects`). Workers (`worker`) fetch jobs, run them (`execute`), and reply. They
//! announce themselves periodically (`worker_pool`). If there are no workers, or if a worker times out, the node does the work itself.
//! Nodes and workers connect in the same way (`connection`). `worker_process` is the program that runs a worker.

pub mod analysis;
#[cfg(feature = "cluster")]
pub mod connection;
#[cfg(feature = "cluster")]
pub mod execute;
#[cfg_attr(not(feature = "cluster"), expect(dead_code, reason = "nothing is sent to workers"))]
pub mod job;
#[cfg_attr(not(feature = "cluster"), path = "no_queue.rs", allow(dead_code, reason = "nothing runs on workers"))]
pub mod queue;
pub mod rated_positions;
pub mod replays;
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
