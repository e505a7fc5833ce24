//! SQL for sign-in methods besides passwords.

use serde::{Deserialize, Serialize};
use table::Hash;

use crate::accounts::changes::{AccountChange, report};
use crate::accounts::sessions::{NewSession, put_session};
use crate::accounts::store::{AccountId, Changed, NameForms, NewAccount, Refused, exists, name_is_taken, put_account};
use crate::storage::{Database, Optional, Row, StorageError, Stored, Transaction, given, now};

/// Maximum number of passkeys per account.
const MAX_PASSKEYS: usize = 20;

/// A sign-in method to add.
#[derive(Clone, Debug)]
pub enum NewSignInMethod {
    Passkey(NewPasskey),
    /// An OpenID Connect provider.
    Link(NewLink),
}

/// A user's identity at a provider.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewLink {
    /// Issuer URL.
    pub issuer: String,
    /// The provider's unique id for the user.
    pub subject: String,
}

/// A linked provider in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkLine {
    /// Issuer URL.
    pub issuer: String,
    /// The provider's unique id for the user.
    pub subject: String,
    /// Time of linking in milliseconds since 1970.
    pub created: i64,
    /// Last use in milliseconds since 1970.
    pub used: Option<i64>,
}

/// A passkey to store.
#[derive(Clone, Debug)]
pub struct NewPasskey {
    /// Credential id from the authenticator.
    pub credential: Vec<u8>,
    /// RP ID.
    pub rp: String,
    pub name: String,
    /// Public key and counter, as JSON.
    pub key: String,
}

/// A passkey in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PasskeyLine {
    pub id: i64,
    /// Credential id from the authenticator.
    pub credential: Vec<u8>,
    /// RP ID.
    pub rp: String,
    pub name: String,
    /// Creation time in milliseconds since 1970.
    pub created: i64,
    /// Last use in milliseconds since 1970.
    pub used: Option<i64>,
}

/// A passkey with the data for verifying a sign-in.
#[derive(Clone, Debug)]
pub struct Passkey {
    pub id: i64,
    pub account: AccountId,
    /// Seat key of the account.
    pub owner: Hash,
    /// RP ID.
    pub rp: String,
    /// Public key and counter, as JSON.
    pub key: String,
}

/// All sign-in methods of an account.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SignInMethods {
    pub password: bool,
    /// Passkeys, oldest first.
    pub passkeys: Vec<PasskeyLine>,
    /// Linked providers, by issuer.
    pub links: Vec<LinkLine>,
}

/// Reference to a sign-in method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SignInMethod {
    /// Passkey, by id.
    Passkey(i64),
    /// Provider, by issuer.
    Link(String),
}

/// Properties of the current host that determine which sign-in methods work on it.
#[derive(Clone, Debug, Default)]
pub struct SignInContext {
    /// RP ID; `None` if passkeys do not work on this host.
    pub rp: Option<String>,
    /// Issuers of the configured providers.
    pub issuers: Vec<String>,
}

impl SignInMethods {
    /// Returns whether at least one method works on this host.
    fn works_in(&self, usable: &SignInContext) -> bool {
        self.password
            || self.passkeys.iter().any(|one| usable.rp.as_ref() == Some(&one.rp))
            || self.links.iter().any(|one| usable.issuers.contains(&one.issuer))
    }
}

impl Database {
    /// Returns the sign-in methods of an account.
    pub fn ways(&self, account: AccountId) -> Stored<SignInMethods> {
        self.read(move |work| ways(work, account))
    }

    /// Returns whether a name is available.
    pub fn is_free(&self, name: NameForms) -> Stored<bool> {
        self.read(move |work| Ok(!name_is_taken(work, &name, 0)?))
    }

