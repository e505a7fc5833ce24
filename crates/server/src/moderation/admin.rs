//! Moderation from the command line: on the database itself, also while a server runs, which follows the audit log.

use std::convert::Infallible;
use std::path::Path;

use super::reports::{Page, reports};
use super::routes::{reason, until};
use super::store::{ModAction, ModCommand, Target, audit, execute};
use crate::accounts::names;
use crate::accounts::service::done;
use crate::http::refusal::Refusal;
use crate::notifications::{mailer, store};
use crate::storage::direct::DirectConnection;
use crate::storage::{DatabaseUrl, StorageError};

pub use super::reports::ReportLine;
pub use super::store::AuditLine;
pub use crate::common::role::Role;

/// A moderation action, as the command line names it.
#[derive(Clone, Debug)]
pub enum AdminAction {
    Role {
        name: String,
        role: Role,
    },
    Mute {
        name: String,
        /// For how many days; none: for ever.
        days: Option<u32>,
    },
    Unmute {
        name: String,
    },
    /// An account does not sign in, and is signed out.
    Ban {
        name: String,
        /// For how many days; none: for ever.
        days: Option<u32>,
    },
    Unban {
        name: String,
    },
    Rename {
        name: String,
        to: String,
    },
    Close {
        table: String,
    },
    Reopen {
        table: String,
    },
    Dismiss {
        report: i64,
    },
}

/// The database, opened for moderation from the command line.
pub struct AdminDatabase(DirectConnection);

impl AdminDatabase {
    pub fn open(folder: &Path) -> Result<AdminDatabase, StorageError> {
        DirectConnection::open(folder).map(AdminDatabase)
    }

    pub fn at(url: &DatabaseUrl) -> Result<AdminDatabase, StorageError> {
        DirectConnection::connect(url).map(AdminDatabase)
    }

    /// Does something, and adds it to the audit log; a report may be answered by it.
    pub fn act(&mut self, wish: AdminAction, why: &str, report: Option<i64>) -> Result<(), String> {
        let told = |refusal: Refusal| refusal.message;
        let silent = matches!(
            wish,
            AdminAction::Role { .. }
                | AdminAction::Unmute { .. }
                | AdminAction::Unban { .. }
                | AdminAction::Reopen { .. }
        );
        let why = reason(why, silent || matches!(wish, AdminAction::Dismiss { .. })).map_err(told)?;
        let account = |name: &str| Target::Account(names::folded(name));
        let (action, target, report) = match wish {
            AdminAction::Role { name, role } => (ModAction::Role(role), account(&name), report),
            AdminAction::Mute { name, days } => {
                (ModAction::Mute { until: until(days).map_err(told)? }, account(&name), report)
            }
            AdminAction::Unmute { name } => (ModAction::Unmute, account(&name), report),
            AdminAction::Ban { name, days } => {
                (ModAction::Ban { until: until(days).map_err(told)? }, account(&name), report)
            }
            AdminAction::Unban { name } => (ModAction::Unban, account(&name), report),
            AdminAction::Rename { name, to } => {
                (ModAction::Rename(names::of_account(&to).map_err(told)?), account(&name), report)
            }
            AdminAction::Close { table } => (ModAction::Close, Target::Table(table), report),
            AdminAction::Reopen { table } => (ModAction::Reopen, Target::Table(table), report),
            AdminAction::Dismiss { report } => (ModAction::Dismiss, Target::Nobody, Some(report)),
        };
        let act = ModCommand { actor: None, action, target, report, why };
        done(self.0.change(|work| execute(work, &act))).map_err(told)
    }

    /// Marks an address to which mail was returned: nothing more is sent there until its owner gives it again. The number of accounts that
    /// have it.
    pub fn mark_bounced(&mut self, address: &str) -> Result<usize, StorageError> {
        let folded = mailer::folded(address);
        let marked = self.0.change(|work| Ok(Ok::<usize, Infallible>(store::mark_bounced(work, &folded)?)))?;
        match marked {
            Ok(count) => Ok(count),
            Err(never) => match never {},
        }
    }

    /// Reports, the newest first: those about which nobody has decided, or all.
    pub fn reports(&mut self, open: bool, before: Option<i64>, most: u32) -> Result<Vec<ReportLine>, StorageError> {
        self.0.read(|work| reports(work, open, Page { before, most }))
    }

    pub fn audit(&mut self, before: Option<i64>, most: u32) -> Result<Vec<AuditLine>, StorageError> {
        self.0.read(|work| audit(work, Page { before, most }))
    }
}
