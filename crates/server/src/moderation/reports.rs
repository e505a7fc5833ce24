//! Reports: subject, context, and outcome.

use serde_json::{Value, json};

use crate::accounts::store::{AccountId, Changed, Refused};
use crate::chat::store::place_of;
use crate::storage::{Database, Optional, Row, StorageError, Stored, Transaction, given, now};

/// Maximum number of open reports.
const MAX_OPEN_REPORTS: i64 = 10_000;
/// Maximum number of stored reports; the oldest resolved ones are deleted.
const MAX_REPORTS: i64 = 50_000;
/// Number of chat lines before and after a reported one that are stored with the report.
const AROUND: [i64; 2] = [12, 6];

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reported {
    Line(i64),
    /// The player in a seat.
    Seat {
        table: String,
        seat: u8,
    },
    /// The study with this id.
    Study(String),
    /// The tournament with this id.
    Tournament(String),
}

/// A report to store.
#[derive(Clone, Debug)]
pub struct NewReport {
    pub reporter: Option<AccountId>,
    pub what: Reported,
    pub reason: String,
    /// The reporter's comment.
    pub words: String,
    /// True if the reporter can see spectators' lines.
    pub sees_apart: bool,
}

/// A report in a list.
#[derive(Clone, Debug)]
pub struct ReportLine {
    pub id: i64,
    /// Time of the report, in milliseconds since 1970.
    pub time: i64,
    /// Name of the reporting account; `None` for a guest or a deleted account.
    pub reporter: Option<String>,
    /// Name of the reported account, if any.
    pub about: Option<String>,
    pub table: Option<String>,
    pub seat: Option<u8>,
    pub line: Option<i64>,
    pub reason: String,
    /// The reporter's comment.
    pub words: String,
    /// Context: seats and chat lines.
    pub context: Value,
    /// The action that resolved the report, if any.
    pub act: Option<String>,
}

/// A page of a list, newest first.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    /// Only entries before this id.
    pub before: Option<i64>,
    pub most: u32,
}

impl Database {
    /// Stores a report with its context.
    pub fn report(&self, report: NewReport) -> Stored<Changed<()>> {
        self.change(move |work| put_report(work, &report))
    }

    /// Returns open or all reports, newest first.
    pub fn reports(&self, open: bool, page: Page) -> Stored<Vec<ReportLine>> {
        self.read(move |work| reports(work, open, page))
    }
}

pub(crate) fn put_report(work: &Transaction<'_>, report: &NewReport) -> Result<Changed<()>, StorageError> {
    let count = |which: &str| work.query_row(&format!("SELECT count(*) FROM reports {which}"), (), |row| row.get(0));
    let open: i64 = count("WHERE act IS NULL")?;
    if open >= MAX_OPEN_REPORTS {
        return Ok(Err(Refused::NothingThere));
    }
    let (about, table, seat, line) = match &report.what {
        Reported::Line(id) => {
            let sql = "SELECT account, tab, seat, apart FROM lines WHERE id = ?1";
            let read = |row: &Row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get::<bool>(3)?));
            let found = work.query_row(sql, [id], read).optional()?;
            let Some((about, table, seat, _)) = found.filter(|found| report.sees_apart || !found.3) else {
                return Ok(Err(Refused::NothingThere));
            };
            (about, table, seat, Some(*id))
        }
        Reported::Seat { table, seat } => {
            let sql = "SELECT sitter FROM seats WHERE tab = ?1 AND seat = ?2";
            let sitter: Option<String> = work.query_row(sql, given![table, seat], |row| row.get(0)).optional()?;
            let sitter: Option<Value> = sitter.and_then(|sitter| serde_json::from_str(&sitter).ok());
            let Some(sitter) = sitter.filter(|sitter| sitter["type"] == "human") else {
                return Ok(Err(Refused::EmptySeat));
            };
            (sitter["account"].as_i64(), Some(table.clone()), Some(*seat), None)
        }
        Reported::Study(id) => {
            let sql = "SELECT account FROM studies WHERE id = ?1 AND visibility <> 'private'";
            let owner: Option<AccountId> = work.query_row(sql, [id], |row| row.get(0)).optional()?;
            let Some(owner) = owner else { return Ok(Err(Refused::NothingThere)) };
            (Some(owner), Some(id.clone()), None, None)
        }
        Reported::Tournament(id) => {
            let sql = "SELECT organiser FROM tournaments WHERE id = ?1 AND closed IS NULL";
            let organiser: Option<Option<AccountId>> = work.query_row(sql, [id], |row| row.get(0)).optional()?;
            let Some(organiser) = organiser else { return Ok(Err(Refused::NothingThere)) };
            (organiser, Some(id.clone()), None, None)
        }
    };
    // Ignore a report that duplicates an open one.
    let sql = "SELECT 1 FROM reports WHERE act IS NULL AND reporter IS NOT DISTINCT FROM ?1 AND tab IS NOT DISTINCT FROM ?2 \
               AND seat IS NOT DISTINCT FROM ?3 AND line IS NOT DISTINCT FROM ?4";
    if work.exists(sql, given![report.reporter, table, seat, line])? {
        return Ok(Ok(()));
    }
    let mut context = context(work, table.as_deref(), line)?;
    context["tournament"] = matches!(report.what, Reported::Tournament(_)).into();
    let context = context.to_string();
    let sql = "INSERT INTO reports (reporter, about, tab, seat, line, reason, words, context, time) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)";
    let NewReport { reporter, reason, words, .. } = report;
    work.execute(sql, given![reporter, about, table, seat, line, reason, words, context, now()])?;
    let sql = "DELETE FROM reports WHERE act IS NOT NULL AND id <= (SELECT max(id) FROM reports) - ?1";
    work.execute(sql, [MAX_REPORTS])?;
    Ok(Ok(()))
}

