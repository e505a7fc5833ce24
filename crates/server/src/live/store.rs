//! Tables in the database. Log entries are stored in one transaction with the clocks, results, ratings and notifications that follow from
//! them.

use table::{ClockState, Hash, Key, LogEntry, Moment, Standing, TableRecord, Write};

use crate::compute::rated_positions::put_rated_position;
use crate::notifications::outbox::put_turn;
use crate::results::store::put_result;
use crate::storage::clocks::{expiring_clocks, put_clocks, put_running_time, running_time};
use crate::storage::tables::{
    check_owner, delete_table, drop_keys, log_from, public_tables, put_entries, put_entry, put_keys, put_lobby,
    put_seat, put_standing, put_table, renew_keys, revoke_keys, table_record, tables_of,
};
use crate::storage::{Database, Storage, StorageError, Stored, TableLine, Transaction, given, now};

impl Storage for Database {
    fn write(&self, name: &str, epoch: u64, write: Write) -> Stored<()> {
        match write {
            Write::Append { entries, standing, clocks, result: Some(result), .. } => {
                let name = name.to_owned();
                self.change(move |work| {
                    append(work, (&name, epoch), &entries, standing, clocks.as_ref())?;
                    put_result(work, &name, &result)
                })
            }
            write => self.change_table(name, move |work, name| write_table(work, (name, epoch), write)),
        }
    }

    fn load(&self, name: &str, from: usize) -> Stored<Option<(TableRecord, Vec<LogEntry>)>> {
        let name = name.to_owned();
        self.read(move |work| {
            let Some(record) = table_record(work, &name)? else { return Ok(None) };
            Ok(Some((record, log_from(work, &name, from)?)))
        })
    }

    fn running_time(&self) -> Stored<Moment> {
        self.read(running_time)
    }

    fn save_running_time(&self, now: Moment) -> Stored<()> {
        self.change(move |work| put_running_time(work, now))
    }

    fn expiring_clocks(&self, before: Moment) -> Stored<Vec<String>> {
        self.read(move |work| expiring_clocks(work, before))
    }

    fn tables_of(&self, hashes: Vec<Hash>) -> Stored<Vec<TableLine>> {
        self.read(move |work| tables_of(work, &hashes))
    }

    fn public_tables(&self) -> Stored<Vec<TableLine>> {
        self.read(public_tables)
    }

    fn renew(&self, name: &str, hashes: Vec<Hash>) -> Stored<()> {
        self.change_table(name, move |work, name| renew_keys(work, name, &hashes))
    }

    fn revoke(&self, name: &str, seat: u8, kept: Vec<Hash>) -> Stored<()> {
        self.change_table(name, move |work, name| revoke_keys(work, name, seat, &kept))
    }

    fn delete(&self, name: &str) -> Stored<bool> {
        let name = name.to_owned();
        self.change(move |work| delete_table(work, &name))
    }
}

/// Writes a change that concerns only one table. `epoch` is the owner's epoch.
pub(super) fn write_table(
    work: &Transaction<'_>,
    (name, epoch): (&str, u64),
    write: Write,
) -> Result<(), StorageError> {
    match write {
        Write::Create { record, log, turn } => {
            let now = now();
            put_table(work, &record, now)?;
            if turn.is_some() {
                work.execute("UPDATE tables SET turn = ?2 WHERE name = ?1", given![name, turn])?;
            }
            put_entries(work, name, &log, now)
        }
        Write::Append { entries, standing, clocks, rated, .. } => {
            append(work, (name, epoch), &entries, standing, clocks.as_ref())?;
            rated.map_or(Ok(()), |position| put_rated_position(work, name, position))
        }
        Write::Seats { seats, phase, keys } => {
            for (seat, occupant) in seats.iter().enumerate() {
                put_seat(work, name, seat, occupant)?;
            }
            put_keys(work, name, &keys)?;
            let sql = "UPDATE tables SET phase = ?2, updated = ?3 WHERE name = ?1 AND epoch = ?4";
            check_owner(work.execute(sql, given![name, phase.word(), now(), epoch as i64])?)?;
            put_lobby(work, name)
        }
        Write::Keys(keys) => replace_keys(work, (name, epoch), &keys, &[]),
        Write::ReplaceKeys { new, old } => replace_keys(work, (name, epoch), &new, &old),
    }
}

/// Stores new keys and deletes old ones.
fn replace_keys(
    work: &Transaction<'_>,
    (name, epoch): (&str, u64),
    new: &[Key],
    old: &[Key],
) -> Result<(), StorageError> {
    put_keys(work, name, new)?;
    drop_keys(work, name, old)?;
    let sql = "UPDATE tables SET updated = ?2 WHERE name = ?1 AND epoch = ?3";
    check_owner(work.execute(sql, given![name, now(), epoch as i64])?)?;
    put_lobby(work, name)
}

/// Appends log entries and stores the resulting standing and clocks.
fn append(
    work: &Transaction<'_>,
    (name, epoch): (&str, u64),
    entries: &[LogEntry],
    standing: Standing,
    clocks: Option<&ClockState>,
) -> Result<(), StorageError> {
    let now = now();
    entries.iter().try_for_each(|entry| put_entry(work, name, entry, now))?;
    if let Some(clocks) = clocks {
        put_clocks(work, name, clocks)?;
    }
    put_turn(work, name, entries, standing)?;
    put_standing(work, (name, epoch), standing, now)
}
