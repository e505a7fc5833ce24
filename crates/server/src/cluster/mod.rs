//! Clustering: several servers, called nodes, share one database. Any node accepts any socket.
//!
//! The database is the source of truth. A table has one owner node, which holds the table's lease in the database (`store`) and is the only
//! one that writes its log. Other nodes can follow the table and show it to their own clients. A follower forwards its clients' requests to
//! the owner over NATS (`bus`, `messages`), and the outcome is broadcast to all followers. Messages only save work: the database checks the
//! number and the epoch of each append, and a node that missed a message reads the database.
//!
//! `nodes` tracks which nodes are up, `joining` lets a node own or follow a table, and `requests` answers requests from other nodes.
//! `events` are broadcasts about clients, which `subscriber` applies. `table/driving/replication.rs` implements what a driver does as owner
//! or follower.

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
