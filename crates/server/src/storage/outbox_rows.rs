//! What comes into the outbox with what it tells of, in the rows of SQLite: notices of turns and of challenges.

use table::{LogEntry, Standing};

use super::StorageError;
use super::notices::Kind;
use super::rows::now;
use super::values::given;
use super::work::{Optional, Work};
use crate::accounts::store::AccountId;

/// A turn begins, and another may end: whoever is asked now is told, and nobody is told of what was before. `entries` are those that are
/// written with it. Called before the table says itself where it stands.
pub(crate) fn put_turn(
    work: &Work<'_>,
    name: &str,
    entries: &[LogEntry],
    standing: Standing,
) -> Result<(), StorageError> {
    let sql = "SELECT turn FROM terms JOIN tables ON name = tab WHERE tab = ?1 AND clock ->> '$.type' = 'days'";
    let before: Option<Option<u8>> = work.query_row(sql, [name], |row| row.get(0)).optional()?;
    let (Some(before), Some(last)) = (before, entries.last()) else { return Ok(()) };
    if before == standing.turn {
        return Ok(());
    }
    let sql = "DELETE FROM outbox WHERE tab = ?1 AND kind = 'turn'";
    work.execute(sql, [name])?;
    let Some(seat) = standing.turn else { return Ok(()) };
    for account in accounts_at(work, name, seat)? {
        put_notice(work, account, Kind::Turn, name, last.number as i64 + 1, Some(seat))?;
    }
    Ok(())
}

/// Tells an account of something at a table in all the ways that it chose; of the same thing once.
pub(crate) fn put_notice(
    work: &Work<'_>,
    account: AccountId,
    kind: Kind,
    table: &str,
    number: i64,
    seat: Option<u8>,
) -> Result<(), StorageError> {
    let sql = "WITH told AS (SELECT CAST(?2 AS TEXT) AS kind, CAST(?3 AS TEXT) AS tab, CAST(?4 AS BIGINT) AS number, \
               CAST(?5 AS BIGINT) AS seat, CAST(?6 AS BIGINT) AS now) \
               INSERT INTO outbox (account, kind, device, tab, number, seat, created, due) \
               SELECT account, kind, NULL, tab, number, seat, now, now FROM notice_choices, told WHERE account = ?1 AND mail \
               AND EXISTS (SELECT 1 FROM mail_addresses WHERE mail_addresses.account = ?1 AND confirmed) \
               UNION ALL SELECT account, kind, id, tab, number, seat, now, now FROM push_devices, told WHERE account = ?1 \
               AND EXISTS (SELECT 1 FROM notice_choices WHERE notice_choices.account = ?1 AND push) ON CONFLICT DO NOTHING";
    work.execute(sql, given![account, kind.word(), table, number, seat, now()])?;
    Ok(())
}

/// The account that sits on a seat; where that is not written down, those that have claimed a key of it.
fn accounts_at(work: &Work<'_>, table: &str, seat: u8) -> Result<Vec<AccountId>, StorageError> {
    let sql = "SELECT sitter ->> '$.account' FROM seats WHERE tab = ?1 AND seat = ?2 AND sitter ->> '$.type' = 'human'";
    let sits: Option<Option<AccountId>> = work.query_row(sql, given![table, seat], |row| row.get(0)).optional()?;
    match sits {
        None => Ok(Vec::new()),
        Some(Some(account)) => Ok(vec![account]),
        Some(None) => {
            let sql = "SELECT DISTINCT account FROM keys JOIN account_keys ON account_keys.hash = keys.hash \
                       WHERE tab = ?1 AND seat = ?2 AND expires > ?3";
            let found = work.query_map(sql, given![table, seat, now()], |row| row.get(0))?;
            Ok(found)
        }
    }
}
