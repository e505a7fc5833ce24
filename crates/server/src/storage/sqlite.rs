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
//! # Who waits shares
//! An `fsync` takes as long for a hundred answers as for one. So the writer carries out all that waits for it as one transaction: while one
//! `fsync` is under way, what comes gathers for the next. Each change stands inside of a savepoint, so that one that fails, because its
//! number is taken, say, takes nothing with it but itself. If the commit fails, all of them have failed.

use std::fs::File;
use std::path::Path;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::JoinHandle;
use std::time::Duration;

use rusqlite::{Connection, Transaction, params};
use table::{Hash, Key, LogEntry, Phase, SeatOccupant, Standing, StoredAnswer, TableRecord};
use tokio::sync::oneshot;

use super::rows::{
    log_from, now, public_tables, put_answer, put_entry, put_keys, put_seat, put_standing, put_table, table_record,
    tables_of,
};
use super::{Storage, StorageError, Stored, TableLine};

/// The steps from each version of the schema to the next; a database's `user_version` says how many it has taken. A step
/// that has once been released never changes.
pub(super) const MIGRATIONS: [&str; 7] = [
    include_str!("schema1.sql"),
    include_str!("schema2.sql"),
    include_str!("schema3.sql"),
    include_str!("schema4.sql"),
    include_str!("schema5.sql"),
    include_str!("schema6.sql"),
    include_str!("schema7.sql"),
];

/// How long to wait for somebody else who is writing to the database, before the answer is refused.
const PATIENCE: Duration = Duration::from_secs(2);
/// Changes that are carried out in one transaction at most, so that the first of them does not wait for too many others.
const TOGETHER: usize = 512;
/// Statements that a connection keeps prepared.
const STATEMENTS: usize = 32;

/// A change, made where there is a transaction for it, and what is done when it is known whether it holds.
type Change = Box<dyn FnOnce(Option<&Connection>) -> Done + Send>;
/// Tells whoever waits what became of a change, after the commit or its failure.
type Done = Box<dyn FnOnce(Result<(), &rusqlite::Error>) + Send>;
type Read = Box<dyn FnOnce(&mut Connection) + Send>;

/// A database in SQLite: a handle to the threads that have the database.
pub struct Sqlite {
    changes: Sender<Change>,
    reads: Sender<Read>,
}

/// Ends the storage when waited for: the threads run until every [`Sqlite`] is gone.
pub struct StorageThread {
    writer: JoinHandle<()>,
    reader: JoinHandle<()>,
}

impl StorageThread {
    /// Waits until everything asked for is written and the database is closed.
    pub fn join(self) {
        // The writer holds the folder, and is the last to let go of it.
        for thread in [self.reader, self.writer] {
            if thread.join().is_err() {
                tracing::error!("a storage thread ended by a panic");
            }
        }
    }
}

impl Sqlite {
    /// Opens the database in a folder, which is made if need be, and brings it to the newest version.
    ///
    /// # Errors
    /// The folder cannot be used or is in use, or the database cannot be read.
    pub fn open(folder: &Path) -> Result<(Sqlite, StorageThread), StorageError> {
        let lock = lock(folder)?;
        let file = folder.join(super::FILE);
        let mut writing = Connection::open(&file)?;
        configure(&writing)?;
        migrate(&mut writing)?;
        let mut reading = Connection::open(&file)?;
        configure(&reading)?;
        reading.pragma_update(None, "query_only", true)?;
        let (changes, changing) = mpsc::channel::<Change>();
        let (reads, asked) = mpsc::channel::<Read>();
        let unusable = |why| StorageError::Folder { folder: folder.to_owned(), why };
        let reader = std::thread::Builder::new().name("storage reader".into()).spawn(move || {
            asked.into_iter().for_each(|read| read(&mut reading));
        });
        let reader = reader.map_err(unusable)?;
        let writer = std::thread::Builder::new().name("storage".into()).spawn(move || {
            write(&mut writing, &changing);
            // The folder stays locked until the database is closed.
            drop(writing);
            drop(lock);
        });
        let writer = writer.map_err(unusable)?;
        Ok((Sqlite { changes, reads }, StorageThread { writer, reader }))
    }

