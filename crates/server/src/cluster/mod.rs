//! Servers that work together on one database, each called a node: any of them takes any socket.
//!
//! The database is the truth. A table is kept by one node, which has taken it there (`storage/cluster.rs`) and alone writes its log; the
//! others follow it, and show it to those whom they serve. What somebody does at a node that follows goes to the keeper over NATS
//! (`bus.rs`, `messages.rs`), and what comes of it comes back to all who follow. Both only save work: an append decides by its number and
//! its epoch, and what was missed is read.
//!
//! `nodes.rs` knows who is there, `joining.rs` how a node comes to a table, `asked.rs` answers what other nodes ask. What has
//! to do with people wherever they are comes out of their rooms by `relay.rs`, and to all nodes by `spreading.rs` and `hearing.rs`. What a
//! driver does as keeper or follower is in `driver/apart.rs`.

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
