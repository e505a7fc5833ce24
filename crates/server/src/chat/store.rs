//! Lines of chat and blocked accounts in the database.

use serde::{Deserialize, Serialize};

use crate::accounts::store::{AccountId, Changed, MUTE, Refused, called, sanction};
use crate::storage::{Database, Row, StorageError, Stored, Transaction, given, now};

/// Lines that are kept of one table.
const MAX_TABLE_LINES: i64 = 500;
/// Lines that are kept of the lobby.
const MAX_LOBBY_LINES: i64 = 5000;
/// How long lines of the lobby are kept, in milliseconds: 30 days.
const LOBBY_LINE_TTL_MS: i64 = 30 * 24 * 60 * 60 * 1000;
/// Accounts that one account can block.
const MAX_BLOCKED: i64 = 500;

/// A line that is to be said.
#[derive(Clone, Debug)]
pub struct NewLine {
    /// The table; none: in the lobby.
    pub table: Option<String>,
    /// Whether those say it who watch, so that players do not hear it before the end.
    pub apart: bool,
    pub seat: Option<u8>,
    pub account: Option<AccountId>,
    /// What a guest is called.
    pub name: Option<String>,
    pub said: Said,
}

/// What somebody says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Said {
    /// A phrase that is shown in the reader's language, by its word.
    Phrase(String),
    Words(String),
}

/// A line that was said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    pub id: i64,
    /// Whether players do not hear it before the end.
    pub apart: bool,
    pub seat: Option<u8>,
    pub account: Option<AccountId>,
    pub name: String,
    pub said: Said,
    /// When, in milliseconds since 1970.
    pub time: i64,
}

/// Which lines are wanted.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// Of which table; none: of the lobby.
    pub table: Option<String>,
    /// Whether also those that are said apart.
    pub apart: bool,
    /// Those before a number, the newest of them.
    pub before: Option<i64>,
    /// Those after a number, the oldest of them.
    pub after: Option<i64>,
    pub most: u32,
    /// Who reads: what those say whom they have blocked is left out.
    pub reader: Option<AccountId>,
}

/// Somebody whom an account has blocked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blocked {
    pub name: String,
    /// Since when, in milliseconds since 1970.
    pub since: i64,
}

impl Database {
    /// Writes a line down, if whoever says it may talk.
    pub fn say(&self, line: NewLine) -> Stored<Changed<Line>> {
        self.change(move |work| say(work, line))
    }

    pub fn lines(&self, wanted: Wanted) -> Stored<Vec<Line>> {
        self.read(move |work| lines(work, &wanted))
    }

    /// Forgets what was said in the lobby long ago.
    pub fn forget_lines(&self) -> Stored<()> {
        self.change(|work| {
            work.execute("DELETE FROM lines WHERE tab IS NULL AND time < ?1", [now() - LOBBY_LINE_TTL_MS])?;
            Ok(())
        })
    }

    /// Has an account not hear or meet the account of this folded name any more.
    pub fn block(&self, account: AccountId, folded: String) -> Stored<Changed<()>> {
        self.change(move |work| {
            let Some(other) = called(work, &folded)? else { return Ok(Err(Refused::Nobody)) };
            if other == account {
                return Ok(Err(Refused::Oneself));
            }
            let sql = "SELECT count(*) FROM blocks WHERE account = ?1";
            let count: i64 = work.query_row(sql, [account], |row| row.get(0))?;
            if count >= MAX_BLOCKED {
                return Ok(Err(Refused::ManyBlocked));
            }
            let sql = "INSERT INTO blocks (account, blocked, created) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING";
            work.execute(sql, given![account, other, now()])?;
            Ok(Ok(()))
        })
    }

    /// Has an account hear and meet the account of this folded name again.
    pub fn unblock(&self, account: AccountId, folded: String) -> Stored<()> {
        self.change(move |work| {
            let sql = "DELETE FROM blocks WHERE account = ?1 AND blocked = (SELECT id FROM accounts WHERE folded = ?2)";
            work.execute(sql, given![account, folded])?;
            Ok(())
        })
    }

