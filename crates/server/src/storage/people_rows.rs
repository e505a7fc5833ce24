//! People in the rows of SQLite.

use table::Hash;

use super::database::Database;
use super::order_rows::{BAN, name_is_taken, put_looks, sanction};
use super::people::{
    AccountId, Changed, Credentials, Ended, NewAccount, NewSession, Outdated, Profile, Refused, SessionLine, SignedIn,
};
use super::result_rows::claim_results;
use super::rows::now;
use super::values::{Row, given};
use super::work::{Optional, Work};
use super::{StorageError, Stored};
use crate::common::role::Role;

/// How long a session that is not used is good, in milliseconds: 90 days.
const SESSION_LASTS: i64 = 90 * 24 * 60 * 60 * 1000;
/// Sessions that an account has at most; the one that was not used for longest makes room.
const SESSIONS: u32 = 100;
/// Browsers by which an account is known at most.
const BROWSERS: u32 = 100;

impl Database {
    /// Makes an account, with its first session.
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

    /// What is needed to sign in to the account of this folded name from this browser.
    pub fn credentials(&self, folded: String, browser: Hash) -> Stored<Option<Credentials>> {
        self.read(move |work| {
            let sql = "SELECT id, nullif(password, ''), EXISTS (SELECT 1 FROM known_browsers WHERE account = id AND hash = ?2) \
                       FROM accounts WHERE folded = ?1";
            let read = |row: &Row| {
                Ok(Credentials { account: row.get(0)?, password: row.get(1)?, known_browser: row.get(2)? })
            };
            work.query_row(sql, given![folded, browser.as_slice()], read).optional()
        })
    }

    /// Makes a session of an account.
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

    /// Who is signed in by the session of this hash, if it is good still.
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

    /// Has a session be good for the whole of its time again.
    pub fn renew_session(&self, session: i64) -> Stored<()> {
        self.change(move |work| {
            let sql = "UPDATE sessions SET used = ?2, expires = ?3 WHERE id = ?1 AND expires > ?2";
            work.execute(sql, given![session, now(), now() + SESSION_LASTS])?;
            Ok(())
        })
    }

    /// The sessions of an account that are good, the last used first.
    pub fn sessions(&self, account: AccountId) -> Stored<Vec<SessionLine>> {
        self.read(move |work| sessions(work, account))
    }

    /// Ends sessions of an account; the numbers of those that there were.
    pub fn end_sessions(&self, account: AccountId, which: Ended) -> Stored<Vec<i64>> {
        self.change(move |work| end_sessions(work, account, which))
    }

    /// Gives an account another password, and ends all its sessions but one and all its tokens.
    pub fn set_password(&self, account: AccountId, password: String, kept: i64) -> Stored<Changed<Outdated>> {
        self.change(move |work| put_password(work, account, &password, Some(kept)))
    }

    /// Has an account open what the cookie of this hash opened.
    pub fn claim(&self, account: AccountId, hash: Hash) -> Stored<Changed<()>> {
        self.change(move |work| {
            if !exists(work, account)? {
                return Ok(Err(Refused::NoAccount));
            }
            put_key(work, account, hash, false)?;
            Ok(Ok(()))
        })
    }

    /// How many tables the cookie of this hash opens, which no account has claimed.
    pub fn unclaimed(&self, hash: Hash) -> Stored<usize> {
        self.read(move |work| {
            let sql = "SELECT count(DISTINCT tab) FROM keys WHERE hash = ?1 AND expires > ?2 \
                       AND hash NOT IN (SELECT hash FROM account_keys)";
            let count: i64 = work.query_row(sql, given![hash.as_slice(), now()], |row| row.get(0))?;
            Ok(usize::try_from(count).unwrap_or_default())
        })
    }

    /// An account as its owner sees it.
    pub fn profile(&self, account: AccountId) -> Stored<Option<Profile>> {
        self.read(move |work| profile(work, account))
    }
}

/// An account, as which somebody acts; by which session is not said.
pub(super) fn person_by(work: &Work<'_>, account: AccountId) -> Result<Option<SignedIn>, StorageError> {
    let sql = "SELECT name, created, (SELECT role FROM roles WHERE roles.account = accounts.id), \
               EXISTS (SELECT 1 FROM programs WHERE programs.account = accounts.id) FROM accounts WHERE id = ?1";
    let read = |row: &Row| {
        Ok(SignedIn {
            account,
            name: row.get(0)?,
            role: row.get::<Option<String>>(2)?.and_then(|word| Role::parse(&word)).unwrap_or_default(),
            keys: Vec::new(),
            program: row.get(3)?,
            session: 0,
            created: row.get(1)?,
            used: 0,
        })
    };
    let Some(mut found) = work.query_row(sql, [account], read).optional()? else { return Ok(None) };
    found.keys = keys_of(work, account)?;
    Ok(Some(found))
}

pub(super) fn exists(work: &Work<'_>, account: AccountId) -> Result<bool, StorageError> {
    work.exists("SELECT 1 FROM accounts WHERE id = ?1", [account])
}

