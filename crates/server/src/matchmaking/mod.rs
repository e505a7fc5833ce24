//! Finding a game: the lobby, seeks and quick match, challenges, rematches, the table that the first page shows, and the event stream by
//! which somebody hears of all that wherever they are.
//!
//! `streams` has everybody's open event streams, `lines` is the body of one; `seeks` is who seeks whom, `matching` makes their tables;
//! `challenges` and `rematches` answer what is asked of them; `lobby` tells what changed there, `featured` picks the table for the first
//! page; `keeper` does what is due from time to time; `routes` answers HTTP.

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
