//! Moderation actions in the database: carries them out, and adds them to the audit log.

use super::reports::Page;
use crate::accounts::deletion_store::{rename_seats, seats_of};
use crate::accounts::store::{
    AccountId, BAN, Changed, MUTE, NameForms, Refused, called, name_is_taken, put_looks, role_of,
};
use crate::common::role::Role;
use crate::storage::{Database, Row, StorageError, Stored, Transaction, given, now};

/// A moderation action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModAction {
    /// Nothing: a report is laid aside.
    Dismiss,
    Mute {
        /// Until when; none: for ever.
        until: Option<i64>,
    },
    Unmute,
    Ban {
        /// Until when; none: for ever.
        until: Option<i64>,
    },
    Unban,
    Rename(NameForms),
    Close,
    Reopen,
    Role(Role),
}

impl ModAction {
    pub fn word(&self) -> &'static str {
        match self {
            ModAction::Dismiss => "dismiss",
            ModAction::Mute { .. } => "mute",
            ModAction::Unmute => "unmute",
            ModAction::Ban { .. } => "ban",
            ModAction::Unban => "unban",
            ModAction::Rename(_) => "rename",
            ModAction::Close => "close",
            ModAction::Reopen => "reopen",
            ModAction::Role(Role::Player) => "role-player",
            ModAction::Role(Role::Moderator) => "role-moderator",
            ModAction::Role(Role::Admin) => "role-admin",
        }
    }
}

/// The account or table that an action is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// To the account of this folded name.
    Account(String),
    Table(String),
    Nobody,
}

/// A moderation action that is to be carried out, and logged.
#[derive(Clone, Debug)]
pub struct ModCommand {
    /// Who does it; none: whoever keeps the server.
    pub actor: Option<AccountId>,
    pub action: ModAction,
    pub target: Target,
    /// The report that it answers, if it answers one.
    pub report: Option<i64>,
    pub why: String,
}

/// An entry of the audit log.
#[derive(Clone, Debug)]
pub struct AuditLine {
    pub id: i64,
    /// When, in milliseconds since 1970.
    pub time: i64,
    /// The number of the account that did it; none: whoever keeps the server.
    pub actor: Option<AccountId>,
    /// The name of that account; none where it was deleted.
    pub actor_name: Option<String>,
    pub act: String,
    pub account: Option<AccountId>,
    /// The name of that account; none where it was deleted.
    pub name: Option<String>,
    /// The name that it had before, where it was called otherwise.
    pub former: Option<String>,
    pub table: Option<String>,
    pub report: Option<i64>,
    pub until: Option<i64>,
    pub why: String,
}

impl Database {
    /// Carries an action out, and adds it to the audit log.
    pub fn act(&self, act: ModCommand) -> Stored<Changed<()>> {
        self.change(move |work| execute(work, &act))
    }

    pub fn audit(&self, page: Page) -> Stored<Vec<AuditLine>> {
        self.read(move |work| audit(work, page))
    }

    /// What was done after an entry, the oldest first.
    pub fn audit_since(&self, id: i64) -> Stored<Vec<AuditLine>> {
        self.read(move |work| audit_lines(work, "audit.id > ?1 ORDER BY audit.id LIMIT ?2", (id, 1000)))
    }

    /// The number of the newest entry, and the tables that are closed, with the reasons.
    pub fn closed_tables(&self) -> Stored<(i64, Vec<(String, String)>)> {
        self.read(|work| {
            let newest = work.query_row("SELECT coalesce(max(id), 0) FROM audit", (), |row| row.get(0))?;
            let closed =
                work.query_map("SELECT tab, reason FROM closed_tables", (), |row| Ok((row.get(0)?, row.get(1)?)))?;
            Ok((newest, closed))
        })
    }

    pub fn tables_with(&self, account: AccountId) -> Stored<Vec<String>> {
        self.read(move |work| {
            let mut tables: Vec<String> = seats_of(work, account)?.into_iter().map(|(table, ..)| table).collect();
            tables.dedup();
            Ok(tables)
        })
    }
}

