//! Roles, sanctions, reports and the audit log in the rows of SQLite.

use serde_json::{Value, json};

use super::database::Database;
use super::order::{Act, AuditLine, Deed, NewReport, Page, ReportLine, Reported, Whom};
use super::rows::now;
use super::values::{Row, given};
use super::work::{Optional, Work};
use super::{StorageError, Stored};
use crate::accounts::deletion_store::{rename_seats, seats_of};
use crate::accounts::store::{AccountId, BAN, Changed, MUTE, Refused, called, name_is_taken, put_looks, role_of};
use crate::chat::store::place_of;
use crate::common::role::Role;

/// Reports at most about which nobody has decided.
const OPEN_REPORTS: i64 = 10_000;
/// Reports at most that are kept in all; the oldest go that are decided.
const REPORTS: i64 = 50_000;
/// Lines before and after one that is reported, which are kept with it.
const AROUND: [i64; 2] = [12, 6];

impl Database {
    /// Writes a report down, with what there is to be seen.
    pub fn report(&self, report: NewReport) -> Stored<Changed<()>> {
        self.change(move |work| put_report(work, &report))
    }

    /// Reports, the newest first: those about which nobody has decided, or all.
    pub fn reports(&self, open: bool, page: Page) -> Stored<Vec<ReportLine>> {
        self.read(move |work| reports(work, open, page))
    }

    /// Does something, and writes down that it was done.
    pub fn act(&self, act: Act) -> Stored<Changed<()>> {
        self.change(move |work| carry_out(work, &act))
    }

    /// What was done, the newest first.
    pub fn audit(&self, page: Page) -> Stored<Vec<AuditLine>> {
        self.read(move |work| audit(work, page))
    }

    /// What was done after an entry, the oldest first.
    pub fn done_since(&self, id: i64) -> Stored<Vec<AuditLine>> {
        self.read(move |work| audit_lines(work, "audit.id > ?1 ORDER BY audit.id LIMIT ?2", (id, 1000)))
    }

    /// The number of the newest entry, and the tables that are closed, with the reasons.
    pub fn standing_orders(&self) -> Stored<(i64, Vec<(String, String)>)> {
        self.read(|work| {
            let newest = work.query_row("SELECT coalesce(max(id), 0) FROM audit", (), |row| row.get(0))?;
            let closed =
                work.query_map("SELECT tab, reason FROM closed_tables", (), |row| Ok((row.get(0)?, row.get(1)?)))?;
            Ok((newest, closed))
        })
    }

    /// The tables at which an account sits.
    pub fn tables_with(&self, account: AccountId) -> Stored<Vec<String>> {
        self.read(move |work| {
            let mut tables: Vec<String> = seats_of(work, account)?.into_iter().map(|(table, ..)| table).collect();
            tables.dedup();
            Ok(tables)
        })
    }
}

/// Does something to keep order, and adds it to the audit log.
pub(crate) fn carry_out(work: &Work<'_>, act: &Act) -> Result<Changed<()>, StorageError> {
    let actor = match act.actor {
        Some(actor) => Some(role_of(work, actor)?),
        None => None,
    };
    let account = match &act.whom {
        Whom::Account(folded) => match called(work, folded)? {
            Some(account) => Some(account),
            None => return Ok(Err(Refused::Nobody)),
        },
        Whom::Table(_) | Whom::Nobody => None,
    };
    // Nobody keeps order among those of their own role, or makes somebody what they are.
    let above = match account {
        Some(account) => role_of(work, account)?,
        None => Role::Player,
    };
    let needed = if let Deed::Role(role) = act.deed { above.max(role) } else { above };
    if actor.is_some_and(|actor| actor <= needed) {
        return Ok(Err(Refused::NotAllowed));
    }
    if let Some(report) = act.report {
        let sql = "UPDATE reports SET act = ?2 WHERE id = ?1 AND act IS NULL";
        if work.execute(sql, given![report, act.deed.word()])? == 0 {
            return Ok(Err(Refused::NothingThere));
        }
    }
    let former = match (&act.deed, &act.whom, account) {
        (Deed::Dismiss, Whom::Nobody, None) if act.report.is_some() => None,
        (Deed::Close | Deed::Reopen, Whom::Table(table), None) => match close(work, table, act)? {
            Ok(()) => None,
            Err(why) => return Ok(Err(why)),
        },
        (deed, _, Some(account)) => match impose(work, account, deed, &act.why)? {
            Ok(former) => former,
            Err(why) => return Ok(Err(why)),
        },
        _ => return Ok(Err(Refused::NothingThere)),
    };
    let until = match act.deed {
        Deed::Mute { until } | Deed::Ban { until } => until,
        _ => None,
    };
    let table = if let Whom::Table(table) = &act.whom { Some(table) } else { None };
    let sql = "INSERT INTO audit (time, actor, act, account, tab, report, until, why) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
    work.execute(sql, given![now(), act.actor, act.deed.word(), account, table, act.report, until, act.why])?;
    if let (Some(name), Some(account)) = (former, account) {
        let sql = "INSERT INTO former_names (audit, account, name) VALUES (?1, ?2, ?3)";
        work.execute(sql, given![work.last_number()?, account, name])?;
    }
    Ok(Ok(()))
}

/// Closes a table, or opens it again.
fn close(work: &Work<'_>, table: &str, act: &Act) -> Result<Changed<()>, StorageError> {
    if !work.exists("SELECT 1 FROM tables WHERE name = ?1", [table])? {
        return Ok(Err(Refused::NothingThere));
    }
    if act.deed == Deed::Close {
        let sql = "INSERT INTO closed_tables (tab, reason) VALUES (?1, ?2) ON CONFLICT (tab) DO UPDATE SET reason = excluded.reason";
        work.execute(sql, given![table, act.why])?;
    } else {
        work.execute("DELETE FROM closed_tables WHERE tab = ?1", [table])?;
    }
    Ok(Ok(()))
}

