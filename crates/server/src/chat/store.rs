//! Chat lines and blocked accounts in the database.

use serde::{Deserialize, Serialize};

use super::links::has_link;
use crate::accounts::store::{AccountId, Changed, MUTE, Refused, called, role_of, sanction};
use crate::common::role::Role;
use crate::common::server_settings::ServerSettings;
use crate::storage::server_settings::server_settings;
use crate::storage::{Database, Optional, Row, StorageError, Stored, Transaction, given, now};

/// Number of lines kept per table.
const MAX_TABLE_LINES: i64 = 500;
/// Number of lines kept for the lobby.
const MAX_LOBBY_LINES: i64 = 5000;
/// Age in milliseconds at which lobby lines are deleted: 30 days.
const LOBBY_LINE_TTL_MS: i64 = 30 * 24 * 60 * 60 * 1000;
/// Maximum number of removed lobby lines reported to clients, which then also remove them from the screen.
const MAX_REMOVED_LISTED: u32 = 100;
const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// Maximum number of accounts that one account can block.
const MAX_BLOCKED: i64 = 500;

/// A line to post.
#[derive(Clone, Debug)]
pub struct NewLine {
    /// The table; `None` for the lobby.
    pub table: Option<String>,
    /// True if a spectator posts the line, so that players don't see it before the game ends.
    pub apart: bool,
    pub seat: Option<u8>,
    pub account: Option<AccountId>,
    /// Name of a guest.
    pub name: Option<String>,
    pub said: Said,
}

/// Contents of a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Said {
    /// Id of a phrase, shown in the reader's language.
    Phrase(String),
    Words(String),
    /// The line was removed by a moderator.
    Removed,
}

/// A stored line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    pub id: i64,
    /// True if players don't see the line before the game ends.
    pub apart: bool,
    pub seat: Option<u8>,
    pub account: Option<AccountId>,
    pub name: String,
    pub said: Said,
    /// Time, in milliseconds since 1970.
    pub time: i64,
}

/// A query for lines.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// The table; `None` for the lobby.
    pub table: Option<String>,
    /// True to include spectators' lines.
    pub apart: bool,
    /// Selects only lines before this id; the newest ones if there are more than `most`.
    pub before: Option<i64>,
    /// Selects only lines after this id; the oldest ones if there are more than `most`.
    pub after: Option<i64>,
    pub most: u32,
    /// The reader's account. Lines of accounts that it has blocked are omitted.
    pub reader: Option<AccountId>,
}

/// A blocked account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blocked {
    pub name: String,
    /// Time of the block, in milliseconds since 1970.
    pub since: i64,
}

impl Database {
    /// Stores a line if its author is allowed to post it.
    pub fn say(&self, line: NewLine) -> Stored<Changed<Line>> {
        self.change(move |work| say(work, line))
    }

    pub fn lines(&self, wanted: Wanted) -> Stored<Vec<Line>> {
        self.read(move |work| lines(work, &wanted))
    }

    /// Returns a line with its table, if it is stored.
    pub fn line(&self, id: i64) -> Stored<Option<(Option<String>, Line)>> {
        self.read(move |work| line_by_id(work, id))
    }

    /// Returns the ids of lobby lines that were removed, newest first.
    pub fn removed_in_lobby(&self) -> Stored<Vec<i64>> {
        self.read(|work| {
            let sql = "SELECT id FROM lines WHERE tab IS NULL AND removed ORDER BY id DESC LIMIT ?1";
            work.query_map(sql, [MAX_REMOVED_LISTED], |row| row.get(0))
        })
    }

    /// Deletes old lobby lines.
    pub fn forget_lines(&self) -> Stored<()> {
        self.change(|work| {
            work.execute("DELETE FROM lines WHERE tab IS NULL AND time < ?1", [now() - LOBBY_LINE_TTL_MS])?;
            Ok(())
        })
    }

    /// Blocks the account with this folded name. The two no longer follow each other.
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
            let sql = "DELETE FROM follows WHERE (account = ?1 AND followed = ?2) OR (account = ?2 AND followed = ?1)";
            work.execute(sql, [account, other])?;
            Ok(Ok(()))
        })
    }

    /// Unblocks the account with this folded name.
    pub fn unblock(&self, account: AccountId, folded: String) -> Stored<()> {
        self.change(move |work| {
            let sql = "DELETE FROM blocks WHERE account = ?1 AND blocked = (SELECT id FROM accounts WHERE folded = ?2)";
            work.execute(sql, given![account, folded])?;
            Ok(())
        })
    }

    /// Returns the accounts that an account has blocked, newest first.
    pub fn blocked(&self, account: AccountId) -> Stored<Vec<Blocked>> {
        self.read(move |work| {
            let sql = "SELECT name, blocks.created FROM blocks JOIN accounts ON accounts.id = blocked \
                       WHERE account = ?1 ORDER BY blocks.created DESC, name";
            let read = |row: &Row| Ok(Blocked { name: row.get(0)?, since: row.get(1)? });
            work.query_map(sql, [account], read)
        })
    }

    /// Returns the ids of the accounts that an account has blocked.
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
    if let Some(refused) = chat_refusal(work, &line)? {
        return Ok(Err(refused));
    }
    let (phrase, words) = match &line.said {
        Said::Phrase(word) => (Some(word), None),
        Said::Words(words) => (None, Some(words)),
        Said::Removed => (None, None),
    };
    let NewLine { table, apart, seat, account, .. } = &line;
    // If the author has an account, the name is read from the account, so that it is always current.
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

