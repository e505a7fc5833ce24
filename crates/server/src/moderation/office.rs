//! Order as whoever keeps the server keeps it: on the database, also while a server runs on it, which follows the audit log.

use std::path::Path;

use super::reports::{Page, reports};
use super::routes::{reason, until};
use super::store::{Act, Deed, Whom, audit, carry_out};
use crate::accounts::names;
use crate::accounts::service::done;
use crate::http::refusal::Refusal;
use crate::storage::direct::DirectConnection;
use crate::storage::{DatabaseUrl, StorageError};

pub use super::reports::ReportLine;
pub use super::store::AuditLine;
pub use crate::common::role::Role;

/// What can be done.
#[derive(Clone, Debug)]
pub enum Wish {
    /// An account has another role.
    Role {
        /// Its name.
        name: String,
        /// The role.
        role: Role,
    },
    /// An account does not talk.
    Mute {
        /// Its name.
        name: String,
        /// For how many days; none: for ever.
        days: Option<u32>,
    },
    /// An account talks again.
    Unmute {
        /// Its name.
        name: String,
    },
    /// An account does not sign in, and is signed out.
    Ban {
        /// Its name.
        name: String,
        /// For how many days; none: for ever.
        days: Option<u32>,
    },
    /// An account signs in again.
    Unban {
        /// Its name.
        name: String,
    },
    /// An account is called otherwise.
    Rename {
        /// Its name.
        name: String,
        /// What it is called from now on.
        to: String,
    },
    /// Nobody looks at a table any more.
    Close {
        /// The table.
        table: String,
    },
    /// A table that was closed is open again.
    Reopen {
        /// The table.
        table: String,
    },
    /// A report is laid aside.
    Dismiss {
        /// Its number.
        report: i64,
    },
}

/// The database.
pub struct Office(DirectConnection);

impl Office {
    /// Opens the database of a folder.
    ///
    /// # Errors
    /// There is none, or it is of another version.
    pub fn open(folder: &Path) -> Result<Office, StorageError> {
        DirectConnection::open(folder).map(Office)
    }

    /// Connects to a database in PostgreSQL.
    ///
    /// # Errors
    /// It cannot be reached, or is of another version.
    pub fn at(url: &DatabaseUrl) -> Result<Office, StorageError> {
        DirectConnection::connect(url).map(Office)
    }

    /// Does something, and adds it to the audit log; a report may be answered by it.
    ///
    /// # Errors
    /// It cannot be done, or the database cannot be written: why, in a sentence.
    pub fn act(&mut self, wish: Wish, why: &str, report: Option<i64>) -> Result<(), String> {
        let told = |refusal: Refusal| refusal.message;
        let silent = matches!(wish, Wish::Role { .. } | Wish::Unmute { .. } | Wish::Unban { .. } | Wish::Reopen { .. });
        let why = reason(why, silent || matches!(wish, Wish::Dismiss { .. })).map_err(told)?;
        let account = |name: &str| Whom::Account(names::folded(name));
        let (deed, whom, report) = match wish {
            Wish::Role { name, role } => (Deed::Role(role), account(&name), report),
            Wish::Mute { name, days } => (Deed::Mute { until: until(days).map_err(told)? }, account(&name), report),
            Wish::Unmute { name } => (Deed::Unmute, account(&name), report),
            Wish::Ban { name, days } => (Deed::Ban { until: until(days).map_err(told)? }, account(&name), report),
            Wish::Unban { name } => (Deed::Unban, account(&name), report),
            Wish::Rename { name, to } => (Deed::Rename(names::of_account(&to).map_err(told)?), account(&name), report),
            Wish::Close { table } => (Deed::Close, Whom::Table(table), report),
            Wish::Reopen { table } => (Deed::Reopen, Whom::Table(table), report),
            Wish::Dismiss { report } => (Deed::Dismiss, Whom::Nobody, Some(report)),
        };
        let act = Act { actor: None, deed, whom, report, why };
        done(self.0.change(|work| carry_out(work, &act))).map_err(told)
    }

    /// Reports, the newest first: those about which nobody has decided, or all.
    ///
    /// # Errors
    /// The database cannot be read.
    pub fn reports(&mut self, open: bool, before: Option<i64>, most: u32) -> Result<Vec<ReportLine>, StorageError> {
        self.0.read(|work| reports(work, open, Page { before, most }))
    }

    /// What was done, the newest first.
    ///
    /// # Errors
    /// The database cannot be read.
    pub fn audit(&mut self, before: Option<i64>, most: u32) -> Result<Vec<AuditLine>, StorageError> {
        self.0.read(|work| audit(work, Page { before, most }))
    }
}
