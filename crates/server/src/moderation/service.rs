//! The service of moderation: every request needs to know which tables are closed.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use tokio::sync::Mutex;

use crate::common::role::Sanction;
use crate::http::refusal::{Code, Refusal};
use crate::storage::{Database, StorageError};

/// The service of moderation: the closed tables, and how far the audit log was followed.
pub struct Moderation {
    pub store: Arc<Database>,
    /// The tables that are closed, with the reasons.
    closed: RwLock<HashMap<String, String>>,
    /// The newest entry of the audit log that has taken effect.
    pub followed: Mutex<i64>,
}

impl Moderation {
    pub fn new(store: Arc<Database>) -> Moderation {
        Moderation { store, closed: RwLock::default(), followed: Mutex::default() }
    }

    /// Takes up what was done before this server started.
    pub async fn load(&self) -> Result<(), StorageError> {
        let (newest, closed) = self.store.closed_tables().await?;
        *self.followed.lock().await = newest;
        *self.closed.write().unwrap_or_else(PoisonError::into_inner) = closed.into_iter().collect();
        Ok(())
    }

    /// Nobody looks at a table any more; with no reason, people do again.
    pub fn close(&self, table: &str, reason: Option<&str>) {
        let mut closed = self.closed.write().unwrap_or_else(PoisonError::into_inner);
        match reason {
            Some(reason) => closed.insert(table.to_owned(), reason.to_owned()),
            None => closed.remove(table),
        };
    }

    /// Refuses a table that is closed.
    ///
    /// # Errors
    /// `closed`, and why.
    pub fn open(&self, table: &str) -> Result<(), Refusal> {
        let closed = self.closed.read().unwrap_or_else(PoisonError::into_inner);
        let Some(reason) = closed.get(table) else { return Ok(()) };
        let sanction = Sanction { reason: reason.clone(), until: None };
        Err(Refusal::imposed(Code::Closed, "this table was closed", sanction))
    }
}
