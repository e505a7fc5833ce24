//! Matchmaking in the database: the lobby, challenges, seeks, and pending turns.

use table::Hash;

use crate::accounts::store::AccountId;
use crate::notifications::outbox::{Kind, put_notice};
use crate::storage::access::LOOK;
use crate::storage::tables::{delete_table, hexes, list};
use crate::storage::{Database, Optional, Row, StorageError, Stored, TableLine, Transaction, given, now};

/// Maximum number of open challenges that an account can have made, and the maximum that it can have received.
const MAX_CHALLENGES_MADE: i64 = 20;
const MAX_CHALLENGES_RECEIVED: i64 = 50;
/// Maximum number of pending turns reported at once.
const MAX_PENDING_TURNS: u32 = 200;
/// Maximum number of challenges expired per run.
const MAX_EXPIRED_AT_ONCE: u32 = 100;

/// Maximum number of abandoned tables handled per run.
const MAX_STALE: u32 = 500;
/// Time without a heartbeat after which a node's tables count as not in memory, in milliseconds: ten minutes.
const NODE_IS_GONE_MS: i64 = 10 * 60 * 1000;
/// SQL condition: no node has the table in memory. A live node must have sent a heartbeat since `?2`.
const IN_NO_MEMORY: &str = "(keeper IS NULL OR keeper NOT IN (SELECT nodes.name FROM nodes WHERE beat > ?2))";

/// An account found by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    pub account: AccountId,
    /// Display name.
    pub name: String,
    /// Hash under which the account takes seats.
    pub key: Hash,
}

/// Kind of a table's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockKind {
    /// A real-time clock: players are present at the same time.
    Live,
    /// A number of days per turn.
    Days,
    None,
}

impl ClockKind {
    pub fn word(self) -> &'static str {
        match self {
            ClockKind::Live => "live",
            ClockKind::Days => "days",
            ClockKind::None => "none",
        }
    }
}

/// A query for public tables.
#[derive(Clone, Debug, Default)]
pub struct WantedTables {
    pub game: Option<String>,
    pub clock: Option<ClockKind>,
    pub open: Option<bool>,
    pub rated: Option<bool>,
    /// Only tables that changed before this moment, or at this moment but with a later name.
    pub before: Option<(i64, String)>,
    pub limit: u32,
}

/// An open challenge.
#[derive(Clone, Debug)]
pub struct ChallengeLine {
    pub table: TableLine,
    pub challenger: String,
    pub challenged: String,
    /// True if the requesting account is the challenger.
    pub own: bool,
    /// Expiry, in milliseconds since 1970.
    pub expires: i64,
}

/// Challenges to create for one table.
#[derive(Clone, Debug)]
pub struct NewChallenges {
    pub table: String,
    pub challenger: AccountId,
    pub accounts: Vec<AccountId>,
    /// Expiry, in milliseconds since 1970.
    pub expires: i64,
}

/// Reason why a challenge was not created.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TooMany {
    /// The challenger has too many open challenges.
    Made,
    /// A challenged account has too many open challenges.
    Received,
}

/// A challenge that was answered, canceled or expired.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndedChallenge {
    pub table: String,
    pub challenger: AccountId,
    /// Affected accounts: the one that answered, or those that had not answered.
    pub accounts: Vec<AccountId>,
    pub gone: bool,
}

/// A stored seek.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeekLine {
    pub id: i64,
    pub seek: String,
}

/// A function that changes the list of all seeks.
pub type SeekChange = Box<dyn FnOnce(&mut Vec<SeekLine>) + Send>;

impl Database {
    /// Returns the account for each of these folded names, if it exists.
    pub fn named(&self, folded: Vec<String>) -> Stored<Vec<Option<Named>>> {
        self.read(move |work| folded.iter().map(|folded| named(work, folded)).collect())
    }

    /// Returns tables in the lobby, most recently changed first.
    pub fn lobby(&self, wanted: WantedTables) -> Stored<Vec<TableLine>> {
        self.read(move |work| lobby(work, &wanted))
    }

