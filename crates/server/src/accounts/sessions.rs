//! SQL that stores, renews and revokes sessions.

use table::Hash;

use super::changes::{AccountChange, report};
use super::presence::Pass;
use super::store::{
    AccountId, BAN, Changed, NewAccount, Refused, SignedIn, exists, name_is_taken, person_by, put_account, put_key,
    sanction,
};
use crate::storage::{Database, Optional, Row, StorageError, Stored, Transaction, given, now};

/// Idle session lifetime in milliseconds: 90 days.
const IDLE_SESSION_MS: i64 = 90 * 24 * 60 * 60 * 1000;
/// Maximum number of sessions per account. Beyond it, the least recently used sessions are deleted.
const MAX_SESSIONS: u32 = 100;
/// Maximum number of known browsers per account.
const MAX_KNOWN_BROWSERS: u32 = 100;

/// A session to create.
#[derive(Clone, Debug)]
pub struct NewSession {
    /// Hash of the session's secret.
    pub hash: Hash,
    /// Browser name; may be empty.
    pub browser: String,
    /// Operating system; may be empty.
    pub system: String,
    /// Hash that identifies the browser at its next sign-in.
    pub known: Hash,
    /// Hash of the cookie whose seats are claimed for the account, if any.
    pub claimed: Option<Hash>,
}

/// A session as shown in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionLine {
    pub id: i64,
    /// Browser name; may be empty.
    pub browser: String,
    /// Operating system; may be empty.
    pub system: String,
    /// Creation time in milliseconds since 1970.
    pub created: i64,
    /// Last use in milliseconds since 1970.
    pub used: i64,
}

/// The sessions of an account to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionsToEnd {
    One(i64),
    /// All sessions except this one.
    Others(i64),
    All,
}

/// Ids of sessions and tokens that were ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outdated {
    pub sessions: Vec<i64>,
    pub tokens: Vec<i64>,
}

impl Outdated {
    /// Returns the passes to end. Ending them closes the sockets that use them.
    pub fn passes(self) -> impl Iterator<Item = Pass> {
        self.sessions.into_iter().map(Pass::Session).chain(self.tokens.into_iter().map(Pass::Token))
    }
}

impl Database {
    /// Creates an account with its first session.
    pub fn sign_up(&self, account: NewAccount, session: NewSession) -> Stored<Changed<()>> {
        self.change(move |work| {
            if name_is_taken(work, &account.name, 0)? {
                return Ok(Err(Refused::NameTaken));
            }
            let id = put_account(work, &account)?;
            put_session(work, id, &session)?;
            Ok(Ok(()))
        })
    }

    /// Creates a session for an account.
    pub fn sign_in(&self, account: AccountId, session: NewSession) -> Stored<Changed<()>> {
        self.change(move |work| {
            if !exists(work, account)? {
                return Ok(Err(Refused::NoAccount));
            }
            if let Some(sanction) = sanction(work, account, BAN)? {
                return Ok(Err(Refused::Banned(sanction)));
            }
            put_session(work, account, &session)?;
            Ok(Ok(()))
        })
    }

    /// Sets the password, and ends all tokens and all sessions except `kept`.
    pub fn set_password(&self, account: AccountId, password: String, kept: i64) -> Stored<Changed<Outdated>> {
        self.change(move |work| put_password(work, account, &password, Some(kept)))
    }

    /// Returns the account of a valid session with this hash.
    pub fn signed_in(&self, session: Hash) -> Stored<Option<SignedIn>> {
        self.read(move |work| {
            let sql = "SELECT account, id, created, used FROM sessions WHERE hash = ?1 AND expires > ?2";
            let read = |row: &Row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?));
            let found = work.query_row(sql, given![session.as_slice(), now()], read).optional()?;
            let Some((account, session, created, used)) = found else { return Ok(None) };
            let who = person_by(work, account)?;
            Ok(who.map(|who| SignedIn { session, created, used, ..who }))
        })
    }

    /// Extends a session to its full lifetime.
    pub fn renew_session(&self, session: i64) -> Stored<()> {
        self.change(move |work| {
            let sql = "UPDATE sessions SET used = ?2, expires = ?3 WHERE id = ?1 AND expires > ?2";
            work.execute(sql, given![session, now(), now() + IDLE_SESSION_MS])?;
            Ok(())
        })
    }

    /// Returns the valid sessions of an account, most recently used first.
    pub fn sessions(&self, account: AccountId) -> Stored<Vec<SessionLine>> {
        self.read(move |work| sessions(work, account))
    }

    /// Ends all sessions and tokens of an account.
    pub fn end_everything(&self, account: AccountId) -> Stored<Outdated> {
        self.change(move |work| {
            Ok(Outdated {
                sessions: end_sessions(work, account, SessionsToEnd::All)?,
                tokens: end_tokens(work, account)?,
            })
        })
    }

    /// Ends sessions of an account and returns their ids.
    pub fn end_sessions(&self, account: AccountId, which: SessionsToEnd) -> Stored<Vec<i64>> {
        self.change(move |work| end_sessions(work, account, which))
    }
}

