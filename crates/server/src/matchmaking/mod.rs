//! Matchmaking: the lobby, seeks and quick match, challenges, rematches, the featured table, and the event stream that reports all of it.
//!
//! - `routes`: HTTP; `types` are its responses and the events.
//! - `service`: shared state; `store`: the SQL.
//! - `create_table` creates tables for callers; `seeks` are the open seeks, and `matching` creates tables for those that match.
//! - `event_streams` has the open event streams, `stream_body` is the body of one.
//! - `jobs` runs periodically: broadcasts lobby changes (`lobby`), expires challenges, drops stale seeks. `abandoned` also runs
//!   periodically and expires abandoned tables.

pub mod abandoned;
pub mod challenges;
pub mod create_table;
pub mod event_streams;
pub mod featured;
pub mod jobs;
pub mod lobby;
pub mod matching;
pub mod person;
pub mod rematches;
pub mod routes;
pub mod seeks;
pub mod service;
pub mod store;
pub mod stream_body;
pub mod types;
