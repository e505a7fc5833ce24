//! A direct connection to the database, for command-line tools; works even while a server is running.

use std::path::Path;
use std::sync::{Arc, mpsc};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, TransactionBehavior};

use super::database::{Database, Read, StorageThreads, Writers};
use super::postgresql::{self, DatabaseUrl};
use super::session::Session;
use super::sqlite::NEWEST_SCHEMA_VERSION;
use super::transaction::Transaction;
use super::{FILE, StorageError};

/// Maximum time to wait for a writer.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// A connection to an existing database whose schema version matches this program.
pub enum DirectConnection {
    Sqlite(Connection),
    Postgres(Box<Session>),
}

impl DirectConnection {
    pub fn open(folder: &Path) -> Result<DirectConnection, StorageError> {
        let file = folder.join(FILE);
        if !file.exists() {
            let why = std::io::Error::new(std::io::ErrorKind::NotFound, "the database does not exist");
            return Err(StorageError::Folder { folder: folder.to_owned(), why });
        }
        let connection = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        connection.busy_timeout(BUSY_TIMEOUT)?;
        connection.pragma_update(None, "foreign_keys", true)?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.pragma_update(None, "secure_delete", true)?;
        let found: u32 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
        check_version(found as usize, NEWEST_SCHEMA_VERSION)?;
        Ok(DirectConnection::Sqlite(connection))
    }

    pub fn connect(url: &DatabaseUrl) -> Result<DirectConnection, StorageError> {
        let mut session = postgresql::connect(url.config())?;
        check_version(postgresql::version(&mut session)?, NEWEST_SCHEMA_VERSION)?;
        Ok(DirectConnection::Postgres(Box::new(session)))
    }

    /// Runs a change in a transaction, which is committed unless the change fails or is rejected.
    pub fn change<T, R>(
        &mut self,
        change: impl FnOnce(&Transaction<'_>) -> Result<Result<T, R>, StorageError>,
    ) -> Result<Result<T, R>, StorageError> {
        match self {
            DirectConnection::Sqlite(connection) => {
                let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
                let done = change(&Transaction::of_sqlite(&transaction))?;
                if done.is_ok() {
                    transaction.commit()?;
                }
                Ok(done)
            }
            DirectConnection::Postgres(session) => {
                session.run(postgresql::BEGIN_EXCLUSIVE)?;
                let done = change(&Transaction::of_postgres(session));
                let holds = matches!(done, Ok(Ok(_)));
                session.run(if holds { postgresql::COMMIT } else { "ROLLBACK" })?;
                done
            }
        }
    }

    /// Turns this connection into a read-only database on a separate thread.
    pub fn into_reader(self) -> (Database, StorageThreads) {
        let (reads, requests) = mpsc::channel::<Read>();
        let mut connection = self;
        let reader = std::thread::spawn(move || requests.into_iter().for_each(|one| connection.read_one(one)));
        // Nothing receives these changes: the database is read-only.
        let writers = Writers { exclusive: mpsc::channel().0, tables: Vec::new() };
        (
            Database { writers, searches: reads.clone(), reads, health: Arc::default(), erase: None },
            StorageThreads(vec![reader]),
        )
    }

    /// Runs a read in one transaction.
    fn read_one(&mut self, read: Read) {
        match self {
            DirectConnection::Sqlite(connection) => match connection.transaction() {
                Ok(work) => read(Ok(&Transaction::of_sqlite(&work))),
                Err(why) => read(Err(why.into())),
            },
            DirectConnection::Postgres(session) => match session.run(postgresql::BEGIN_READ) {
                Ok(()) => {
                    read(Ok(&Transaction::of_postgres(session)));
                    // A lost connection makes the next read fail.
                    let _ = session.run("ROLLBACK");
                }
                Err(why) => read(Err(why)),
            },
        }
    }

    /// Runs a read outside a transaction.
    pub fn read<T>(
        &mut self,
        read: impl FnOnce(&Transaction<'_>) -> Result<T, StorageError>,
    ) -> Result<T, StorageError> {
        match self {
            DirectConnection::Sqlite(connection) => read(&Transaction::of_sqlite(connection)),
            DirectConnection::Postgres(session) => read(&Transaction::of_postgres(session)),
        }
    }
}

fn check_version(found: usize, known: usize) -> Result<(), StorageError> {
    match found.cmp(&known) {
        std::cmp::Ordering::Less => Err(StorageError::TooOld { found, known }),
        std::cmp::Ordering::Equal => Ok(()),
        std::cmp::Ordering::Greater => Err(StorageError::TooNew { found, known }),
    }
}
