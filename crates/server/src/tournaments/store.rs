//! Tournaments in the database.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use table::Hash;
use tournament::Settings;
use utoipa::ToSchema;

use super::step::{GameNumber, Step};
use super::terms::GameTerms;
use crate::accounts::store::{AccountId, exists};
use crate::notifications::news::News;
use crate::notifications::outbox::put_news;
use crate::storage::{Database, Optional, Row, StorageError, Stored, Transaction, given};

/// Maximum number of unfinished tournaments of an organiser.
pub const MAX_UNFINISHED: i64 = 20;
/// Maximum number of entries of each kind of work done at once.
const MAX_WORK: u32 = 200;

/// Rule about the players who may join a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Admission {
    /// Every account may join.
    Open,
    /// Only players whom the organiser adds.
    Organiser,
}

/// Progress of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum TournamentPhase {
    /// Before the first round.
    Joining,
    /// A round is played.
    Playing,
    /// All matches of the round are decided, and another round follows.
    BetweenRounds,
    /// All rounds are played.
    Over,
}

impl TournamentPhase {
    pub fn word(self) -> &'static str {
        match self {
            TournamentPhase::Joining => "joining",
            TournamentPhase::Playing => "playing",
            TournamentPhase::BetweenRounds => "between_rounds",
            TournamentPhase::Over => "over",
        }
    }
}

impl From<tournament::Phase> for TournamentPhase {
    fn from(phase: tournament::Phase) -> TournamentPhase {
        match phase {
            tournament::Phase::Joining => TournamentPhase::Joining,
            tournament::Phase::Playing => TournamentPhase::Playing,
            tournament::Phase::BetweenRounds => TournamentPhase::BetweenRounds,
            tournament::Phase::Over => TournamentPhase::Over,
        }
    }
}

/// The role in which a step was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum StepRole {
    /// A player, for herself.
    Player,
    /// The organiser, for the tournament.
    Organiser,
    /// An arbiter whom the organiser appointed, or a moderator in place of an organiser whose account was deleted.
    Arbiter,
    /// The server: the result of a game played at a table, or the withdrawal of a deleted account.
    Server,
}

/// A tournament without its steps.
#[derive(Clone, Debug)]
pub struct TournamentLine {
    pub id: String,
    /// The organiser; `None` if the account was deleted.
    pub organiser: Option<AccountId>,
    pub organiser_name: Option<String>,
    pub settings: Settings,
    /// The terms of its games; `None` if they are played in person.
    pub game: Option<GameTerms>,
    pub joining: Admission,
    pub phase: TournamentPhase,
    /// Number of steps.
    pub steps: i64,
    /// Number of players who have joined.
    pub players: u16,
    /// Creation time, in milliseconds since 1970.
    pub created: i64,
    /// A moderator's reason for hiding the tournament from all but its organiser.
    pub closed: Option<String>,
}

/// A player. Without an account and a name, the account was deleted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerLine {
    pub account: Option<AccountId>,
    /// Name of the account, or the name of a player without one.
    pub name: Option<String>,
    /// Hash under which the account takes seats.
    pub key: Option<Hash>,
}

/// An arbiter. Without an account, it was deleted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArbiterLine {
    pub account: Option<AccountId>,
    /// Name of the account.
    pub name: Option<String>,
    /// False while the arbiter is dismissed.
    pub active: bool,
}

/// Status of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Its game is due.
    Open,
    /// Its game was aborted, and the organiser can have it played again.
    Aborted,
    /// Its game is not needed: the match was decided without it.
    Closed,
    /// Its result is part of the tournament.
    Entered,
    /// Its game is played again at another table.
    Replaced,
}

impl Status {
    const ALL: [Status; 5] = [Status::Open, Status::Aborted, Status::Closed, Status::Entered, Status::Replaced];

    pub fn word(self) -> &'static str {
        match self {
            Status::Open => "open",
            Status::Aborted => "aborted",
            Status::Closed => "closed",
            Status::Entered => "entered",
            Status::Replaced => "replaced",
        }
    }
}

/// A table of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchTable {
    pub game: GameNumber,
    /// Number of tables that this game had before.
    pub attempt: u16,
    pub table: String,
    pub status: Status,
}

