//! Tables that are played now. `hub` has those in memory, and wakes the ones whose clock expires. `driver` runs one table: it gives the
//! session core (`bastide-table`) input and carries out its effects, and is reached through `handle` and its `mailbox`. `socket` serves
//! one client.
//!
//! - `routes`: tables over HTTP, and the way to the socket.
//! - `store`: tables' logs in the database, with the result, the ratings and the notifications that follow from an entry.
//! - `visitors` are the clients at a table, `news` what is broadcast to them, `messages` what only the socket sends.
//! - `replayed` is what a game has to be replayed for, and `record_cache` keeps the records of finished games.
//! - `renewed` remembers which secrets were renewed lately.
//! - `rules_cache` shares compiled rules among tables of the same set-up.

pub mod driver;
pub mod handle;
pub mod hub;
pub mod lag;
pub mod mailbox;
pub mod messages;
pub mod news;
pub mod record_cache;
mod renewed;
pub mod replayed;
pub mod routes;
pub mod rules_cache;
pub mod socket;
mod store;
pub mod visitors;
