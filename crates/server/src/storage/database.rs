//! Handle to a SQLite or PostgreSQL database. Jobs are sent to threads that own the connections.
//!
//! # Group commit
//! Committing a hundred changes takes as long as committing one, so a writer runs all waiting changes in one transaction. While it commits,
//! more changes queue up for the next one. Each change has its own savepoint, so a failed change, such as one whose number is taken, does
//! not affect the others. If the commit fails, all of its changes fail.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};
use std::thread::JoinHandle;

use tokio::sync::oneshot;

use super::health::Health;
use super::transaction::Transaction;
use super::{StorageError, Stored};

/// Maximum number of changes in one transaction, so that the first one does not wait for too many others.
const MAX_BATCH: usize = 512;

/// A change: runs in a transaction, if one could be started, and returns the callback that receives the outcome of the commit.
pub(crate) type Change = Box<dyn FnOnce(Option<&Transaction<'_>>) -> Completion + Send>;
/// Reports the outcome of a change once the commit has succeeded or failed.
pub(crate) type Completion = Box<dyn FnOnce(Result<(), &StorageError>) + Send>;
/// A read: runs in a transaction, or receives the error if none could be started.
pub(crate) type Read = Box<dyn FnOnce(Result<&Transaction<'_>, StorageError>) + Send>;

/// Reply sent once the journal has been emptied.
pub(crate) type EraseReply = oneshot::Sender<()>;

/// A handle to the threads that own the database connections.
pub struct Database {
    pub(crate) writers: Writers,
    pub(crate) reads: Sender<Read>,
    /// Channel for slow reads such as searches, which must not delay tables.
    pub(crate) searches: Sender<Read>,
    /// State of the writer threads.
    pub(crate) health: Arc<Health>,
    /// Channel to the thread that empties SQLite's journal; `None` for PostgreSQL, which does not need one.
    pub(crate) erase: Option<Sender<EraseReply>>,
}

/// Channels to the writer threads.
pub(crate) struct Writers {
    /// The writer for changes that must not interleave with one another.
    pub exclusive: Sender<Change>,
    /// Writers for changes to a single table's log, seats and keys; each table is assigned to one of them. If this is empty, `exclusive` is
    /// used.
    pub tables: Vec<Sender<Change>>,
}

impl Writers {
    fn of_table(&self, name: &str) -> &Sender<Change> {
        let sum = name.bytes().fold(0, |sum: usize, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
        self.tables.get(sum.checked_rem(self.tables.len()).unwrap_or_default()).unwrap_or(&self.exclusive)
    }
}

/// Writer and reader threads, which run until every [`Database`] handle is dropped.
pub struct StorageThreads(pub(crate) Vec<JoinHandle<()>>);

impl StorageThreads {
    /// Waits until everything is written and the database is closed.
    pub fn join(self) {
        for thread in self.0 {
            if thread.join().is_err() {
                tracing::error!("a storage thread panicked");
            }
        }
    }
}

impl Database {
    /// Runs a change atomically; no other change sent to `exclusive` interleaves with its reads and writes.
    ///
    /// A change that has been sent runs even if its future is dropped.
    pub(crate) fn change<T: Send + 'static>(
        &self,
        change: impl FnOnce(&Transaction<'_>) -> Result<T, StorageError> + Send + 'static,
    ) -> Stored<T> {
        send_change(&self.writers.exclusive, &self.health, change)
    }

    /// Returns the number of emails and push notifications waiting to be sent.
    pub(crate) fn outbox_length(&self) -> Stored<usize> {
        self.search_with(|work| {
            let count: i64 = work.query_row("SELECT count(*) FROM outbox", (), |row| row.get(0))?;
            Ok(usize::try_from(count).unwrap_or_default())
        })
    }

    /// Checks that the database accepts writes by running an update that changes nothing.
    pub(crate) fn probe(&self) -> Stored<()> {
        self.change(|work| work.execute("UPDATE running_time SET millis = millis", ()).map(drop))
    }

    /// Runs a change to one table's log, seats and keys. Other changes may run at the same time; conflicting entry numbers are rejected.
    pub(crate) fn change_table<T: Send + 'static>(
        &self,
        name: &str,
        change: impl FnOnce(&Transaction<'_>, &str) -> Result<T, StorageError> + Send + 'static,
    ) -> Stored<T> {
        let table = name.to_owned();
        send_change(self.writers.of_table(name), &self.health, move |work| change(work, &table))
    }

    /// Erases deleted data from the SQLite files. In PostgreSQL, autovacuum does this.
    pub(crate) fn erase_traces(&self) -> Stored<()> {
        let Some(erase) = &self.erase else { return Box::pin(std::future::ready(Ok(()))) };
        let (reply, erased) = oneshot::channel();
        let sent = erase.send(reply);
        Box::pin(async move {
            sent.map_err(|_| StorageError::Closed)?;
            erased.await.map_err(|_| StorageError::Closed)
        })
    }

    /// Reads committed data in one transaction.
    pub(crate) fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Transaction<'_>) -> Result<T, StorageError> + Send + 'static,
    ) -> Stored<T> {
        send_read(&self.reads, read)
    }

    /// Runs a slow read on a separate thread, so that tables do not wait for it.
    pub(crate) fn search_with<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Transaction<'_>) -> Result<T, StorageError> + Send + 'static,
    ) -> Stored<T> {
        send_read(&self.searches, read)
    }
}

/// Sends a change to a writer thread.
fn send_change<T: Send + 'static>(
    writer: &Sender<Change>,
    health: &Arc<Health>,
    change: impl FnOnce(&Transaction<'_>) -> Result<T, StorageError> + Send + 'static,
) -> Stored<T> {
    let (reply, answer) = oneshot::channel();
    let (queued, health) = (health.queue(), health.clone());
    let change = move |work: Option<&Transaction<'_>>| -> Completion {
        let made = work.map(|work| work.savepoint(change));
        Box::new(move |committed| {
            let _queued = queued;
            let outcome = match (made, committed) {
                (Some(Err(why)), _) => Err(why),
                (_, Err(why)) => Err(StorageError::Commit(why.to_string())),
                (Some(Ok(value)), Ok(())) => Ok(value),
                (None, Ok(())) => Err(StorageError::Closed),
            };
            if let Err(why) = &outcome {
                health.note(why);
            }
            // The requester may be gone; the change takes effect anyway.
            let _ = reply.send(outcome);
        })
    };
    let sent = writer.send(Box::new(change));
    Box::pin(async move {
        sent.map_err(|_| StorageError::Closed)?;
        answer.await.unwrap_or(Err(StorageError::Closed))
    })
}

