//! Cache of initial games: tables with the same set-up share its compiled rules.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use games::{Game, Setup};
use table::{Source, TableRecord, messages};

/// Maximum number of cached set-ups. Only a few set-ups are common; others are compiled on demand.
const MAX_SETUPS: usize = 64;

/// Cache key: the stored set-up and its rules version.
pub type Key = (String, u32);

/// Games before their first answer; tables with the same set-up share their compiled rules.
#[derive(Default)]
pub struct RulesCache(Mutex<HashMap<Key, Game>>);

impl RulesCache {
    /// Returns the cache key for a stored table. Returns `None` for tables created from records, whose set-ups may come from other
    /// programs, and for tables with custom tiles.
    pub fn key_of(record: &TableRecord) -> Option<Key> {
        let shared = record.own_tiles.is_none() && matches!(record.source, Source::Seed(_));
        shared.then(|| (record.setup.clone(), record.rules_version))
    }

    /// Returns the cache key for a new table.
    pub fn key_of_new(setup: &Setup) -> Option<Key> {
        setup.own_tiles.is_none().then(|| (messages::text(&setup.short()), setup.rules_version))
    }

    /// Returns the initial game for a set-up if it is cached.
    pub fn get(&self, key: Option<&Key>) -> Option<Game> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(key?).cloned()
    }

    /// Caches an initial game; clears the cache first if it is full.
    pub fn insert(&self, key: Option<Key>, beginning: impl FnOnce() -> Game) {
        let Some(key) = key else { return };
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= MAX_SETUPS && !kept.contains_key(&key) {
            kept.clear();
        }
        kept.entry(key).or_insert_with(beginning);
    }
}