/// Does something to an account; the name that it had before, where it is called otherwise now.
fn impose(
    work: &Work<'_>,
    account: AccountId,
    deed: &Deed,
    why: &str,
) -> Result<Changed<Option<String>>, StorageError> {
    let put = |kind: &str, until: Option<i64>| {
        let sql = "INSERT INTO sanctions (account, kind, reason, since, until) VALUES (?1, ?2, ?3, ?4, ?5) \
                   ON CONFLICT (account, kind) DO UPDATE SET reason = excluded.reason, since = excluded.since, until = excluded.until";
        work.execute(sql, given![account, kind, why, now(), until])
    };
    let lift =
        |kind: &str| work.execute("DELETE FROM sanctions WHERE account = ?1 AND kind = ?2", given![account, kind]);
    match deed {
        Deed::Mute { until } => drop(put(MUTE, *until)?),
        Deed::Unmute => drop(lift(MUTE)?),
        Deed::Ban { until } => {
            put(BAN, *until)?;
            work.execute("DELETE FROM sessions WHERE account = ?1", [account])?;
        }
        Deed::Unban => drop(lift(BAN)?),
        Deed::Role(role) => {
            work.execute("DELETE FROM roles WHERE account = ?1", [account])?;
            if *role != Role::Player {
                work.execute("INSERT INTO roles (account, role) VALUES (?1, ?2)", given![account, role.word()])?;
            }
        }
        Deed::Rename(name) => {
            if name_is_taken(work, name, account)? {
                return Ok(Err(Refused::NameTaken));
            }
            let old: String = work.query_row("SELECT name FROM accounts WHERE id = ?1", [account], |row| row.get(0))?;
            let sql = "UPDATE accounts SET name = ?2, folded = ?3 WHERE id = ?1";
            work.execute(sql, given![account, name.shown, name.folded])?;
            work.execute("DELETE FROM account_looks WHERE account = ?1", [account])?;
            put_looks(work, account, name)?;
            rename_seats(work, account, &old, name)?;
            return Ok(Ok(Some(old)));
        }
        Deed::Dismiss | Deed::Close | Deed::Reopen => return Ok(Err(Refused::NothingThere)),
    }
    Ok(Ok(None))
}

fn put_report(work: &Work<'_>, report: &NewReport) -> Result<Changed<()>, StorageError> {
    let count = |which: &str| work.query_row(&format!("SELECT count(*) FROM reports {which}"), (), |row| row.get(0));
    let open: i64 = count("WHERE act IS NULL")?;
    if open >= OPEN_REPORTS {
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
    };
    // Who reports the same once more is heard already.
    let sql = "SELECT 1 FROM reports WHERE act IS NULL AND reporter IS NOT DISTINCT FROM ?1 AND tab IS NOT DISTINCT FROM ?2 \
               AND seat IS NOT DISTINCT FROM ?3 AND line IS NOT DISTINCT FROM ?4";
    if work.exists(sql, given![report.reporter, table, seat, line])? {
        return Ok(Ok(()));
    }
    let context = context(work, table.as_deref(), line)?.to_string();
    let sql = "INSERT INTO reports (reporter, about, tab, seat, line, reason, words, context, time) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)";
    let NewReport { reporter, reason, words, .. } = report;
    work.execute(sql, given![reporter, about, table, seat, line, reason, words, context, now()])?;
    let sql = "DELETE FROM reports WHERE act IS NOT NULL AND id <= (SELECT max(id) FROM reports) - ?1";
    work.execute(sql, [REPORTS])?;
    Ok(Ok(()))
}

/// What there is to be seen where something is reported: who sits at the table, and what was said around a line, or last.
fn context(work: &Work<'_>, table: Option<&str>, line: Option<i64>) -> Result<Value, StorageError> {
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

/// Reports, the newest first.
pub(crate) fn reports(work: &Work<'_>, open: bool, page: Page) -> Result<Vec<ReportLine>, StorageError> {
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
    let found = work.query_map(sql, given![page.before.unwrap_or(i64::MAX), open, page.most], read)?;
    Ok(found)
}

/// What was done, the newest first.
pub(crate) fn audit(work: &Work<'_>, page: Page) -> Result<Vec<AuditLine>, StorageError> {
    let which = "audit.id < ?1 ORDER BY audit.id DESC LIMIT ?2";
    audit_lines(work, which, (page.before.unwrap_or(i64::MAX), page.most))
}

fn audit_lines(work: &Work<'_>, which: &str, (from, most): (i64, u32)) -> Result<Vec<AuditLine>, StorageError> {
    let sql = format!(
        "SELECT audit.id, time, actor, doers.name, act, audit.account, them.name, former_names.name, tab, report, until, why \
         FROM audit LEFT JOIN accounts AS doers ON doers.id = actor LEFT JOIN accounts AS them ON them.id = audit.account \
         LEFT JOIN former_names ON former_names.audit = audit.id WHERE {which}"
    );
    let read = |row: &Row| {
        Ok(AuditLine {
            id: row.get(0)?,
            time: row.get(1)?,
            actor: row.get(2)?,
            actor_name: row.get(3)?,
            act: row.get(4)?,
            account: row.get(5)?,
            name: row.get(6)?,
            former: row.get(7)?,
            table: row.get(8)?,
            report: row.get(9)?,
            until: row.get(10)?,
            why: row.get(11)?,
        })
    };
    let found = work.query_map(&sql, given![from, most], read)?;
    Ok(found)
}