/// A tournament with its steps from a number on.
#[derive(Clone, Debug)]
pub struct StoredTournament {
    pub line: TournamentLine,
    pub players: Vec<PlayerLine>,
    pub arbiters: Vec<ArbiterLine>,
    pub tables: Vec<MatchTable>,
    pub steps: Vec<Step>,
}

/// A step in the log.
#[derive(Clone, Debug)]
pub struct LoggedStep {
    pub number: i64,
    pub step: Step,
    /// Name of the account; `None` for the server or a deleted account.
    pub name: Option<String>,
    pub role: StepRole,
    pub reason: Option<String>,
    /// Time, in milliseconds since 1970.
    pub time: i64,
}

/// A step to be stored.
#[derive(Clone, Debug)]
pub struct NewStep {
    pub step: Step,
    pub account: Option<AccountId>,
    pub role: StepRole,
    pub reason: Option<String>,
}

/// A change to be stored. It is refused if the tournament has another number of steps by now.
pub struct NewSteps {
    pub id: String,
    /// Number of steps before.
    pub after: i64,
    pub steps: Vec<NewStep>,
    /// Players who join: number, account, or name without an account.
    pub players: Vec<(u16, Option<AccountId>, Option<String>)>,
    /// Players whose account was deleted and who have been withdrawn.
    pub gone: Vec<u16>,
    /// New and changed arbiters: number, account, and whether it is active.
    pub arbiters: Vec<(u16, Option<AccountId>, bool)>,
    /// New and changed tables.
    pub tables: Vec<MatchTable>,
    pub news: Vec<News>,
    pub phase: TournamentPhase,
    /// Time, in milliseconds since 1970.
    pub time: i64,
}

/// A finished game at a table that is open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinishedGame {
    pub tournament: String,
    pub table: String,
    /// True if it ended without a result.
    pub aborted: bool,
    /// Points of the two seats.
    pub points: [i32; 2],
    /// The seat that won alone.
    pub winner: Option<u8>,
}

/// Pending work of the server.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Work {
    pub finished: Vec<FinishedGame>,
    /// Tournaments with tables that do not exist yet.
    pub lacking: Vec<String>,
    /// Deleted accounts that have not been withdrawn: tournament and player.
    pub departed: Vec<(String, u16)>,
    /// Tournaments that have not started and whose organiser's account was deleted.
    pub orphans: Vec<String>,
}

/// Columns of [`TournamentLine`].
const LINE: &str = "SELECT tournaments.id, organiser, accounts.name, settings, game, joining, phase, steps, players, \
    tournaments.created, closed FROM tournaments LEFT JOIN accounts ON accounts.id = organiser";

impl Database {
    /// Stores a new tournament. Returns false if the organiser has too many.
    pub fn create_tournament(&self, line: TournamentLine) -> Stored<bool> {
        self.change(move |work| {
            let account = line.organiser.ok_or(StorageError::NoRow)?;
            if !exists(work, account)? {
                return Err(StorageError::NoRow);
            }
            let sql = "SELECT count(*) FROM tournaments WHERE organiser = ?1 AND phase <> 'over'";
            if work.query_row(sql, [account], |row| row.get::<i64>(0))? >= MAX_UNFINISHED {
                return Ok(false);
            }
            let sql = "INSERT INTO tournaments \
                       (id, organiser, name, settings, game, joining, phase, steps, players, created, updated) \
                       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 0, 0, ?8, ?8)";
            let game = line.game.as_ref().map(json).transpose()?;
            let (settings, joining) = (json(&line.settings)?, word(line.joining)?);
            let (name, phase) = (&line.settings.name, line.phase.word());
            work.execute(sql, given![line.id, account, name, settings, game, joining, phase, line.created])?;
            Ok(true)
        })
    }

    /// Deletes a tournament of an organiser that has not started; returns whether it existed.
    pub fn delete_tournament(&self, id: String, organiser: AccountId) -> Stored<bool> {
        self.change(move |work| {
            let sql = "DELETE FROM tournaments WHERE id = ?1 AND organiser = ?2 AND phase = 'joining'";
            Ok(work.execute(sql, given![id, organiser])? > 0)
        })
    }

