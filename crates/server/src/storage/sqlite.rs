//! The storage in SQLite: a thread that writes and a thread that reads, each with a connection of its own.
//!
//! # An answer is on the disk before anybody hears of it
//! The journal is a WAL with `synchronous=FULL`: a commit appends its pages to the WAL and has the system bring that file to the disk
//! (`fsync`) before it returns. Only after that are those who wait told that it is done. So
//! - after `kill -9` everything that was acknowledged is there, since it has left the process with the commit;
//! - after a power failure it is there too, since it has reached the disk, as far as the disk keeps what it says that it has. A transaction
//!   that had not come to its end has no commit frame, or one whose checksum differs, and is not there at all;
//! - the other connection never reads what is not on the disk, for SQLite lets it see a commit only after that `fsync`.
//!
//! # What is in the journal moves into the database beside the writing
//! By itself SQLite does that within a commit, and everybody whose answer came with it would wait for some ten milliseconds. Here a third
//! thread does it, from time to time; the writer brings over the few pages that came meanwhile only where the journal has grown long, so
//! that it begins anew.

use std::fs::File;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

use rusqlite::Connection;

use super::StorageError;
use super::database::{Change, Database, Done, Read, StorageThreads, Writers, waiting};
use super::transaction::Transaction;

/// The newest version of the schema, which is the database's `user_version`.
pub(crate) const NEWEST: usize = 18;
/// Upgrades between released versions of the schema: from, to, statements. A released upgrade never changes.
pub(crate) const UPGRADES: [(usize, usize, &str); 3] = [
    (0, 4, include_str!("version4.sql")),
    (4, 17, include_str!("version17.sql")),
    (17, NEWEST, include_str!("version18.sql")),
];

/// How long to wait for somebody else who is writing to the database, before the answer is refused.
const PATIENCE: Duration = Duration::from_secs(2);
/// How often what is in the journal is moved into the database.
const MOVED: Duration = Duration::from_millis(500);
/// Pages of the journal from which on it shall begin anew: 4 MB.
const LONG_JOURNAL: i64 = 1000;
/// Statements that a connection keeps prepared.
const STATEMENTS: usize = 32;

/// A database in SQLite.
pub struct Sqlite;

impl Sqlite {
    /// Opens the database in a folder, which is made if need be, and brings it to the newest version.
    pub fn open(folder: &Path) -> Result<(Database, StorageThreads), StorageError> {
        let lock = lock(folder)?;
        let file = folder.join(super::FILE);
        let mut writing = Connection::open(&file)?;
        configure(&writing)?;
        migrate(&mut writing)?;
        writing.pragma_update(None, "wal_autocheckpoint", 0)?;
        let moving = Connection::open(&file)?;
        configure(&moving)?;
        let (changes, changing) = mpsc::channel::<Change>();
        let (open, stays) = mpsc::channel();
        let unusable = |why| StorageError::Folder { folder: folder.to_owned(), why };
        let thread = |name: &str| std::thread::Builder::new().name(name.to_owned());
        let read_on = |name: &str| -> Result<_, StorageError> {
            let mut reading = Connection::open(&file)?;
            configure(&reading)?;
            reading.pragma_update(None, "query_only", true)?;
            let (reads, asked) = mpsc::channel::<Read>();
            let reader = thread(name).spawn(move || asked.into_iter().for_each(|one| read(&mut reading, one)));
            Ok((reads, reader.map_err(unusable)?))
        };
        let (reads, reader) = read_on("storage reader")?;
        let (searches, searcher) = read_on("storage searcher")?;
        let long = Arc::new(AtomicBool::new(false));
        let mover = thread("storage mover").spawn({
            let long = long.clone();
            move || move_pages(&moving, &stays, &long)
        });
        let mover = mover.map_err(unusable)?;
        let writer = thread("storage").spawn(move || {
            write(&mut writing, &changing, &long);
            drop(open);
            // The folder stays locked until the database is closed.
            if mover.join().is_err() {
                tracing::error!("the storage's mover ended by a panic");
            }
            drop(writing);
            drop(lock);
        });
        let writer = writer.map_err(unusable)?;
        // The writer holds the folder, and is the last to let go of it.
        let threads = StorageThreads(vec![reader, searcher, writer]);
        Ok((Database { writers: Writers { alone: changes, tables: Vec::new() }, reads, searches }, threads))
    }
}

