//! Accounts in the database: names, passwords, roles, sanctions, and the keys that open their tables. An account holds a seat by a key
//! of its own, as a browser does by its cookie.

use serde::{Deserialize, Serialize};
use table::Hash;

use crate::common::role::{Role, Sanction};
use crate::storage::{Database, Optional, Row, StorageError, Stored, Transaction, given, now};

/// The word of a sanction by which an account does not talk.
pub(crate) const MUTE: &str = "mute";
/// The word of a sanction by which an account does not sign in.
pub(crate) const BAN: &str = "ban";

/// The word of a reset of an account's ratings; it stands among sanctions so that the owner learns the reason.
pub(crate) const RATINGS_RESET: &str = "ratings";
/// How long an account is shown that its ratings were reset, in milliseconds: 30 days.
const RESET_SHOWN_MS: i64 = 30 * 24 * 60 * 60 * 1000;

/// An account's number; none is used twice.
pub type AccountId = i64;

/// The name of an account, in the forms in which it is compared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NameForms {
    pub shown: String,
    /// The same for all cases of letters.
    pub folded: String,
    /// What it looks like; no two accounts share any of these.
    pub looks: Vec<String>,
}

/// An account that is to be made.
#[derive(Clone, Debug)]
pub struct NewAccount {
    pub name: NameForms,
    /// The hash of its password, as a text of the form PHC, if it has one.
    pub password: Option<String>,
    /// The hash by which it takes seats.
    pub key: Hash,
}

#[derive(Clone, Debug)]
pub struct SignedIn {
    pub account: AccountId,
    pub name: String,
    /// What it may do.
    pub role: Role,
    /// What opens its tables; the first is its own key.
    pub keys: Vec<Hash>,
    pub program: bool,
    /// The session's number; 0 where a token says who it is.
    pub session: i64,
    /// When the session was made, in milliseconds since 1970.
    pub created: i64,
    /// When its use was last written down.
    pub used: i64,
}

/// What is needed to let somebody sign in by name and password.
#[derive(Clone, Debug)]
pub struct Credentials {
    pub account: AccountId,
    /// The hash of its password, if it has one.
    pub password: Option<String>,
    /// Whether the browser has been signed in to the account before.
    pub known_browser: bool,
}

/// An account as its owner sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
    pub program: bool,
    /// When its ratings were reset last and why, if that was lately.
    pub ratings_reset: Option<(i64, String)>,
}

/// Why something that somebody wants was not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// Another account has the name, or one that looks the same.
    NameTaken,
    /// There is no such account any more.
    NoAccount,
    /// No account has this name.
    Nobody,
    /// The account may not talk.
    Muted(Sanction),
    /// The account may not sign in.
    Banned(Sanction),
    /// It has blocked as many as it may.
    ManyBlocked,
    /// It would block itself.
    Oneself,
    /// It has as many tokens as it may.
    ManyTokens,
    /// It has played rated games, so it is a person's.
    PlayedRated,
    /// There is no such table, line or report, or nobody has decided about as many reports as there may be.
    NothingThere,
    /// Nobody sits on that seat.
    EmptySeat,
    /// Somebody with an account sits on that seat, or nobody holds it by a secret.
    NotGuest,
    /// In slow mode its last line there was said too short a time ago.
    SlowMode {
        /// Seconds between two lines.
        seconds: u32,
        /// Milliseconds until the next line.
        wait: i64,
    },
    /// A guest, or an account younger than so many days, posts a link.
    LinkTooSoon { days: u32 },
    /// Its role does not allow that.
    NotAllowed,
    /// Another account, or this one already, signs in by that.
    WayTaken,
    /// It has as many passkeys as it may.
    ManyPasskeys,
    /// No way to sign in would be left.
    LastWay,
}

/// What a change of somebody's account comes to, where the storage itself did its work.
pub type Changed<T> = Result<T, Refused>;

impl Database {
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

    /// Returns the account of this folded name, as which somebody acts.
    pub fn person_called(&self, folded: String) -> Stored<Changed<SignedIn>> {
        self.read(move |work| {
            let found = match called(work, &folded)? {
                Some(account) => person_by(work, account)?,
                None => None,
            };
            Ok(found.ok_or(Refused::Nobody))
        })
    }

    /// An account as its owner sees it.
    pub fn profile(&self, account: AccountId) -> Stored<Option<Profile>> {
        self.read(move |work| profile(work, account))
    }
}

