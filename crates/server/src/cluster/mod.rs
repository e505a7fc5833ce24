//! Servers that work together on one database, each called a node: any of them takes any socket.
//!
//! The database is the truth. A table is kept by one node, which has taken it there (`store`) and alone writes its log; the others
//! follow it, and show it to their own clients. What a client does at a node that follows goes to the keeper over NATS (`bus`,
//! `messages`), and the outcome comes back to all who follow. Both only save work: an append decides by its number and its epoch, and
//! what was missed is read.
//!
//! `nodes` knows which nodes are up, `joining` lets a node keep or follow a table, `requests` answers requests of other nodes. `events`
//! are what nodes tell one another about clients, and `subscriber` applies them. What a driver does as keeper or follower is in
//! `table/driving/apart.rs`.

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
