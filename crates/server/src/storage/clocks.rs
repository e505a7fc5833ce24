//! SQL for the tables' terms and clocks, and for the running time.

use table::{Clock, ClockState, Moment, Running, Terms, TimeoutPolicy};

use super::StorageError;
use super::transaction::{Optional, Transaction};
use super::values::{Row, given};

/// Maximum number of tables with expired clocks per query.
const MAX_EXPIRED_CLOCKS: u32 = 100;

fn damaged(what: &str) -> StorageError {
    StorageError::Damaged(format!("invalid {what}"))
}

pub(crate) fn put_terms(work: &Transaction<'_>, name: &str, terms: Terms) -> Result<(), StorageError> {
    let clock = terms.clock.map(|clock| serde_json::to_string(&clock)).transpose().map_err(|_| damaged("clock"))?;
    let on_timeout = match terms.on_timeout {
        TimeoutPolicy::Loses => "loses",
        TimeoutPolicy::Computer => "computer",
    };
    let sql = "INSERT INTO terms (tab, clock, fall, undo, rated) VALUES (?1, ?2, ?3, ?4, ?5)";
    work.execute(sql, given![name, clock, on_timeout, terms.undo, terms.rated])?;
    Ok(())
}

pub(crate) fn terms_of(work: &Transaction<'_>, name: &str) -> Result<Terms, StorageError> {
    let read = |row: &Row| Ok((row.get::<Option<String>>(0)?, row.get::<String>(1)?, row.get(2)?, row.get(3)?));
    let sql = "SELECT clock, fall, undo, rated FROM terms WHERE tab = ?1";
    let Some((clock, on_timeout, undo, rated)) = work.query_row(sql, [name], read).optional()? else {
        return Ok(Terms::default());
    };
    let clock = clock.map(|text| serde_json::from_str::<Clock>(&text)).transpose().map_err(|_| damaged("clock"))?;
    let on_timeout = match on_timeout.as_str() {
        "loses" => TimeoutPolicy::Loses,
        "computer" => TimeoutPolicy::Computer,
        _ => return Err(damaged("time-out rule")),
    };
    Ok(Terms { clock, on_timeout, undo, rated })
}

pub(crate) fn put_clocks(work: &Transaction<'_>, name: &str, clocks: &ClockState) -> Result<(), StorageError> {
    let left = serde_json::to_string(&clocks.left).map_err(|_| damaged("time"))?;
    let seat = clocks.running.map(|running| running.seat);
    let since = clocks.running.map(|running| running.since.0 as i64);
    let falls = clocks.expires_at().map(|moment| i64::try_from(moment.0).unwrap_or(i64::MAX));
    let sql = "INSERT INTO clocks (tab, \"left\", seat, since, falls) VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (tab) DO UPDATE \
               SET \"left\" = excluded.\"left\", seat = excluded.seat, since = excluded.since, falls = excluded.falls";
    work.execute(sql, given![name, left, seat, since, falls])?;
    Ok(())
}

/// Loads a table's clocks, if it has any.
pub(crate) fn clocks_of(work: &Transaction<'_>, name: &str) -> Result<Option<ClockState>, StorageError> {
    let read = |row: &Row| Ok((row.get::<String>(0)?, row.get(1)?, row.get::<Option<i64>>(2)?));
    let sql = "SELECT \"left\", seat, since FROM clocks WHERE tab = ?1";
    let Some((left, seat, since)) = work.query_row(sql, [name], read).optional()? else {
        return Ok(None);
    };
    let left: Vec<u64> = serde_json::from_str(&left).map_err(|_| damaged("time"))?;
    let seat: Option<u8> = seat;
    let since = since.map(|since| u64::try_from(since).map(Moment)).transpose().map_err(|_| damaged("moment"))?;
    let running = seat.zip(since).map(|(seat, since)| Running { seat, since });
    Ok(Some(ClockState { left, running }))
}

/// Returns the servers' running time: the stored value, or the start of the latest running clock if that is later.
pub(crate) fn running_time(work: &Transaction<'_>) -> Result<Moment, StorageError> {
    let sql = "SELECT millis, (SELECT coalesce(max(since), 0) FROM clocks) FROM running_time";
    let [written, known]: [i64; 2] = work.query_row(sql, (), |row| Ok([row.get(0)?, row.get(1)?]))?;
    u64::try_from(written.max(known)).map(Moment).map_err(|_| damaged("moment"))
}

/// Stores the running time if any clock is running.
pub(crate) fn put_running_time(work: &Transaction<'_>, now: Moment) -> Result<(), StorageError> {
    let sql = "UPDATE running_time SET millis = ?1 WHERE EXISTS (SELECT 1 FROM clocks WHERE falls IS NOT NULL)";
    work.execute(sql, [now.0 as i64])?;
    Ok(())
}

/// Returns tables whose clock expires before a moment.
pub(crate) fn expiring_clocks(work: &Transaction<'_>, before: Moment) -> Result<Vec<String>, StorageError> {
    let sql = "SELECT tab FROM clocks WHERE falls < ?1 ORDER BY falls LIMIT ?2";
    work.query_map(sql, given![before.0 as i64, MAX_EXPIRED_CLOCKS], |row| row.get(0))
}