    /// Deletes a tournament that has not started and has no organiser.
    pub fn delete_orphan(&self, id: String) -> Stored<()> {
        self.change(move |work| {
            let sql = "DELETE FROM tournaments WHERE id = ?1 AND organiser IS NULL AND phase = 'joining'";
            work.execute(sql, [id]).map(drop)
        })
    }

    /// Returns a tournament with its steps from number `from` on.
    pub fn tournament(&self, id: &str, from: i64) -> Stored<Option<StoredTournament>> {
        let id = id.to_owned();
        self.read(move |work| {
            let line = work.query_row(&format!("{LINE} WHERE tournaments.id = ?1"), [&id], line_of).optional()?;
            let Some(line) = line else { return Ok(None) };
            let sql = "SELECT step FROM tournament_steps WHERE tournament = ?1 AND number >= ?2 ORDER BY number";
            let steps = work.query_map(sql, given![id, from], |row| parsed(&row.get::<String>(0)?))?;
            let (players, arbiters, tables) = (players(work, &id)?, arbiters(work, &id)?, tables(work, &id)?);
            Ok(Some(StoredTournament { line, players, arbiters, tables, steps }))
        })
    }

    /// Returns the name of a tournament.
    pub fn tournament_name(&self, id: &str) -> Stored<Option<String>> {
        let id = id.to_owned();
        self.read(move |work| {
            work.query_row("SELECT name FROM tournaments WHERE id = ?1", [id], |row| row.get(0)).optional()
        })
    }

    /// Returns up to `most` tournaments created before a time, newest first: all, or those that an account organises, decides or plays in.
    pub fn tournaments(&self, account: Option<AccountId>, before: i64, most: u32) -> Stored<Vec<TournamentLine>> {
        self.search_with(move |work| {
            // No account has the id 0.
            let sql = format!(
                "{LINE} WHERE tournaments.created < ?2 AND (CAST(?1 AS BIGINT) = 0 AND closed IS NULL OR organiser = ?1 \
                 OR tournaments.id IN (SELECT tournament FROM tournament_players WHERE account = ?1) \
                 OR tournaments.id IN (SELECT tournament FROM tournament_arbiters WHERE account = ?1 AND active)) \
                 ORDER BY tournaments.created DESC, tournaments.id LIMIT ?3"
            );
            work.query_map(&sql, given![account.unwrap_or(0), before, most], line_of)
        })
    }

    /// Returns the steps from number `from` on, up to `most`, and the number of players who joined before.
    pub fn tournament_log(&self, id: &str, from: i64, most: u32) -> Stored<Option<(u16, Vec<LoggedStep>)>> {
        let id = id.to_owned();
        self.read(move |work| {
            if !work.exists("SELECT 1 FROM tournaments WHERE id = ?1", [&id])? {
                return Ok(None);
            }
            let sql = "SELECT count(*) FROM tournament_steps WHERE tournament = ?1 AND number < ?2 \
                       AND step ->> '$.command' = 'join'";
            let joined = work.query_row(sql, given![id, from], |row| row.get(0))?;
            let sql = "SELECT number, step, accounts.name, tournament_steps.role, reason, time FROM tournament_steps \
                       LEFT JOIN accounts ON accounts.id = account \
                       WHERE tournament = ?1 AND number >= ?2 ORDER BY number LIMIT ?3";
            let steps = work.query_map(sql, given![id, from, most], |row| {
                let (step, role): (String, String) = (row.get(1)?, row.get(3)?);
                let (name, reason, time) = (row.get(2)?, row.get(4)?, row.get(5)?);
                Ok(LoggedStep { number: row.get(0)?, step: parsed(&step)?, name, role: of_word(&role)?, reason, time })
            })?;
            Ok(Some((joined, steps)))
        })
    }

    /// Stores steps and everything that follows from them. Returns false, and stores nothing, if other steps came first.
    pub fn add_tournament_steps(&self, new: NewSteps) -> Stored<bool> {
        self.change(move |work| add_steps(work, &new))
    }