    /// Returns the tables among `names` that are in the lobby.
    pub fn public_among(&self, names: Vec<String>) -> Stored<Vec<TableLine>> {
        self.read(move |work| {
            let names = serde_json::Value::from(names).to_string();
            let which = "name IN (SELECT value FROM json_each(?1)) AND name IN (SELECT tab FROM lobby) \
                         AND name NOT IN (SELECT tab FROM closed_tables)";
            list(work, which, given![names])
        })
    }

    /// Returns inactive lobby tables that no node has in memory: unchanged since `waiting` if they are waiting for players, since `playing`
    /// otherwise.
    pub fn stale_in_lobby(&self, waiting: i64, playing: i64) -> Stored<Vec<String>> {
        let since = now() - NODE_IS_GONE_MS;
        self.read(move |work| {
            let sql = format!(
                "SELECT tab FROM lobby JOIN tables ON name = tab WHERE lobby.updated < ?1 \
                 AND (open OR lobby.updated < ?3) AND {IN_NO_MEMORY} ORDER BY lobby.updated LIMIT {MAX_STALE}"
            );
            work.query_map(&sql, given![waiting, since, playing], |row| row.get(0))
        })
    }

    /// Removes inactive tables from the lobby until they change again. Returns the removed tables.
    pub fn leave_lobby(&self, names: Vec<String>, waiting: i64, playing: i64) -> Stored<Vec<String>> {
        self.change(move |work| {
            let sql = "DELETE FROM lobby WHERE tab = ?1 AND updated < ?2 AND (open OR updated < ?3)";
            let mut left = Vec::new();
            for name in names {
                if work.execute(sql, given![name, waiting, playing])? > 0 {
                    left.push(name);
                }
            }
            Ok(left)
        })
    }

    /// Returns inactive tables whose game has not begun and that no node has in memory.
    pub fn never_begun(&self, before: i64) -> Stored<Vec<String>> {
        let since = now() - NODE_IS_GONE_MS;
        self.read(move |work| {
            let sql = format!(
                "SELECT name FROM tables WHERE phase = 'gathering' AND updated < ?1 AND {IN_NO_MEMORY} \
                 ORDER BY updated LIMIT {MAX_STALE}"
            );
            work.query_map(&sql, given![before, since], |row| row.get(0))
        })
    }

    /// Deletes an inactive table whose game has not begun, and reports whether it did.
    pub fn delete_never_begun(&self, name: &str, before: i64) -> Stored<bool> {
        let name = name.to_owned();
        self.change(move |work| {
            let sql = "SELECT 1 FROM tables WHERE name = ?1 AND phase = 'gathering' AND updated < ?2";
            Ok(work.exists(sql, given![name, before])? && delete_table(work, &name)?)
        })
    }

    /// Returns the tables and seats at which a holder of one of these secrets is to move, up to a limit.
    pub fn asked(&self, hashes: Vec<Hash>) -> Stored<Vec<(String, u8)>> {
        self.read(move |work| {
            let sql = "SELECT DISTINCT name, turn FROM keys JOIN json_each(?1) ON hash = unhex(value) \
                       JOIN tables ON name = tab AND turn = seat AND phase = 'playing' WHERE expires > ?2 LIMIT ?3";
            work.query_map(sql, given![hexes(&hashes), now(), MAX_PENDING_TURNS], |row| Ok((row.get(0)?, row.get(1)?)))
        })
    }

    pub fn challenge(&self, new: NewChallenges) -> Stored<Result<(), TooMany>> {
        self.change(move |work| {
            let count = |which: &str, account: AccountId| -> Result<i64, StorageError> {
                let sql = format!("SELECT count(*) FROM challenges WHERE {which} = ?1 AND expires > ?2");
                work.query_row(&sql, given![account, now()], |row| row.get(0))
            };
            if count("challenger", new.challenger)? + new.accounts.len() as i64 > MAX_CHALLENGES_MADE {
                return Ok(Err(TooMany::Made));
            }
            for account in &new.accounts {
                if count("account", *account)? >= MAX_CHALLENGES_RECEIVED {
                    return Ok(Err(TooMany::Received));
                }
            }
            let sql = "INSERT INTO challenges (tab, account, challenger, created, expires) VALUES (?1, ?2, ?3, ?4, ?5)";
            for account in &new.accounts {
                work.execute(sql, given![new.table, account, new.challenger, now(), new.expires])?;
                put_notice(work, *account, Kind::Challenge, &new.table, 0, None)?;
            }
            Ok(Ok(()))
        })
    }

