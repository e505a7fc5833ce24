//! The database as whoever keeps the server holds it in hand: order is kept there also while the server runs.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, TransactionBehavior};

use super::postgresql::{self, DatabaseUrl};
use super::session::Session;
use super::sqlite::MIGRATIONS;
use super::transaction::Work;
use super::{FILE, StorageError};
use crate::accounts::store::Changed;
use crate::moderation::reports::{self, Page, ReportLine};
use crate::moderation::store::{self, Act, AuditLine};

/// How long to wait for somebody who is writing.
const PATIENCE: Duration = Duration::from_secs(5);

/// A connection to the database.
pub enum Office {
    /// That of a folder.
    Sqlite(Connection),
    /// One in PostgreSQL.
    Postgres(Box<Session>),
}

impl Office {
    /// Opens the database of a folder, which must be there and of this program's version.
    ///
    /// # Errors
    /// It is not, or cannot be opened.
    pub fn open(folder: &Path) -> Result<Office, StorageError> {
        let file = folder.join(FILE);
        if !file.exists() {
            let why = std::io::Error::new(std::io::ErrorKind::NotFound, "there is no database");
            return Err(StorageError::Folder { folder: folder.to_owned(), why });
        }
        let connection = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        connection.busy_timeout(PATIENCE)?;
        connection.pragma_update(None, "foreign_keys", true)?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        let found: u32 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
        of_this_version(found as usize, MIGRATIONS.len())?;
        Ok(Office::Sqlite(connection))
    }

    /// Connects to a database in PostgreSQL, which must be of this program's version.
    ///
    /// # Errors
    /// It is not, or cannot be reached.
    pub fn at(url: &DatabaseUrl) -> Result<Office, StorageError> {
        let mut session = postgresql::connect(url.config())?;
        of_this_version(postgresql::version(&mut session)?, postgresql::KNOWN)?;
        Ok(Office::Postgres(Box::new(session)))
    }

    /// Does something, and writes down that it was done; whole or not at all.
    ///
    /// # Errors
    /// The database cannot be written.
    pub fn act(&mut self, act: &Act) -> Result<Changed<()>, StorageError> {
        match self {
            Office::Sqlite(connection) => {
                let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
                let done = store::carry_out(&Work::of_sqlite(&transaction), act)?;
                if done.is_ok() {
                    transaction.commit()?;
                }
                Ok(done)
            }
            Office::Postgres(session) => {
                session.run(postgresql::ALONE)?;
                let done = store::carry_out(&Work::of_postgres(session), act);
                let holds = matches!(done, Ok(Ok(())));
                session.run(if holds { postgresql::COMMIT } else { "ROLLBACK" })?;
                done
            }
        }
    }

    /// Reports, the newest first.
    ///
    /// # Errors
    /// The database cannot be read.
    pub fn reports(&mut self, open: bool, page: Page) -> Result<Vec<ReportLine>, StorageError> {
        reports::reports(&self.work(), open, page)
    }

    /// What was done, the newest first.
    ///
    /// # Errors
    /// The database cannot be read.
    pub fn audit(&mut self, page: Page) -> Result<Vec<AuditLine>, StorageError> {
        store::audit(&self.work(), page)
    }

    fn work(&mut self) -> Work<'_> {
        match self {
            Office::Sqlite(connection) => Work::of_sqlite(connection),
            Office::Postgres(session) => Work::of_postgres(session),
        }
    }
}

fn of_this_version(found: usize, known: usize) -> Result<(), StorageError> {
    match found.cmp(&known) {
        std::cmp::Ordering::Less => Err(StorageError::TooOld { found, known }),
        std::cmp::Ordering::Equal => Ok(()),
        std::cmp::Ordering::Greater => Err(StorageError::TooNew { found, known }),
    }
}
