//! Limits rated games between players on the same network: such games change ratings only a few times per day and are reported to the
//! moderators.

use serde_json::json;

use crate::accounts::store::AccountId;
use crate::limits::caller::ClientNetwork;
use crate::storage::{Database, StorageError, Stored, Transaction, given};

/// Maximum number of results per day, in games between players on one network, that change an account's ratings.
pub(crate) const MAX_PER_DAY: i64 = 3;
/// A day in milliseconds.
const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// Maximum number of networks stored per seat.
const MAX_PER_SEAT: u32 = 16;
/// Number of open reports above which no further reports about such games are created.
const MAX_OPEN_REPORTS: i64 = 1000;

impl Database {
    /// Records the network from which seats in a rated game are played, unless the game is over.
    pub fn note_client_network(&self, table: &str, seats: Vec<u8>, client_network: ClientNetwork) -> Stored<()> {
        self.change_table(table, move |work, table| {
            let sql = "INSERT INTO seat_households (tab, seat, household) SELECT ?1, ?2, ?3 \
                       WHERE EXISTS (SELECT 1 FROM terms WHERE tab = ?1 AND rated) \
                       AND NOT EXISTS (SELECT 1 FROM results WHERE tab = ?1) \
                       AND (SELECT count(*) FROM seat_households WHERE tab = ?1 AND seat = ?2) < ?4 \
                       ON CONFLICT (tab, seat, household) DO NOTHING";
            for seat in &seats {
                work.execute(sql, given![table, seat, client_network.to_string(), MAX_PER_SEAT])?;
            }
            Ok(())
        })
    }
}

#[cfg(test)]
impl Database {
    /// Returns the number of stored networks.
    pub(crate) fn noted_client_networks(&self) -> Stored<i64> {
        self.read(|work| work.query_row("SELECT count(*) FROM seat_households", (), |row| row.get(0)))
    }
}

/// Deletes the stored networks for a finished game; returns whether all its seats were played from one network.
pub(crate) fn take_shared_network(work: &Transaction<'_>, table: &str, seats: usize) -> Result<bool, StorageError> {
    let sql = "SELECT household FROM seat_households WHERE tab = ?1 GROUP BY household HAVING count(*) = ?2";
    let one = seats > 1 && work.exists(sql, given![table, seats as i64])?;
    work.execute("DELETE FROM seat_households WHERE tab = ?1", [table])?;
    Ok(one)
}

/// Records the result of a game between players on one network and reports it to the moderators. Returns whether the result may change
/// ratings: false if one of the accounts already has `MAX_PER_DAY` such results within a day.
pub(crate) fn may_change_ratings(
    work: &Transaction<'_>,
    (table, result, ended): (&str, i64, i64),
    accounts: &[AccountId],
) -> Result<bool, StorageError> {
    let mut most = 0;
    let sql = "SELECT count(*) FROM household_results JOIN result_seats USING (result) \
               WHERE moved AND account = ?1 AND ended > ?2";
    for account in accounts {
        let count: i64 = work.query_row(sql, given![account, ended - DAY_MS], |row| row.get(0))?;
        most = most.max(count);
    }
    let moves = most < MAX_PER_DAY;
    work.execute("INSERT INTO household_results (result, moved) VALUES (?1, ?2)", given![result, moves])?;
    put_flag(work, (table, ended), accounts, moves)?;
    Ok(moves)
}

/// Creates a report for the moderators, at most once per day for the same accounts.
fn put_flag(
    work: &Transaction<'_>,
    (table, ended): (&str, i64),
    accounts: &[AccountId],
    moves: bool,
) -> Result<(), StorageError> {
    let Some(about) = accounts.iter().min() else { return Ok(()) };
    let known =
        "SELECT 1 FROM reports WHERE reporter IS NULL AND reason = ?1 AND about = ?2 AND time > ?3 AND act IS NULL";
    let open: i64 = work.query_row("SELECT count(*) FROM reports WHERE act IS NULL", (), |row| row.get(0))?;
    if open >= MAX_OPEN_REPORTS || work.exists(known, given![REASON, about, ended - DAY_MS])? {
        return Ok(());
    }
    let words = if moves {
        "All seats of this rated game were played from one address."
    } else {
        "All seats of this rated game were played from one address, as in several games today; the ratings stay as they were."
    };
    let seats = work.rows("SELECT seat, sitter FROM seats WHERE tab = ?1 ORDER BY seat", [table])?;
    let mut shown = Vec::new();
    for row in &seats {
        let sitter: serde_json::Value = serde_json::from_str(&row.get::<String>(1)?).unwrap_or_default();
        let seat: u8 = row.get(0)?;
        shown.push(json!({"seat": seat, "type": sitter["type"], "name": sitter["name"], "account": sitter["account"]}));
    }
    let context = json!({"seats": shown, "lines": []}).to_string();
    let sql = "INSERT INTO reports (reporter, about, tab, reason, words, context, time) VALUES (NULL, ?1, ?2, ?3, ?4, ?5, ?6)";
    work.execute(sql, given![about, table, REASON, words, context, ended])?;
    Ok(())
}

/// Reason code for these reports. Players can choose it in their own reports too.
const REASON: &str = "cheating";