    /// Whom an account has blocked, the newest first.
    pub fn blocked(&self, account: AccountId) -> Stored<Vec<Blocked>> {
        self.read(move |work| {
            let sql = "SELECT name, blocks.created FROM blocks JOIN accounts ON accounts.id = blocked \
                       WHERE account = ?1 ORDER BY blocks.created DESC, name";
            let read = |row: &Row| Ok(Blocked { name: row.get(0)?, since: row.get(1)? });
            work.query_map(sql, [account], read)
        })
    }

    /// The numbers of those whom an account has blocked.
    pub fn blocked_by(&self, account: AccountId) -> Stored<Vec<AccountId>> {
        self.read(move |work| {
            work.query_map("SELECT blocked FROM blocks WHERE account = ?1", [account], |row| row.get(0))
        })
    }

    pub fn blocks(&self, account: AccountId, other: AccountId) -> Stored<bool> {
        self.read(move |work| {
            let sql = "SELECT 1 FROM blocks WHERE account = ?1 AND blocked = ?2";
            work.exists(sql, [account, other])
        })
    }
}

fn say(work: &Transaction<'_>, line: NewLine) -> Result<Changed<Line>, StorageError> {
    if let Some(account) = line.account
        && let Some(sanction) = sanction(work, account, MUTE)?
    {
        return Ok(Err(Refused::Muted(sanction)));
    }
    let (phrase, words) = match &line.said {
        Said::Phrase(word) => (Some(word), None),
        Said::Words(words) => (None, Some(words)),
    };
    let NewLine { table, apart, seat, account, .. } = &line;
    // An account is called by the name that it has.
    let name = line.name.as_ref().filter(|_| account.is_none());
    let time = now();
    let sql = "INSERT INTO lines (tab, apart, seat, account, name, phrase, words, time) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
    work.execute(sql, given![table, apart, seat, account, name, phrase, words, time])?;
    let id = work.last_insert_id()?;
    let most = if table.is_some() { MAX_TABLE_LINES } else { MAX_LOBBY_LINES };
    let here = place_of(table.as_deref());
    let sql = format!(
        "DELETE FROM lines WHERE {here} AND id <= \
         (SELECT id FROM lines WHERE {here} ORDER BY id DESC LIMIT 1 OFFSET ?2)"
    );
    work.execute(&sql, given![table, most])?;
    let name = line.name.unwrap_or_default();
    Ok(Ok(Line { id, apart: line.apart, seat: line.seat, account: line.account, name, said: line.said, time }))
}

fn lines(work: &Transaction<'_>, wanted: &Wanted) -> Result<Vec<Line>, StorageError> {
    let order = if wanted.after.is_some() { "ASC" } else { "DESC" };
    let here = place_of(wanted.table.as_deref());
    let sql = format!(
        "SELECT lines.id, apart, seat, account, coalesce(accounts.name, lines.name, ''), phrase, words, time \
         FROM lines LEFT JOIN accounts ON accounts.id = account \
         WHERE {here} AND lines.id > ?2 AND lines.id < ?3 AND (?4 OR NOT apart) \
         AND (account IS NULL OR CAST(?5 AS BIGINT) IS NULL \
         OR account NOT IN (SELECT blocked FROM blocks WHERE blocks.account = ?5)) \
         ORDER BY lines.id {order} LIMIT ?6"
    );
    let Wanted { table, apart, before, after, most, reader } = wanted;
    let read = |row: &Row| {
        let said = match row.get::<Option<String>>(5)? {
            Some(word) => Said::Phrase(word),
            None => Said::Words(row.get::<Option<String>>(6)?.unwrap_or_default()),
        };
        let (id, apart, seat, account) = (row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?);
        Ok(Line { id, apart, seat, account, name: row.get(4)?, said, time: row.get(7)? })
    };
    let given = given![table, after.unwrap_or(0), before.unwrap_or(i64::MAX), apart, reader, most];
    let mut found: Vec<Line> = work.query_map(&sql, given, read)?;
    if wanted.after.is_none() {
        found.reverse();
    }
    Ok(found)
}

/// Lines of a table, which the first parameter names, or of the lobby, where it names none. An index finds both.
pub(crate) fn place_of(table: Option<&str>) -> &'static str {
    if table.is_some() { "tab = ?1" } else { "tab IS NULL AND CAST(?1 AS TEXT) IS NULL" }
}
