//! SQL for accounts: names, passwords, roles, sanctions, and the keys that open their tables. An account holds a seat with its own key, as
//! a browser does with its cookie.

use serde::{Deserialize, Serialize};
use table::Hash;

use crate::common::role::{Role, Sanction};
use crate::storage::{Database, Optional, Row, StorageError, Stored, Transaction, given, now};

/// Sanction kind that forbids chatting.
pub(crate) const MUTE: &str = "mute";
/// Sanction kind that forbids signing in.
pub(crate) const BAN: &str = "ban";

/// Sanction kind for a ratings reset, which is stored as a sanction so that the account's owner sees the reason.
pub(crate) const RATINGS_RESET: &str = "ratings";

/// Account id. Ids are never reused.
pub type AccountId = i64;

/// An account name as displayed, and in the forms used for comparison.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NameForms {
    pub shown: String,
    /// Case-folded form.
    pub folded: String,
    /// Look-alike keys; no two accounts have one in common.
    pub looks: Vec<String>,
}

/// An account to create.
#[derive(Clone, Debug)]
pub struct NewAccount {
    pub name: NameForms,
    /// Password hash in PHC format; `None` if the account has no password.
    pub password: Option<String>,
    /// The account's own key, used to take seats.
    pub key: Hash,
}

#[derive(Clone, Debug)]
pub struct SignedIn {
    pub account: AccountId,
    pub name: String,
    /// Role of the account.
    pub role: Role,
    /// Hashes that open the account's tables; the first is the account's own key.
    pub keys: Vec<Hash>,
    pub program: bool,
    /// Session id; 0 if a token was used for authentication.
    pub session: i64,
    /// Creation time of the session, or of the account if there is no session, in milliseconds since 1970.
    pub created: i64,
    /// Last recorded use of the session in milliseconds since 1970; 0 if there is no session.
    pub used: i64,
}

/// Data for verifying a sign-in with name and password.
#[derive(Clone, Debug)]
pub struct Credentials {
    pub account: AccountId,
    /// Password hash; `None` if the account has no password.
    pub password: Option<String>,
    /// Whether the browser has been signed in to the account before.
    pub known_browser: bool,
}

/// The reason a change was rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// Another account has the name or one that looks like it.
    NameTaken,
    /// The account no longer exists.
    NoAccount,
    /// No account has this name.
    Nobody,
    /// The account is muted.
    Muted(Sanction),
    /// The account is banned.
    Banned(Sanction),
    /// The account has blocked the maximum number of other accounts.
    ManyBlocked,
    /// The account tried to block itself.
    Oneself,
    /// The account follows the maximum number of other accounts.
    ManyFollowed,
    /// The account tried to follow itself.
    FollowsOneself,
    /// One of the two accounts has blocked the other, so neither can follow the other.
    FollowsBlocked,
    /// The account has the maximum number of tokens.
    ManyTokens,
    /// The account has played rated games as a human player.
    PlayedRated,
    /// The table, line or report does not exist, or too many reports are open.
    NothingThere,
    /// The seat is empty.
    EmptySeat,
    /// The seat belongs to an account, or is not held by a guest with a secret.
    NotGuest,
    /// Slow mode is on, and the sender posted the previous line too recently.
    SlowMode {
        /// Minimum number of seconds between two lines.
        seconds: u32,
        /// Milliseconds until the next line is allowed.
        wait: i64,
    },
    /// A guest, or an account younger than `days` days, posted a link.
    LinkTooSoon { days: u32 },
    /// The acting account's role does not allow the action.
    NotAllowed,
    /// This account or another one already has the sign-in method.
    WayTaken,
    /// The account has the maximum number of passkeys.
    ManyPasskeys,
    /// No usable sign-in method would remain.
    LastWay,
}

/// Result of a change that may be rejected. Storage errors are reported separately.
pub type Changed<T> = Result<T, Refused>;

/// Returns a text above all names that begin with a prefix: no name contains the last code point.
pub(crate) fn end_of_prefix(prefix: &str) -> String {
    format!("{prefix}{}", char::MAX)
}

impl Database {
    /// Returns the credentials of the account with this folded name, for a sign-in from this browser.
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

    /// Claims, for an account, the seats that the cookie with this hash opens.
    pub fn claim(&self, account: AccountId, hash: Hash) -> Stored<Changed<()>> {
        self.change(move |work| {
            if !exists(work, account)? {
                return Ok(Err(Refused::NoAccount));
            }
            put_key(work, account, hash, false)?;
            Ok(Ok(()))
        })
    }