/// Sets the password and ends the account's tokens and sessions, except for the session `kept`, if given.
pub(crate) fn put_password(
    work: &Transaction<'_>,
    account: AccountId,
    password: &str,
    kept: Option<i64>,
) -> Result<Changed<Outdated>, StorageError> {
    let sql = "UPDATE accounts SET password = ?2 WHERE id = ?1";
    if work.execute(sql, given![account, password])? == 0 {
        return Ok(Err(Refused::NoAccount));
    }
    // Forget all known browsers: an attacker who knew the old password may have used one of them.
    work.execute("DELETE FROM known_browsers WHERE account = ?1", [account])?;
    report(work, account, AccountChange::Password)?;
    let tokens = end_tokens(work, account)?;
    let which = kept.map_or(SessionsToEnd::All, SessionsToEnd::Others);
    Ok(Ok(Outdated { sessions: end_sessions(work, account, which)?, tokens }))
}

fn end_tokens(work: &Transaction<'_>, account: AccountId) -> Result<Vec<i64>, StorageError> {
    work.query_map("DELETE FROM tokens WHERE account = ?1 RETURNING id", [account], |row| row.get(0))
}

pub(crate) fn put_session(
    work: &Transaction<'_>,
    account: AccountId,
    session: &NewSession,
) -> Result<(), StorageError> {
    let now = now();
    work.execute("DELETE FROM sessions WHERE account = ?1 AND expires <= ?2", given![account, now])?;
    let sql = "INSERT INTO sessions (hash, account, browser, system, created, used, expires) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?5, ?6)";
    let NewSession { hash, browser, system, known, claimed } = session;
    work.execute(sql, given![hash.as_slice(), account, browser, system, now, now + IDLE_SESSION_MS])?;
    let sql = "INSERT INTO known_browsers (account, hash, used) VALUES (?1, ?2, ?3) \
               ON CONFLICT (account, hash) DO UPDATE SET used = excluded.used";
    work.execute(sql, given![account, known.as_slice(), now])?;
    for (rows, most) in [("sessions", MAX_SESSIONS), ("known_browsers", MAX_KNOWN_BROWSERS)] {
        let sql = format!(
            "DELETE FROM {rows} WHERE account = ?1 AND hash NOT IN \
             (SELECT hash FROM {rows} WHERE account = ?1 ORDER BY used DESC LIMIT ?2)"
        );
        work.execute(&sql, given![account, most])?;
    }
    claimed.map_or(Ok(()), |claimed| put_key(work, account, claimed, false))
}

pub(crate) fn sessions(work: &Transaction<'_>, account: AccountId) -> Result<Vec<SessionLine>, StorageError> {
    let sql = "SELECT id, browser, system, created, used FROM sessions WHERE account = ?1 AND expires > ?2 \
               ORDER BY used DESC, id DESC";
    let read = |row: &Row| {
        let (id, browser, system) = (row.get(0)?, row.get(1)?, row.get(2)?);
        Ok(SessionLine { id, browser, system, created: row.get(3)?, used: row.get(4)? })
    };
    work.query_map(sql, given![account, now()], read)
}

pub(crate) fn end_sessions(
    work: &Transaction<'_>,
    account: AccountId,
    which: SessionsToEnd,
) -> Result<Vec<i64>, StorageError> {
    let (sql, id) = match which {
        SessionsToEnd::One(id) => ("DELETE FROM sessions WHERE account = ?1 AND id = ?2 RETURNING id", id),
        SessionsToEnd::Others(id) => ("DELETE FROM sessions WHERE account = ?1 AND id <> ?2 RETURNING id", id),
        SessionsToEnd::All => ("DELETE FROM sessions WHERE account = ?1 AND ?2 = 0 RETURNING id", 0),
    };
    work.query_map(sql, given![account, id], |row| row.get(0))
}
