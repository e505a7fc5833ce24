//! Games before their first answer: tables of one set-up share the rules that it was compiled to.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use games::{Game, Setup};
use table::{Source, TableRecord, messages};

/// Set-ups that are kept at most; the usual ones are few, and one that is not here is compiled.
const KEPT: usize = 64;

/// What a game is made of: its set-up as it is stored, and the version of the rules.
pub type Key = (String, u32);

/// Games before their first answer, whose compiled rules are shared by tables of the same set-up.
#[derive(Default)]
pub struct RulesCache(Mutex<HashMap<Key, Game>>);

impl RulesCache {
    /// What a stored table is made of; nothing where it cannot share: a record may have a set-up that no table here has, and tiles of the
    /// players' own are theirs.
    pub fn key_of(record: &TableRecord) -> Option<Key> {
        let shared = record.own_tiles.is_none() && matches!(record.source, Source::Seed(_));
        shared.then(|| (record.setup.clone(), record.rules_version))
    }

    /// What a new table is made of.
    pub fn key_of_new(setup: &Setup) -> Option<Key> {
        setup.own_tiles.is_none().then(|| (messages::text(&setup.short()), setup.rules_version))
    }

    /// The game of a set-up, if one was begun.
    pub fn get(&self, key: Option<&Key>) -> Option<Game> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(key?).cloned()
    }

    /// Keeps a game that was begun, where there is room.
    pub fn keep(&self, key: Option<Key>, beginning: impl FnOnce() -> Game) {
        let Some(key) = key else { return };
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= KEPT && !kept.contains_key(&key) {
            kept.clear();
        }
        kept.entry(key).or_insert_with(beginning);
    }
}
