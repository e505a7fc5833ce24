//! SQL for tables, seats, keys and logs.

use std::time::{SystemTime, UNIX_EPOCH};

use table::{
    Claims, Hash, Key, LogEntry, Logged, Loss, Phase, Right, SeatOccupant, Source, Standing, TableRecord, Terms,
};

use super::access::{LOOK, access_of, put_access, put_rematch, rematches_of};
use super::clocks::{clocks_of, put_clocks, put_terms, terms_of};
use super::transaction::{Optional, Transaction};
use super::values::{Given, Parameter, Row, given};
use super::{StorageError, TableLine};

/// Kind of log entry for an answer.
const ANSWER: &str = "answer";
/// Columns selected for a list of tables.
const LINE: &str = "name, setup, rules_version, phase, turn, updated, name IN (SELECT tab FROM imports), length(seed) > 0, \
    name IN (SELECT tab FROM plain_tables), name IN (SELECT tab FROM terms WHERE rated)";
/// Seat number under which the host's key is stored.
const HOST: i64 = -1;
/// Lifetime of an unused secret in milliseconds: 180 days.
pub(crate) const SECRET_TTL_MS: i64 = 180 * DAY_MS;
/// A day in milliseconds. Uses of secrets are recorded at most once a day.
const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// Numbers of log entries in one statement, so that few statements have to be prepared.
const MANY_ROWS: usize = 64;
const SOME_ROWS: usize = 8;
/// Maximum number of tables in a list.
const MAX_LISTED: u32 = 200;

/// Stores a new table, without its log.
pub(crate) fn put_table(work: &Transaction<'_>, record: &TableRecord, now: i64) -> Result<(), StorageError> {
    let TableRecord { name, setup, rules_version, source, public, phase, .. } = record;
    let seed: &[u8] = match source {
        Source::Seed(seed) | Source::Transferred(seed) => &seed.0,
        Source::Record(_) => &[],
    };
    work.execute(
        "INSERT INTO tables (name, setup, rules_version, seed, public, phase, turn, created, updated) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, NULL, ?7, ?7)",
        given![name, setup, rules_version, seed, public, phase.word(), now],
    )?;
    if let Some(file) = &record.own_tiles {
        work.execute("INSERT INTO tile_files (tab, file) VALUES (?1, ?2)", given![name, file])?;
    }
    if record.plain {
        work.execute("INSERT INTO plain_tables (tab) VALUES (?1)", [name])?;
    }
    if record.terms != Terms::default() {
        put_terms(work, name, record.terms)?;
    }
    if let Some(clocks) = &record.clocks {
        put_clocks(work, name, clocks)?;
    }
    for (seat, occupant) in record.seats.iter().enumerate() {
        put_seat(work, name, seat, occupant)?;
    }
    put_keys(work, name, &record.keys)?;
    put_access(work, name, record.access)?;
    put_rematch(work, name, record.after.as_deref())?;
    // A transferred game has both a seed and a row in `imports`.
    let claims = match source {
        Source::Record(claims) => Some(claims.clone()),
        Source::Transferred(_) => Some(Claims { commitment: None, seed: None, stopped: false }),
        Source::Seed(_) => None,
    };
    if let Some(claims) = claims {
        let seed = claims.seed.map(|seed| seed.0);
        work.execute(
            "INSERT INTO imports (tab, commitment, seed, stopped) VALUES (?1, ?2, ?3, ?4)",
            given![name, claims.commitment, seed, claims.stopped],
        )?;
    }
    put_lobby(work, name)
}

/// Adds a public table to the lobby list or updates it there; a finished table is left unchanged.
pub(crate) fn put_lobby(work: &Transaction<'_>, name: &str) -> Result<(), StorageError> {
    let sql = "INSERT INTO lobby (tab, updated, game, clock, open, rated) \
               SELECT name, updated, coalesce(setup ->> '$.game', ''), \
               CASE (SELECT clock ->> '$.type' FROM terms WHERE tab = name) \
               WHEN 'game' THEN 'live' WHEN 'turn' THEN 'live' WHEN 'days' THEN 'days' ELSE 'none' END, \
               phase = 'gathering', name IN (SELECT tab FROM terms WHERE rated) \
               FROM tables WHERE name = ?1 AND public AND phase <> 'finished' \
               ON CONFLICT (tab) DO UPDATE SET updated = excluded.updated, open = excluded.open";
    work.execute(sql, [name])?;
    Ok(())
}

