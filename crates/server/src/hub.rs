//! The tables that are in memory; the others wait in the storage until somebody asks for them.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Mutex;

use crate::messages::NewTable;
use crate::refusal::Refusal;
use crate::secrets::{self, Hash};
use crate::table::{Table, Works, no_table};

/// How long a table that nobody looks at stays in memory.
const KEPT: Duration = Duration::from_secs(10 * 60);
/// How often tables that nobody looks at are looked for.
const SWEPT: Duration = Duration::from_secs(60);

/// All tables.
pub struct Hub {
    works: Arc<Works>,
    tables: Mutex<HashMap<String, Arc<Table>>>,
}

impl Hub {
    /// No tables yet.
    pub fn new(works: Arc<Works>) -> Hub {
        Hub { works, tables: Mutex::default() }
    }

    /// Where everything is written down.
    pub fn storage(&self) -> &crate::storage::Storage {
        &self.works.storage
    }

    /// Makes a table: see [`Table::create`].
    ///
    /// # Errors
    /// The set-up or the seats are wrong, or the storage failed.
    pub async fn create(
        &self,
        asked: NewTable,
        browser: Hash,
    ) -> Result<(Arc<Table>, Vec<(Option<u8>, String)>), Refusal> {
        let (table, tokens) = Table::create(self.works.clone(), asked, browser).await?;
        self.tables.lock().await.insert(table.name().to_owned(), table.clone());
        Ok((table, tokens))
    }

    /// Makes a table for the game of a record: see [`Table::import`].
    ///
    /// # Errors
    /// The record is none, or the storage failed.
    pub async fn import(&self, record: String, browser: Hash) -> Result<Arc<Table>, Refusal> {
        let table = Table::import(self.works.clone(), record, browser).await?;
        self.tables.lock().await.insert(table.name().to_owned(), table.clone());
        Ok(table)
    }

    /// The table of this name, read from the storage if need be.
    ///
    /// # Errors
    /// There is no such table, or it cannot be read.
    pub async fn table(&self, name: &str) -> Result<Arc<Table>, Refusal> {
        if !secrets::is_table_name(name) {
            return Err(no_table(name));
        }
        // Held while the table is read, so that no table is ever in memory twice.
        let mut tables = self.tables.lock().await;
        if let Some(table) = tables.get(name) {
            return Ok(table.clone());
        }
        let table = Table::load(self.works.clone(), name).await?;
        tables.insert(name.to_owned(), table.clone());
        Ok(table)
    }

    /// Lets go of tables that nobody looks at, again and again.
    pub async fn sweep(&self) {
        loop {
            tokio::time::sleep(SWEPT).await;
            self.sweep_once(KEPT).await;
        }
    }

    /// Lets go of tables that nobody has looked at for so long.
    async fn sweep_once(&self, kept: Duration) {
        let mut tables = self.tables.lock().await;
        let mut idle = Vec::new();
        for (name, table) in tables.iter() {
            // Whoever uses a table holds it, and new holders come through the lock that is held here.
            if Arc::strong_count(table) == 1 && table.idle().await >= kept {
                idle.push(name.clone());
            }
        }
        for name in idle {
            tables.remove(&name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::refusal::Code;
    use crate::storage::Storage;
    use crate::thinkers::Thinkers;

    #[tokio::test]
    async fn tables_leave_the_memory_and_come_back() {
        let folder = tempfile::tempdir().unwrap();
        let storage = Storage::open(folder.path()).unwrap().0;
        let stop = tokio_util::sync::CancellationToken::new();
        let works = Works { storage, thinkers: Thinkers::new(1), step: Duration::ZERO, deals: None, stop };
        let hub = Hub::new(Arc::new(works));
        let text = r#"{"setup": {"game": "carcassonne", "seats": 2}, "seats": [{"type": "open"}, {"type": "open"}]}"#;
        let asked: NewTable = crate::messages::parse(text.as_bytes(), "a table").unwrap();
        let (table, _) = hub.create(asked, [0; 32]).await.unwrap();
        let name = table.name().to_owned();
        hub.sweep_once(Duration::ZERO).await;
        assert!(Arc::ptr_eq(&table, &hub.table(&name).await.unwrap()), "a table that is held stays");
        let described = table.describe().await;
        drop(table);
        hub.sweep_once(Duration::from_secs(60)).await;
        assert_eq!(hub.tables.lock().await.len(), 1, "a table that was just used stays");
        hub.sweep_once(Duration::ZERO).await;
        assert_eq!(hub.tables.lock().await.len(), 0);
        assert_eq!(hub.table(&name).await.unwrap().describe().await, described);
        assert_eq!(hub.table("aaaaaaaaaaaa").await.err().map(|why| why.code), Some(Code::NoTable));
    }
}
