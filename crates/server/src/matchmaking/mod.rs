//! Matchmaking: the lobby, seeks and quick match, challenges, rematches, the featured table, the TV, and the event stream that reports on
//! most of them.
//!
//! - `routes`: HTTP; `types` has its responses and the events.
//! - `service`: shared state; `store`: the SQL.
//! - `create_table` creates tables on behalf of callers; `seeks` has the open seeks, and `matching` creates tables for those that match.
//! - `event_streams` has the open event streams; `stream_body` is the response body of a stream. `online_elsewhere` has the accounts with a
//!   stream at another node.
//! - `jobs` runs periodically: it broadcasts lobby changes (`lobby`), reports online accounts, expires challenges, and drops stale seeks.
//!   `abandoned` also runs periodically and removes abandoned tables.

pub mod abandoned;
pub mod challenges;
pub mod create_table;
pub mod event_streams;
pub mod featured;
pub mod jobs;
pub mod lobby;
pub mod matching;
pub mod online_elsewhere;
pub mod person;
pub mod rematches;
pub mod routes;
pub mod seeks;
pub mod service;
pub mod store;
pub mod stream_body;
pub mod tv;
pub mod types;