fn right_number(right: Right) -> i64 {
    match right {
        Right::Seat(seat) => i64::from(seat),
        Right::Host => HOST,
        Right::Look => LOOK,
    }
}

fn right_of(number: i64) -> Result<Right, StorageError> {
    match number {
        HOST => Ok(Right::Host),
        LOOK => Ok(Right::Look),
        _ => u8::try_from(number)
            .map(Right::Seat)
            .map_err(|_| StorageError::Damaged(format!("invalid seat number {number}"))),
    }
}

pub(crate) fn phase_of(word: &str) -> Result<Phase, StorageError> {
    Phase::parse(word).ok_or_else(|| StorageError::Damaged(format!("unknown phase \"{word}\"")))
}

/// Stores the occupant of a seat.
pub(crate) fn put_seat(
    work: &Transaction<'_>,
    name: &str,
    seat: usize,
    occupant: &SeatOccupant,
) -> Result<(), StorageError> {
    let occupant = serde_json::to_string(occupant).map_err(|why| StorageError::Damaged(why.to_string()))?;
    work.execute(
        "INSERT INTO seats (tab, seat, sitter) VALUES (?1, ?2, ?3) \
         ON CONFLICT (tab, seat) DO UPDATE SET sitter = excluded.sitter",
        given![name, seat as i64, occupant],
    )?;
    Ok(())
}

/// Appends a log entry. Fails if its number is taken.
pub(crate) fn put_entry(work: &Transaction<'_>, name: &str, entry: &LogEntry, now: i64) -> Result<(), StorageError> {
    put_rows(work, name, std::slice::from_ref(entry), now)
}

/// Appends log entries, several in each statement.
pub(crate) fn put_entries(
    work: &Transaction<'_>,
    name: &str,
    entries: &[LogEntry],
    now: i64,
) -> Result<(), StorageError> {
    let mut rest = entries;
    for size in [MANY_ROWS, SOME_ROWS, 1] {
        let (whole, left) = rest.split_at(rest.len() / size * size);
        whole.chunks(size).try_for_each(|rows| put_rows(work, name, rows, now))?;
        rest = left;
    }
    Ok(())
}

/// Appends log entries in one statement.
fn put_rows(work: &Transaction<'_>, name: &str, entries: &[LogEntry], now: i64) -> Result<(), StorageError> {
    let mut given = vec![name.value(), now.value()];
    let mut sql = String::from("INSERT INTO log (tab, time, number, kind, seat, word) VALUES ");
    for (at, entry) in entries.iter().enumerate() {
        let (seat, word) = seat_and_word(entry)?;
        let (comma, first) = (if at > 0 { ", " } else { "" }, given.len() + 1);
        sql += &format!("{comma}(?1, ?2, ?{first}, ?{}, ?{}, ?{})", first + 1, first + 2, first + 3);
        given.extend([(entry.number as i64).value(), entry.what.kind().value(), seat.value(), word.value()]);
    }
    work.execute(&sql, given)?;
    Ok(())
}

/// Returns the seat and the word with which a log entry is stored.
fn seat_and_word(entry: &LogEntry) -> Result<(Option<u8>, String), StorageError> {
    let occupant = |by: &SeatOccupant| serde_json::to_value(by).map_err(|why| StorageError::Damaged(why.to_string()));
    Ok(match &entry.what {
        Logged::Answer { seat, word } => (*seat, word.clone()),
        Logged::Transferred => (None, String::new()),
        Logged::Undo { to } => (None, to.to_string()),
        Logged::Resigned { seat }
        | Logged::TimedOut { seat }
        | Logged::Aborted { seat }
        | Logged::Ended { seat }
        | Logged::Paused { seat }
        | Logged::Resumed { seat } => (Some(*seat), String::new()),
        Logged::TakenOver { seat, by } => (Some(*seat), occupant(by)?.to_string()),
        Logged::Out { seat, loss, by } => {
            (Some(*seat), serde_json::json!({"loss": loss, "by": occupant(by)?}).to_string())
        }
    })
}

