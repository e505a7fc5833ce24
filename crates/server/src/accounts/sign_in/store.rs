//! What is kept of the ways by which people sign in beside their passwords.

use serde::{Deserialize, Serialize};
use table::Hash;

use crate::accounts::changes::{AccountChange, report};
use crate::accounts::sessions::{NewSession, put_session};
use crate::accounts::store::{AccountId, Changed, NameForms, NewAccount, Refused, exists, name_is_taken, put_account};
use crate::storage::{Database, Optional, Row, StorageError, Stored, Transaction, given, now};

/// Passkeys that an account has at most.
const MAX_PASSKEYS: usize = 20;

/// A way to sign in that an account is to have.
#[derive(Clone, Debug)]
pub enum NewWay {
    Passkey(NewPasskey),
    /// A provider of OpenID Connect.
    Link(NewLink),
}

/// By what a provider tells who somebody is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewLink {
    /// Who says so: the address of the provider.
    pub issuer: String,
    /// The word that it has for them, and for nobody else.
    pub subject: String,
}

/// A provider by which an account signs in, in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkLine {
    /// The address of the provider.
    pub issuer: String,
    /// The word that it has for whoever signs in.
    pub subject: String,
    /// When it was attached, in milliseconds since 1970.
    pub created: i64,
    /// When somebody last came by it.
    pub used: Option<i64>,
}

/// A passkey that is to be kept.
#[derive(Clone, Debug)]
pub struct NewPasskey {
    /// The id that the authenticator gave it.
    pub credential: Vec<u8>,
    /// The name of the site that it is for.
    pub rp: String,
    pub name: String,
    /// Its public key and counter, as JSON.
    pub key: String,
}

/// A passkey in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PasskeyLine {
    pub id: i64,
    /// The id that the authenticator gave it.
    pub credential: Vec<u8>,
    /// The name of the site that it is for.
    pub rp: String,
    pub name: String,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
    /// When somebody last signed in by it.
    pub used: Option<i64>,
}

/// A passkey, as it is needed to let somebody sign in by it.
#[derive(Clone, Debug)]
pub struct Passkey {
    pub id: i64,
    pub account: AccountId,
    /// The key by which that account takes seats.
    pub owner: Hash,
    /// The name of the site that it is for.
    pub rp: String,
    /// Its public key and counter, as JSON.
    pub key: String,
}

/// All the ways to sign in to an account.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ways {
    pub password: bool,
    /// The passkeys, the oldest first.
    pub passkeys: Vec<PasskeyLine>,
    /// The providers, by their addresses.
    pub links: Vec<LinkLine>,
}

/// A way to sign in that an account has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Way {
    /// The passkey of this number.
    Passkey(i64),
    /// The provider of this address.
    Link(String),
}

/// Where one is, as far as ways to sign in depend on it.
#[derive(Clone, Debug, Default)]
pub struct Usable {
    /// The name of the site, for which passkeys are; none where there can be none.
    pub rp: Option<String>,
    /// The addresses of the providers by which one can sign in.
    pub issuers: Vec<String>,
}

impl Ways {
    /// Whether one of them can be used where its owner is.
    fn lets_in(&self, usable: &Usable) -> bool {
        self.password
            || self.passkeys.iter().any(|one| usable.rp.as_ref() == Some(&one.rp))
            || self.links.iter().any(|one| usable.issuers.contains(&one.issuer))
    }
}

impl Database {
    /// The ways to sign in to an account.
    pub fn ways(&self, account: AccountId) -> Stored<Ways> {
        self.read(move |work| ways(work, account))
    }

    /// Whether an account could have this name.
    pub fn is_free(&self, name: NameForms) -> Stored<bool> {
        self.read(move |work| Ok(!name_is_taken(work, &name, 0)?))
    }

    /// Makes an account with a way to sign in, and its first session.
    pub fn sign_up_by(&self, account: NewAccount, way: NewWay, session: NewSession) -> Stored<Changed<()>> {
        self.change(move |work| {
            if name_is_taken(work, &account.name, 0)? {
                return Ok(Err(Refused::NameTaken));
            }
            if is_taken(work, &way)? {
                return Ok(Err(Refused::WayTaken));
            }
            let id = put_account(work, &account)?;
            put_way(work, id, &way)?;
            put_session(work, id, &session)?;
            Ok(Ok(()))
        })
    }

    /// Gives an account another way to sign in.
    pub fn add_way(&self, account: AccountId, way: NewWay) -> Stored<Changed<()>> {
        self.change(move |work| {
            if !exists(work, account)? {
                return Ok(Err(Refused::NoAccount));
            }
            let own = ways(work, account)?;
            let again = matches!(&way, NewWay::Link(link) if own.links.iter().any(|one| one.issuer == link.issuer));
            if again || is_taken(work, &way)? {
                return Ok(Err(Refused::WayTaken));
            }
            if matches!(way, NewWay::Passkey(_)) && own.passkeys.len() >= MAX_PASSKEYS {
                return Ok(Err(Refused::ManyPasskeys));
            }
            put_way(work, account, &way)?;
            let change = match way {
                NewWay::Passkey(_) => AccountChange::PasskeyAdded,
                NewWay::Link(_) => AccountChange::ProviderAdded,
            };
            report(work, account, change)?;
            Ok(Ok(()))
        })
    }

