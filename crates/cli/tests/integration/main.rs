//! Tests that run the `bastide` command, one file per subject.

mod analyse;
mod arena;
mod arena_bots;
#[path = "../../../server/tests/common/mod.rs"]
mod client;
#[cfg(feature = "cluster")]
mod cluster;
mod common;
mod files;
mod killed;
#[cfg(feature = "tuning")]
mod learn;
mod lessons;
mod pipes;
mod presets;
mod puzzles;
mod tournament;
#[cfg(feature = "tuning")]
mod tune;