    /// Creates an account with a sign-in method and its first session.
    pub fn sign_up_with(&self, account: NewAccount, way: NewSignInMethod, session: NewSession) -> Stored<Changed<()>> {
        self.change(move |work| {
            if name_is_taken(work, &account.name, 0)? {
                return Ok(Err(Refused::NameTaken));
            }
            if is_taken(work, &way)? {
                return Ok(Err(Refused::WayTaken));
            }
            let id = put_account(work, &account)?;
            put_sign_in_method(work, id, &way)?;
            put_session(work, id, &session)?;
            Ok(Ok(()))
        })
    }

    /// Adds a sign-in method to an account.
    pub fn add_sign_in_method(&self, account: AccountId, way: NewSignInMethod) -> Stored<Changed<()>> {
        self.change(move |work| {
            if !exists(work, account)? {
                return Ok(Err(Refused::NoAccount));
            }
            let own = ways(work, account)?;
            let again =
                matches!(&way, NewSignInMethod::Link(link) if own.links.iter().any(|one| one.issuer == link.issuer));
            if again || is_taken(work, &way)? {
                return Ok(Err(Refused::WayTaken));
            }
            if matches!(way, NewSignInMethod::Passkey(_)) && own.passkeys.len() >= MAX_PASSKEYS {
                return Ok(Err(Refused::ManyPasskeys));
            }
            put_sign_in_method(work, account, &way)?;
            let change = match way {
                NewSignInMethod::Passkey(_) => AccountChange::PasskeyAdded,
                NewSignInMethod::Link(_) => AccountChange::ProviderAdded,
            };
            report(work, account, change)?;
            Ok(Ok(()))
        })
    }

    /// Removes a sign-in method, provided that another method that works on the current host remains.
    pub fn remove_sign_in_method(
        &self,
        account: AccountId,
        way: SignInMethod,
        usable: SignInContext,
    ) -> Stored<Changed<()>> {
        self.change(move |work| {
            let mut left = ways(work, account)?;
            let before = left.clone();
            match &way {
                SignInMethod::Passkey(gone) => left.passkeys.retain(|one| one.id != *gone),
                SignInMethod::Link(gone) => left.links.retain(|one| one.issuer != *gone),
            }
            if left == before {
                return Ok(Err(Refused::NothingThere));
            }
            if !left.works_in(&usable) {
                return Ok(Err(Refused::LastWay));
            }
            match way {
                SignInMethod::Passkey(gone) => {
                    report(work, account, AccountChange::PasskeyRemoved)?;
                    work.execute("DELETE FROM passkeys WHERE account = ?1 AND id = ?2", given![account, gone])?
                }
                SignInMethod::Link(gone) => {
                    report(work, account, AccountChange::ProviderRemoved)?;
                    work.execute("DELETE FROM links WHERE account = ?1 AND issuer = ?2", given![account, gone])?
                }
            };
            Ok(Ok(()))
        })
    }

    /// Returns the passkey with this credential id.
    pub fn passkey(&self, credential: Vec<u8>) -> Stored<Option<Passkey>> {
        self.read(move |work| {
            let sql = "SELECT id, passkeys.account, rp, key, hash FROM passkeys \
                       JOIN account_keys ON account_keys.account = passkeys.account AND own WHERE credential = ?1";
            let read = |row: &Row| {
                let (id, account, rp) = (row.get(0)?, row.get(1)?, row.get(2)?);
                Ok(Passkey { id, account, rp, key: row.get(3)?, owner: row.get(4)? })
            };
            work.query_row(sql, [credential], read).optional()
        })
    }

    /// Returns the account linked to an identity, and records that the link was used.
    pub fn use_link(&self, link: NewLink) -> Stored<Option<AccountId>> {
        self.change(move |work| {
            let sql = "UPDATE links SET used = ?3 WHERE issuer = ?1 AND subject = ?2 RETURNING account";
            let found = given![link.issuer, link.subject, now()];
            work.query_row(sql, found, |row| row.get(0)).optional()
        })
    }

    /// Returns whether the sealed state with this id has been used.
    pub fn is_spent(&self, id: Hash) -> Stored<bool> {
        self.read(move |work| work.exists("SELECT 1 FROM spent_challenges WHERE id = ?1", [id.as_slice()]))
    }

