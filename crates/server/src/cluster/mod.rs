//! Clustering: servers that share one database, each called a node. Any node accepts any socket.
//!
//! The database is the source of truth. A table has one owner node, which holds its lease in the database (`store`) and alone writes its
//! log; the other nodes follow it and show the table to their own clients. A follower forwards the requests of its clients to the owner
//! over NATS (`bus`, `messages`), and the outcome is broadcast to all followers. Messages only save work: the database checks the number
//! and the epoch of each append, and a node that missed a message reads the database.
//!
//! `nodes` tracks which nodes are up, `joining` lets a node own or follow a table, `requests` answers requests of other nodes. `events` are
//! broadcasts about clients, and `subscriber` applies them. What a driver does as owner or follower is in `table/driving/replication.rs`.

#[cfg_attr(not(feature = "cluster"), path = "no_bus.rs")]
pub mod bus;
pub mod events;
pub mod joining;
pub mod messages;
pub mod nodes;
#[cfg_attr(not(feature = "cluster"), expect(unreachable_code, unused_variables, reason = "there is no bus"))]
pub mod requests;
pub mod store;
pub mod subscriber;