/// Gives an account another password, and ends its tokens and its sessions, but for one if any is kept.
pub(super) fn put_password(
    work: &Work<'_>,
    account: AccountId,
    password: &str,
    kept: Option<i64>,
) -> Result<Changed<Outdated>, StorageError> {
    let sql = "UPDATE accounts SET password = ?2 WHERE id = ?1";
    if work.execute(sql, given![account, password])? == 0 {
        return Ok(Err(Refused::NoAccount));
    }
    // Whoever learned the old password shall not stay.
    work.execute("DELETE FROM known_browsers WHERE account = ?1", [account])?;
    let tokens = work.query_map("DELETE FROM tokens WHERE account = ?1 RETURNING id", [account], |row| row.get(0))?;
    let which = kept.map_or(Ended::All, Ended::Others);
    Ok(Ok(Outdated { sessions: end_sessions(work, account, which)?, tokens }))
}

pub(super) fn put_account(work: &Work<'_>, account: &NewAccount) -> Result<AccountId, StorageError> {
    let name = &account.name;
    let sql = "INSERT INTO accounts (name, folded, password, created) VALUES (?1, ?2, ?3, ?4)";
    work.execute(sql, given![name.shown, name.folded, account.password.as_deref().unwrap_or_default(), now()])?;
    let id = work.last_number()?;
    put_looks(work, id, name)?;
    put_key(work, id, account.key, true)?;
    Ok(id)
}

/// Has an account open what is opened by a key; one that another account has is left to it.
fn put_key(work: &Work<'_>, account: AccountId, hash: Hash, own: bool) -> Result<(), StorageError> {
    let sql = "INSERT INTO account_keys (hash, account, own) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING";
    let taken = work.execute(sql, given![hash.as_slice(), account, own])?;
    if taken > 0 && !own {
        claim_results(work, account, &hash)?;
    }
    // Claimed keys that open nothing any more are not carried along for ever.
    let sql = "DELETE FROM account_keys WHERE account = ?1 AND NOT own \
               AND NOT EXISTS (SELECT 1 FROM keys WHERE keys.hash = account_keys.hash)";
    work.execute(sql, [account])?;
    Ok(())
}

/// What an account opens tables with, its own key first.
fn keys_of(work: &Work<'_>, account: AccountId) -> Result<Vec<Hash>, StorageError> {
    let sql = "SELECT hash FROM account_keys WHERE account = ?1 ORDER BY own DESC, hash";
    let keys = work.query_map(sql, [account], |row| row.get(0))?;
    Ok(keys)
}

pub(super) fn put_session(work: &Work<'_>, account: AccountId, session: &NewSession) -> Result<(), StorageError> {
    let now = now();
    work.execute("DELETE FROM sessions WHERE account = ?1 AND expires <= ?2", given![account, now])?;
    let sql = "INSERT INTO sessions (hash, account, browser, system, created, used, expires) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?5, ?6)";
    let NewSession { hash, browser, system, known, claimed } = session;
    work.execute(sql, given![hash.as_slice(), account, browser, system, now, now + SESSION_LASTS])?;
    let sql = "INSERT INTO known_browsers (account, hash, used) VALUES (?1, ?2, ?3) \
               ON CONFLICT (account, hash) DO UPDATE SET used = excluded.used";
    work.execute(sql, given![account, known.as_slice(), now])?;
    for (rows, most) in [("sessions", SESSIONS), ("known_browsers", BROWSERS)] {
        let sql = format!(
            "DELETE FROM {rows} WHERE account = ?1 AND hash NOT IN \
             (SELECT hash FROM {rows} WHERE account = ?1 ORDER BY used DESC LIMIT ?2)"
        );
        work.execute(&sql, given![account, most])?;
    }
    claimed.map_or(Ok(()), |claimed| put_key(work, account, claimed, false))
}

pub(super) fn sessions(work: &Work<'_>, account: AccountId) -> Result<Vec<SessionLine>, StorageError> {
    let sql = "SELECT id, browser, system, created, used FROM sessions WHERE account = ?1 AND expires > ?2 \
               ORDER BY used DESC, id DESC";
    let read = |row: &Row| {
        let (id, browser, system) = (row.get(0)?, row.get(1)?, row.get(2)?);
        Ok(SessionLine { id, browser, system, created: row.get(3)?, used: row.get(4)? })
    };
    let lines = work.query_map(sql, given![account, now()], read)?;
    Ok(lines)
}

fn end_sessions(work: &Work<'_>, account: AccountId, which: Ended) -> Result<Vec<i64>, StorageError> {
    let (sql, id) = match which {
        Ended::One(id) => ("DELETE FROM sessions WHERE account = ?1 AND id = ?2 RETURNING id", id),
        Ended::Others(id) => ("DELETE FROM sessions WHERE account = ?1 AND id <> ?2 RETURNING id", id),
        Ended::All => ("DELETE FROM sessions WHERE account = ?1 AND ?2 = 0 RETURNING id", 0),
    };
    let ids = work.query_map(sql, given![account, id], |row| row.get(0))?;
    Ok(ids)
}

fn profile(work: &Work<'_>, account: AccountId) -> Result<Option<Profile>, StorageError> {
    let sql = "SELECT created, EXISTS (SELECT 1 FROM programs WHERE account = id) FROM accounts WHERE id = ?1";
    let read = |row: &Row| Ok(Profile { created: row.get(0)?, program: row.get(1)? });
    work.query_row(sql, [account], read).optional()
}
