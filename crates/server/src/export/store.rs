//! SQL for an account's data export.

use crate::accounts::store::AccountId;
use crate::storage::{Database, Optional, Row, Stored, given};

/// Maximum number of reports in an export.
const MAX_REPORTS: u32 = 1000;

/// An account's data except its tables and chat lines, which are read in batches.
#[derive(Clone, Debug)]
pub struct ExportedAccount {
    pub name: String,
    /// Creation time, in milliseconds since 1970.
    pub created: i64,
    /// Reports filed by the account: time, reason code, and comment.
    pub reports: Vec<(i64, String, String)>,
    pub ratings: Vec<ExportedRating>,
}

/// A rating of an account.
#[derive(Clone, Debug)]
pub struct ExportedRating {
    /// Game, speed and size codes.
    pub of: [String; 3],
    /// Rating and deviation.
    pub rating: [f64; 2],
    /// Number of rated games.
    pub games: i64,
    /// Last change, in milliseconds since 1970.
    pub updated: i64,
}

/// A chat line written by an account.
#[derive(Clone, Debug)]
pub struct ExportedLine {
    pub id: i64,
    /// The table; `None` for the lobby.
    pub table: Option<String>,
    /// Id of a phrase.
    pub phrase: Option<String>,
    pub words: Option<String>,
    /// True if a moderator removed the line.
    pub removed: bool,
    /// Time, in milliseconds since 1970.
    pub time: i64,
}

/// A tournament of an account, for its export.
#[derive(Clone, Debug)]
pub struct OwnTournamentLine {
    pub id: String,
    pub name: String,
    pub organiser: bool,
    /// Whether the organiser made it an arbiter.
    pub arbiter: bool,
    /// Number of the player, counted from 0.
    pub player: Option<u16>,
    pub created: i64,
    /// The account's steps: step as JSON, reason, time.
    pub steps: Vec<(String, Option<String>, i64)>,
}

impl Database {
    /// Returns an account's data except its tables and chat lines, or `None` if the account does not exist.
    pub fn exported_account(&self, account: AccountId) -> Stored<Option<ExportedAccount>> {
        self.read(move |work| {
            let sql = "SELECT name, created FROM accounts WHERE id = ?1";
            let read = |row: &Row| Ok((row.get(0)?, row.get(1)?));
            let Some((name, created)) = work.query_row(sql, [account], read).optional()? else { return Ok(None) };
            let sql = "SELECT time, reason, words FROM reports WHERE reporter = ?1 ORDER BY id DESC LIMIT ?2";
            let read = |row: &Row| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
            let reports = work.query_map(sql, given![account, MAX_REPORTS], read)?;
            let sql = "SELECT game, speed, size, rating, deviation, games, updated FROM ratings WHERE account = ?1";
            let read = |row: &Row| {
                let of = [row.get(0)?, row.get(1)?, row.get(2)?];
                Ok(ExportedRating { of, rating: [row.get(3)?, row.get(4)?], games: row.get(5)?, updated: row.get(6)? })
            };
            let ratings = work.query_map(sql, [account], read)?;
            Ok(Some(ExportedAccount { name, created, reports, ratings }))
        })
    }

    /// Returns the names of up to `most` tables that an account created or has a seat at, ordered by name and starting after `name`.
    pub fn tables_after(&self, account: AccountId, name: String, most: u32) -> Stored<Vec<String>> {
        self.read(move |work| {
            let sql = "SELECT tab FROM account_keys JOIN keys ON keys.hash = account_keys.hash \
                       WHERE account = ?1 AND tab > ?2 \
                       UNION SELECT tab FROM seats WHERE sitter ->> '$.account' IS NOT NULL AND sitter ->> '$.account' = ?1 \
                       AND tab > ?2 ORDER BY tab LIMIT ?3";
            work.query_map(sql, given![account, name, most], |row| row.get(0))
        })
    }

    /// Returns up to `most` chat lines by an account, oldest first, starting after line `id`.
    pub fn lines_after(&self, account: AccountId, id: i64, most: u32) -> Stored<Vec<ExportedLine>> {
        self.read(move |work| {
            let sql =
                "SELECT id, tab, phrase, words, time, removed FROM lines WHERE account = ?1 AND id > ?2 ORDER BY id LIMIT ?3";
            let read = |row: &Row| {
                let (id, table, phrase) = (row.get(0)?, row.get(1)?, row.get(2)?);
                Ok(ExportedLine { id, table, phrase, words: row.get(3)?, time: row.get(4)?, removed: row.get(5)? })
            };
            work.query_map(sql, given![account, id, most], read)
        })
    }

    /// Returns the tournaments that an account organises or plays in, or of which it is an arbiter, with its steps.
    pub fn own_tournaments(&self, account: AccountId) -> Stored<Vec<OwnTournamentLine>> {
        self.read(move |work| {
            let sql = "SELECT tournaments.id, tournaments.name, organiser IS NOT NULL AND organiser = ?1, player.number, \
                       tournaments.created, active FROM tournaments \
                       LEFT JOIN tournament_players player ON player.tournament = tournaments.id AND player.account = ?1 \
                       LEFT JOIN tournament_arbiters arbiter ON arbiter.tournament = tournaments.id AND arbiter.account = ?1 \
                       WHERE organiser = ?1 OR player.account = ?1 OR arbiter.account = ?1 \
                       ORDER BY tournaments.created, tournaments.id";
            let read = |row: &Row| {
                let (id, name, organiser) = (row.get(0)?, row.get(1)?, row.get(2)?);
                let (player, created) = (row.get(3)?, row.get(4)?);
                let arbiter = row.get::<Option<bool>>(5)?.unwrap_or(false);
                Ok(OwnTournamentLine { id, name, organiser, arbiter, player, created, steps: Vec::new() })
            };
            let mut own = work.query_map(sql, [account], read)?;
            for line in &mut own {
                let sql = "SELECT step, reason, time FROM tournament_steps WHERE tournament = ?1 AND account = ?2 \
                           ORDER BY number";
                let read = |row: &Row| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
                line.steps = work.query_map(sql, given![line.id, account], read)?;
            }
            Ok(own)
        })
    }
}