    /// Marks sealed state as used until it expires. Returns whether it was unused before.
    pub fn spend(&self, id: Hash, expires: i64, now: i64) -> Stored<bool> {
        self.change(move |work| {
            work.execute("DELETE FROM spent_challenges WHERE expires <= ?1", [now])?;
            let sql = "INSERT INTO spent_challenges (id, expires) VALUES (?1, ?2) ON CONFLICT DO NOTHING";
            Ok(work.execute(sql, given![id.as_slice(), expires])? > 0)
        })
    }

    /// Renames a passkey of an account. Returns whether the passkey exists.
    pub fn rename_passkey(&self, account: AccountId, passkey: i64, name: String) -> Stored<bool> {
        self.change(move |work| {
            let sql = "UPDATE passkeys SET name = ?3 WHERE account = ?1 AND id = ?2";
            Ok(work.execute(sql, given![account, passkey, name])? > 0)
        })
    }

    /// Stores the new state of a passkey after it was used. Returns false if the stored state is no longer `before`.
    pub fn use_passkey(&self, passkey: i64, before: String, after: String) -> Stored<bool> {
        self.change(move |work| {
            let sql = "UPDATE passkeys SET key = ?3, used = ?4 WHERE id = ?1 AND key = ?2";
            Ok(work.execute(sql, given![passkey, before, after, now()])? > 0)
        })
    }
}

fn ways(work: &Transaction<'_>, account: AccountId) -> Result<SignInMethods, StorageError> {
    let sql = "SELECT password <> '' FROM accounts WHERE id = ?1";
    let password = work.query_row(sql, [account], |row| row.get(0)).optional()?.unwrap_or_default();
    let sql = "SELECT id, credential, rp, name, created, used FROM passkeys WHERE account = ?1 ORDER BY id";
    let read = |row: &Row| {
        let (id, credential, rp) = (row.get(0)?, row.get(1)?, row.get(2)?);
        Ok(PasskeyLine { id, credential, rp, name: row.get(3)?, created: row.get(4)?, used: row.get(5)? })
    };
    let passkeys = work.query_map(sql, [account], read)?;
    let sql = "SELECT issuer, subject, created, used FROM links WHERE account = ?1 ORDER BY issuer";
    let read = |row: &Row| {
        let (issuer, subject) = (row.get(0)?, row.get(1)?);
        Ok(LinkLine { issuer, subject, created: row.get(2)?, used: row.get(3)? })
    };
    let links = work.query_map(sql, [account], read)?;
    Ok(SignInMethods { password, passkeys, links })
}

/// Returns whether any account already has this sign-in method.
fn is_taken(work: &Transaction<'_>, way: &NewSignInMethod) -> Result<bool, StorageError> {
    Ok(match way {
        NewSignInMethod::Passkey(passkey) => {
            work.exists("SELECT 1 FROM passkeys WHERE credential = ?1", [&passkey.credential])?
        }
        NewSignInMethod::Link(NewLink { issuer, subject }) => {
            let sql = "SELECT 1 FROM links WHERE issuer = ?1 AND subject = ?2";
            work.exists(sql, [issuer, subject])?
        }
    })
}

fn put_sign_in_method(work: &Transaction<'_>, account: AccountId, way: &NewSignInMethod) -> Result<(), StorageError> {
    match way {
        NewSignInMethod::Passkey(NewPasskey { credential, rp, name, key }) => {
            let sql =
                "INSERT INTO passkeys (account, credential, rp, name, key, created) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
            work.execute(sql, given![account, credential, rp, name, key, now()])?;
        }
        NewSignInMethod::Link(NewLink { issuer, subject }) => {
            let sql = "INSERT INTO links (issuer, subject, account, created) VALUES (?1, ?2, ?3, ?4)";
            work.execute(sql, given![issuer, subject, account, now()])?;
        }
    }
    Ok(())
}
