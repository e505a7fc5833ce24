//! Deletes accounts in the database and renames their seats.

use serde_json::Value;
use table::DELETED;

use super::store::{AccountId, Changed, NameForms, Refused};
use crate::storage::{Database, Optional, Row, StorageError, Stored, Transaction, given};

/// Maximum number of departures returned by one query.
const MAX_DEPARTURES: u32 = 100;

/// Work that remains after an account is deleted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeletedAccount {
    /// Names of the tables at which the account had a seat.
    pub tables: Vec<String>,
}

/// A seat: the table, the seat number, and the occupant as JSON.
type Seat = (String, u8, String);

impl Database {
    /// Deletes an account and everything that belongs to it. At its seats, its name is replaced by [`table::DELETED`]. Its seats in
    /// unfinished games are stored as [departures](Self::departures).
    pub fn delete_account(&self, account: AccountId) -> Stored<Changed<DeletedAccount>> {
        self.change(move |work| delete_account(work, account))
    }

    /// Returns up to `MAX_DEPARTURES` pending departures, each a table name and a seat.
    pub fn departures(&self) -> Stored<Vec<(String, u8)>> {
        self.read(|work| {
            work.query_map("SELECT tab, seat FROM departures ORDER BY tab, seat LIMIT ?1", [MAX_DEPARTURES], |row| {
                Ok((row.get(0)?, row.get(1)?))
            })
        })
    }

    /// Completes a departure. Removes the deleted player's name again, since the table may have stored it in the meantime.
    pub fn departed(&self, table: &str, seat: u8) -> Stored<()> {
        let table = table.to_owned();
        self.change(move |work| {
            let stale = "SELECT 1 FROM seats WHERE tab = ?1 AND seat = ?2 AND sitter ->> '$.account' IS NOT NULL \
                         AND NOT EXISTS (SELECT 1 FROM accounts WHERE id = sitter ->> '$.account')";
            if work.exists(stale, given![table, seat])? {
                rename_seat(work, &table, seat, DELETED, None)?;
            }
            work.execute("DELETE FROM departures WHERE tab = ?1 AND seat = ?2", given![table, seat])?;
            Ok(())
        })
    }
}

/// Returns the seats of an account. A seat stored without an account belongs to this account if one of this account's keys opens the seat
/// and no other account's key does.
pub(crate) fn seats_of(work: &Transaction<'_>, account: AccountId) -> Result<Vec<Seat>, StorageError> {
    let sql = "SELECT tab, seat, sitter FROM seats \
               WHERE sitter ->> '$.account' IS NOT NULL AND sitter ->> '$.account' = ?1 \
               UNION \
               SELECT seats.tab, seats.seat, sitter FROM account_keys JOIN keys ON keys.hash = account_keys.hash \
               JOIN seats ON seats.tab = keys.tab AND seats.seat = keys.seat \
               WHERE account_keys.account = ?1 AND sitter ->> '$.type' = 'human' AND sitter ->> '$.account' IS NULL \
               AND NOT EXISTS (SELECT 1 FROM keys AS others JOIN account_keys AS theirs ON theirs.hash = others.hash \
               WHERE others.tab = seats.tab AND others.seat = seats.seat AND theirs.account <> ?1)";
    let read = |row: &Row| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
    work.query_map(sql, [account], read)
}

