//! Rated games whose players came from one household: how they are noticed, and the list that moderators see.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};

use super::reports::Page;
use crate::limits::caller::Household;
use crate::storage::{Database, Row, StorageError, Stored, Transaction, given};

/// Tables whose households are remembered; the one that was seen first makes room.
const MAX_TABLES: usize = 20_000;
/// Households that are remembered of one table.
const MAX_HOUSEHOLDS: usize = 32;

/// From which households the seats of tables were played lately, in memory alone.
#[derive(Default)]
pub struct SeatHouseholds(Mutex<Seen>);

#[derive(Default)]
struct Seen {
    tables: HashMap<String, Company>,
    /// In the order in which they were seen first.
    order: VecDeque<String>,
}

/// The households of one table.
#[derive(Default)]
struct Company {
    seats: Vec<(u8, Household)>,
    /// Whether two seats were seen to share one.
    shared: bool,
}

impl SeatHouseholds {
    /// A client that answers for these seats came from this household; whether two seats are now seen to share one, for the first time.
    pub fn saw(&self, table: &str, seats: &[u8], household: Household) -> bool {
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
            if !company.seats.contains(&(*seat, household)) && company.seats.len() < MAX_HOUSEHOLDS {
                company.seats.push((*seat, household));
            }
        }
        let shared = company.seats.iter().any(|(seat, other)| *other == household && !seats.contains(seat));
        shared && !std::mem::replace(&mut company.shared, true)
    }
}

/// A rated game whose players came from one household.
#[derive(Clone, Debug)]
pub struct SharedGame {
    pub id: i64,
    pub table: String,
    /// When it ended, in milliseconds since 1970.
    pub ended: i64,
    /// The names of the accounts by seat; none of those that were deleted.
    pub players: Vec<Option<String>>,
}

impl Database {
    /// Notes that players of a table, if its game is rated, came from one household.
    pub fn note_one_household(&self, table: &str) -> Stored<()> {
        let table = table.to_owned();
        self.change(move |work| {
            let sql = "UPDATE terms SET one_household = ?2 WHERE tab = ?1 AND rated";
            work.execute(sql, given![table, true])?;
            Ok(())
        })
    }

    /// Returns rated games whose players came from one household, newest first.
    pub fn shared_games(&self, page: Page) -> Stored<Vec<SharedGame>> {
        self.read(move |work| shared_games(work, page))
    }
}

/// Returns rated games whose players came from one household, newest first.
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
    fn seats_that_share_a_household_are_noticed_once() {
        let [home, other] = ["192.0.2.1", "192.0.2.2"].map(|address| Household::of(address.parse().unwrap()));
        let seen = SeatHouseholds::default();
        assert!(!seen.saw("one", &[0], home), "nobody else is there");
        assert!(!seen.saw("one", &[0], home), "a second device of the same player");
        assert!(!seen.saw("one", &[1], other));
        assert!(!seen.saw("two", &[1], home), "another table");
        assert!(seen.saw("one", &[1], home));
        assert!(!seen.saw("one", &[0], home), "it was noticed before");
        assert!(!seen.saw("three", &[0, 1], home), "one client for both seats is no second player");
        for number in 0..MAX_TABLES {
            seen.saw(&number.to_string(), &[0], other);
        }
        assert!(!seen.saw("two", &[0], home), "what was seen long ago is forgotten");
    }
}
