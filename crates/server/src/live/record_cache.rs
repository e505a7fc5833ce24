//! Cache for the records of finished games, since building a record requires a replay and the result never changes.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use axum::body::Bytes;
use table::RecordOf;
use table::messages::text;
use tokio::sync::OnceCell;

use super::handle::TableHandle;
use super::visitors::Visitors;
use crate::http::refusal::Refusal;

/// Maximum number of cached records.
const MAX_RECORDS: usize = 128;
/// Maximum total size of cached records, in bytes; the newest record is kept whatever its size.
const MAX_BYTES: usize = 16 << 20;

/// A record in every format.
#[derive(Clone)]
pub struct RecordTexts {
    pub text: Bytes,
    pub json: Bytes,
    /// The CarcassonneLab link, or why the game has none.
    pub link: Result<Bytes, Refusal>,
}

impl RecordTexts {
    pub fn of(record: RecordOf) -> RecordTexts {
        let (colours, record) = (record.colours(), record.record());
        let link = RecordOf::link(&record, colours).map(Bytes::from).map_err(Refusal::from);
        RecordTexts { text: record.to_text().into(), json: text(&record).into(), link }
    }

    fn bytes(&self) -> usize {
        self.text.len() + self.json.len() + self.link.as_ref().map_or(0, Bytes::len)
    }
}

/// Cache entry for a table's record. Concurrent requests share one replay.
pub type Place = Arc<OnceCell<RecordTexts>>;

/// Records of finished games.
#[derive(Default)]
pub struct RecordCache(Mutex<VecDeque<Entry>>);

struct Entry {
    /// Identifies the in-memory table. A reloaded table counts as a different one, since player names may have changed.
    table: Weak<Visitors>,
    place: Place,
}

impl RecordCache {
    /// Returns a table's record if it is cached.
    pub fn get(&self, table: &TableHandle) -> Option<RecordTexts> {
        let entries = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        entries.iter().find(|entry| entry.is_of(table))?.place.get().cloned()
    }

    /// Returns the entry for a finished table, creating it if necessary. If the cache is full, evicts the least recently requested records.
    pub fn place(&self, table: &TableHandle) -> Place {
        let mut entries = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        entries.retain(|entry| entry.table.strong_count() > 0);
        let known = entries.iter().position(|entry| entry.is_of(table)).and_then(|at| entries.remove(at));
        let entry = known.unwrap_or_else(|| Entry { table: Arc::downgrade(table.visitors()), place: Place::default() });
        let place = entry.place.clone();
        entries.push_back(entry);
        let mut bytes: usize = entries.iter().map(Entry::bytes).sum();
        while entries.len() > 1 && (entries.len() > MAX_RECORDS || bytes > MAX_BYTES) {
            bytes -= entries.pop_front().map_or(0, |entry| entry.bytes());
        }
        place
    }

    #[cfg(test)]
    fn len(&self) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).len()
    }
}

impl Entry {
    fn is_of(&self, table: &TableHandle) -> bool {
        std::ptr::eq(self.table.as_ptr(), Arc::as_ptr(table.visitors()))
    }

    fn bytes(&self) -> usize {
        self.place.get().map_or(0, RecordTexts::bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn table(name: &str) -> TableHandle {
        let visitors = Visitors::new(Duration::from_secs(1), None);
        TableHandle::new(name.into(), tokio::sync::mpsc::channel(1).0, visitors)
    }

    #[tokio::test]
    async fn a_reloaded_table_has_no_cached_record() {
        let (cache, one) = (RecordCache::default(), table("aaaaaaaaaaaa"));
        let made = RecordTexts { text: "text".into(), json: "{}".into(), link: Ok("#".into()) };
        cache.place(&one).set(made).ok().expect("the entry is empty");
        assert_eq!(cache.get(&one).map(|texts| texts.text), Some("text".into()));
        let again = table("aaaaaaaaaaaa");
        assert!(cache.get(&again).is_none());
        drop(one);
        cache.place(&again);
        assert_eq!(cache.len(), 1, "the entry of an unloaded table is removed");
    }

    #[tokio::test]
    async fn the_number_and_size_of_cached_records_are_bounded() {
        let cache = RecordCache::default();
        let tables: Vec<_> = (0..MAX_RECORDS + 9).map(|_| table("aaaaaaaaaaaa")).collect();
        tables.iter().for_each(|table| drop(cache.place(table)));
        assert_eq!(cache.len(), MAX_RECORDS);
        for table in &tables[..4] {
            let long =
                RecordTexts { text: vec![b'x'; MAX_BYTES / 2].into(), json: Bytes::new(), link: Ok(Bytes::new()) };
            cache.place(table).set(long).ok().expect("the entry is empty");
        }
        cache.place(&tables[4]);
        assert!(cache.get(&tables[0]).is_none() && cache.get(&tables[3]).is_some());
    }
}
