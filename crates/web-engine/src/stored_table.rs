//! A table as the host stores it.

use serde::{Deserialize, Serialize};
use table::{LogEntry, Moment, Pace, Right, Source, Standing, Table, TableLine, TableRecord, TableSummary, Write};

use crate::requests::parse_json;

/// Newest version of the format. A text with a later version is refused.
const NEWEST_FORMAT: u32 = 2;

/// A table with its log, whole after every change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StoredTable {
    format: u32,
    /// The moment of the last change: time at the table while it was open.
    pub moment: Moment,
    /// The seat that must answer, if any.
    turn: Option<u8>,
    record: TableRecord,
    log: Vec<LogEntry>,
}

/// The part of a stored table that every version of the format has.
#[derive(Deserialize)]
struct Head {
    format: u32,
}

impl StoredTable {
    /// Creates a new table.
    ///
    /// # Errors
    /// The write does not create a table.
    pub fn new(write: Write) -> Result<StoredTable, String> {
        match write {
            Write::Create { record, log, turn } => {
                // Format 2 adds transferred games; all others can be opened by earlier versions of the program too.
                let format = if is_transferred(&record) { NEWEST_FORMAT } else { 1 };
                Ok(StoredTable { format, moment: Moment::default(), turn, record, log })
            }
            _ => Err("the table does not exist".to_owned()),
        }
    }

    /// Parses a stored text.
    ///
    /// # Errors
    /// The text is damaged, or a later version of the program wrote it.
    pub fn parse(text: &str) -> Result<StoredTable, String> {
        let damaged = |why: serde_json::Error| format!("the stored game is damaged: {why}");
        let Head { format } = parse_json(text).map_err(damaged)?;
        if !(1..=NEWEST_FORMAT).contains(&format) {
            return Err(format!(
                "the stored game has format {format}; this version reads formats 1 to {NEWEST_FORMAT}"
            ));
        }
        parse_json(text).map_err(damaged)
    }

    /// Loads the table.
    ///
    /// # Errors
    /// The log cannot be replayed.
    pub fn load(&self) -> Result<Table, String> {
        let TableRecord { seats, clocks, keys, .. } = &self.record;
        let is_seat = |seat: u8| usize::from(seat) < seats.len();
        let clocks_fit = clocks.as_ref().is_none_or(|clocks| {
            clocks.left.len() == seats.len() && clocks.running.is_none_or(|running| is_seat(running.seat))
        });
        let keys_fit = keys.iter().all(|key| !matches!(key.right, Right::Seat(seat) if !is_seat(seat)));
        let table = Table::load(self.record.clone(), &self.log, Pace::default(), None)
            .map_err(|why| format!("the stored game is damaged: {why}"))?;
        if !clocks_fit || !keys_fit || usize::from(table.describe().setup.seats) != seats.len() {
            return Err("the stored game is damaged: its number of seats is wrong".to_owned());
        }
        Ok(table)
    }

    /// Returns the table with its log, starting at an index.
    pub fn since(&self, from: usize) -> (TableRecord, Vec<LogEntry>) {
        (self.record.clone(), self.log.get(from..).unwrap_or_default().to_vec())
    }

    /// Returns the table's name.
    pub fn name(&self) -> &str {
        &self.record.name
    }

    /// Returns this table after a change.
    ///
    /// # Errors
    /// An entry's number is taken, or the table exists already.
    pub fn after(&self, write: Write, moment: Moment) -> Result<StoredTable, String> {
        let mut next = self.clone();
        next.moment = moment;
        let record = &mut next.record;
        match write {
            Write::Create { .. } => return Err("the table exists already".to_owned()),
            Write::Seats { seats, phase, keys } => {
                (record.seats, record.phase) = (seats, phase);
                record.keys.extend(keys);
            }
            Write::Keys(keys) => record.keys.extend(keys),
            Write::ReplaceKeys { new, old } => {
                record.keys.retain(|key| !old.contains(key));
                record.keys.extend(new);
            }
            Write::Append { entries, standing, clocks, .. } => {
                if entries.first().is_none_or(|entry| entry.number != next.log.len()) {
                    return Err("the number of a log entry is taken".to_owned());
                }
                let Standing { phase, turn } = standing;
                (record.phase, record.clocks, next.turn) = (phase, clocks, turn);
                next.log.extend(entries);
            }
        }
        Ok(next)
    }

    /// Returns the text to store.
    pub fn text(&self) -> String {
        table::messages::text(self)
    }

    /// Summarises the table for a list, without the time of the last change, which only the host knows.
    pub fn summary(&self) -> TableSummary {
        let record = self.record.clone();
        let transferred = is_transferred(&record);
        TableSummary::of(&TableLine {
            name: record.name,
            setup: record.setup,
            rules_version: record.rules_version,
            standing: Standing { phase: record.phase, turn: self.turn },
            seats: record.seats,
            updated: 0,
            imported: matches!(record.source, Source::Record(_)),
            transferred,
            plain: record.plain,
            rated: record.terms.rated,
            clock: record.terms.clock,
            access: record.access,
        })
    }
}

fn is_transferred(record: &TableRecord) -> bool {
    matches!(record.source, Source::Transferred(_))
}