/// Sends a read to a reader thread.
fn send_read<T: Send + 'static>(
    reader: &Sender<Read>,
    read: impl FnOnce(&Transaction<'_>) -> Result<T, StorageError> + Send + 'static,
) -> Stored<T> {
    let (reply, answer) = oneshot::channel();
    let read = move |work: Result<&Transaction<'_>, StorageError>| {
        let _ = reply.send(work.and_then(read));
    };
    let sent = reader.send(Box::new(read));
    Box::pin(async move {
        sent.map_err(|_| StorageError::Closed)?;
        answer.await.unwrap_or(Err(StorageError::Closed))
    })
}

/// Waits for at least one change and returns all waiting changes; `None` if every sender has been dropped.
pub(crate) fn next_batch(changing: &Receiver<Change>) -> Option<impl Iterator<Item = Change> + '_> {
    let first = changing.recv().ok()?;
    Some(std::iter::once(first).chain(std::iter::from_fn(|| changing.try_recv().ok())).take(MAX_BATCH))
}

#[cfg(test)]
impl Database {
    /// Makes every change fail as if the disk were read-only, or stops doing so. SQLite only.
    pub(crate) async fn refuse_writes(&self, refuse: bool) {
        let (reply, done) = oneshot::channel();
        // The setting applies to the connection and survives a rollback.
        let set = move |work: Option<&Transaction<'_>>| -> Completion {
            let set = work.map(|work| work.sqlite().pragma_update(None, "query_only", refuse));
            Box::new(move |_| drop(reply.send(set)))
        };
        self.writers.exclusive.send(Box::new(set)).ok().unwrap();
        done.await.unwrap();
    }
}