/// Returns the context for a report: who sits at the table, and the chat lines around the reported one, or the latest lines if no line was
/// reported.
pub(crate) fn context(work: &Transaction<'_>, table: Option<&str>, line: Option<i64>) -> Result<Value, StorageError> {
    let mut seats = Vec::new();
    if let Some(table) = table {
        let rows = work.rows("SELECT seat, sitter FROM seats WHERE tab = ?1 ORDER BY seat", [table])?;
        for row in &rows {
            let sitter: Value = serde_json::from_str(&row.get::<String>(1)?).unwrap_or_default();
            let seat: u8 = row.get(0)?;
            seats.push(
                json!({"seat": seat, "type": sitter["type"], "name": sitter["name"], "account": sitter["account"]}),
            );
        }
    }
    let here = place_of(table);
    let around = format!(
        "SELECT * FROM (SELECT lines.id, seat, account, coalesce(accounts.name, lines.name), phrase, words, time, apart \
                  FROM lines LEFT JOIN accounts ON accounts.id = account WHERE {here} AND lines.id <= ?2 \
                  ORDER BY lines.id DESC LIMIT ?3) AS before UNION ALL \
                  SELECT * FROM (SELECT lines.id, seat, account, coalesce(accounts.name, lines.name), phrase, words, time, apart \
                  FROM lines LEFT JOIN accounts ON accounts.id = account WHERE {here} AND lines.id > ?2 \
                  ORDER BY lines.id LIMIT ?4) AS after ORDER BY 1"
    );
    let [before, after] = AROUND;
    let rows = work.rows(&around, given![table, line.unwrap_or(i64::MAX), before, after])?;
    let mut lines = Vec::new();
    for row in &rows {
        let (id, seat, account): (i64, Option<u8>, Option<i64>) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let (name, phrase): (Option<String>, Option<String>) = (row.get(3)?, row.get(4)?);
        let (words, time, apart): (Option<String>, i64, bool) = (row.get(5)?, row.get(6)?, row.get(7)?);
        lines.push(json!({"id": id, "seat": seat, "account": account, "name": name, "phrase": phrase, "words": words,
            "time": time, "apart": apart}));
    }
    Ok(json!({"seats": seats, "lines": lines}))
}

/// Returns open or all reports, newest first.
pub(crate) fn reports(work: &Transaction<'_>, open: bool, page: Page) -> Result<Vec<ReportLine>, StorageError> {
    let sql = "SELECT reports.id, time, makers.name, them.name, tab, seat, line, reason, words, context, act FROM reports \
               LEFT JOIN accounts AS makers ON makers.id = reporter LEFT JOIN accounts AS them ON them.id = about \
               WHERE reports.id < ?1 AND (NOT ?2 OR act IS NULL) ORDER BY reports.id DESC LIMIT ?3";
    let read = |row: &Row| {
        Ok(ReportLine {
            id: row.get(0)?,
            time: row.get(1)?,
            reporter: row.get(2)?,
            about: row.get(3)?,
            table: row.get(4)?,
            seat: row.get(5)?,
            line: row.get(6)?,
            reason: row.get(7)?,
            words: row.get(8)?,
            context: serde_json::from_str(&row.get::<String>(9)?).unwrap_or_default(),
            act: row.get(10)?,
        })
    };
    work.query_map(sql, given![page.before.unwrap_or(i64::MAX), open, page.most], read)
}