    /// Has a change made, whole or not at all, on the thread that writes.
    ///
    /// One that was sent is made even if whoever waits for it goes away.
    pub(super) fn change<T: Send + 'static>(
        &self,
        change: impl FnOnce(&Connection) -> Result<T, StorageError> + Send + 'static,
    ) -> Stored<T> {
        let (reply, answer) = oneshot::channel();
        let change = move |connection: Option<&Connection>| -> Done {
            let made = connection.map(|connection| whole_or_not_at_all(connection, change));
            Box::new(move |committed| {
                let outcome = match (made, committed) {
                    (Some(Err(why)), _) => Err(why),
                    (_, Err(why)) => Err(StorageError::Commit(why.to_string())),
                    (Some(Ok(value)), Ok(())) => Ok(value),
                    (None, Ok(())) => Err(StorageError::Closed),
                };
                // Nobody may be waiting any more; what was done stays done.
                let _ = reply.send(outcome);
            })
        };
        let sent = self.changes.send(Box::new(change));
        Box::pin(async move {
            sent.map_err(|_| StorageError::Closed)?;
            answer.await.unwrap_or(Err(StorageError::Closed))
        })
    }

    /// Reads on the thread that reads, in one transaction: what is on the disk.
    pub(super) fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Transaction<'_>) -> Result<T, StorageError> + Send + 'static,
    ) -> Stored<T> {
        let (reply, answer) = oneshot::channel();
        let read = move |connection: &mut Connection| {
            let found = connection.transaction().map_err(StorageError::from).and_then(|work| read(&work));
            let _ = reply.send(found);
        };
        let sent = self.reads.send(Box::new(read));
        Box::pin(async move {
            sent.map_err(|_| StorageError::Closed)?;
            answer.await.unwrap_or(Err(StorageError::Closed))
        })
    }
}

/// Makes changes until nobody is there any more who could ask for one: all that wait at once, with one commit.
fn write(connection: &mut Connection, changing: &Receiver<Change>) {
    while let Ok(first) = changing.recv() {
        let rest = std::iter::from_fn(|| changing.try_recv().ok());
        let waiting = std::iter::once(first).chain(rest).take(TOGETHER);
        let (done, committed): (Vec<Done>, _) = match connection.transaction() {
            Ok(work) => (waiting.map(|change| change(Some(&work))).collect(), work.commit()),
            Err(why) => (waiting.map(|change| change(None)).collect(), Err(why)),
        };
        done.into_iter().for_each(|done| done(committed.as_ref().copied()));
    }
}

/// Makes a change inside of the transaction that is under way; one that fails leaves nothing of itself there.
fn whole_or_not_at_all<T>(
    connection: &Connection,
    change: impl FnOnce(&Connection) -> Result<T, StorageError>,
) -> Result<T, StorageError> {
    // A failure of the disk undoes the whole transaction; outside of it nothing may be written, for it would not be whole.
    if connection.is_autocommit() {
        return Err(StorageError::Commit("a change before it undid the transaction".to_owned()));
    }
    let run = |sql: &str| connection.prepare_cached(sql)?.execute([]);
    run("SAVEPOINT one")?;
    let made = change(connection);
    if made.is_err() && !connection.is_autocommit() {
        run("ROLLBACK TO one")?;
    }
    if !connection.is_autocommit() {
        run("RELEASE one")?;
    }
    made
}

impl Storage for Sqlite {
    fn create(&self, record: TableRecord, log: Vec<LogEntry>) -> Stored<()> {
        self.change(move |work| {
            let now = now();
            put_table(work, &record, now)?;
            log.iter().try_for_each(|entry| put_entry(work, &record.name, entry, now))
        })
    }

