//! SQLite storage: a writer thread and two reader threads, each with its own connection.
//!
//! # Durability
//! The journal is a WAL with `synchronous=FULL`: a commit appends its pages to the WAL and syncs that file to disk (`fsync`) before it
//! returns. Only then are the requesters notified. Therefore
//! - after `kill -9`, everything acknowledged is in the database, since it left the process with the commit;
//! - after a power failure, it is in the database too, provided that the disk kept what it reported as written. An unfinished transaction
//!   has no commit frame, or one with a wrong checksum, and is ignored as a whole;
//! - readers never see data that is not on disk, since SQLite shows them a commit only after its `fsync`.
//!
//! # Checkpoints run on a separate thread
//! By default, SQLite checkpoints within a commit, which would delay the answers in it by about ten milliseconds. Here, a separate thread
//! checkpoints periodically. The writer checkpoints only when the journal has grown long; it then moves the few pages added since, so that
//! the journal restarts.
//!
//! # Deleted data is erased
//! `secure_delete` overwrites deleted content with zeros. Older copies of pages remain in the journal until it is truncated, which the
//! same thread does when an account is deleted (`Database::erase_traces`). Databases from earlier versions are vacuumed once, since their
//! free pages contain deleted content.

use std::fs::File;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

use rusqlite::Connection;

use super::database::{Change, Completion, Database, EraseReply, Read, StorageThreads, Writers, next_batch};
use super::transaction::Transaction;
use super::{StorageError, private};

/// Newest schema version, stored as the database's `user_version`.
pub(crate) const NEWEST_SCHEMA_VERSION: usize = 25;
/// Upgrades between released schema versions: from, to, statements. A released upgrade is never changed.
pub(crate) const UPGRADES: [(usize, usize, &str); 10] = [
    (0, 4, include_str!("version4.sql")),
    (4, 17, include_str!("version17.sql")),
    (17, 18, include_str!("version18.sql")),
    (18, 19, include_str!("version19.sql")),
    (19, 20, include_str!("version20.sql")),
    (20, 21, include_str!("version21.sql")),
    (21, 22, include_str!("version22.sql")),
    (22, 23, include_str!("version23.sql")),
    (23, 24, include_str!("version24.sql")),
    (24, NEWEST_SCHEMA_VERSION, include_str!("version25.sql")),
];

/// First schema version in which deleted data is overwritten.
const FIRST_VERSION_WITH_ERASING: usize = 18;

/// Maximum time to wait for another writer.
const BUSY_TIMEOUT: Duration = Duration::from_secs(2);
const CHECKPOINT_INTERVAL: Duration = Duration::from_millis(500);
/// Journal length, in pages, above which the writer restarts it: 4 MB.
const LONG_JOURNAL_PAGES: i64 = 1000;
/// Maximum number of cached prepared statements per connection.
const CACHED_STATEMENTS: usize = 32;

/// Opens SQLite databases.
pub struct Sqlite;

impl Sqlite {
    /// Opens the database in a folder, creating it if necessary, and upgrades it to the newest version.
    pub fn open(folder: &Path) -> Result<(Database, StorageThreads), StorageError> {
        let lock = lock(folder)?;
        let unusable = |why| StorageError::Folder { folder: folder.to_owned(), why };
        let file = folder.join(super::FILE);
        private::make_file(&file).map_err(unusable)?;
        ["-wal", "-shm"].iter().for_each(|end| private::make_private(&folder.join(format!("{}{end}", super::FILE))));
        let mut writing = Connection::open(&file)?;
        configure(&writing)?;
        migrate(&mut writing)?;
        writing.pragma_update(None, "wal_autocheckpoint", 0)?;
        let checkpointing = Connection::open(&file)?;
        configure(&checkpointing)?;
        let (changes, changing) = mpsc::channel::<Change>();
        let (erase, erase_requests) = mpsc::channel();
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
        let checkpointer = thread("storage mover").spawn({
            let long = long.clone();
            move || run_checkpoints(&checkpointing, &erase_requests, &long)
        });
        let checkpointer = checkpointer.map_err(unusable)?;
        let writer = thread("storage").spawn(move || {
            write(&mut writing, &changing, &long);
            // The folder stays locked until the database is closed.
            if checkpointer.join().is_err() {
                tracing::error!("the checkpoint thread panicked");
            }
            drop(writing);
            drop(lock);
        });
        let writer = writer.map_err(unusable)?;
        // The writer thread holds the folder's lock and ends last.
        let threads = StorageThreads(vec![reader, searcher, writer]);
        let writers = Writers { exclusive: changes, tables: Vec::new() };
        Ok((Database { writers, reads, searches, health: Arc::default(), erase: Some(erase) }, threads))
    }
}