/// An account, as which somebody acts; by which session is not said.
pub(crate) fn person_by(work: &Transaction<'_>, account: AccountId) -> Result<Option<SignedIn>, StorageError> {
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

pub(crate) fn exists(work: &Transaction<'_>, account: AccountId) -> Result<bool, StorageError> {
    work.exists("SELECT 1 FROM accounts WHERE id = ?1", [account])
}

pub(crate) fn put_account(work: &Transaction<'_>, account: &NewAccount) -> Result<AccountId, StorageError> {
    let name = &account.name;
    let sql = "INSERT INTO accounts (name, folded, password, created) VALUES (?1, ?2, ?3, ?4)";
    work.execute(sql, given![name.shown, name.folded, account.password.as_deref().unwrap_or_default(), now()])?;
    let id = work.last_insert_id()?;
    put_looks(work, id, name)?;
    put_key(work, id, account.key, true)?;
    Ok(id)
}

/// Has an account open what is opened by a key; one that another account has is left to it.
pub(crate) fn put_key(work: &Transaction<'_>, account: AccountId, hash: Hash, own: bool) -> Result<(), StorageError> {
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
fn keys_of(work: &Transaction<'_>, account: AccountId) -> Result<Vec<Hash>, StorageError> {
    let sql = "SELECT hash FROM account_keys WHERE account = ?1 ORDER BY own DESC, hash";
    work.query_map(sql, [account], |row| row.get(0))
}

fn profile(work: &Transaction<'_>, account: AccountId) -> Result<Option<Profile>, StorageError> {
    let sql = "SELECT created, EXISTS (SELECT 1 FROM programs WHERE account = id) FROM accounts WHERE id = ?1";
    let read = |row: &Row| Ok((row.get(0)?, row.get(1)?));
    let Some((created, program)) = work.query_row(sql, [account], read).optional()? else { return Ok(None) };
    let sql = "SELECT since, reason FROM sanctions WHERE account = ?1 AND kind = ?2 AND since > ?3";
    let read = |row: &Row| Ok((row.get(0)?, row.get(1)?));
    let asked = given![account, RATINGS_RESET, now() - RESET_SHOWN_MS];
    let ratings_reset = work.query_row(sql, asked, read).optional()?;
    Ok(Some(Profile { created, program, ratings_reset }))
}

/// What keeps an account from talking or signing in now.
pub(crate) fn sanction(
    work: &Transaction<'_>,
    account: AccountId,
    kind: &str,
) -> Result<Option<Sanction>, StorageError> {
    let sql = "SELECT reason, until FROM sanctions WHERE account = ?1 AND kind = ?2 AND (until IS NULL OR until > ?3)";
    let read = |row: &Row| Ok(Sanction { reason: row.get(0)?, until: row.get(1)? });
    work.query_row(sql, given![account, kind, now()], read).optional()
}

/// Whether an account other than this one has a name, or one that looks like it.
pub(crate) fn name_is_taken(work: &Transaction<'_>, name: &NameForms, own: AccountId) -> Result<bool, StorageError> {
    let mut taken = work.exists("SELECT 1 FROM accounts WHERE folded = ?1 AND id <> ?2", given![name.folded, own])?;
    for look in &name.looks {
        taken |= work.exists("SELECT 1 FROM account_looks WHERE look = ?1 AND account <> ?2", given![look, own])?;
    }
    Ok(taken)
}

/// Writes down what the name of an account looks like.
pub(crate) fn put_looks(work: &Transaction<'_>, account: AccountId, name: &NameForms) -> Result<(), StorageError> {
    for look in &name.looks {
        work.execute(
            "INSERT INTO account_looks (look, account) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
            given![look, account],
        )?;
    }
    Ok(())
}

/// The account of a folded name.
pub(crate) fn called(work: &Transaction<'_>, folded: &str) -> Result<Option<AccountId>, StorageError> {
    let sql = "SELECT id FROM accounts WHERE folded = ?1";
    work.query_row(sql, [folded], |row| row.get(0)).optional()
}

pub(crate) fn role_of(work: &Transaction<'_>, account: AccountId) -> Result<Role, StorageError> {
    let sql = "SELECT role FROM roles WHERE account = ?1";
    let word: Option<String> = work.query_row(sql, [account], |row| row.get(0)).optional()?;
    Ok(word.and_then(|word| Role::parse(&word)).unwrap_or_default())
}

/// Makes the guest's seats an account's that a key opens which it has claimed: where it is the only seat that the key opens there, and the
/// account did not play itself.
pub(crate) fn claim_results(work: &Transaction<'_>, account: AccountId, hash: &[u8]) -> Result<(), StorageError> {
    let sql = "UPDATE result_seats SET account = ?1, name = NULL, folded = NULL \
               WHERE account IS NULL AND level IS NULL AND (result, seat) IN \
               (SELECT results.id, max(keys.seat) FROM keys JOIN results USING (tab) WHERE hash = ?2 AND keys.seat >= 0 \
                GROUP BY results.id HAVING count(*) = 1) \
               AND NOT EXISTS (SELECT 1 FROM result_seats AS other \
                               WHERE other.result = result_seats.result AND other.account = ?1)";
    work.execute(sql, given![account, hash])?;
    Ok(())
}

/// How many of these accounts are programs'.
pub(crate) fn programs_among(work: &Transaction<'_>, accounts: &[AccountId]) -> Result<usize, StorageError> {
    let mut found = 0;
    for account in accounts {
        found += usize::from(work.exists("SELECT 1 FROM programs WHERE account = ?1", [account])?);
    }
    Ok(found)
}
