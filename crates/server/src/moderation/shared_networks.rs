//! Detects rated games whose players shared a network, and lists them for moderators.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};

use super::reports::Page;
use crate::limits::caller::ClientNetwork;
use crate::storage::{Database, Row, StorageError, Stored, Transaction, given};

/// Maximum number of remembered tables; the oldest is evicted.
const MAX_TABLES: usize = 20_000;
/// Maximum number of remembered (seat, network) pairs per table.
const MAX_CLIENT_NETWORKS: usize = 32;

/// Networks from which each table's seats were recently played; kept only in memory.
#[derive(Default)]
pub struct SeatNetworks(Mutex<Seen>);

#[derive(Default)]
struct Seen {
    tables: HashMap<String, TableNetworks>,
    /// Tables in order of first appearance.
    order: VecDeque<String>,
}

/// The networks of one table.
#[derive(Default)]
struct TableNetworks {
    seats: Vec<(u8, ClientNetwork)>,
    /// True once two seats have been seen to share a network.
    shared: bool,
}

impl SeatNetworks {
    /// Records that a client plays these seats from this network. Returns true when two seats are first seen to share a network.
    pub fn note(&self, table: &str, seats: &[u8], client_network: ClientNetwork) -> bool {
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !seen.tables.contains_key(table) {
            if seen.order.len() >= MAX_TABLES
                && let Some(first) = seen.order.pop_front()
            {
                seen.tables.remove(&first);
            }
            seen.order.push_back(table.to_owned());
        }
        let company = seen.tables.entry(table.to_owned()).or_default();
        for seat in seats {
            if !company.seats.contains(&(*seat, client_network)) && company.seats.len() < MAX_CLIENT_NETWORKS {
                company.seats.push((*seat, client_network));
            }
        }
        let shared = company.seats.iter().any(|(seat, other)| *other == client_network && !seats.contains(seat));
        shared && !std::mem::replace(&mut company.shared, true)
    }
}

/// A rated game whose players shared a network.
#[derive(Clone, Debug)]
pub struct SharedGame {
    pub id: i64,
    pub table: String,
    /// End of the game, in milliseconds since 1970.
    pub ended: i64,
    /// Account names by seat; `None` for deleted accounts.
    pub players: Vec<Option<String>>,
}

impl Database {
    /// If a table's game is rated, records that its players shared a network.
    pub fn note_shared_network(&self, table: &str) -> Stored<()> {
        let table = table.to_owned();
        self.change(move |work| {
            let sql = "UPDATE terms SET one_household = ?2 WHERE tab = ?1 AND rated";
            work.execute(sql, given![table, true])?;
            Ok(())
        })
    }

    /// Returns rated games whose players shared a network, newest first.
    pub fn shared_games(&self, page: Page) -> Stored<Vec<SharedGame>> {
        self.read(move |work| shared_games(work, page))
    }
}

/// Returns rated games whose players shared a network, newest first.
pub(crate) fn shared_games(work: &Transaction<'_>, page: Page) -> Result<Vec<SharedGame>, StorageError> {
    let sql = "SELECT id, tab, ended FROM results WHERE one_household AND id < ?1 ORDER BY id DESC LIMIT ?2";
    let read =
        |row: &Row| Ok(SharedGame { id: row.get(0)?, table: row.get(1)?, ended: row.get(2)?, players: Vec::new() });
    let mut games: Vec<SharedGame> = work.query_map(sql, given![page.before.unwrap_or(i64::MAX), page.most], read)?;
    for game in &mut games {
        let sql = "SELECT accounts.name FROM result_seats LEFT JOIN accounts ON accounts.id = account \
                   WHERE result = ?1 ORDER BY seat";
        game.players = work.query_map(sql, [game.id], |row| row.get(0))?;
    }
    Ok(games)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_sharing_a_network_are_reported_once() {
        let [home, other] = ["192.0.2.1", "192.0.2.2"].map(|address| ClientNetwork::of(address.parse().unwrap()));
        let seen = SeatNetworks::default();
        assert!(!seen.note("one", &[0], home), "no other player");
        assert!(!seen.note("one", &[0], home), "a second device of the same player");
        assert!(!seen.note("one", &[1], other));
        assert!(!seen.note("two", &[1], home), "another table");
        assert!(seen.note("one", &[1], home));
        assert!(!seen.note("one", &[0], home), "already reported");
        assert!(!seen.note("three", &[0, 1], home), "one client for both seats is one player");
        for number in 0..MAX_TABLES {
            seen.note(&number.to_string(), &[0], other);
        }
        assert!(!seen.note("two", &[0], home), "old tables are evicted");
    }
}
