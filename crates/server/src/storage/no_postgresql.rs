//! Replaces `postgresql.rs` in builds without the `cluster` feature, which cannot create a `DatabaseUrl`.

use std::convert::Infallible;
use std::fmt;

use super::StorageError;
use super::database::{Database, StorageThreads};
use super::session::Session;

pub(crate) const BEGIN_EXCLUSIVE: &str = "";
pub(crate) const COMMIT: &str = "";
pub(crate) const BEGIN_READ: &str = "";

#[derive(Clone, Debug)]
pub enum DatabaseUrl {}

impl DatabaseUrl {
    pub fn new(_: &str, _: Option<&str>) -> Result<DatabaseUrl, StorageError> {
        Err(StorageError::NoPostgres)
    }

    pub(crate) fn config(&self) -> &Infallible {
        match *self {}
    }
}

impl fmt::Display for DatabaseUrl {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

pub struct PostgreSql;

impl PostgreSql {
    pub fn open(url: &DatabaseUrl) -> Result<(Database, StorageThreads), StorageError> {
        match *url {}
    }

    pub fn open_shared(url: &DatabaseUrl) -> Result<(Database, StorageThreads), StorageError> {
        match *url {}
    }
}

pub(crate) fn connect(config: &Infallible) -> Result<Session, StorageError> {
    match *config {}
}

pub(crate) fn version(session: &mut Session) -> Result<usize, StorageError> {
    match *session {}
}
