//! Tracks which accounts are watching which tables over an open socket; these accounts need not be notified of their turn.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::accounts::store::AccountId;

/// The accounts currently watching each table.
#[derive(Default)]
pub struct Watchers(Mutex<State>);

#[derive(Default)]
struct State {
    next: u64,
    tables: HashMap<String, Vec<(u64, Watcher)>>,
}

/// One watcher: the signed-in account and the seats that it plays.
struct Watcher {
    account: Option<AccountId>,
    seats: Vec<u8>,
}

/// Registration of a watcher; removed on drop.
pub struct WatcherGuard {
    all: Arc<Watchers>,
    table: String,
    number: u64,
}

impl Watchers {
    /// Registers a watcher at a table.
    pub fn register(self: &Arc<Watchers>, table: &str, account: Option<AccountId>, seats: Vec<u8>) -> WatcherGuard {
        let mut state = self.state();
        let number = state.next;
        state.next += 1;
        state.tables.entry(table.to_owned()).or_default().push((number, Watcher { account, seats }));
        WatcherGuard { all: self.clone(), table: table.to_owned(), number }
    }

    /// Returns whether the account, or a client that plays the seat, is watching the table.
    pub fn is_watching(&self, table: &str, account: AccountId, seat: Option<u8>) -> bool {
        let state = self.state();
        let looks = |who: &Watcher| who.account == Some(account) || seat.is_some_and(|seat| who.seats.contains(&seat));
        state.tables.get(table).is_some_and(|here| here.iter().any(|(_, who)| looks(who)))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for WatcherGuard {
    fn drop(&mut self) {
        let mut state = self.all.state();
        if let Some(here) = state.tables.get_mut(&self.table) {
            here.retain(|(number, _)| *number != self.number);
            if here.is_empty() {
                state.tables.remove(&self.table);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn watchers_are_present_until_dropped() {
        let watchers = Arc::new(Watchers::default());
        let anna = watchers.register("aaaaaaaaaaaa", Some(7), vec![0]);
        let again = watchers.register("aaaaaaaaaaaa", Some(7), vec![0]);
        let by_link = watchers.register("bbbbbbbbbbbb", None, vec![1]);
        assert!(watchers.is_watching("aaaaaaaaaaaa", 7, Some(0)) && !watchers.is_watching("aaaaaaaaaaaa", 8, Some(1)));
        assert!(watchers.is_watching("bbbbbbbbbbbb", 9, Some(1)), "the seat is watched by its link");
        assert!(!watchers.is_watching("bbbbbbbbbbbb", 7, Some(0)) && !watchers.is_watching("bbbbbbbbbbbb", 9, None));
        drop(anna);
        assert!(watchers.is_watching("aaaaaaaaaaaa", 7, None), "another page is still open");
        drop((again, by_link));
        assert!(!watchers.is_watching("aaaaaaaaaaaa", 7, Some(0)) && watchers.state().tables.is_empty());
    }
}
