//! Tournaments that are played on the server.
//!
//! A tournament is stored as its settings and a numbered list of [steps](step::Step), from which its state is computed. A step is stored
//! before anyone learns of it, in one transaction with the tables that it requires: each table gets its name there, keyed by tournament,
//! match and game, and is created afterwards. A [job](tables::run) creates the tables that are missing and enters the results of finished
//! games, so that a server that was killed continues where it stopped.

pub mod changes;
pub mod due;
pub mod log;
pub mod news;
pub mod routes;
pub mod service;
pub mod show;
pub mod step;
pub mod store;
pub mod tables;
pub mod terms;
pub mod types;