    /// Returns the open challenges that an account has made or received, newest first.
    pub fn challenges(&self, account: AccountId) -> Stored<Vec<ChallengeLine>> {
        self.read(move |work| challenges(work, account))
    }

    /// Accepts or declines a challenge. After a decline, deletes the table if its game can no longer begin.
    pub fn answer_challenge(&self, table: &str, account: AccountId, accepts: bool) -> Stored<Option<EndedChallenge>> {
        let table = table.to_owned();
        self.change(move |work| {
            let sql = "DELETE FROM challenges WHERE tab = ?1 AND account = ?2 RETURNING challenger";
            let challenger = work.query_row(sql, given![table, account], |row| row.get(0)).optional()?;
            let Some(challenger) = challenger else { return Ok(None) };
            if accepts {
                return Ok(Some(EndedChallenge { table, challenger, accounts: vec![account], gone: false }));
            }
            let sql = "DELETE FROM keys WHERE tab = ?1 AND seat = ?2 AND hash IN \
                       (SELECT hash FROM account_keys WHERE account = ?3)";
            work.execute(sql, given![table, LOOK, account])?;
            let gone = !can_still_begin(work, &table, challenger)? && delete_gathering(work, &table)?;
            Ok(Some(EndedChallenge { table, challenger, accounts: vec![account], gone }))
        })
    }

    /// Cancels a challenge; deletes the table if its game has not begun.
    pub fn cancel_challenge(&self, table: &str, challenger: AccountId) -> Stored<Option<EndedChallenge>> {
        let table = table.to_owned();
        self.change(move |work| {
            let accounts = challenged(work, &table, challenger)?;
            if accounts.is_empty() {
                return Ok(None);
            }
            let gone = end(work, &table)?;
            Ok(Some(EndedChallenge { table, challenger, accounts, gone }))
        })
    }

    /// Expires challenges that were not answered in time, with their tables.
    pub fn expire_challenges(&self) -> Stored<Vec<EndedChallenge>> {
        self.change(|work| {
            let sql = "SELECT DISTINCT tab, challenger FROM challenges WHERE expires <= ?1 LIMIT ?2";
            let late = work.query_map(sql, given![now(), MAX_EXPIRED_AT_ONCE], |row| Ok((row.get(0)?, row.get(1)?)))?;
            let late: Vec<(String, AccountId)> = late;
            let mut ended = Vec::new();
            for (table, challenger) in late {
                let accounts = challenged(work, &table, challenger)?;
                let gone = end(work, &table)?;
                ended.push(EndedChallenge { table, challenger, accounts, gone });
            }
            Ok(ended)
        })
    }

    pub fn seeks(&self) -> Stored<Vec<SeekLine>> {
        self.read(seeks)
    }

    /// Changes the seeks in an exclusive transaction.
    pub fn change_seeks(&self, change: SeekChange) -> Stored<()> {
        self.change(move |work| {
            let before = seeks(work)?;
            let mut after = before.clone();
            change(&mut after);
            for line in before.iter().filter(|line| !after.iter().any(|other| other.id == line.id)) {
                work.execute("DELETE FROM seeks WHERE id = ?1", given![line.id])?;
            }
            let sql =
                "INSERT INTO seeks (id, seek) VALUES (?1, ?2) ON CONFLICT (id) DO UPDATE SET seek = excluded.seek";
            for line in after.iter().filter(|line| !before.contains(line)) {
                work.execute(sql, given![line.id, line.seek])?;
            }
            Ok(())
        })
    }
}

