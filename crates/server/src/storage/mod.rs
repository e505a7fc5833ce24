//! Persistent storage: tables, seats, hashes of secrets, and answers.
//!
//! [`Storage`] is the interface for tables. A table's log is append-only and keyed by (table, number). The number detects conflicts:
//! appending an entry whose number is taken fails, no matter what state another server assumes the game is in.

pub(crate) mod access;
pub mod backup;
pub(crate) mod clocks;
pub(crate) mod database;
#[cfg(feature = "cluster")]
mod dialect;
pub(crate) mod direct;
pub(crate) mod health;
#[cfg_attr(not(feature = "cluster"), path = "no_postgresql.rs")]
pub(crate) mod postgresql;
pub(crate) mod private;
pub(crate) mod server_settings;
#[cfg_attr(not(feature = "cluster"), path = "no_session.rs")]
pub(crate) mod session;
pub(crate) mod sqlite;
pub(crate) mod tables;
#[cfg(test)]
pub mod testing;
#[cfg(test)]
mod tests;
pub(crate) mod transaction;
pub(crate) mod values;

use std::future::Future;
use std::path::PathBuf;
use std::pin::Pin;

use table::{Hash, LogEntry, Moment, TableRecord, Write};
use thiserror::Error;

pub use database::{Database, StorageThreads};
pub use postgresql::{DatabaseUrl, PostgreSql};
pub(crate) use private::append as append_private;
pub use sqlite::{Sqlite, lock};
pub use table::TableLine;
pub use tables::now;
pub(crate) use transaction::{Optional, Transaction};
pub(crate) use values::{Given, Parameter, Row, Value, given};

/// File name of the SQLite database in the data folder.
pub const FILE: &str = "bastide.sqlite";

/// Error when storing or reading data.
#[derive(Debug, Error)]
pub enum StorageError {
    #[error("cannot use the data folder {} ({why}); choose another with --data", folder.display())]
    Folder { folder: PathBuf, why: std::io::Error },
    #[error("the data folder {} is in use by another Bastide; stop it or choose another folder with --data", .0.display())]
    InUse(PathBuf),
    #[error("the database has version {found}, but this program supports only {known}; use a newer Bastide")]
    TooNew {
        found: usize,
        /// Newest supported version.
        known: usize,
    },
    /// The database was written by an earlier version of this program; only the server upgrades it.
    #[error("the database has version {found}, but this program needs {known}; start the server once to upgrade it")]
    TooOld {
        found: usize,
        /// Newest supported version.
        known: usize,
    },
    /// The schema version falls between two releases.
    #[error("the database has version {found}, which was never released; use the program that created it")]
    Unreleased { found: usize },
    #[error("database error: {0}")]
    Sqlite(#[from] rusqlite::Error),
    /// PostgreSQL reported an error or is unreachable.
    #[cfg(feature = "cluster")]
    #[error("{}", describe(.0))]
    Postgres(#[from] ::postgres::Error),
    /// The `cluster` feature is off.
    #[cfg(not(feature = "cluster"))]
    #[error("this build of Bastide does not support PostgreSQL; build it with `--features full`")]
    NoPostgres,
    #[error("invalid PostgreSQL URL ({0}); use postgres://name:password@host/database")]
    Address(String),
    #[error("another Bastide is using this database; stop it or choose another with --database")]
    Busy,
    #[error("another server owns this table now")]
    Lost,
    #[error("another server may be taking over this table; try again")]
    Taking,
    #[error(
        "the table uses version {found} of the rules, but this server supports only {known}; a newer server can open it"
    )]
    NewerRules {
        found: u32,
        /// Newest supported version.
        known: u32,
    },
    #[error("a row is missing in the database")]
    NoRow,
    #[error("database error: {0}")]
    Commit(String),
    /// A table's log has an entry of a kind unknown to this program.
    #[error("entry {number} in the log of table {table} has the unknown kind \"{kind}\"; use a newer Bastide")]
    UnknownKind {
        table: String,
        /// Number of the entry, counted from 0.
        number: usize,
        kind: String,
    },
    #[error("invalid data in the database: {0}")]
    Damaged(String),
    #[error("the storage is closed")]
    Closed,
}

/// Formats a PostgreSQL error.
#[cfg(feature = "cluster")]
fn describe(why: &::postgres::Error) -> String {
    match why.as_db_error() {
        Some(said) => format!("database error: {}", said.message()),
        None => format!(
            "the database cannot be reached ({})",
            std::error::Error::source(why).map_or(why.to_string(), |source| source.to_string())
        ),
    }
}

/// A pending storage operation. Dropping the future does not stop it.
pub type Stored<T> = Pin<Box<dyn Future<Output = Result<T, StorageError>> + Send>>;

/// Storage for tables. Every change is atomic, and durable once its future resolves; a change that fails may still have been written.
pub trait Storage: Send + Sync {
    /// Writes a change to a table on behalf of its owner in this epoch, which is 0 without a cluster.
    ///
    /// Log entries must have consecutive numbers; if one of them is taken, nothing is written. The last entries carry the game's result,
    /// and ratings are updated along with it. Writes with an epoch older than the newest one fail with [`StorageError::Lost`].
    fn write(&self, name: &str, epoch: u64, write: Write) -> Stored<()>;

    /// Loads a table with its log entries, starting at number `from`; `None` if the table does not exist.
    fn load(&self, name: &str, from: usize) -> Stored<Option<(TableRecord, Vec<LogEntry>)>>;

    /// Extends a table's secrets to their full lifetime; expired ones stay expired.
    fn renew(&self, name: &str, hashes: Vec<Hash>) -> Stored<()>;

    /// Deletes all secrets for a seat except `kept`.
    fn revoke(&self, name: &str, seat: u8, kept: Vec<Hash>) -> Stored<()>;

    /// Returns the tables that can be opened with any of these secrets, newest first.
    fn tables_of(&self, hashes: Vec<Hash>) -> Stored<Vec<TableLine>>;

    /// Returns the public unfinished tables, newest first.
    fn public_tables(&self) -> Stored<Vec<TableLine>>;

    /// Returns the servers' last stored running time.
    fn running_time(&self) -> Stored<Moment>;

    /// Stores the running time if any table's clock is running.
    fn save_running_time(&self, now: Moment) -> Stored<()>;

    /// Returns tables whose clock expires before a moment, up to a limit.
    fn expiring_clocks(&self, before: Moment) -> Stored<Vec<String>>;

    /// Deletes a table and everything that belongs to it; returns whether it existed.
    fn delete(&self, name: &str) -> Stored<bool>;
}
