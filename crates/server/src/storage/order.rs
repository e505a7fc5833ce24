//! What is kept so that there is order: roles, sanctions, reports, and what was done about them.

use serde_json::Value;

use crate::accounts::store::{AccountId, NameForms};
use crate::common::role::Role;

/// What is reported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reported {
    /// A line of talk.
    Line(i64),
    /// Whoever sits on a seat of a table.
    Seat {
        /// The table.
        table: String,
        /// The seat.
        seat: u8,
    },
}

/// A report that is to be written down.
#[derive(Clone, Debug)]
pub struct NewReport {
    /// Who reports; none: a guest.
    pub reporter: Option<AccountId>,
    /// What.
    pub what: Reported,
    /// The word of a reason.
    pub reason: String,
    /// What the reporter says of it.
    pub words: String,
    /// Whether the reporter sees what those say who watch.
    pub sees_apart: bool,
}

/// A report in a list.
#[derive(Clone, Debug)]
pub struct ReportLine {
    /// Its number.
    pub id: i64,
    /// When it was made, in milliseconds since 1970.
    pub time: i64,
    /// The name of the account that made it; none: a guest, or an account that was deleted.
    pub reporter: Option<String>,
    /// The name of the account that it is about, if it is about one.
    pub about: Option<String>,
    /// The table.
    pub table: Option<String>,
    /// The seat.
    pub seat: Option<u8>,
    /// The line.
    pub line: Option<i64>,
    /// The word of a reason.
    pub reason: String,
    /// What the reporter says of it.
    pub words: String,
    /// What there was to be seen.
    pub context: Value,
    /// What became of it.
    pub act: Option<String>,
}

/// What can be done to keep order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Nothing: a report is laid aside.
    Dismiss,
    /// An account does not talk.
    Mute {
        /// Until when; none: for ever.
        until: Option<i64>,
    },
    /// An account talks again.
    Unmute,
    /// An account does not sign in.
    Ban {
        /// Until when; none: for ever.
        until: Option<i64>,
    },
    /// An account signs in again.
    Unban,
    /// An account is called otherwise.
    Rename(NameForms),
    /// Nobody looks at a table any more.
    Close,
    /// A table that was closed is open again.
    Reopen,
    /// An account has another role.
    Role(Role),
}

impl Deed {
    /// Its word in the audit log.
    pub fn word(&self) -> &'static str {
        match self {
            Deed::Dismiss => "dismiss",
            Deed::Mute { .. } => "mute",
            Deed::Unmute => "unmute",
            Deed::Ban { .. } => "ban",
            Deed::Unban => "unban",
            Deed::Rename(_) => "rename",
            Deed::Close => "close",
            Deed::Reopen => "reopen",
            Deed::Role(Role::Player) => "role-player",
            Deed::Role(Role::Moderator) => "role-moderator",
            Deed::Role(Role::Admin) => "role-admin",
        }
    }
}

/// To whom or to what something is done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Whom {
    /// To the account of this folded name.
    Account(String),
    /// To a table.
    Table(String),
    /// To a report alone.
    Nobody,
}

/// Something that is to be done to keep order.
#[derive(Clone, Debug)]
pub struct Act {
    /// Who does it; none: whoever keeps the server.
    pub actor: Option<AccountId>,
    /// What.
    pub deed: Deed,
    /// To whom.
    pub whom: Whom,
    /// The report that it answers, if it answers one.
    pub report: Option<i64>,
    /// Why.
    pub why: String,
}

/// An entry of the audit log.
#[derive(Clone, Debug)]
pub struct AuditLine {
    /// Its number.
    pub id: i64,
    /// When, in milliseconds since 1970.
    pub time: i64,
    /// The number of the account that did it; none: whoever keeps the server.
    pub actor: Option<AccountId>,
    /// The name of that account; none where it was deleted.
    pub actor_name: Option<String>,
    /// The word of what was done.
    pub act: String,
    /// The account to which it was done.
    pub account: Option<AccountId>,
    /// The name of that account; none where it was deleted.
    pub name: Option<String>,
    /// The name that it had before, where it was called otherwise.
    pub former: Option<String>,
    /// The table to which it was done.
    pub table: Option<String>,
    /// The report that it answered.
    pub report: Option<i64>,
    /// Until when it holds.
    pub until: Option<i64>,
    /// Why.
    pub why: String,
}

/// A part of a list: what comes before a number, the newest first.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    /// The number; none: from the newest on.
    pub before: Option<i64>,
    /// How many at most.
    pub most: u32,
}
