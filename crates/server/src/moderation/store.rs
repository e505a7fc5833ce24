//! Moderation actions in the database: carries them out and adds them to the audit log.

use ipnet::IpNet;

use super::bans::{GuestSeat, ban_block, ban_guest, lift_ban};
use super::reports::Page;
use crate::accounts::deletion_store::{delete_account, rename_seats, seats_of};
use crate::accounts::store::{
    AccountId, BAN, Changed, MUTE, NameForms, RATINGS_RESET, Refused, called, name_is_taken, put_looks, role_of,
};
use crate::chat::store::{Line, Said, line_by_id, remove_line};
use crate::common::role::Role;
use crate::common::server_settings::Setting;
use crate::notifications::outbox::{Kind, put_email};
use crate::results::store::reset_ratings;
use crate::storage::server_settings::put_server_setting;
use crate::storage::{Database, Row, StorageError, Stored, Transaction, given, now};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModAction {
    /// Dismisses a report.
    Dismiss,
    Mute {
        /// End, in milliseconds since 1970; permanent if `None`.
        until: Option<i64>,
    },
    Unmute,
    Ban {
        /// End, in milliseconds since 1970; permanent if `None`.
        until: Option<i64>,
    },
    Unban,
    Rename(NameForms),
    Close,
    Reopen,
    Role(Role),
    /// Removes the text of a chat line.
    RemoveLine,
    BanGuest {
        /// The guest's address, if it is to be banned too.
        block: Option<IpNet>,
        /// End, in milliseconds since 1970; permanent if `None`.
        until: Option<i64>,
    },
    /// Bans guests at these addresses from playing and registering.
    BanAddress {
        block: IpNet,
        /// End, in milliseconds since 1970; permanent if `None`.
        until: Option<i64>,
    },
    /// Lifts the ban with this id.
    LiftBan(i64),
    Set(Setting),
    /// Deletes an account's ratings but keeps its games.
    ResetRatings,
    /// Records that the operator exported an account's data.
    Export,
    /// Deletes an account, just as its owner could.
    Delete,
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
            ModAction::RemoveLine => "remove-line",
            ModAction::BanGuest { .. } => "ban-guest",
            ModAction::BanAddress { .. } => "ban-address",
            ModAction::LiftBan(_) => "lift-ban",
            ModAction::Set(_) => "set",
            ModAction::ResetRatings => "reset-ratings",
            ModAction::Export => "export",
            ModAction::Delete => "delete",
            ModAction::Role(Role::Player) => "role-player",
            ModAction::Role(Role::Moderator) => "role-moderator",
            ModAction::Role(Role::Admin) => "role-admin",
        }
    }
}

impl ModAction {
    /// Returns whether the reason is optional.
    pub fn needs_no_reason(&self) -> bool {
        matches!(
            self,
            ModAction::Dismiss
                | ModAction::RemoveLine
                | ModAction::LiftBan(_)
                | ModAction::Set(_)
                | ModAction::Export
                | ModAction::Delete
        )
    }

    /// Returns the end of the sanction; `None` if it is permanent or the action imposes none.
    fn until(&self) -> Option<i64> {
        match self {
            ModAction::Mute { until }
            | ModAction::Ban { until }
            | ModAction::BanGuest { until, .. }
            | ModAction::BanAddress { until, .. } => *until,
            _ => None,
        }
    }
}

/// The account, table, line or guest that an action is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// The account with this folded name.
    Account(String),
    Table(String),
    /// The chat line with this id.
    Line(i64),
    /// The guest in a seat.
    Guest(GuestSeat),
    Nobody,
}

/// A moderation action to carry out and log.
#[derive(Clone, Debug)]
pub struct ModCommand {
    /// The moderator; `None` for the operator.
    pub actor: Option<AccountId>,
    pub action: ModAction,
    pub target: Target,
    /// The report that the action resolves, if any.
    pub report: Option<i64>,
    pub why: String,
}

/// An entry of the audit log.
#[derive(Clone, Debug)]
pub struct AuditLine {
    pub id: i64,
    /// Time, in milliseconds since 1970.
    pub time: i64,
    /// The moderator's account; `None` for the operator.
    pub actor: Option<AccountId>,
    /// Name of that account; `None` if it was deleted.
    pub actor_name: Option<String>,
    pub act: String,
    pub account: Option<AccountId>,
    /// Name of the account concerned; `None` if it was deleted.
    pub name: Option<String>,
    /// The account's former name, if it was renamed.
    pub former: Option<String>,
    pub table: Option<String>,
    /// Id of the chat line concerned.
    pub line: Option<i64>,
    /// Id of the ban that was created or lifted.
    pub ban: Option<i64>,
    /// The setting and its value, or the target of an active ban.
    pub detail: Option<String>,
    pub report: Option<i64>,
    pub until: Option<i64>,
    pub why: String,
}