/// Stores a game's standing after its last answer, for the owner in this epoch.
pub(crate) fn put_standing(
    work: &Transaction<'_>,
    (name, epoch): (&str, u64),
    standing: Standing,
    now: i64,
) -> Result<(), StorageError> {
    let written = work.execute(
        "UPDATE tables SET phase = ?2, turn = ?3, updated = ?4 WHERE name = ?1 AND epoch = ?5",
        given![name, standing.phase.word(), standing.turn, now, epoch as i64],
    )?;
    check_owner(written)?;
    if standing.phase == Phase::Finished {
        for of in ["lobby", "rated_positions"] {
            work.execute(&format!("DELETE FROM {of} WHERE tab = ?1"), [name])?;
        }
        return Ok(());
    }
    put_lobby(work, name)
}

/// Fails if no row was updated, which means that the writer no longer owns the table.
pub(crate) fn check_owner(written: usize) -> Result<(), StorageError> {
    if written == 0 { Err(StorageError::Lost) } else { Ok(()) }
}

/// Stores keys with their full lifetime.
pub(crate) fn put_keys(work: &Transaction<'_>, name: &str, keys: &[Key]) -> Result<(), StorageError> {
    let sql = "INSERT INTO keys (hash, tab, seat, expires) VALUES (?1, ?2, ?3, ?4) \
               ON CONFLICT (hash, tab, seat) DO UPDATE SET expires = excluded.expires";
    for key in keys {
        let right = right_number(key.right);
        work.execute(sql, given![key.hash.as_slice(), name, right, now() + SECRET_TTL_MS])?;
    }
    Ok(())
}

pub(crate) fn drop_keys(work: &Transaction<'_>, name: &str, keys: &[Key]) -> Result<(), StorageError> {
    let sql = "DELETE FROM keys WHERE tab = ?1 AND seat = ?2 AND hash = ?3";
    for key in keys {
        work.execute(sql, given![name, right_number(key.right), key.hash.as_slice()])?;
    }
    Ok(())
}

/// Extends the secrets in use to their full lifetime, in one statement; expired ones stay expired.
pub(crate) fn renew_keys(work: &Transaction<'_>, name: &str, hashes: &[Hash]) -> Result<(), StorageError> {
    let expires = now() + SECRET_TTL_MS;
    let sql = "UPDATE keys SET expires = ?3 WHERE tab = ?1 AND expires BETWEEN ?4 AND ?5 \
               AND hash IN (SELECT unhex(value) FROM json_each(?2))";
    work.execute(sql, given![name, hexes(hashes), expires, now(), expires - DAY_MS])?;
    Ok(())
}

/// Deletes a seat's secrets, except those to be kept.
pub(crate) fn revoke_keys(work: &Transaction<'_>, name: &str, seat: u8, kept: &[Hash]) -> Result<(), StorageError> {
    let hashes: Vec<Hash> =
        work.query_map("SELECT hash FROM keys WHERE tab = ?1 AND seat = ?2", given![name, seat], |row| row.get(0))?;
    for hash in hashes.iter().filter(|hash| !kept.contains(hash)) {
        let sql = "DELETE FROM keys WHERE tab = ?1 AND seat = ?2 AND hash = ?3";
        work.execute(sql, given![name, seat, hash.as_slice()])?;
    }
    Ok(())
}

