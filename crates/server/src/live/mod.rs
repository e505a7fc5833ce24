//! Tables being played. `hub` keeps them in memory and loads those whose clock is about to expire. `driver` runs one table: it passes input
//! to the session core (`bastide-table`) and carries out its effects. Other code reaches it through `handle` and its `mailbox`. `socket`
//! serves one client.
//!
//! - `routes`: tables over HTTP, and the WebSocket upgrade.
//! - `transfers`: games that continue at a new table here, or elsewhere.
//! - `archive_import`: finished games from elsewhere, imported into the archive from the command line.
//! - `store`: the tables' logs in the database, with the result, ratings and notifications that follow from each entry.
//! - `visitors`: clients at a table; `news`: broadcasts to them; `messages`: messages that do not come from a table.
//! - `replayed`: requests that need a replay; `record_cache`: records of finished games.
//! - `recent_renewals`: secrets that were renewed recently.
//! - `rules_cache`: compiled rules, shared by tables with the same set-up.

pub mod archive_import;
pub mod driver;
pub mod handle;
pub mod hub;
pub mod lag;
pub mod mailbox;
pub mod messages;
pub mod news;
mod recent_renewals;
pub mod record_cache;
pub mod replayed;
pub mod routes;
pub mod rules_cache;
pub mod socket;
mod store;
pub mod transfers;
pub mod visitors;
