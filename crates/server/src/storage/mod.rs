//! What outlives the process: tables, seats, secrets' hashes and answers.
//!
//! [`Storage`] is what the server asks of it. Entries of a table's log are only ever added, under the key (table, number), and that number
//! decides: an append of one that exists fails, whoever else believes to know the game.

mod rows;
mod sqlite;
#[cfg(test)]
mod tests;

use std::future::Future;
use std::path::PathBuf;
use std::pin::Pin;

use table::{Hash, Key, LogEntry, Phase, SeatOccupant, Standing, StoredAnswer, TableRecord, Write};
use thiserror::Error;

pub use sqlite::{Sqlite, StorageThread, lock};

/// The database's name in its folder.
pub const FILE: &str = "bastide.sqlite";

/// Why something could not be stored or read.
#[derive(Debug, Error)]
pub enum StorageError {
    /// The folder cannot be made or opened.
    #[error("the data folder {} cannot be used ({why}); --data names another", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// What the system says.
        why: std::io::Error,
    },
    /// Another process holds the folder.
    #[error("the data folder {} is in use by another Bastide; stop that one, or name another folder with --data", .0.display())]
    InUse(PathBuf),
    /// The database was written by a later version of this program.
    #[error("the database has version {found}, this program knows {known}; use a newer Bastide")]
    TooNew {
        /// Its version.
        found: usize,
        /// The newest version known here.
        known: usize,
    },
    /// SQLite says no: the disk is full, the file is read-only or damaged.
    #[error("the database says: {0}")]
    Sqlite(#[from] rusqlite::Error),
    /// What was to be written was not committed, and may be there all the same.
    #[error("the database says: {0}")]
    Commit(String),
    /// The log of a table has an entry of a kind that this program does not know.
    #[error(
        "entry {number} of the log of table {table} is of the kind \"{kind}\", which this program does not know; use a newer Bastide"
    )]
    UnknownKind {
        /// The table.
        table: String,
        /// The number of entries before it.
        number: usize,
        /// Its kind.
        kind: String,
    },
    /// What is stored cannot be understood.
    #[error("the database holds what cannot be read: {0}")]
    Damaged(String),
    /// The storage has been closed.
    #[error("the storage is closed")]
    Closed,
}

/// A line in a list of tables.
#[derive(Clone, Debug)]
pub struct TableLine {
    /// The table's name.
    pub name: String,
    /// The set-up as JSON.
    pub setup: String,
    /// The version of the rules that it is pinned to.
    pub rules_version: u32,
    /// Where it stands.
    pub standing: Standing,
    /// Who sits where.
    pub seats: Vec<SeatOccupant>,
    /// When it last changed, in milliseconds since 1970.
    pub updated: i64,
    /// Whether its game was brought as a record.
    pub imported: bool,
    /// Whether it is a plain table.
    pub plain: bool,
}

/// What a storage will have done. Whoever lets go of it does not stop the work.
pub type Stored<T> = Pin<Box<dyn Future<Output = Result<T, StorageError>> + Send>>;

/// Where tables are kept. Every change is made whole or not at all, and is on the disk when its future is ready; one that failed may be
/// there all the same.
pub trait Storage: Send + Sync {
    /// Writes a new table down, with the log that it has from the beginning.
    fn create(&self, record: TableRecord, log: Vec<LogEntry>) -> Stored<()>;

    /// Writes answers that follow one another down in the log, and where the game stands after them. Where one of their numbers is taken,
    /// none is written.
    fn append(&self, name: &str, answers: Vec<StoredAnswer>, standing: Standing) -> Stored<()>;

    /// Writes down who sits where now, how far the table has come, and new keys.
    fn seat(&self, name: &str, seats: Vec<SeatOccupant>, phase: Phase, keys: Vec<Key>) -> Stored<()>;

    /// Writes new keys down.
    fn add_keys(&self, name: &str, keys: Vec<Key>) -> Stored<()>;

    /// Reads a table with its log from a number on; none if there is no such table.
    fn load(&self, name: &str, from: usize) -> Stored<Option<(TableRecord, Vec<LogEntry>)>>;

    /// Has secrets of a table be good for the whole of their time again, from now on; those that have expired stay so.
    fn renew(&self, name: &str, hashes: Vec<Hash>) -> Stored<()>;

    /// Forgets every secret of a seat but these.
    fn revoke(&self, name: &str, seat: u8, kept: Vec<Hash>) -> Stored<()>;

    /// The tables that a secret opens, newest first.
    fn tables_of(&self, hash: Hash) -> Stored<Vec<TableLine>>;

    /// The public tables that are not finished, newest first.
    fn public_tables(&self) -> Stored<Vec<TableLine>>;

    /// Removes a table with all that belongs to it; says whether there was one.
    fn delete(&self, name: &str) -> Stored<bool>;

    /// Writes down what a table asks for.
    fn write(&self, name: &str, write: Write) -> Stored<()> {
        match write {
            Write::Create { record, log } => self.create(record, log),
            Write::Seats { seats, phase, keys } => self.seat(name, seats, phase, keys),
            Write::Keys(keys) => self.add_keys(name, keys),
            Write::Append { answers, standing } => self.append(name, answers, standing),
        }
    }
}
