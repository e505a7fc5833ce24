//! What is in the rows of the database: tables, seats, keys and logs, written and read.

use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, OptionalExtension, Row, params};
use table::{
    Claims, Hash, Key, LogEntry, Logged, Phase, Right, SeatOccupant, Source, Standing, StoredAnswer, TableRecord,
};

use super::{StorageError, TableLine};

/// The kind of entry that an answer is.
const ANSWER: &str = "answer";
/// What a list of tables reads of each.
const LINE: &str = "name, setup, rules_version, phase, turn, updated, name IN (SELECT tab FROM imports), \
    name IN (SELECT tab FROM plain_tables)";
/// The host's right is stored as a seat that no table has.
const HOST: i64 = -1;
/// How long a secret that is not used is good, in milliseconds: 180 days.
pub(super) const SECRETS_LAST: i64 = 180 * DAY;
/// A day in milliseconds. What is used more often is not written down each time.
const DAY: i64 = 24 * 60 * 60 * 1000;
/// Tables that a list shows at most.
const LISTED: u32 = 200;

/// Writes a new table, without its log.
pub(super) fn put_table(work: &Connection, record: &TableRecord, now: i64) -> Result<(), StorageError> {
    let TableRecord { name, setup, rules_version, source, public, phase, .. } = record;
    let seed: &[u8] = if let Source::Seed(seed) = source { &seed.0 } else { &[] };
    work.execute(
        "INSERT INTO tables (name, setup, rules_version, seed, public, phase, turn, created, updated) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, NULL, ?7, ?7)",
        params![name, setup, rules_version, seed, public, phase.word(), now],
    )?;
    if let Some(file) = &record.own_tiles {
        work.execute("INSERT INTO tile_files (tab, file) VALUES (?1, ?2)", params![name, file])?;
    }
    if record.plain {
        work.execute("INSERT INTO plain_tables (tab) VALUES (?1)", [name])?;
    }
    for (seat, occupant) in record.seats.iter().enumerate() {
        put_seat(work, name, seat, occupant)?;
    }
    put_keys(work, name, &record.keys)?;
    if let Source::Record(claims) = source {
        let seed = claims.seed.map(|seed| seed.0);
        work.execute(
            "INSERT INTO imports (tab, commitment, seed, stopped) VALUES (?1, ?2, ?3, ?4)",
            params![name, claims.commitment, seed, claims.stopped],
        )?;
    }
    Ok(())
}

fn right_number(right: Right) -> i64 {
    match right {
        Right::Seat(seat) => i64::from(seat),
        Right::Host => HOST,
    }
}

fn right_of(number: i64) -> Result<Right, StorageError> {
    match number {
        HOST => Ok(Right::Host),
        _ => u8::try_from(number)
            .map(Right::Seat)
            .map_err(|_| StorageError::Damaged(format!("a right to seat {number}"))),
    }
}

fn phase_of(word: &str) -> Result<Phase, StorageError> {
    Phase::parse(word).ok_or_else(|| StorageError::Damaged(format!("the phase \"{word}\"")))
}

/// Writes who sits on a seat.
pub(super) fn put_seat(
    work: &Connection,
    name: &str,
    seat: usize,
    occupant: &SeatOccupant,
) -> Result<(), StorageError> {
    let occupant = serde_json::to_string(occupant).map_err(|why| StorageError::Damaged(why.to_string()))?;
    work.execute(
        "INSERT INTO seats (tab, seat, sitter) VALUES (?1, ?2, ?3) \
         ON CONFLICT (tab, seat) DO UPDATE SET sitter = excluded.sitter",
        params![name, seat as i64, occupant],
    )?;
    Ok(())
}

/// Writes an entry of a log. Where its number is taken it is refused.
pub(super) fn put_entry(work: &Connection, name: &str, entry: &LogEntry, now: i64) -> Result<(), StorageError> {
    let number = entry.number as i64;
    let (seat, word) = match &entry.what {
        Logged::Answer { seat, word } => (*seat, word.clone()),
        Logged::Undo { to } => (None, to.to_string()),
        Logged::Resigned { seat } | Logged::TimeFell { seat } => (Some(*seat), String::new()),
        Logged::TakenOver { seat, by } => {
            (Some(*seat), serde_json::to_string(by).map_err(|why| StorageError::Damaged(why.to_string()))?)
        }
    };
    put_logged(work, name, (number, entry.what.kind(), seat, &word), now)
}