/// Loads a table without its log, if it exists.
pub(crate) fn table_record(work: &Transaction<'_>, name: &str) -> Result<Option<TableRecord>, StorageError> {
    let read = |row: &Row| {
        let (setup, rules_version, seed): (String, u32, Vec<u8>) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let (public, phase): (bool, String) = (row.get(3)?, row.get(4)?);
        Ok((setup, rules_version, seed, public, phase))
    };
    let found = work
        .query_row("SELECT setup, rules_version, seed, public, phase FROM tables WHERE name = ?1", [name], read)
        .optional()?;
    let Some((setup, rules_version, seed, public, phase)) = found else { return Ok(None) };
    let file = "SELECT file FROM tile_files WHERE tab = ?1";
    let own_tiles = work.query_row(file, [name], |row| row.get(0)).optional()?;
    let named = "SELECT 1 FROM plain_tables WHERE tab = ?1";
    let plain = work.query_row(named, [name], |_| Ok(())).optional()?.is_some();
    let mut keys = Vec::new();
    let rows = work.rows(
        "SELECT hash, seat FROM keys WHERE tab = ?1 AND expires > ?2 ORDER BY expires, hash",
        given![name, now()],
    )?;
    for row in &rows {
        keys.push(Key { hash: row.get(0)?, right: right_of(row.get(1)?)? });
    }
    let (phase, seats, source) = (phase_of(&phase)?, occupants(work, name)?, source(work, name, seed)?);
    let (terms, clocks) = (terms_of(work, name)?, clocks_of(work, name)?);
    let (access, (after, next)) = (access_of(work, name)?, rematches_of(work, name)?);
    Ok(Some(TableRecord {
        name: name.to_owned(),
        setup,
        own_tiles,
        rules_version,
        source,
        public,
        plain,
        terms,
        clocks,
        phase,
        seats,
        keys,
        access,
        after,
        next,
    }))
}

fn source(work: &Transaction<'_>, name: &str, seed: Vec<u8>) -> Result<Source, StorageError> {
    let read = |row: &Row| {
        let seed: Option<[u8; 32]> = row.get(1)?;
        Ok(Claims { commitment: row.get(0)?, seed: seed.map(Into::into), stopped: row.get(2)? })
    };
    let sql = "SELECT commitment, seed, stopped FROM imports WHERE tab = ?1";
    let claims = work.query_row(sql, [name], read).optional()?;
    if let Some(claims) = claims.clone().filter(|_| seed.is_empty()) {
        return Ok(Source::Record(claims));
    }
    let length = seed.len();
    let seed: [u8; 32] = seed.try_into().map_err(|_| StorageError::Damaged(format!("seed of {length} bytes")))?;
    Ok(if claims.is_some() { Source::Transferred(seed.into()) } else { Source::Seed(seed.into()) })
}

pub(crate) fn occupants(work: &Transaction<'_>, name: &str) -> Result<Vec<SeatOccupant>, StorageError> {
    let texts =
        work.query_map("SELECT sitter FROM seats WHERE tab = ?1 ORDER BY seat", [name], |row| row.get::<String>(0))?;
    texts.iter().map(|text| serde_json::from_str(text).map_err(|why| StorageError::Damaged(why.to_string()))).collect()
}

/// Loads a table's log entries, starting at number `from`.
pub(crate) fn log_from(work: &Transaction<'_>, name: &str, from: usize) -> Result<Vec<LogEntry>, StorageError> {
    let sql = "SELECT number, kind, seat, word FROM log WHERE tab = ?1 AND number >= ?2 ORDER BY number";
    let rows = work.rows(sql, given![name, from as i64])?;
    let mut log = Vec::new();
    for row in &rows {
        let number = row.get::<i64>(0)? as usize;
        let wanted = from + log.len();
        if number != wanted {
            return Err(StorageError::Damaged(format!("table {name} lacks entry {wanted} of its log")));
        }
        let what = logged(row)?.ok_or_else(|| {
            let kind = row.get(1).unwrap_or_default();
            StorageError::UnknownKind { table: name.to_owned(), number, kind }
        })?;
        log.push(LogEntry { number, what });
    }
    Ok(log)
}

/// Content of an `out` log entry.
#[derive(serde::Deserialize)]
struct Out {
    loss: Loss,
    by: SeatOccupant,
}

/// Parses a log entry; `None` if its kind is unknown.
fn logged(row: &Row) -> Result<Option<Logged>, StorageError> {
    let kind: String = row.get(1)?;
    let word = || row.get::<String>(3);
    let damaged = |what: &str| StorageError::Damaged(format!("an entry \"{kind}\" without {what}"));
    let seat = || row.get::<Option<u8>>(2)?.ok_or_else(|| damaged("a seat"));
    Ok(Some(match kind.as_str() {
        ANSWER => Logged::Answer { seat: row.get(2)?, word: word()? },
        "undo" => Logged::Undo { to: word()?.parse().map_err(|_| damaged("a number"))? },
        "resigned" => Logged::Resigned { seat: seat()? },
        "time_fell" => Logged::TimedOut { seat: seat()? },
        "aborted" => Logged::Aborted { seat: seat()? },
        "ended" => Logged::Ended { seat: seat()? },
        "transferred" => Logged::Transferred,
        "paused" => Logged::Paused { seat: seat()? },
        "resumed" => Logged::Resumed { seat: seat()? },
        "out" => {
            let out: Out = serde_json::from_str(&word()?).map_err(|_| damaged("a loss and an occupant"))?;
            Logged::Out { seat: seat()?, loss: out.loss, by: out.by }
        }
        "taken_over" => {
            let by = serde_json::from_str(&word()?).map_err(|_| damaged("an occupant"))?;
            Logged::TakenOver { seat: seat()?, by }
        }
        _ => return Ok(None),
    }))
}