/// Returns a refusal if slow mode or the link filter blocks the line. Moderators are exempt.
fn chat_refusal(work: &Transaction<'_>, line: &NewLine) -> Result<Option<Refused>, StorageError> {
    let ServerSettings { slow_mode_s, links_after_days, .. } = server_settings(work)?;
    if slow_mode_s == 0 && links_after_days.is_none() {
        return Ok(None);
    }
    if let Some(account) = line.account
        && role_of(work, account)? > Role::Player
    {
        return Ok(None);
    }
    let now = now();
    if let (Some(days), Said::Words(words)) = (links_after_days, &line.said)
        && has_link(words)
    {
        let sql = "SELECT 1 FROM accounts WHERE id = ?1 AND created <= ?2";
        if !work.exists(sql, given![line.account, now - i64::from(days) * DAY_MS])? {
            return Ok(Some(Refused::LinkTooSoon { days }));
        }
    }
    let here = place_of(line.table.as_deref());
    // A guest is identified by the seat, since a guest has only one.
    let sql = format!(
        "SELECT time FROM lines WHERE {here} AND account IS NOT DISTINCT FROM CAST(?2 AS BIGINT) \
         AND (account IS NOT NULL OR seat IS NOT DISTINCT FROM CAST(?3 AS BIGINT)) ORDER BY id DESC LIMIT 1"
    );
    let last: Option<i64> =
        work.query_row(&sql, given![line.table, line.account, line.seat], |row| row.get(0)).optional()?;
    let wait = last.map_or(0, |last| last + i64::from(slow_mode_s) * 1000 - now);
    Ok((wait > 0).then_some(Refused::SlowMode { seconds: slow_mode_s, wait }))
}

pub(crate) fn lines(work: &Transaction<'_>, wanted: &Wanted) -> Result<Vec<Line>, StorageError> {
    let order = if wanted.after.is_some() { "ASC" } else { "DESC" };
    let here = place_of(wanted.table.as_deref());
    let sql = format!(
        "SELECT {COLUMNS} FROM lines LEFT JOIN accounts ON accounts.id = account \
         WHERE {here} AND lines.id > ?2 AND lines.id < ?3 AND (?4 OR NOT apart) \
         AND (account IS NULL OR CAST(?5 AS BIGINT) IS NULL \
         OR account NOT IN (SELECT blocked FROM blocks WHERE blocks.account = ?5)) \
         ORDER BY lines.id {order} LIMIT ?6"
    );
    let Wanted { table, apart, before, after, most, reader } = wanted;
    let given = given![table, after.unwrap_or(0), before.unwrap_or(i64::MAX), apart, reader, most];
    let mut found: Vec<Line> = work.query_map(&sql, given, line_of)?;
    if wanted.after.is_none() {
        found.reverse();
    }
    Ok(found)
}

/// The columns of a line, selected from `lines` joined with `accounts`.
const COLUMNS: &str =
    "lines.id, apart, seat, account, coalesce(accounts.name, lines.name, ''), phrase, words, time, removed";

/// Reads a line from its [`COLUMNS`].
fn line_of(row: &Row) -> Result<Line, StorageError> {
    let said = match (row.get::<bool>(8)?, row.get::<Option<String>>(5)?) {
        (true, _) => Said::Removed,
        (false, Some(word)) => Said::Phrase(word),
        (false, None) => Said::Words(row.get::<Option<String>>(6)?.unwrap_or_default()),
    };
    let (id, apart, seat, account) = (row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?);
    Ok(Line { id, apart, seat, account, name: row.get(4)?, said, time: row.get(7)? })
}

/// Returns a line with its table, if it is stored.
pub(crate) fn line_by_id(work: &Transaction<'_>, id: i64) -> Result<Option<(Option<String>, Line)>, StorageError> {
    let sql =
        format!("SELECT {COLUMNS}, tab FROM lines LEFT JOIN accounts ON accounts.id = account WHERE lines.id = ?1");
    work.query_row(&sql, [id], |row| Ok((row.get(9)?, line_of(row)?))).optional()
}

/// Removes the text of a line. Readers still see that a line was removed.
pub(crate) fn remove_line(work: &Transaction<'_>, id: i64) -> Result<(), StorageError> {
    work.execute("UPDATE lines SET removed = ?2, phrase = NULL, words = NULL WHERE id = ?1", given![id, true])?;
    Ok(())
}

/// Returns the SQL condition for lines of the table in the first parameter, or of the lobby if that parameter is null. Each condition uses
/// an index.
pub(crate) fn place_of(table: Option<&str>) -> &'static str {
    if table.is_some() { "tab = ?1" } else { "tab IS NULL AND CAST(?1 AS TEXT) IS NULL" }
}