    /// Returns what is to be done.
    pub fn tournament_work(&self) -> Stored<Work> {
        self.read(|work| {
            let lacking = "SELECT DISTINCT tournament FROM tournament_tables WHERE status = 'open' \
                           AND NOT EXISTS (SELECT 1 FROM tables WHERE name = tab) LIMIT ?1";
            let departed = "SELECT tournament, number FROM tournament_players \
                            WHERE account IS NULL AND name IS NULL AND NOT gone LIMIT ?1";
            let orphans = "SELECT id FROM tournaments WHERE organiser IS NULL AND phase = 'joining' LIMIT ?1";
            Ok(Work {
                finished: finished(work)?,
                lacking: work.query_map(lacking, [MAX_WORK], |row| row.get(0))?,
                departed: work.query_map(departed, [MAX_WORK], |row| Ok((row.get(0)?, row.get(1)?)))?,
                orphans: work.query_map(orphans, [MAX_WORK], |row| row.get(0))?,
            })
        })
    }

    /// Returns the names of the tables among these that exist.
    pub fn existing_tables(&self, names: Vec<String>) -> Stored<Vec<String>> {
        self.read(move |work| {
            let names = serde_json::Value::from(names).to_string();
            let sql = "SELECT name FROM tables WHERE name IN (SELECT value FROM json_each(?1))";
            work.query_map(sql, given![names], |row| row.get(0))
        })
    }
}

fn add_steps(work: &Transaction<'_>, new: &NewSteps) -> Result<bool, StorageError> {
    let NewSteps { id, after, steps, players, gone, arbiters, tables, news, phase, time } = new;
    let count = i64::try_from(steps.len()).unwrap_or(i64::MAX);
    // The row is locked until the end of the transaction, so that only one node adds the steps that follow `after`.
    let sql = "UPDATE tournaments SET steps = steps + ?3, players = players + ?4, phase = ?5, updated = ?6 \
               WHERE id = ?1 AND steps = ?2";
    let joined = i64::try_from(players.len()).unwrap_or(i64::MAX);
    if work.execute(sql, given![id, after, count, joined, phase.word(), time])? == 0 {
        return Ok(false);
    }
    let sql = "INSERT INTO tournament_steps (tournament, number, step, account, role, reason, time) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    for (number, step) in (*after..).zip(steps) {
        let NewStep { step, account, role, reason } = step;
        work.execute(sql, given![id, number, json(step)?, account, word(*role)?, reason, time])?;
    }
    let sql = "INSERT INTO tournament_players (tournament, number, account, name) VALUES (?1, ?2, ?3, ?4)";
    for (number, account, name) in players {
        work.execute(sql, given![id, number, account, name])?;
    }
    for number in gone {
        let sql = "UPDATE tournament_players SET gone = TRUE WHERE tournament = ?1 AND number = ?2";
        work.execute(sql, given![id, number])?;
    }
    for (number, account, active) in arbiters {
        let sql = "INSERT INTO tournament_arbiters (tournament, number, account, active) VALUES (?1, ?2, ?3, ?4) \
                   ON CONFLICT (tournament, number) DO UPDATE SET active = excluded.active";
        work.execute(sql, given![id, number, account, active])?;
    }
    let sql = "INSERT INTO tournament_tables (tournament, pairing, game, attempt, tab, status) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6) \
               ON CONFLICT (tournament, pairing, game, attempt) DO UPDATE SET status = excluded.status";
    // A game has one table in use, so the others are put aside first.
    let replaced = tables.iter().filter(|table| table.status == Status::Replaced);
    for table in replaced.chain(tables.iter().filter(|table| table.status != Status::Replaced)) {
        let (pairing, game) = table.game;
        work.execute(sql, given![id, pairing, game, table.attempt, table.table, table.status.word()])?;
    }
    for news in news {
        put_news(work, id, news)?;
    }
    Ok(true)
}

fn players(work: &Transaction<'_>, id: &str) -> Result<Vec<PlayerLine>, StorageError> {
    let sql = "SELECT tournament_players.account, accounts.name, tournament_players.name, hash FROM tournament_players \
               LEFT JOIN accounts ON accounts.id = tournament_players.account \
               LEFT JOIN account_keys ON account_keys.account = tournament_players.account AND own \
               WHERE tournament = ?1 ORDER BY number";
    work.query_map(sql, [id], |row| {
        let (account, own, given): (_, Option<String>, Option<String>) = (row.get(0)?, row.get(1)?, row.get(2)?);
        Ok(PlayerLine { account, name: own.or(given), key: row.get(3)? })
    })
}