/// Runs a read in one transaction.
fn read(connection: &mut Connection, read: Read) {
    match connection.transaction() {
        Ok(work) => read(Ok(&Transaction::of_sqlite(&work))),
        Err(why) => read(Err(why.into())),
    }
}

/// Checkpoints periodically until the storage closes; sets `long` when the journal has grown long. Erase requests are answered once the
/// journal is empty.
fn run_checkpoints(connection: &Connection, erase_requests: &Receiver<EraseReply>, long: &AtomicBool) {
    let mut owed: Vec<EraseReply> = Vec::new();
    loop {
        match erase_requests.recv_timeout(CHECKPOINT_INTERVAL) {
            Ok(one) => owed.push(one),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return,
        }
        match checkpoint(connection) {
            Ok(pages) => long.store(pages > LONG_JOURNAL_PAGES, Ordering::Relaxed),
            // Pages that cannot be moved now stay in the journal, where they are just as safe.
            Err(why) => tracing::warn!("cannot checkpoint the journal: {why}"),
        }
        if !owed.is_empty() && truncate(connection) {
            for one in owed.drain(..) {
                // The requester may have given up waiting.
                let _ = one.send(());
            }
        }
    }
}

/// Checkpoints everything and truncates the journal; returns false if a reader or writer prevents this.
fn truncate(connection: &Connection) -> bool {
    let busy: rusqlite::Result<i64> = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0));
    busy.inspect_err(|why| tracing::warn!("cannot truncate the journal: {why}")).is_ok_and(|busy| busy == 0)
}

/// Checkpoints as far as readers allow, and returns the length of the journal in pages.
fn checkpoint(connection: &Connection) -> rusqlite::Result<i64> {
    connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |row| row.get(1))
}

/// Runs changes until every sender is gone; all waiting changes share one commit.
fn write(connection: &mut Connection, changing: &Receiver<Change>, long: &AtomicBool) {
    while let Some(waiting) = next_batch(changing) {
        let (done, committed): (Vec<Completion>, _) = match connection.transaction() {
            Ok(transaction) => {
                take_write_lock(&transaction);
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
            tracing::warn!("cannot restart the journal: {why}");
        }
    }
}

/// Takes the write lock before the first read, so that other processes, such as `bastide admin`, cannot write between a change's reads and
/// its writes. If the lock cannot be taken, the changes report the error.
fn take_write_lock(work: &Connection) {
    let held =
        work.prepare_cached("DELETE FROM running_time WHERE one = 0").and_then(|mut nothing| nothing.execute([]));
    if let Err(why) = held {
        tracing::warn!("cannot take the write lock: {why}");
    }
}

/// Locks the folder for this process. The operating system releases the lock no matter how the process ends.
pub fn lock(folder: &Path) -> Result<File, StorageError> {
    let unusable = |why| StorageError::Folder { folder: folder.to_owned(), why };
    private::make_folder(folder).map_err(unusable)?;
    let lock = private::make_file(&folder.join("bastide.lock")).map_err(unusable)?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(std::fs::TryLockError::WouldBlock) => Err(StorageError::InUse(folder.to_owned())),
        Err(std::fs::TryLockError::Error(why)) => Err(unusable(why)),
    }
}

fn configure(connection: &Connection) -> Result<(), StorageError> {
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "secure_delete", true)?;
    connection.set_prepared_statement_cache_capacity(CACHED_STATEMENTS);
    Ok(())
}

fn migrate(connection: &mut Connection) -> Result<(), StorageError> {
    let work = connection.transaction()?;
    let found: u32 = work.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let mut version = found as usize;
    if version > NEWEST_SCHEMA_VERSION {
        return Err(StorageError::TooNew { found: version, known: NEWEST_SCHEMA_VERSION });
    }
    while version < NEWEST_SCHEMA_VERSION {
        let upgrade = UPGRADES.iter().find(|(from, ..)| *from == version);
        let (_, to, statements) = upgrade.ok_or(StorageError::Unreleased { found: version })?;
        work.execute_batch(statements)?;
        version = *to;
    }
    work.pragma_update(None, "user_version", NEWEST_SCHEMA_VERSION as u32)?;
    work.commit()?;
    if (1..FIRST_VERSION_WITH_ERASING).contains(&(found as usize))
        && let Err(why) = connection.execute_batch("VACUUM")
    {
        tracing::warn!("cannot erase data deleted in earlier versions ({why}); backups do not contain it");
    }
    Ok(())
}