    /// Takes a way to sign in from an account, unless that leaves it with none that can be used where its owner is.
    pub fn remove_way(&self, account: AccountId, way: Way, usable: Usable) -> Stored<Changed<()>> {
        self.change(move |work| {
            let mut left = ways(work, account)?;
            let before = left.clone();
            match &way {
                Way::Passkey(gone) => left.passkeys.retain(|one| one.id != *gone),
                Way::Link(gone) => left.links.retain(|one| one.issuer != *gone),
            }
            if left == before {
                return Ok(Err(Refused::NothingThere));
            }
            if !left.lets_in(&usable) {
                return Ok(Err(Refused::LastWay));
            }
            match way {
                Way::Passkey(gone) => {
                    report(work, account, AccountChange::PasskeyRemoved)?;
                    work.execute("DELETE FROM passkeys WHERE account = ?1 AND id = ?2", given![account, gone])?
                }
                Way::Link(gone) => {
                    report(work, account, AccountChange::ProviderRemoved)?;
                    work.execute("DELETE FROM links WHERE account = ?1 AND issuer = ?2", given![account, gone])?
                }
            };
            Ok(Ok(()))
        })
    }

    /// The passkey with this id.
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

    /// The account that signs in by this; that somebody came so is written down.
    pub fn use_link(&self, link: NewLink) -> Stored<Option<AccountId>> {
        self.change(move |work| {
            let sql = "UPDATE links SET used = ?3 WHERE issuer = ?1 AND subject = ?2 RETURNING account";
            let found = given![link.issuer, link.subject, now()];
            work.query_row(sql, found, |row| row.get(0)).optional()
        })
    }

    /// Whether a sealed challenge of this id was answered successfully.
    pub fn is_spent(&self, id: Hash) -> Stored<bool> {
        self.read(move |work| work.exists("SELECT 1 FROM spent_challenges WHERE id = ?1", [id.as_slice()]))
    }

    /// Uses up a sealed challenge until it expires; says whether it wasn't used before.
    pub fn spend(&self, id: Hash, expires: i64, now: i64) -> Stored<bool> {
        self.change(move |work| {
            work.execute("DELETE FROM spent_challenges WHERE expires <= ?1", [now])?;
            let sql = "INSERT INTO spent_challenges (id, expires) VALUES (?1, ?2) ON CONFLICT DO NOTHING";
            Ok(work.execute(sql, given![id.as_slice(), expires])? > 0)
        })
    }

    /// Calls a passkey of an account otherwise; says whether there is one.
    pub fn rename_passkey(&self, account: AccountId, passkey: i64, name: String) -> Stored<bool> {
        self.change(move |work| {
            let sql = "UPDATE passkeys SET name = ?3 WHERE account = ?1 AND id = ?2";
            Ok(work.execute(sql, given![account, passkey, name])? > 0)
        })
    }

    /// Writes down that a passkey was used: what was known of it, and what is known now. Says whether nothing had changed meanwhile.
    pub fn use_passkey(&self, passkey: i64, before: String, after: String) -> Stored<bool> {
        self.change(move |work| {
            let sql = "UPDATE passkeys SET key = ?3, used = ?4 WHERE id = ?1 AND key = ?2";
            Ok(work.execute(sql, given![passkey, before, after, now()])? > 0)
        })
    }
}

fn ways(work: &Transaction<'_>, account: AccountId) -> Result<Ways, StorageError> {
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
    Ok(Ways { password, passkeys, links })
}

/// Whether an account has this way already.
fn is_taken(work: &Transaction<'_>, way: &NewWay) -> Result<bool, StorageError> {
    Ok(match way {
        NewWay::Passkey(passkey) => {
            work.exists("SELECT 1 FROM passkeys WHERE credential = ?1", [&passkey.credential])?
        }
        NewWay::Link(NewLink { issuer, subject }) => {
            let sql = "SELECT 1 FROM links WHERE issuer = ?1 AND subject = ?2";
            work.exists(sql, [issuer, subject])?
        }
    })
}

fn put_way(work: &Transaction<'_>, account: AccountId, way: &NewWay) -> Result<(), StorageError> {
    match way {
        NewWay::Passkey(NewPasskey { credential, rp, name, key }) => {
            let sql =
                "INSERT INTO passkeys (account, credential, rp, name, key, created) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
            work.execute(sql, given![account, credential, rp, name, key, now()])?;
        }
        NewWay::Link(NewLink { issuer, subject }) => {
            let sql = "INSERT INTO links (issuer, subject, account, created) VALUES (?1, ?2, ?3, ?4)";
            work.execute(sql, given![issuer, subject, account, now()])?;
        }
    }
    Ok(())
}