/// Lists the tables that satisfy a condition.
pub(crate) fn list(work: &Transaction<'_>, which: &str, query: impl Given) -> Result<Vec<TableLine>, StorageError> {
    let mut listed = Vec::new();
    let rows = work.rows(&format!("SELECT {LINE} FROM tables WHERE {which}"), query)?;
    for row in &rows {
        let name: String = row.get(0)?;
        let phase: String = row.get(3)?;
        let standing = Standing { phase: phase_of(&phase)?, turn: row.get(4)? };
        let seats = occupants(work, &name)?;
        let (setup, rules_version, updated) = (row.get(1)?, row.get(2)?, row.get(5)?);
        let (recorded, seeded): (bool, bool) = (row.get(6)?, row.get(7)?);
        let (plain, rated) = (row.get(8)?, row.get(9)?);
        let (clock, access) = (terms_of(work, &name)?.clock, access_of(work, &name)?);
        listed.push(TableLine {
            name,
            setup,
            rules_version,
            standing,
            seats,
            updated,
            imported: recorded && !seeded,
            transferred: recorded && seeded,
            plain,
            rated,
            clock,
            access,
        });
    }
    Ok(listed)
}

/// Deletes a table and everything that belongs to it; returns whether it existed.
pub(crate) fn delete_table(work: &Transaction<'_>, name: &str) -> Result<bool, StorageError> {
    // A trigger forbids deleting single entries.
    work.with_trigger_disabled("log_never_shrinks", || {
        for rows in [
            "log",
            "keys",
            "seats",
            "tile_files",
            "imports",
            "plain_tables",
            "terms",
            "clocks",
            "lines",
            "departures",
            "closed_tables",
            "results",
            "access",
            "challenges",
            "outbox",
            "lobby",
            "rated_positions",
            "seat_households",
        ] {
            work.execute(&format!("DELETE FROM {rows} WHERE tab = ?1"), [name])?;
        }
        work.execute("DELETE FROM rematches WHERE tab = ?1 OR next = ?1", [name])?;
        Ok(work.execute("DELETE FROM tables WHERE name = ?1", [name])? > 0)
    })
}

/// Returns the current time in milliseconds since 1970.
pub fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |passed| passed.as_millis() as i64)
}

/// Returns the tables that can be opened with any of these secrets, newest first.
pub(crate) fn tables_of(work: &Transaction<'_>, hashes: &[Hash]) -> Result<Vec<TableLine>, StorageError> {
    let which = "name IN (SELECT tab FROM keys JOIN json_each(?1) ON hash = unhex(value) WHERE expires > ?3) \
                 ORDER BY updated DESC, name LIMIT ?2";
    list(work, which, given![hexes(hashes), MAX_LISTED, now()])
}

/// Formats hashes as one parameter: a JSON list of hexadecimal strings.
pub(crate) fn hexes(hashes: &[Hash]) -> String {
    let hex = |hash: &Hash| hash.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    serde_json::Value::from(hashes.iter().map(hex).collect::<Vec<_>>()).to_string()
}

/// Returns the public unfinished tables, newest first.
pub(crate) fn public_tables(work: &Transaction<'_>) -> Result<Vec<TableLine>, StorageError> {
    list(
        work,
        "name IN (SELECT tab FROM lobby WHERE tab NOT IN (SELECT tab FROM closed_tables) \
         ORDER BY updated DESC, tab LIMIT ?1) ORDER BY updated DESC, name",
        given![MAX_LISTED],
    )
}
