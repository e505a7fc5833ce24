//! Records of finished games, as they were sent last. To make one its game is replayed, and it stays as it is, so it is made once.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use axum::body::Bytes;
use games::record::Record;
use table::messages::text;
use tokio::sync::OnceCell;

use super::handle::TableHandle;
use super::visitors::Visitors;

/// Records that are kept, at most.
const MAX_RECORDS: usize = 128;
/// Bytes of the records that are kept, at most; the newest is kept however long it is.
const MAX_BYTES: usize = 16 << 20;

/// A record in both its forms.
#[derive(Clone)]
pub struct RecordTexts {
    pub text: Bytes,
    pub json: Bytes,
}

impl RecordTexts {
    pub fn of(record: &Record) -> RecordTexts {
        RecordTexts { text: record.to_text().into(), json: text(record).into() }
    }

    fn bytes(&self) -> usize {
        self.text.len() + self.json.len()
    }
}

/// A place for the record of one table in memory. Requests that come while it is made wait for it.
pub type Place = Arc<OnceCell<RecordTexts>>;

/// Records of finished games.
#[derive(Default)]
pub struct RecordCache(Mutex<VecDeque<Entry>>);

struct Entry {
    /// Tells the table in memory from the same one read again: names may have changed meanwhile.
    table: Weak<Visitors>,
    place: Place,
}

impl RecordCache {
    /// The record of a table, if it is there.
    pub fn get(&self, table: &TableHandle) -> Option<RecordTexts> {
        let entries = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        entries.iter().find(|entry| entry.is_of(table))?.place.get().cloned()
    }

    /// The place of a table whose game is over. The records that were asked for longest ago make room for it.
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
    async fn a_table_that_was_read_again_has_no_record_yet() {
        let (cache, one) = (RecordCache::default(), table("aaaaaaaaaaaa"));
        let made = RecordTexts { text: "text".into(), json: "{}".into() };
        cache.place(&one).set(made).ok().expect("it is the first");
        assert_eq!(cache.get(&one).map(|texts| texts.text), Some("text".into()));
        let again = table("aaaaaaaaaaaa");
        assert!(cache.get(&again).is_none());
        drop(one);
        cache.place(&again);
        assert_eq!(cache.len(), 1, "what was of a table that is gone is gone with it");
    }

    #[tokio::test]
    async fn only_so_many_records_and_bytes_are_kept() {
        let cache = RecordCache::default();
        let tables: Vec<_> = (0..MAX_RECORDS + 9).map(|_| table("aaaaaaaaaaaa")).collect();
        tables.iter().for_each(|table| drop(cache.place(table)));
        assert_eq!(cache.len(), MAX_RECORDS);
        for table in &tables[..4] {
            let long = RecordTexts { text: vec![b'x'; MAX_BYTES / 2].into(), json: Bytes::new() };
            cache.place(table).set(long).ok().expect("it is the first");
        }
        cache.place(&tables[4]);
        assert!(cache.get(&tables[0]).is_none() && cache.get(&tables[3]).is_some());
    }
}