    fn append(&self, name: &str, answers: Vec<StoredAnswer>, standing: Standing) -> Stored<()> {
        let name = name.to_owned();
        self.change(move |work| {
            let now = now();
            answers.iter().try_for_each(|answer| put_answer(work, &name, answer, now))?;
            put_standing(work, &name, standing, now)
        })
    }

    fn seat(&self, name: &str, seats: Vec<SeatOccupant>, phase: Phase, keys: Vec<Key>) -> Stored<()> {
        let name = name.to_owned();
        self.change(move |work| {
            for (seat, occupant) in seats.iter().enumerate() {
                put_seat(work, &name, seat, occupant)?;
            }
            put_keys(work, &name, &keys)?;
            work.execute(
                "UPDATE tables SET phase = ?2, updated = ?3 WHERE name = ?1",
                params![name, phase.word(), now()],
            )?;
            Ok(())
        })
    }

    fn add_keys(&self, name: &str, keys: Vec<Key>) -> Stored<()> {
        let name = name.to_owned();
        self.change(move |work| {
            put_keys(work, &name, &keys)?;
            work.execute("UPDATE tables SET updated = ?2 WHERE name = ?1", params![name, now()])?;
            Ok(())
        })
    }

    fn load(&self, name: &str, from: usize) -> Stored<Option<(TableRecord, Vec<LogEntry>)>> {
        let name = name.to_owned();
        self.read(move |work| {
            let Some(record) = table_record(work, &name)? else { return Ok(None) };
            Ok(Some((record, log_from(work, &name, from)?)))
        })
    }

    fn tables_of(&self, hash: Hash) -> Stored<Vec<TableLine>> {
        self.read(move |work| tables_of(work, hash))
    }

    fn public_tables(&self) -> Stored<Vec<TableLine>> {
        self.read(|work| public_tables(work))
    }

    fn renew(&self, name: &str, hashes: Vec<Hash>) -> Stored<()> {
        let name = name.to_owned();
        self.change(move |work| super::rows::renew_keys(work, &name, &hashes))
    }

    fn revoke(&self, name: &str, seat: u8, kept: Vec<Hash>) -> Stored<()> {
        let name = name.to_owned();
        self.change(move |work| super::rows::revoke_keys(work, &name, seat, &kept))
    }

    fn delete(&self, name: &str) -> Stored<bool> {
        let name = name.to_owned();
        self.change(move |work| {
            // Single entries never go, and a trigger sees to it. A table goes whole: the trigger is back with the same change.
            let sql = "SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND name = 'log_never_shrinks'";
            let trigger: String = work.query_row(sql, [], |row| row.get(0))?;
            work.execute_batch("DROP TRIGGER log_never_shrinks")?;
            for rows in ["log", "keys", "seats", "tile_files", "imports", "plain_tables"] {
                work.execute(&format!("DELETE FROM {rows} WHERE tab = ?1"), [&name])?;
            }
            let gone = work.execute("DELETE FROM tables WHERE name = ?1", [&name])?;
            work.execute_batch(&trigger)?;
            Ok(gone > 0)
        })
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
    let found = found as usize;
    if found > MIGRATIONS.len() {
        return Err(StorageError::TooNew { found, known: MIGRATIONS.len() });
    }
    for step in &MIGRATIONS[found..] {
        work.execute_batch(step)?;
    }
    work.pragma_update(None, "user_version", MIGRATIONS.len() as u32)?;
    Ok(work.commit()?)
}

#[cfg(test)]
impl Sqlite {
    /// Lets every change fail, as on a disk that cannot be written to, or lets changes through again.
    pub(crate) async fn refuse_writes(&self, refuse: bool) {
        let (reply, done) = oneshot::channel();
        // The setting is of the connection, and a transaction that fails does not take it back.
        let set = move |connection: Option<&Connection>| -> Done {
            let set = connection.map(|connection| connection.pragma_update(None, "query_only", refuse));
            Box::new(move |_| drop(reply.send(set)))
        };
        self.changes.send(Box::new(set)).ok().unwrap();
        done.await.unwrap();
    }
}