/// Writes an answer.
pub(super) fn put_answer(work: &Connection, name: &str, answer: &StoredAnswer, now: i64) -> Result<(), StorageError> {
    put_logged(work, name, (answer.seq as i64, ANSWER, answer.seat, &answer.word), now)
}

fn put_logged(
    work: &Connection,
    name: &str,
    (number, kind, seat, word): (i64, &str, Option<u8>, &str),
    now: i64,
) -> Result<(), StorageError> {
    work.prepare_cached("INSERT INTO log (tab, number, kind, seat, word, time) VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?
        .execute(params![name, number, kind, seat, word, now])?;
    Ok(())
}

/// Writes where a game stands after its last answer.
pub(super) fn put_standing(work: &Connection, name: &str, standing: Standing, now: i64) -> Result<(), StorageError> {
    work.prepare_cached("UPDATE tables SET phase = ?2, turn = ?3, updated = ?4 WHERE name = ?1")?.execute(params![
        name,
        standing.phase.word(),
        standing.turn,
        now
    ])?;
    Ok(())
}

/// Writes keys, good for the whole of their time from now on.
pub(super) fn put_keys(work: &Connection, name: &str, keys: &[Key]) -> Result<(), StorageError> {
    let sql = "INSERT INTO keys (hash, tab, seat, expires) VALUES (?1, ?2, ?3, ?4) \
               ON CONFLICT (hash, tab, seat) DO UPDATE SET expires = excluded.expires";
    for key in keys {
        let right = right_number(key.right);
        work.prepare_cached(sql)?.execute(params![key.hash.as_slice(), name, right, now() + SECRETS_LAST])?;
    }
    Ok(())
}

/// Gives secrets that are used the whole of their time again. One that has expired stays so.
pub(super) fn renew_keys(work: &Connection, name: &str, hashes: &[Hash]) -> Result<(), StorageError> {
    let expires = now() + SECRETS_LAST;
    let sql = "UPDATE keys SET expires = ?3 WHERE tab = ?1 AND hash = ?2 AND expires BETWEEN ?4 AND ?5";
    let mut renewed = work.prepare_cached(sql)?;
    for hash in hashes {
        renewed.execute(params![name, hash.as_slice(), expires, now(), expires - DAY])?;
    }
    Ok(())
}

/// Takes a seat's secrets away, but for those to be kept.
pub(super) fn revoke_keys(work: &Connection, name: &str, seat: u8, kept: &[Hash]) -> Result<(), StorageError> {
    let mut query = work.prepare_cached("SELECT hash FROM keys WHERE tab = ?1 AND seat = ?2")?;
    let hashes: Vec<Hash> = query.query_map(params![name, seat], |row| row.get(0))?.collect::<Result<_, _>>()?;
    for hash in hashes.iter().filter(|hash| !kept.contains(hash)) {
        let sql = "DELETE FROM keys WHERE tab = ?1 AND seat = ?2 AND hash = ?3";
        work.execute(sql, params![name, seat, hash.as_slice()])?;
    }
    Ok(())
}

/// A table without its log, if there is one of that name.
pub(super) fn table_record(work: &Connection, name: &str) -> Result<Option<TableRecord>, StorageError> {
    let read = |row: &Row<'_>| {
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
    let mut query = work.prepare_cached("SELECT hash, seat FROM keys WHERE tab = ?1 AND expires > ?2")?;
    let mut rows = query.query(params![name, now()])?;
    while let Some(row) = rows.next()? {
        keys.push(Key { hash: row.get(0)?, right: right_of(row.get(1)?)? });
    }
    let (phase, seats, source) = (phase_of(&phase)?, occupants(work, name)?, source(work, name, seed)?);
    let name = name.to_owned();
    Ok(Some(TableRecord { name, setup, own_tiles, rules_version, source, public, plain, phase, seats, keys }))
}

fn source(work: &Connection, name: &str, seed: Vec<u8>) -> Result<Source, StorageError> {
    let read = |row: &Row<'_>| {
        let seed: Option<[u8; 32]> = row.get(1)?;
        Ok(Claims { commitment: row.get(0)?, seed: seed.map(Into::into), stopped: row.get(2)? })
    };
    let sql = "SELECT commitment, seed, stopped FROM imports WHERE tab = ?1";
    if let Some(claims) = work.query_row(sql, [name], read).optional()? {
        return Ok(Source::Record(claims));
    }
    let length = seed.len();
    let seed: [u8; 32] = seed.try_into().map_err(|_| StorageError::Damaged(format!("a seed of {length} bytes")))?;
    Ok(Source::Seed(seed.into()))
}