    /// Returns the number of tables that the cookie with this hash opens and no account has claimed.
    pub fn unclaimed(&self, hash: Hash) -> Stored<usize> {
        self.read(move |work| {
            let sql = "SELECT count(DISTINCT tab) FROM keys WHERE hash = ?1 AND expires > ?2 \
                       AND hash NOT IN (SELECT hash FROM account_keys)";
            let count: i64 = work.query_row(sql, given![hash.as_slice(), now()], |row| row.get(0))?;
            Ok(usize::try_from(count).unwrap_or_default())
        })
    }

    /// Returns the account with this folded name, to act on its behalf.
    pub fn person_called(&self, folded: String) -> Stored<Changed<SignedIn>> {
        self.read(move |work| {
            let found = match called(work, &folded)? {
                Some(account) => person_by(work, account)?,
                None => None,
            };
            Ok(found.ok_or(Refused::Nobody))
        })
    }
}

/// Loads an account without a session, to act on its behalf.
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

/// Adds a key to an account unless another account already has that key.
pub(crate) fn put_key(work: &Transaction<'_>, account: AccountId, hash: Hash, own: bool) -> Result<(), StorageError> {
    let sql = "INSERT INTO account_keys (hash, account, own) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING";
    let taken = work.execute(sql, given![hash.as_slice(), account, own])?;
    if taken > 0 && !own {
        claim_results(work, account, &hash)?;
    }
    // Delete claimed keys that no longer open anything.
    let sql = "DELETE FROM account_keys WHERE account = ?1 AND NOT own \
               AND NOT EXISTS (SELECT 1 FROM keys WHERE keys.hash = account_keys.hash)";
    work.execute(sql, [account])?;
    Ok(())
}

/// Returns the keys of an account, starting with its own key.
fn keys_of(work: &Transaction<'_>, account: AccountId) -> Result<Vec<Hash>, StorageError> {
    let sql = "SELECT hash FROM account_keys WHERE account = ?1 ORDER BY own DESC, hash";
    work.query_map(sql, [account], |row| row.get(0))
}

/// Returns the current sanction of this kind, if any.
pub(crate) fn sanction(
    work: &Transaction<'_>,
    account: AccountId,
    kind: &str,
) -> Result<Option<Sanction>, StorageError> {
    let sql = "SELECT reason, until FROM sanctions WHERE account = ?1 AND kind = ?2 AND (until IS NULL OR until > ?3)";
    let read = |row: &Row| Ok(Sanction { reason: row.get(0)?, until: row.get(1)? });
    work.query_row(sql, given![account, kind, now()], read).optional()
}

/// Returns whether another account has this name or one that looks like it.
pub(crate) fn name_is_taken(work: &Transaction<'_>, name: &NameForms, own: AccountId) -> Result<bool, StorageError> {
    let mut taken = work.exists("SELECT 1 FROM accounts WHERE folded = ?1 AND id <> ?2", given![name.folded, own])?;
    for look in &name.looks {
        taken |= work.exists("SELECT 1 FROM account_looks WHERE look = ?1 AND account <> ?2", given![look, own])?;
    }
    Ok(taken)
}

/// Stores the look-alike keys of an account's name.
pub(crate) fn put_looks(work: &Transaction<'_>, account: AccountId, name: &NameForms) -> Result<(), StorageError> {
    for look in &name.looks {
        work.execute(
            "INSERT INTO account_looks (look, account) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
            given![look, account],
        )?;
    }
    Ok(())
}

/// Returns the account with this folded name.
pub(crate) fn called(work: &Transaction<'_>, folded: &str) -> Result<Option<AccountId>, StorageError> {
    let sql = "SELECT id FROM accounts WHERE folded = ?1";
    work.query_row(sql, [folded], |row| row.get(0)).optional()
}

pub(crate) fn role_of(work: &Transaction<'_>, account: AccountId) -> Result<Role, StorageError> {
    let sql = "SELECT role FROM roles WHERE account = ?1";
    let word: Option<String> = work.query_row(sql, [account], |row| row.get(0)).optional()?;
    Ok(word.and_then(|word| Role::parse(&word)).unwrap_or_default())
}

/// Assigns a guest's results to the account that claimed the guest's key. Covers only games in which the key opens one seat and the account
/// itself did not play.
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

/// Returns how many of these accounts belong to programs.
pub(crate) fn programs_among(work: &Transaction<'_>, accounts: &[AccountId]) -> Result<usize, StorageError> {
    let mut found = 0;
    for account in accounts {
        found += usize::from(work.exists("SELECT 1 FROM programs WHERE account = ?1", [account])?);
    }
    Ok(found)
}