/// Subject of an action, as recorded in the audit log.
#[derive(Default)]
struct Subject {
    account: Option<AccountId>,
    /// Former name of the account.
    former: Option<String>,
    table: Option<String>,
    line: Option<i64>,
    ban: Option<i64>,
    detail: Option<String>,
}

impl Database {
    /// Carries out an action and adds it to the audit log.
    pub fn act(&self, act: ModCommand) -> Stored<Changed<()>> {
        self.change(move |work| execute(work, &act))
    }

    pub fn audit(&self, page: Page) -> Stored<Vec<AuditLine>> {
        self.read(move |work| audit(work, page))
    }

    /// Returns the entries after the given id, oldest first.
    pub fn audit_since(&self, id: i64) -> Stored<Vec<AuditLine>> {
        self.read(move |work| audit_lines(work, "audit.id > ?1 ORDER BY audit.id LIMIT ?2", (id, 1000)))
    }

    /// Returns the id of the newest entry, and the closed tables with the reason for each.
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

/// Carries out an action and adds it to the audit log.
pub(crate) fn execute(work: &Transaction<'_>, act: &ModCommand) -> Result<Changed<()>, StorageError> {
    let mut subject = match subject(work, &act.target)? {
        Ok(subject) => subject,
        Err(why) => return Ok(Err(why)),
    };
    if !may_act(work, act, subject.account)? {
        return Ok(Err(Refused::NotAllowed));
    }
    // Only check that the report is open: a refused action must not resolve it.
    if let Some(report) = act.report
        && !work.exists("SELECT 1 FROM reports WHERE id = ?1 AND act IS NULL", [report])?
    {
        return Ok(Err(Refused::NothingThere));
    }
    if let Err(why) = carry_out(work, act, &mut subject)? {
        return Ok(Err(why));
    }
    if let Some(report) = act.report {
        work.execute("UPDATE reports SET act = ?2 WHERE id = ?1", given![report, act.action.word()])?;
    }
    let Subject { account, former, table, line, ban, detail } = subject;
    let sql = "INSERT INTO audit (time, actor, act, account, tab, line, ban, detail, report, until, why) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)";
    let ModCommand { actor, report, why, .. } = act;
    let (word, until) = (act.action.word(), act.action.until());
    work.execute(sql, given![now(), actor, word, account, table, line, ban, detail, report, until, why])?;
    if let (Some(name), Some(account)) = (former, account) {
        let sql = "INSERT INTO former_names (audit, account, name) VALUES (?1, ?2, ?3)";
        work.execute(sql, given![work.last_insert_id()?, account, name])?;
    }
    Ok(Ok(()))
}

/// Finds the subject of an action.
fn subject(work: &Transaction<'_>, target: &Target) -> Result<Changed<Subject>, StorageError> {
    Ok(match target {
        Target::Account(folded) => match called(work, folded)? {
            Some(account) => Ok(Subject { account: Some(account), ..Subject::default() }),
            None => Err(Refused::Nobody),
        },
        Target::Table(table) => {
            let known = "SELECT 1 FROM tables WHERE name = ?1";
            match work.exists(known, [table])? || document_table(work, table)?.is_some() {
                true => Ok(Subject { table: Some(table.clone()), ..Subject::default() }),
                false => Err(Refused::NothingThere),
            }
        }
        Target::Line(id) => match line_by_id(work, *id)? {
            Some((_, Line { said: Said::Removed, .. })) | None => Err(Refused::NothingThere),
            Some((table, Line { account, .. })) => {
                Ok(Subject { account, table, line: Some(*id), ..Subject::default() })
            }
        },
        Target::Guest(guest) => Ok(Subject { table: Some(guest.table.clone()), ..Subject::default() }),
        Target::Nobody => Ok(Subject::default()),
    })
}

/// Returns whether the actor's role is above both that of the account and the role being assigned. The operator may do anything.
fn may_act(work: &Transaction<'_>, act: &ModCommand, account: Option<AccountId>) -> Result<bool, StorageError> {
    let Some(actor) = act.actor else { return Ok(true) };
    let above = match account {
        Some(account) => role_of(work, account)?,
        None => Role::Player,
    };
    let needed = if let ModAction::Role(role) = act.action { above.max(role) } else { above };
    Ok(role_of(work, actor)? > needed)
}

/// Applies an action to its subject.
fn carry_out(work: &Transaction<'_>, act: &ModCommand, subject: &mut Subject) -> Result<Changed<()>, StorageError> {
    let why = act.why.as_str();
    match (&act.action, &act.target) {
        (ModAction::Dismiss, Target::Nobody) if act.report.is_some() => {}
        (ModAction::Close | ModAction::Reopen, Target::Table(table)) => close(work, table, act)?,
        (ModAction::RemoveLine, Target::Line(line)) => remove_line(work, *line)?,
        (ModAction::BanGuest { block, until }, Target::Guest(guest)) => {
            match ban_guest(work, guest, block.as_ref(), (why, *until))? {
                Ok(ban) => subject.ban = Some(ban),
                Err(why) => return Ok(Err(why)),
            }
        }
        (ModAction::BanAddress { block, until }, Target::Nobody) => {
            subject.ban = Some(ban_block(work, block, (why, *until))?);
        }
        (ModAction::LiftBan(ban), Target::Nobody) if lift_ban(work, *ban)? => subject.ban = Some(*ban),
        (ModAction::Set(setting), Target::Nobody) => {
            put_server_setting(work, *setting)?;
            subject.detail = Some(format!("{} {}", setting.name(), setting.value()));
        }
        (action, Target::Account(_)) => {
            let Some(account) = subject.account else { return Ok(Err(Refused::Nobody)) };
            match apply_to_account(work, account, action, why)? {
                Ok(former) => subject.former = former,
                Err(why) => return Ok(Err(why)),
            }
        }
        _ => return Ok(Err(Refused::NothingThere)),
    }
    Ok(Ok(()))
}

/// Returns the database table that has a study or a tournament with this id. No table for a game has the same name.
fn document_table(work: &Transaction<'_>, id: &str) -> Result<Option<&'static str>, StorageError> {
    for table in ["studies", "tournaments"] {
        if work.exists(&format!("SELECT 1 FROM {table} WHERE id = ?1"), [id])? {
            return Ok(Some(table));
        }
    }
    Ok(None)
}

/// Closes or reopens a table, a study or a tournament.
fn close(work: &Transaction<'_>, table: &str, act: &ModCommand) -> Result<(), StorageError> {
    if let Some(document) = document_table(work, table)? {
        let reason = (act.action == ModAction::Close).then_some(&act.why);
        work.execute(&format!("UPDATE {document} SET closed = ?2 WHERE id = ?1"), given![table, reason])?;
    } else if act.action == ModAction::Close {
        let sql = "INSERT INTO closed_tables (tab, reason) VALUES (?1, ?2) ON CONFLICT (tab) DO UPDATE SET reason = excluded.reason";
        work.execute(sql, given![table, act.why])?;
    } else {
        work.execute("DELETE FROM closed_tables WHERE tab = ?1", [table])?;
    }
    Ok(())
}

/// Applies an action to an account. Returns the former name if the account was renamed.
fn apply_to_account(
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
        ModAction::ResetRatings => {
            reset_ratings(work, account)?;
            put(RATINGS_RESET, None)?;
            put_email(work, account, Kind::RatingsReset)?;
        }
        ModAction::Export => {}
        ModAction::Delete => {
            if let Err(why) = delete_account(work, account)? {
                return Ok(Err(why));
            }
        }
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
        // These actions don't concern an account.
        ModAction::Dismiss
        | ModAction::Close
        | ModAction::Reopen
        | ModAction::RemoveLine
        | ModAction::BanGuest { .. }
        | ModAction::BanAddress { .. }
        | ModAction::LiftBan(_)
        | ModAction::Set(_) => return Ok(Err(Refused::NothingThere)),
    }
    Ok(Ok(None))
}

/// Returns the audit log, newest first.
pub(crate) fn audit(work: &Transaction<'_>, page: Page) -> Result<Vec<AuditLine>, StorageError> {
    let which = "audit.id < ?1 ORDER BY audit.id DESC LIMIT ?2";
    audit_lines(work, which, (page.before.unwrap_or(i64::MAX), page.most))
}

fn audit_lines(work: &Transaction<'_>, which: &str, (from, most): (i64, u32)) -> Result<Vec<AuditLine>, StorageError> {
    let sql = format!(
        "SELECT audit.id, time, actor, doers.name, act, audit.account, them.name, former_names.name, audit.tab, \
         line, ban, coalesce(detail, bans.block, bans.guest), report, audit.until, why \
         FROM audit LEFT JOIN accounts AS doers ON doers.id = actor LEFT JOIN accounts AS them ON them.id = audit.account \
         LEFT JOIN former_names ON former_names.audit = audit.id LEFT JOIN bans ON bans.id = ban WHERE {which}"
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
            line: row.get(9)?,
            ban: row.get(10)?,
            detail: row.get(11)?,
            report: row.get(12)?,
            until: row.get(13)?,
            why: row.get(14)?,
        })
    };
    work.query_map(&sql, given![from, most], read)
}