fn occupants(work: &Connection, name: &str) -> Result<Vec<SeatOccupant>, StorageError> {
    let mut query = work.prepare_cached("SELECT sitter FROM seats WHERE tab = ?1 ORDER BY seat")?;
    let texts = query.query_map([name], |row| row.get::<_, String>(0))?;
    texts.map(|text| serde_json::from_str(&text?).map_err(|why| StorageError::Damaged(why.to_string()))).collect()
}

/// The log of a table from a number on.
pub(super) fn log_from(work: &Connection, name: &str, from: usize) -> Result<Vec<LogEntry>, StorageError> {
    let sql = "SELECT number, kind, seat, word FROM log WHERE tab = ?1 AND number >= ?2 ORDER BY number";
    let mut query = work.prepare_cached(sql)?;
    let mut rows = query.query(params![name, from as i64])?;
    let mut log = Vec::new();
    while let Some(row) = rows.next()? {
        let number = row.get::<_, i64>(0)? as usize;
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

/// What an entry says; none where its kind is not known here.
fn logged(row: &Row<'_>) -> Result<Option<Logged>, StorageError> {
    let kind: String = row.get(1)?;
    let word = || row.get::<_, String>(3);
    let damaged = |what: &str| StorageError::Damaged(format!("an entry \"{kind}\" without {what}"));
    let seat = || row.get::<_, Option<u8>>(2)?.ok_or_else(|| damaged("a seat"));
    Ok(Some(match kind.as_str() {
        ANSWER => Logged::Answer { seat: row.get(2)?, word: word()? },
        "undo" => Logged::Undo { to: word()?.parse().map_err(|_| damaged("a number"))? },
        "resigned" => Logged::Resigned { seat: seat()? },
        "time_fell" => Logged::TimeFell { seat: seat()? },
        "taken_over" => {
            let by = serde_json::from_str(&word()?).map_err(|_| damaged("an occupant"))?;
            Logged::TakenOver { seat: seat()?, by }
        }
        _ => return Ok(None),
    }))
}

fn list(work: &Connection, which: &str, query: impl rusqlite::Params) -> Result<Vec<TableLine>, StorageError> {
    let mut listed = Vec::new();
    let mut statement = work.prepare_cached(&format!("SELECT {LINE} FROM tables WHERE {which}"))?;
    let mut rows = statement.query(query)?;
    while let Some(row) = rows.next()? {
        let name: String = row.get(0)?;
        let phase: String = row.get(3)?;
        let standing = Standing { phase: phase_of(&phase)?, turn: row.get(4)? };
        let seats = occupants(work, &name)?;
        let (setup, rules_version, updated) = (row.get(1)?, row.get(2)?, row.get(5)?);
        let (imported, plain) = (row.get(6)?, row.get(7)?);
        listed.push(TableLine { name, setup, rules_version, standing, seats, updated, imported, plain });
    }
    Ok(listed)
}

/// The time, in milliseconds since 1970.
pub(super) fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |passed| passed.as_millis() as i64)
}

/// The tables that a secret opens, newest first.
pub(super) fn tables_of(work: &Connection, hash: Hash) -> Result<Vec<TableLine>, StorageError> {
    let which = "name IN (SELECT tab FROM keys WHERE hash = ?1 AND expires > ?3) ORDER BY updated DESC, name LIMIT ?2";
    list(work, which, params![hash.as_slice(), LISTED, now()])
}

/// The public tables that are not finished, newest first.
pub(super) fn public_tables(work: &Connection) -> Result<Vec<TableLine>, StorageError> {
    list(work, "public AND phase <> 'finished' ORDER BY updated DESC, name LIMIT ?1", params![LISTED])
}
