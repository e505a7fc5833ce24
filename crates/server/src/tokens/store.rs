//! Tokens in the database, and which accounts belong to programs.

use serde::{Deserialize, Serialize};
use table::Hash;
use utoipa::ToSchema;

use crate::accounts::store::{AccountId, BAN, Changed, Refused, SignedIn, exists, person_by, programs_among, sanction};
use crate::storage::{Database, Optional, Row, StorageError, Stored, given, now};

/// Maximum number of tokens per account.
const MAX_TOKENS: i64 = 20;
/// Selects the columns of [`TokenLine`].
const SELECT_TOKEN: &str = "SELECT id, name, scopes, created, used, expires FROM tokens";

/// A permission that a token grants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// View what the account can see: its tables and events.
    Read,
    /// Play: create tables, take seats, answer, seek and challenge.
    Play,
    /// Chat.
    Talk,
    /// Organise tournaments, and take part in them.
    #[serde(rename = "tournament:write")]
    Tournaments,
}

impl Scope {
    pub const ALL: [Scope; 4] = [Scope::Read, Scope::Play, Scope::Talk, Scope::Tournaments];

    pub fn word(self) -> &'static str {
        match self {
            Scope::Read => "read",
            Scope::Play => "play",
            Scope::Talk => "talk",
            Scope::Tournaments => "tournament:write",
        }
    }
}

/// A token to create.
#[derive(Clone, Debug)]
pub struct NewToken {
    /// Hash of the token's secret.
    pub hash: Hash,
    pub name: String,
    pub scopes: Vec<Scope>,
    /// Expiry, in milliseconds since 1970.
    pub expires: Option<i64>,
}

/// A token in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenLine {
    pub id: i64,
    pub name: String,
    pub scopes: Vec<Scope>,
    /// Creation time, in milliseconds since 1970.
    pub created: i64,
    /// Last recorded use, in milliseconds since 1970, updated at most once an hour.
    pub used: Option<i64>,
    /// Expiry, in milliseconds since 1970.
    pub expires: Option<i64>,
}

/// A request's token, and the account that it authenticates.
#[derive(Clone, Debug)]
pub struct ByToken {
    /// The account that the token acts for.
    pub who: SignedIn,
    pub token: TokenLine,
}

impl Database {
    /// Creates a token for an account.
    pub fn make_token(&self, account: AccountId, token: NewToken) -> Stored<Changed<TokenLine>> {
        self.change(move |work| {
            if !exists(work, account)? {
                return Ok(Err(Refused::NoAccount));
            }
            let sql = "DELETE FROM tokens WHERE account = ?1 AND expires <= ?2";
            work.execute(sql, given![account, now()])?;
            let sql = "SELECT count(*) FROM tokens WHERE account = ?1";
            if work.query_row(sql, [account], |row| row.get::<i64>(0))? >= MAX_TOKENS {
                return Ok(Err(Refused::ManyTokens));
            }
            let sql =
                "INSERT INTO tokens (hash, account, name, scopes, created, expires) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
            let words: Vec<&str> = token.scopes.iter().map(|scope| scope.word()).collect();
            let NewToken { hash, name, expires, .. } = &token;
            work.execute(sql, given![hash.as_slice(), account, name, words.join(" "), now(), expires])?;
            let made = work.last_insert_id()?;
            Ok(Ok(work.query_row(&format!("{SELECT_TOKEN} WHERE id = ?1"), [made], line)?))
        })
    }

    /// Returns the account and the token with this hash, if the token is still valid.
    pub fn by_token(&self, hash: Hash) -> Stored<Changed<Option<ByToken>>> {
        self.read(move |work| {
            let sql = format!("{SELECT_TOKEN} WHERE hash = ?1 AND (expires IS NULL OR expires > ?2)");
            let found = work.query_row(&sql, given![hash.as_slice(), now()], line).optional()?;
            let Some(token) = found else { return Ok(Ok(None)) };
            let sql = "SELECT account FROM tokens WHERE id = ?1";
            let account: AccountId = work.query_row(sql, [token.id], |row| row.get(0))?;
            if let Some(sanction) = sanction(work, account, BAN)? {
                return Ok(Err(Refused::Banned(sanction)));
            }
            Ok(Ok(person_by(work, account)?.map(|who| ByToken { who, token })))
        })
    }

    /// Records the current time as the last use of a token.
    pub fn use_token(&self, token: i64) -> Stored<()> {
        self.change(move |work| {
            work.execute("UPDATE tokens SET used = ?2 WHERE id = ?1", given![token, now()])?;
            Ok(())
        })
    }

    /// Returns an account's tokens, newest first.
    pub fn tokens(&self, account: AccountId) -> Stored<Vec<TokenLine>> {
        self.read(move |work| {
            let sql = format!("{SELECT_TOKEN} WHERE account = ?1 ORDER BY id DESC");
            work.query_map(&sql, [account], line)
        })
    }

    /// Revokes an account's token; returns whether it existed.
    pub fn end_token(&self, account: AccountId, token: i64) -> Stored<bool> {
        self.change(move |work| {
            Ok(work.execute("DELETE FROM tokens WHERE account = ?1 AND id = ?2", given![account, token])? > 0)
        })
    }

    /// Marks an account as a program.
    pub fn become_program(&self, account: AccountId) -> Stored<Changed<()>> {
        self.change(move |work| {
            if !exists(work, account)? {
                return Ok(Err(Refused::NoAccount));
            }
            // Check results rather than ratings, which moderators can reset.
            let rated = "SELECT 1 FROM result_seats JOIN results ON results.id = result \
                         WHERE account = ?1 AND rated AND how <> 'aborted'";
            if programs_among(work, &[account])? == 0 && work.exists(rated, [account])? {
                return Ok(Err(Refused::PlayedRated));
            }
            let sql = "INSERT INTO programs (account, since) VALUES (?1, ?2) ON CONFLICT DO NOTHING";
            work.execute(sql, given![account, now()])?;
            Ok(Ok(()))
        })
    }

    /// Returns how many of these accounts are programs.
    pub fn programs_among(&self, accounts: Vec<AccountId>) -> Stored<usize> {
        self.read(move |work| programs_among(work, &accounts))
    }
}

fn line(row: &Row) -> Result<TokenLine, StorageError> {
    let words: String = row.get(2)?;
    let scopes = Scope::ALL.into_iter().filter(|scope| words.split(' ').any(|word| word == scope.word())).collect();
    let (created, used, expires) = (row.get(3)?, row.get(4)?, row.get(5)?);
    Ok(TokenLine { id: row.get(0)?, name: row.get(1)?, scopes, created, used, expires })
}