/// Carries an action out, and adds it to the audit log.
pub(crate) fn execute(work: &Transaction<'_>, act: &ModCommand) -> Result<Changed<()>, StorageError> {
    let actor = match act.actor {
        Some(actor) => Some(role_of(work, actor)?),
        None => None,
    };
    let account = match &act.target {
        Target::Account(folded) => match called(work, folded)? {
            Some(account) => Some(account),
            None => return Ok(Err(Refused::Nobody)),
        },
        Target::Table(_) | Target::Nobody => None,
    };
    // Nobody keeps order among those of their own role, or makes somebody what they are.
    let above = match account {
        Some(account) => role_of(work, account)?,
        None => Role::Player,
    };
    let needed = if let ModAction::Role(role) = act.action { above.max(role) } else { above };
    if actor.is_some_and(|actor| actor <= needed) {
        return Ok(Err(Refused::NotAllowed));
    }
    if let Some(report) = act.report {
        let sql = "UPDATE reports SET act = ?2 WHERE id = ?1 AND act IS NULL";
        if work.execute(sql, given![report, act.action.word()])? == 0 {
            return Ok(Err(Refused::NothingThere));
        }
    }
    let former = match (&act.action, &act.target, account) {
        (ModAction::Dismiss, Target::Nobody, None) if act.report.is_some() => None,
        (ModAction::Close | ModAction::Reopen, Target::Table(table), None) => match close(work, table, act)? {
            Ok(()) => None,
            Err(why) => return Ok(Err(why)),
        },
        (action, _, Some(account)) => match impose(work, account, action, &act.why)? {
            Ok(former) => former,
            Err(why) => return Ok(Err(why)),
        },
        _ => return Ok(Err(Refused::NothingThere)),
    };
    let until = match act.action {
        ModAction::Mute { until } | ModAction::Ban { until } => until,
        _ => None,
    };
    let table = if let Target::Table(table) = &act.target { Some(table) } else { None };
    let sql = "INSERT INTO audit (time, actor, act, account, tab, report, until, why) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
    work.execute(sql, given![now(), act.actor, act.action.word(), account, table, act.report, until, act.why])?;
    if let (Some(name), Some(account)) = (former, account) {
        let sql = "INSERT INTO former_names (audit, account, name) VALUES (?1, ?2, ?3)";
        work.execute(sql, given![work.last_insert_id()?, account, name])?;
    }
    Ok(Ok(()))
}

/// Closes a table, or opens it again.
fn close(work: &Transaction<'_>, table: &str, act: &ModCommand) -> Result<Changed<()>, StorageError> {
    if !work.exists("SELECT 1 FROM tables WHERE name = ?1", [table])? {
        return Ok(Err(Refused::NothingThere));
    }
    if act.action == ModAction::Close {
        let sql = "INSERT INTO closed_tables (tab, reason) VALUES (?1, ?2) ON CONFLICT (tab) DO UPDATE SET reason = excluded.reason";
        work.execute(sql, given![table, act.why])?;
    } else {
        work.execute("DELETE FROM closed_tables WHERE tab = ?1", [table])?;
    }
    Ok(Ok(()))
}

/// Does something to an account; the name that it had before, where it is called otherwise now.
fn impose(
    work: &Transaction<'_>,
    account: AccountId,
    action: &ModAction,
    why: &str,
) -> Result<Changed<Option<String>>, StorageError> {
    let put = |kind: &str, until: Option<i64>| {
        let sql = "INSERT INTO sanctions (account, kind, reason, since, until) VALUES (?1, ?2, ?3, ?4, ?5) \
                   ON CONFLICT (account, kind) DO UPDATE SET reason = excluded.reason, since = excluded.since, until = excluded.until";
        work.execute(sql, given![account, kind, why, now(), until])
    };
    let lift =
        |kind: &str| work.execute("DELETE FROM sanctions WHERE account = ?1 AND kind = ?2", given![account, kind]);
    match action {
        ModAction::Mute { until } => drop(put(MUTE, *until)?),
        ModAction::Unmute => drop(lift(MUTE)?),
        ModAction::Ban { until } => {
            put(BAN, *until)?;
            work.execute("DELETE FROM sessions WHERE account = ?1", [account])?;
        }
        ModAction::Unban => drop(lift(BAN)?),
        ModAction::Role(role) => {
            work.execute("DELETE FROM roles WHERE account = ?1", [account])?;
            if *role != Role::Player {
                work.execute("INSERT INTO roles (account, role) VALUES (?1, ?2)", given![account, role.word()])?;
            }
        }
        ModAction::Rename(name) => {
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
        ModAction::Dismiss | ModAction::Close | ModAction::Reopen => return Ok(Err(Refused::NothingThere)),
    }
    Ok(Ok(None))
}

/// What was done, the newest first.
pub(crate) fn audit(work: &Transaction<'_>, page: Page) -> Result<Vec<AuditLine>, StorageError> {
    let which = "audit.id < ?1 ORDER BY audit.id DESC LIMIT ?2";
    audit_lines(work, which, (page.before.unwrap_or(i64::MAX), page.most))
}

fn audit_lines(work: &Transaction<'_>, which: &str, (from, most): (i64, u32)) -> Result<Vec<AuditLine>, StorageError> {
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
    work.query_map(&sql, given![from, most], read)
}