fn arbiters(work: &Transaction<'_>, id: &str) -> Result<Vec<ArbiterLine>, StorageError> {
    let sql = "SELECT account, name, active FROM tournament_arbiters LEFT JOIN accounts ON accounts.id = account \
               WHERE tournament = ?1 ORDER BY number";
    work.query_map(sql, [id], |row| Ok(ArbiterLine { account: row.get(0)?, name: row.get(1)?, active: row.get(2)? }))
}

fn tables(work: &Transaction<'_>, id: &str) -> Result<Vec<MatchTable>, StorageError> {
    let sql = "SELECT pairing, game, attempt, tab, status FROM tournament_tables WHERE tournament = ?1 \
               ORDER BY pairing, game, attempt";
    work.query_map(sql, [id], |row| {
        let status: String = row.get(4)?;
        let found = Status::ALL.into_iter().find(|one| one.word() == status);
        let status = found.ok_or_else(|| StorageError::Damaged(format!("unknown status \"{status}\"")))?;
        Ok(MatchTable { game: (row.get(0)?, row.get(1)?), attempt: row.get(2)?, table: row.get(3)?, status })
    })
}

fn finished(work: &Transaction<'_>) -> Result<Vec<FinishedGame>, StorageError> {
    let sql = "SELECT tournament, tournament_tables.tab, how = 'aborted', coalesce(one.score, 0), coalesce(two.score, 0), \
               coalesce(one.outcome, 'lost') = 'won', coalesce(two.outcome, 'lost') = 'won' \
               FROM tournament_tables JOIN results ON results.tab = tournament_tables.tab \
               LEFT JOIN result_seats one ON one.result = results.id AND one.seat = 0 \
               LEFT JOIN result_seats two ON two.result = results.id AND two.seat = 1 \
               WHERE status = 'open' ORDER BY results.id LIMIT ?1";
    work.query_map(sql, [MAX_WORK], |row| {
        let won: [bool; 2] = [row.get(5)?, row.get(6)?];
        let winner = match won {
            [true, false] => Some(0),
            [false, true] => Some(1),
            _ => None,
        };
        let points = [row.get(3)?, row.get(4)?];
        Ok(FinishedGame { tournament: row.get(0)?, table: row.get(1)?, aborted: row.get(2)?, points, winner })
    })
}

fn line_of(row: &Row) -> Result<TournamentLine, StorageError> {
    let (settings, game): (String, Option<String>) = (row.get(3)?, row.get(4)?);
    let (joining, phase): (String, String) = (row.get(5)?, row.get(6)?);
    Ok(TournamentLine {
        id: row.get(0)?,
        organiser: row.get(1)?,
        organiser_name: row.get(2)?,
        settings: parsed(&settings)?,
        game: game.as_deref().map(parsed).transpose()?,
        joining: of_word(&joining)?,
        phase: of_word(&phase)?,
        steps: row.get(7)?,
        players: row.get(8)?,
        created: row.get(9)?,
        closed: row.get(10)?,
    })
}

fn json<T: Serialize>(value: &T) -> Result<String, StorageError> {
    serde_json::to_string(value).map_err(|why| StorageError::Damaged(why.to_string()))
}

fn parsed<T: DeserializeOwned>(text: &str) -> Result<T, StorageError> {
    serde_json::from_str(text).map_err(|why| StorageError::Damaged(why.to_string()))
}

/// Returns the word that serde uses for a value without fields.
fn word<T: Serialize>(value: T) -> Result<String, StorageError> {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(word)) => Ok(word),
        other => Err(StorageError::Damaged(format!("a word was expected, not {other:?}"))),
    }
}

fn of_word<T: DeserializeOwned>(word: &str) -> Result<T, StorageError> {
    let value = serde_json::from_value(serde_json::Value::from(word));
    value.map_err(|why| StorageError::Damaged(why.to_string()))
}
