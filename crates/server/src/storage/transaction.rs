//! A transaction in SQLite or PostgreSQL, used to read and write rows.
//!
//! Each statement is written once, in the SQL that SQLite and PostgreSQL share; [`dialect`](super::dialect) translates the few differences.
//! Parameters are written as `?1`; [`values`](super::values) has their types.

use std::cell::RefCell;

use rusqlite::{Connection, params_from_iter};

use super::StorageError;
use super::session::Session;
use super::values::{Given, Row};

/// An open transaction.
pub struct Transaction<'a>(Engine<'a>);

enum Engine<'a> {
    Sqlite(&'a Connection),
    Postgres(RefCell<&'a mut Session>),
}

impl<'a> Transaction<'a> {
    pub fn of_sqlite(connection: &'a Connection) -> Transaction<'a> {
        Transaction(Engine::Sqlite(connection))
    }

    /// Wraps a PostgreSQL session with an open transaction.
    pub fn of_postgres(session: &'a mut Session) -> Transaction<'a> {
        Transaction(Engine::Postgres(RefCell::new(session)))
    }

    /// Runs a statement and returns the number of rows written.
    pub fn execute(&self, sql: &str, given: impl Given) -> Result<usize, StorageError> {
        let given = given.values();
        match &self.0 {
            Engine::Sqlite(connection) => Ok(connection.prepare_cached(sql)?.execute(params_from_iter(given))?),
            Engine::Postgres(session) => session.borrow_mut().execute(sql, &given),
        }
    }

    /// Runs a query and returns all of its rows.
    pub fn rows(&self, sql: &str, given: impl Given) -> Result<Vec<Row>, StorageError> {
        let given = given.values();
        match &self.0 {
            Engine::Sqlite(connection) => {
                let mut statement = connection.prepare_cached(sql)?;
                let columns = statement.column_count();
                let rows = statement.query_map(params_from_iter(given), |row| Row::of_sqlite(row, columns))?;
                Ok(rows.collect::<rusqlite::Result<_>>()?)
            }
            Engine::Postgres(session) => session.borrow_mut().rows(sql, &given),
        }
    }

    /// Runs a query and maps each row.
    pub fn query_map<T>(
        &self,
        sql: &str,
        given: impl Given,
        read: impl FnMut(&Row) -> Result<T, StorageError>,
    ) -> Result<Vec<T>, StorageError> {
        self.rows(sql, given)?.iter().map(read).collect()
    }

    /// Runs a query and maps its first row.
    ///
    /// # Errors
    /// [`StorageError::NoRow`] if there is no row; see [`Optional::optional`].
    pub fn query_row<T>(
        &self,
        sql: &str,
        given: impl Given,
        read: impl FnOnce(&Row) -> Result<T, StorageError>,
    ) -> Result<T, StorageError> {
        read(self.rows(sql, given)?.first().ok_or(StorageError::NoRow)?)
    }

    pub fn exists(&self, sql: &str, given: impl Given) -> Result<bool, StorageError> {
        Ok(!self.rows(sql, given)?.is_empty())
    }

    /// Returns the id of the last inserted row.
    pub fn last_insert_id(&self) -> Result<i64, StorageError> {
        match &self.0 {
            Engine::Sqlite(connection) => Ok(connection.last_insert_rowid()),
            Engine::Postgres(_) => self.query_row("SELECT lastval()", (), |row| row.get(0)),
        }
    }

    /// Runs a change with a trigger disabled, then re-enables the trigger.
    pub fn with_trigger_disabled<T>(
        &self,
        trigger: &str,
        work: impl FnOnce() -> Result<T, StorageError>,
    ) -> Result<T, StorageError> {
        let (before, after) = match &self.0 {
            Engine::Sqlite(_) => {
                let sql = "SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND name = ?1";
                let made: String = self.query_row(sql, [trigger], |row| row.get(0))?;
                (format!("DROP TRIGGER {trigger}"), made)
            }
            Engine::Postgres(_) => {
                let set = |to| format!("SET LOCAL bastide.despite = '{to}'");
                (set(trigger), set(""))
            }
        };
        self.run(&before)?;
        let done = work()?;
        self.run(&after)?;
        Ok(done)
    }

    /// Runs statements without parameters or results.
    fn run(&self, sql: &str) -> Result<(), StorageError> {
        match &self.0 {
            Engine::Sqlite(connection) => Ok(connection.execute_batch(sql)?),
            Engine::Postgres(session) => session.borrow_mut().run(sql),
        }
    }

    /// Runs a change inside a savepoint. If the change fails, it is rolled back without affecting the rest of the transaction.
    pub fn savepoint<T>(
        &self,
        change: impl FnOnce(&Transaction<'_>) -> Result<T, StorageError>,
    ) -> Result<T, StorageError> {
        let undone = || match &self.0 {
            Engine::Sqlite(connection) => connection.is_autocommit(),
            Engine::Postgres(session) => session.borrow().is_lost(),
        };
        // A disk failure rolls back the whole transaction. Nothing may be written outside a transaction, since it would not be atomic.
        if undone() {
            return Err(StorageError::Commit("an earlier change rolled the transaction back".to_owned()));
        }
        let run = |sql: &str| match &self.0 {
            Engine::Sqlite(connection) => {
                connection.prepare_cached(sql)?.execute([])?;
                Ok(())
            }
            Engine::Postgres(session) => session.borrow_mut().run(sql),
        };
        run("SAVEPOINT one")?;
        let made = change(self);
        if made.is_err() && !undone() {
            run("ROLLBACK TO one")?;
        }
        if !undone() {
            run("RELEASE one")?;
        }
        made
    }

    /// Returns the SQLite connection, for SQLite-only features.
    #[cfg(test)]
    pub fn sqlite(&self) -> &Connection {
        match &self.0 {
            Engine::Sqlite(connection) => connection,
            Engine::Postgres(_) => panic!("this is PostgreSQL"),
        }
    }
}

/// Converts a missing row to `None`.
pub trait Optional<T> {
    /// Returns `None` for a missing row.
    fn optional(self) -> Result<Option<T>, StorageError>;
}

impl<T> Optional<T> for Result<T, StorageError> {
    fn optional(self) -> Result<Option<T>, StorageError> {
        match self {
            Ok(found) => Ok(Some(found)),
            Err(StorageError::NoRow) => Ok(None),
            Err(why) => Err(why),
        }
    }
}