/// Reads in one transaction.
fn read(connection: &mut Connection, read: Read) {
    match connection.transaction() {
        Ok(work) => read(Ok(&Transaction::of_sqlite(&work))),
        Err(why) => read(Err(why.into())),
    }
}

/// Moves what is in the journal into the database, from time to time, until the storage goes; says when the journal has grown long.
fn move_pages(connection: &Connection, stays: &Receiver<()>, long: &AtomicBool) {
    while let Err(RecvTimeoutError::Timeout) = stays.recv_timeout(MOVED) {
        match checkpoint(connection) {
            Ok(pages) => long.store(pages > LONG_JOURNAL, Ordering::Relaxed),
            // What cannot be moved now stays in the journal, where it is as safe.
            Err(why) => tracing::warn!("the journal cannot be moved into the database: {why}"),
        }
    }
}

/// Moves what nobody is using any more; the pages that the journal had.
fn checkpoint(connection: &Connection) -> rusqlite::Result<i64> {
    connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |row| row.get(1))
}

/// Makes changes until nobody is there any more who could ask for one: all that wait at once, with one commit.
fn write(connection: &mut Connection, changing: &Receiver<Change>, long: &AtomicBool) {
    while let Some(waiting) = waiting(changing) {
        let (done, committed): (Vec<Done>, _) = match connection.transaction() {
            Ok(transaction) => {
                hold(&transaction);
                let work = Transaction::of_sqlite(&transaction);
                (waiting.map(|change| change(Some(&work))).collect(), transaction.commit())
            }
            Err(why) => (waiting.map(|change| change(None)).collect(), Err(why)),
        };
        let committed = committed.map_err(StorageError::from);
        done.into_iter().for_each(|done| done(committed.as_ref().copied()));
        if long.swap(false, Ordering::Relaxed)
            && let Err(why) = checkpoint(connection)
        {
            tracing::warn!("the journal cannot begin anew: {why}");
        }
    }
}

/// Takes the right to write before anything is read: `bastide admin`, which writes too, does not come between what a change reads and what
/// it writes. Where that is not to be had, the changes say so themselves.
fn hold(work: &Connection) {
    let held =
        work.prepare_cached("DELETE FROM running_time WHERE one = 0").and_then(|mut nothing| nothing.execute([]));
    if let Err(why) = held {
        tracing::warn!("the right to write is not to be had: {why}");
    }
}

/// Holds the folder for this process; the system lets go of it however the process ends.
pub fn lock(folder: &Path) -> Result<File, StorageError> {
    let unusable = |why| StorageError::Folder { folder: folder.to_owned(), why };
    std::fs::create_dir_all(folder).map_err(unusable)?;
    let path = folder.join("bastide.lock");
    let lock = File::options().write(true).create(true).truncate(false).open(path).map_err(unusable)?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(std::fs::TryLockError::WouldBlock) => Err(StorageError::InUse(folder.to_owned())),
        Err(std::fs::TryLockError::Error(why)) => Err(unusable(why)),
    }
}

fn configure(connection: &Connection) -> Result<(), StorageError> {
    connection.busy_timeout(PATIENCE)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    Ok(())
}

fn migrate(connection: &mut Connection) -> Result<(), StorageError> {
    let work = connection.transaction()?;
    let found: u32 = work.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let mut version = found as usize;
    if version > NEWEST {
        return Err(StorageError::TooNew { found: version, known: NEWEST });
    }
    while version < NEWEST {
        let upgrade = UPGRADES.iter().find(|(from, ..)| *from == version);
        let (_, to, statements) = upgrade.ok_or(StorageError::Unreleased { found: version })?;
        work.execute_batch(statements)?;
        version = *to;
    }
    work.pragma_update(None, "user_version", NEWEST as u32)?;
    Ok(work.commit()?)
}
