//! What outlives the process: tables, seats, secrets' hashes and answers.
//!
//! [`Storage`] is what the server asks of it. Entries of a table's log are only ever added, under the key (table, number), and that number
//! decides: an append of one that exists fails, whoever else believes to know the game.

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

use table::{Access, Clock, Hash, LogEntry, Moment, SeatOccupant, Standing, TableRecord, Write};
use thiserror::Error;

pub use database::{Database, StorageThreads};
pub use postgresql::{DatabaseUrl, PostgreSql};
pub(crate) use private::append as append_private;
pub use sqlite::{Sqlite, lock};
pub use tables::now;
pub(crate) use transaction::{Optional, Transaction};
pub(crate) use values::{Given, Parameter, Row, Value, given};

/// The database's name in its folder.
pub const FILE: &str = "bastide.sqlite";

/// Why something could not be stored or read.
#[derive(Debug, Error)]
pub enum StorageError {
    #[error("the data folder {} cannot be used ({why}); --data names another", folder.display())]
    Folder { folder: PathBuf, why: std::io::Error },
    #[error("the data folder {} is in use by another Bastide; stop that one, or name another folder with --data", .0.display())]
    InUse(PathBuf),
    #[error("the database has version {found}, this program knows {known}; use a newer Bastide")]
    TooNew {
        found: usize,
        /// The newest version known here.
        known: usize,
    },
    /// The database was written by an earlier version of this program, and only the server carries it over.
    #[error(
        "the database has version {found}, this program knows {known}; start the server once, which carries it over"
    )]
    TooOld {
        found: usize,
        /// The newest version known here.
        known: usize,
    },
    /// The schema has a version between two releases.
    #[error("the database has version {found}, which was never released; only its own program reads it")]
    Unreleased { found: usize },
    #[error("the database says: {0}")]
    Sqlite(#[from] rusqlite::Error),
    /// PostgreSQL says no, or is not there.
    #[cfg(feature = "cluster")]
    #[error("{}", told(.0))]
    Postgres(#[from] ::postgres::Error),
    /// The feature `cluster` is off.
    #[cfg(not(feature = "cluster"))]
    #[error("this build of Bastide has no PostgreSQL; build it with `--features full`")]
    NoPostgres,
    #[error("this is no address of a PostgreSQL database ({0}); it looks like postgres://name:password@host/database")]
    Address(String),
    #[error("another Bastide works on this database; stop that one, or name another with --database")]
    Busy,
    #[error("another server keeps this table now")]
    Lost,
    #[error("another server may be taking this table just now; try again")]
    Taking,
    #[error("the table is played by version {found} of the rules, this server knows {known}; a newer one plays it")]
    NewerRules {
        found: u32,
        /// The newest version known here.
        known: u32,
    },
    #[error("the database lacks a row")]
    NoRow,
    #[error("the database says: {0}")]
    Commit(String),
    /// The log of a table has an entry of a kind that this program does not know.
    #[error(
        "entry {number} of the log of table {table} is of the kind \"{kind}\", which this program does not know; use a newer Bastide"
    )]
    UnknownKind {
        table: String,
        /// The number of entries before it.
        number: usize,
        kind: String,
    },
    #[error("the database holds what cannot be read: {0}")]
    Damaged(String),
    #[error("the storage is closed")]
    Closed,
}

/// What PostgreSQL says, in a sentence.
#[cfg(feature = "cluster")]
fn told(why: &::postgres::Error) -> String {
    match why.as_db_error() {
        Some(said) => format!("the database says: {}", said.message()),
        None => format!(
            "the database cannot be reached ({})",
            std::error::Error::source(why).map_or(why.to_string(), |source| source.to_string())
        ),
    }
}

/// A line in a list of tables.
#[derive(Clone, Debug)]
pub struct TableLine {
    pub name: String,
    pub setup: String,
    /// The version of the rules that it is pinned to.
    pub rules_version: u32,
    pub standing: Standing,
    /// Who sits where.
    pub seats: Vec<SeatOccupant>,
    /// When it last changed, in milliseconds since 1970.
    pub updated: i64,
    /// Whether its game was brought as a record.
    pub imported: bool,
    pub plain: bool,
    pub rated: bool,
    pub clock: Option<Clock>,
    /// Who may come to it.
    pub access: Access,
}

/// What a storage will have done. Whoever lets go of it does not stop the work.
pub type Stored<T> = Pin<Box<dyn Future<Output = Result<T, StorageError>> + Send>>;

/// Where tables are kept. Every change is made whole or not at all, and is on the disk when its future is ready; one that failed may be
/// there all the same.
pub trait Storage: Send + Sync {
    /// Writes down what a table asks for, for whoever keeps it in this epoch; where servers do not work together, that is 0.
    ///
    /// Entries of a log follow one another, and where one of their numbers is taken, nothing is written. With the last of them comes what
    /// the game came to, and ratings follow at once. What was written in an earlier epoch than the newest is refused with
    /// [`StorageError::Lost`].
    fn write(&self, name: &str, epoch: u64, write: Write) -> Stored<()>;

    /// Reads a table with its log from a number on; none if there is no such table.
    fn load(&self, name: &str, from: usize) -> Stored<Option<(TableRecord, Vec<LogEntry>)>>;

    /// Has secrets of a table be good for the whole of their time again, from now on; those that have expired stay so.
    fn renew(&self, name: &str, hashes: Vec<Hash>) -> Stored<()>;

    /// Forgets every secret of a seat but these.
    fn revoke(&self, name: &str, seat: u8, kept: Vec<Hash>) -> Stored<()>;

    /// The tables that any of these secrets opens, newest first.
    fn tables_of(&self, hashes: Vec<Hash>) -> Stored<Vec<TableLine>>;

    /// The public tables that are not finished, newest first.
    fn public_tables(&self) -> Stored<Vec<TableLine>>;

    /// How long servers have run on these tables, by what was last written down of it.
    fn running_time(&self) -> Stored<Moment>;

    /// Writes down how long the server has run, if a clock runs at any table.
    fn keep_running_time(&self, now: Moment) -> Stored<()>;

    /// Tables whose clock falls before a moment, some of them if there are many.
    fn falling(&self, before: Moment) -> Stored<Vec<String>>;

    /// Removes a table with all that belongs to it; says whether there was one.
    fn delete(&self, name: &str) -> Stored<bool>;
}
