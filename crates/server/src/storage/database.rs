//! The handle to a database, whichever it is: threads that own connections run what is sent to them.
//!
//! # Who waits shares
//! A commit takes as long for a hundred answers as for one. So a writer carries out all that waits for it as one transaction: while one
//! commit is under way, what comes gathers for the next. Each change stands inside of a savepoint, so that one that fails, because its
//! number is taken, say, takes nothing with it but itself. If the commit fails, all of them have failed.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};
use std::thread::JoinHandle;

use tokio::sync::oneshot;

use super::health::Health;
use super::transaction::Transaction;
use super::{StorageError, Stored};

/// Changes that are carried out in one transaction at most, so that the first of them does not wait for too many others.
const MAX_BATCH: usize = 512;

/// A change, made where there is a transaction for it, and what is done when it is known whether it holds.
pub(crate) type Change = Box<dyn FnOnce(Option<&Transaction<'_>>) -> Done + Send>;
/// Tells whoever waits what became of a change, after the commit or its failure.
pub(crate) type Done = Box<dyn FnOnce(Result<(), &StorageError>) + Send>;
/// A look at what is stored, where there is a transaction for it.
pub(crate) type Read = Box<dyn FnOnce(Result<&Transaction<'_>, StorageError>) + Send>;

/// Answers whoever waits until the journal is empty.
pub(crate) type Erased = oneshot::Sender<()>;

/// A handle to the threads that have the database.
pub struct Database {
    pub(crate) writers: Writers,
    pub(crate) reads: Sender<Read>,
    /// Reads that may take a while, such as searches, so that no table waits for them.
    pub(crate) searches: Sender<Read>,
    /// How the threads that write are.
    pub(crate) health: Arc<Health>,
    /// Who empties SQLite's journal; PostgreSQL has none of its own.
    pub(crate) erase: Option<Sender<Erased>>,
}

/// Ways to the threads that write.
pub(crate) struct Writers {
    /// The one whose changes no other comes between.
    pub alone: Sender<Change>,
    /// Those who change a table's log, seats and keys, and nothing else; each table has one of them. Where there is none, the other does.
    pub tables: Vec<Sender<Change>>,
}

impl Writers {
    fn of_table(&self, name: &str) -> &Sender<Change> {
        let sum = name.bytes().fold(0, |sum: usize, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
        self.tables.get(sum.checked_rem(self.tables.len()).unwrap_or_default()).unwrap_or(&self.alone)
    }
}

/// Ends the storage when waited for: the threads run until every [`Database`] is gone.
pub struct StorageThreads(pub(crate) Vec<JoinHandle<()>>);

impl StorageThreads {
    /// Waits until everything asked for is written and the database is closed.
    pub fn join(self) {
        for thread in self.0 {
            if thread.join().is_err() {
                tracing::error!("a storage thread ended by a panic");
            }
        }
    }
}

impl Database {
    /// Has a change made, whole or not at all; no other comes between what it reads and what it writes.
    ///
    /// One that was sent is made even if whoever waits for it goes away.
    pub(crate) fn change<T: Send + 'static>(
        &self,
        change: impl FnOnce(&Transaction<'_>) -> Result<T, StorageError> + Send + 'static,
    ) -> Stored<T> {
        change_by(&self.writers.alone, &self.health, change)
    }

    /// How many mails and pushes wait to be sent.
    pub(crate) fn outbox_length(&self) -> Stored<usize> {
        self.search_with(|work| {
            let count: i64 = work.query_row("SELECT count(*) FROM outbox", (), |row| row.get(0))?;
            Ok(usize::try_from(count).unwrap_or_default())
        })
    }

    /// Writes something that changes nothing, to see whether the disk and the database take it.
    pub(crate) fn probe(&self) -> Stored<()> {
        self.change(|work| work.execute("UPDATE running_time SET millis = millis", ()).map(drop))
    }

    /// The same of a table's own log, seats and keys: others may write at the same time, and what is taken is refused.
    pub(crate) fn change_table<T: Send + 'static>(
        &self,
        name: &str,
        change: impl FnOnce(&Transaction<'_>, &str) -> Result<T, StorageError> + Send + 'static,
    ) -> Stored<T> {
        let table = name.to_owned();
        change_by(self.writers.of_table(name), &self.health, move |work| change(work, &table))
    }

    /// Has nothing of what was deleted remain in the files of SQLite. In PostgreSQL its autovacuum sees to that.
    pub(crate) fn erase_traces(&self) -> Stored<()> {
        let Some(erase) = &self.erase else { return Box::pin(std::future::ready(Ok(()))) };
        let (reply, erased) = oneshot::channel();
        let sent = erase.send(reply);
        Box::pin(async move {
            sent.map_err(|_| StorageError::Closed)?;
            erased.await.map_err(|_| StorageError::Closed)
        })
    }

    /// Reads on the thread that reads, in one transaction: what is on the disk.
    pub(crate) fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Transaction<'_>) -> Result<T, StorageError> + Send + 'static,
    ) -> Stored<T> {
        read_by(&self.reads, read)
    }

    /// The same, for what may take a while: nobody at a table waits for it.
    pub(crate) fn search_with<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Transaction<'_>) -> Result<T, StorageError> + Send + 'static,
    ) -> Stored<T> {
        read_by(&self.searches, read)
    }
}

/// Has a thread that writes make a change.
fn change_by<T: Send + 'static>(
    writer: &Sender<Change>,
    health: &Arc<Health>,
    change: impl FnOnce(&Transaction<'_>) -> Result<T, StorageError> + Send + 'static,
) -> Stored<T> {
    let (reply, answer) = oneshot::channel();
    let (queued, health) = (health.queue(), health.clone());
    let change = move |work: Option<&Transaction<'_>>| -> Done {
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
            // Nobody may be waiting any more; what was done stays done.
            let _ = reply.send(outcome);
        })
    };
    let sent = writer.send(Box::new(change));
    Box::pin(async move {
        sent.map_err(|_| StorageError::Closed)?;
        answer.await.unwrap_or(Err(StorageError::Closed))
    })
}

/// Has a thread that reads do so.
fn read_by<T: Send + 'static>(
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

/// All changes that wait, once there is one; none when nobody is there any more who could ask for one.
pub(crate) fn waiting(changing: &Receiver<Change>) -> Option<impl Iterator<Item = Change> + '_> {
    let first = changing.recv().ok()?;
    Some(std::iter::once(first).chain(std::iter::from_fn(|| changing.try_recv().ok())).take(MAX_BATCH))
}

#[cfg(test)]
impl Database {
    /// Lets every change fail, as on a disk that cannot be written to, or lets changes through again. SQLite only.
    pub(crate) async fn refuse_writes(&self, refuse: bool) {
        let (reply, done) = oneshot::channel();
        // The setting is of the connection, and a transaction that fails does not take it back.
        let set = move |work: Option<&Transaction<'_>>| -> Done {
            let set = work.map(|work| work.sqlite().pragma_update(None, "query_only", refuse));
            Box::new(move |_| drop(reply.send(set)))
        };
        self.writers.alone.send(Box::new(set)).ok().unwrap();
        done.await.unwrap();
    }
}