/// Renames the occupant of a seat, and does the same in log entries about their return to the seat. `folded` is `None` for a deleted
/// account, whose id is removed as well.
fn rename_seat(
    work: &Transaction<'_>,
    table: &str,
    seat: u8,
    name: &str,
    folded: Option<&str>,
) -> Result<(), StorageError> {
    let renamed = |sitter: &str| -> Result<String, StorageError> {
        let mut sitter: Value = serde_json::from_str(sitter).map_err(|why| StorageError::Damaged(why.to_string()))?;
        if let Some(fields) = sitter.as_object_mut() {
            fields.insert("name".to_owned(), name.into());
            if folded.is_none() {
                fields.shift_remove("account");
                fields.shift_remove("rating");
            }
        }
        Ok(sitter.to_string())
    };
    let sql = "SELECT sitter FROM seats WHERE tab = ?1 AND seat = ?2";
    let sitter: Option<String> = work.query_row(sql, given![table, seat], |row| row.get(0)).optional()?;
    if let Some(sitter) = sitter {
        let sql = "UPDATE seats SET sitter = ?3 WHERE tab = ?1 AND seat = ?2";
        work.execute(sql, given![table, seat, renamed(&sitter)?])?;
    }
    let sql = "UPDATE result_seats SET name = ?3, folded = ?4 \
               WHERE result = (SELECT id FROM results WHERE tab = ?1) AND seat = ?2 AND name IS NOT NULL";
    work.execute(sql, given![table, seat, folded.map(|_| name), folded])?;
    let sql = "SELECT number, word FROM log WHERE tab = ?1 AND seat = ?2 AND kind = 'taken_over' AND word ->> '$.type' = 'human'";
    let came_back: Vec<(i64, String)> =
        work.query_map(sql, given![table, seat], |row| Ok((row.get(0)?, row.get(1)?)))?;
    if came_back.is_empty() {
        return Ok(());
    }
    // A trigger forbids changing log entries, but names do not affect the game.
    work.with_trigger_disabled("log_never_changes", || {
        for (number, word) in &came_back {
            let sql = "UPDATE log SET word = ?3 WHERE tab = ?1 AND number = ?2";
            work.execute(sql, given![table, number, renamed(word)?])?;
        }
        Ok(())
    })
}

/// Renames an account at all seats that still show its old name.
pub(crate) fn rename_seats(
    work: &Transaction<'_>,
    account: AccountId,
    old: &str,
    new: &NameForms,
) -> Result<(), StorageError> {
    for (table, seat, sitter) in seats_of(work, account)? {
        let sitter: Value = serde_json::from_str(&sitter).map_err(|why| StorageError::Damaged(why.to_string()))?;
        if sitter["name"] == old {
            rename_seat(work, &table, seat, &new.shown, Some(&new.folded))?;
        }
    }
    Ok(())
}

pub(crate) fn delete_account(
    work: &Transaction<'_>,
    account: AccountId,
) -> Result<Changed<DeletedAccount>, StorageError> {
    if !work.exists("SELECT 1 FROM accounts WHERE id = ?1", [account])? {
        return Ok(Err(Refused::NoAccount));
    }
    let seats = seats_of(work, account)?;
    for (table, seat, _) in &seats {
        rename_seat(work, table, *seat, DELETED, None)?;
        work.execute("DELETE FROM keys WHERE tab = ?1 AND seat = ?2", given![table, seat])?;
        let sql = "INSERT INTO departures (tab, seat) SELECT name, CAST(?2 AS BIGINT) FROM tables \
                   WHERE name = ?1 AND phase <> 'finished' ON CONFLICT DO NOTHING";
        work.execute(sql, given![table, seat])?;
    }
    work.execute("DELETE FROM keys WHERE hash IN (SELECT hash FROM account_keys WHERE account = ?1)", [account])?;
    forget_in_reports(work, account)?;
    // Foreign keys cascade the deletion to sessions, keys, look-alike keys, chat lines, blocks and sanctions.
    work.execute("DELETE FROM accounts WHERE id = ?1", [account])?;
    let mut tables: Vec<String> = seats.into_iter().map(|(table, ..)| table).collect();
    tables.dedup();
    Ok(Ok(DeletedAccount { tables }))
}

/// Removes an account's chat lines and names from reports, and closes the reports about the account.
fn forget_in_reports(work: &Transaction<'_>, account: AccountId) -> Result<(), StorageError> {
    work.execute("UPDATE reports SET act = 'deleted' WHERE about = ?1 AND act IS NULL", [account])?;
    let named = format!("%\"account\":{account}%");
    let sql = "SELECT id, context FROM reports WHERE context LIKE ?1";
    let found: Vec<(i64, String)> = work.query_map(sql, [named], |row| Ok((row.get(0)?, row.get(1)?)))?;
    for (id, context) in found {
        let mut context: Value =
            serde_json::from_str(&context).map_err(|why| StorageError::Damaged(why.to_string()))?;
        for list in ["lines", "seats"] {
            for one in context[list].as_array_mut().into_iter().flatten().filter(|one| one["account"] == account) {
                for field in ["account", "name", "words"] {
                    one[field] = Value::Null;
                }
                one["deleted"] = true.into();
            }
        }
        work.execute("UPDATE reports SET context = ?2 WHERE id = ?1", given![id, context.to_string()])?;
    }
    Ok(())
}