fn seeks(work: &Transaction<'_>) -> Result<Vec<SeekLine>, StorageError> {
    let read = |row: &Row| Ok(SeekLine { id: row.get(0)?, seek: row.get(1)? });
    work.query_map("SELECT id, seek FROM seeks ORDER BY id", (), read)
}

/// Deletes all challenges to a table, and also the table if its game has not begun. Reports whether the table was deleted.
fn end(work: &Transaction<'_>, table: &str) -> Result<bool, StorageError> {
    work.execute("DELETE FROM challenges WHERE tab = ?1", [table])?;
    delete_gathering(work, table)
}

fn delete_gathering(work: &Transaction<'_>, table: &str) -> Result<bool, StorageError> {
    let sql = "SELECT 1 FROM tables WHERE name = ?1 AND phase = 'gathering'";
    Ok(work.exists(sql, [table])? && delete_table(work, table)?)
}

fn challenged(work: &Transaction<'_>, table: &str, challenger: AccountId) -> Result<Vec<AccountId>, StorageError> {
    work.query_map(
        "SELECT account FROM challenges WHERE tab = ?1 AND challenger = ?2",
        given![table, challenger],
        |row| row.get(0),
    )
}

/// Reports whether anyone besides the challenger is at the table or can still join.
fn can_still_begin(work: &Transaction<'_>, table: &str, challenger: AccountId) -> Result<bool, StorageError> {
    let sql = "SELECT EXISTS (SELECT 1 FROM challenges WHERE tab = ?1) OR EXISTS (SELECT 1 FROM keys WHERE tab = ?1 AND seat >= 0 \
               AND hash IN (SELECT hash FROM account_keys WHERE account <> ?2))";
    work.query_row(sql, given![table, challenger], |row| row.get(0))
}

fn named(work: &Transaction<'_>, folded: &str) -> Result<Option<Named>, StorageError> {
    let sql = "SELECT id, name, hash FROM accounts JOIN account_keys ON account = id AND own WHERE folded = ?1";
    let read = |row: &Row| Ok(Named { account: row.get(0)?, name: row.get(1)?, key: row.get(2)? });
    work.query_row(sql, [folded], read).optional()
}

fn lobby(work: &Transaction<'_>, wanted: &WantedTables) -> Result<Vec<TableLine>, StorageError> {
    let clock = wanted.clock.map(ClockKind::word);
    let (updated, after) = wanted.before.clone().map_or((i64::MAX, String::new()), |before| before);
    let which = "name IN (SELECT tab FROM lobby WHERE (updated < ?3 OR updated = ?3 AND tab > ?4) \
         AND (CAST(?1 AS TEXT) IS NULL OR game = ?1) AND (CAST(?7 AS TEXT) IS NULL OR clock = ?7) \
         AND (CAST(?2 AS BOOLEAN) IS NULL OR open = ?2) AND (CAST(?6 AS BOOLEAN) IS NULL OR rated = ?6) \
         AND tab NOT IN (SELECT tab FROM closed_tables) \
         ORDER BY updated DESC, tab LIMIT ?5) ORDER BY updated DESC, name";
    list(work, which, given![wanted.game, wanted.open, updated, after, wanted.limit, wanted.rated, clock])
}

fn challenges(work: &Transaction<'_>, account: AccountId) -> Result<Vec<ChallengeLine>, StorageError> {
    let sql = "SELECT tab, one.name, other.name, challenger = ?1, challenges.expires FROM challenges \
               JOIN accounts one ON one.id = challenger JOIN accounts other ON other.id = account \
               WHERE (account = ?1 OR challenger = ?1) AND challenges.expires > ?2 ORDER BY challenges.created DESC, tab";
    let rows = work.rows(sql, given![account, now()])?;
    let mut found = Vec::new();
    for row in &rows {
        let name: String = row.get(0)?;
        let lines = list(work, "name = ?1 AND phase = 'gathering'", [&name])?;
        if let Some(table) = lines.into_iter().next() {
            let (challenger, challenged, own, expires) = (row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?);
            found.push(ChallengeLine { table, challenger, challenged, own, expires });
        }
    }
    Ok(found)
}
