//! The storage in SQLite, on a thread of its own.
//!
//! An answer is on the disk before anybody sees it: the journal is a WAL with `synchronous=FULL`, so that a commit that
//! returned has reached the disk, and each answer with the draws after it is a commit.

use std::fs::File;
use std::path::Path;
use std::sync::mpsc;
use std::thread::JoinHandle;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};
use table::{Claims, Hash, Key, Phase, Right, SeatOccupant, Source, Standing, StoredAnswer, TableRecord};
use tokio::sync::oneshot;

use super::{Storage, StorageError, Stored, TableLine};

/// The steps from each version of the schema to the next; a database's `user_version` says how many it has taken. A step
/// that has once been released never changes.
pub(super) const MIGRATIONS: [&str; 5] = [
    include_str!("schema1.sql"),
    include_str!("schema2.sql"),
    include_str!("schema3.sql"),
    include_str!("schema4.sql"),
    include_str!("schema6.sql"),
];
/// What a list of tables reads of each.
const LINE: &str = "name, setup, rules_version, phase, turn, updated, name IN (SELECT tab FROM imports)";

/// How long to wait for somebody else who is writing to the database, before the answer is refused.
const PATIENCE: Duration = Duration::from_secs(2);

/// How long a secret that is not used is good, in milliseconds: 180 days.
pub(super) const SECRETS_LAST: i64 = 180 * DAY;
/// A day in milliseconds. What is used more often is not written down each time.
const DAY: i64 = 24 * 60 * 60 * 1000;
/// The host's right is stored as a seat that no table has.
const HOST: i64 = -1;
/// Tables that a list shows at most.
const LISTED: u32 = 200;

type Job = Box<dyn FnOnce(&mut Connection) + Send>;

/// A database in SQLite: a handle to the thread that has the database.
pub struct Sqlite {
    jobs: mpsc::Sender<Job>,
}

/// Ends the storage when waited for: the thread runs until every [`Sqlite`] is gone.
pub struct StorageThread(JoinHandle<()>);

impl StorageThread {
    /// Waits until everything asked for is written and the database is closed.
    pub fn join(self) {
        if self.0.join().is_err() {
            tracing::error!("the storage thread ended by a panic");
        }
    }
}

impl Sqlite {
    /// Opens the database in a folder, which is made if need be, and brings it to the newest version.
    ///
    /// # Errors
    /// The folder cannot be used or is in use, or the database cannot be read.
    pub fn open(folder: &Path) -> Result<(Sqlite, StorageThread), StorageError> {
        let lock = lock(folder)?;
        let mut connection = Connection::open(folder.join(super::FILE))?;
        configure(&connection)?;
        migrate(&mut connection)?;
        let (jobs, inbox) = mpsc::channel::<Job>();
        let work = move || {
            for job in inbox {
                job(&mut connection);
            }
            // The folder stays locked until the database is closed.
            drop(connection);
            drop(lock);
        };
        let thread = std::thread::Builder::new().name("storage".into()).spawn(work);
        let thread = thread.map_err(|why| StorageError::Folder { folder: folder.to_owned(), why })?;
        Ok((Sqlite { jobs }, StorageThread(thread)))
    }

    /// Runs a job on the storage thread.
    ///
    /// A job that was sent is carried out even if whoever waits for it goes away.
    pub(super) fn run<T: Send + 'static>(
        &self,
        job: impl FnOnce(&mut Connection) -> Result<T, StorageError> + Send + 'static,
    ) -> Stored<T> {
        let (reply, answer) = oneshot::channel();
        let job = move |connection: &mut Connection| {
            // Nobody may be waiting any more; the job is done all the same.
            let _ = reply.send(job(connection));
        };
        let sent = self.jobs.send(Box::new(job));
        Box::pin(async move {
            sent.map_err(|_| StorageError::Closed)?;
            answer.await.unwrap_or(Err(StorageError::Closed))
        })
    }
}

impl Storage for Sqlite {
    fn create(&self, record: TableRecord, answers: Vec<StoredAnswer>) -> Stored<()> {
        self.run(move |connection| {
            let work = connection.transaction()?;
            put_table(&work, &record)?;
            let now = now();
            for answer in &answers {
                put_answer(&work, &record.name, answer, now)?;
            }
            Ok(work.commit()?)
        })
    }

    fn append(&self, name: &str, answers: Vec<StoredAnswer>, standing: Standing) -> Stored<()> {
        let name = name.to_owned();
        self.run(move |connection| {
            let work = connection.transaction()?;
            let now = now();
            for answer in &answers {
                put_answer(&work, &name, answer, now)?;
            }
            work.prepare_cached("UPDATE tables SET phase = ?2, turn = ?3, updated = ?4 WHERE name = ?1")?
                .execute(params![name, standing.phase.word(), standing.turn, now])?;
            Ok(work.commit()?)
        })
    }

    fn seat(&self, name: &str, seats: Vec<SeatOccupant>, phase: Phase, keys: Vec<Key>) -> Stored<()> {
        let name = name.to_owned();
        self.run(move |connection| {
            let work = connection.transaction()?;
            for (seat, occupant) in seats.iter().enumerate() {
                put_seat(&work, &name, seat, occupant)?;
            }
            put_keys(&work, &name, &keys)?;
            work.execute(
                "UPDATE tables SET phase = ?2, updated = ?3 WHERE name = ?1",
                params![name, phase.word(), now()],
            )?;
            Ok(work.commit()?)
        })
    }

    fn add_keys(&self, name: &str, keys: Vec<Key>) -> Stored<()> {
        let name = name.to_owned();
        self.run(move |connection| {
            let work = connection.transaction()?;
            put_keys(&work, &name, &keys)?;
            work.execute("UPDATE tables SET updated = ?2 WHERE name = ?1", params![name, now()])?;
            Ok(work.commit()?)
        })
    }

    fn load(&self, name: &str, from: usize) -> Stored<Option<(TableRecord, Vec<StoredAnswer>)>> {
        let name = name.to_owned();
        self.run(move |connection| {
            let work = connection.transaction()?;
            let Some(record) = table_record(&work, &name)? else { return Ok(None) };
            let answers = answers_from(&work, &name, from)?;
            Ok(Some((record, answers)))
        })
    }

    fn tables_of(&self, hash: Hash) -> Stored<Vec<TableLine>> {
        self.run(move |connection| {
            let work = connection.transaction()?;
            let which =
                "name IN (SELECT tab FROM keys WHERE hash = ?1 AND expires > ?3) ORDER BY updated DESC, name LIMIT ?2";
            list(&work, which, params![hash.as_slice(), LISTED, now()])
        })
    }

    fn public_tables(&self) -> Stored<Vec<TableLine>> {
        self.run(move |connection| {
            let work = connection.transaction()?;
            let which = "public AND phase <> 'finished' ORDER BY updated DESC, name LIMIT ?1";
            list(&work, which, params![LISTED])
        })
    }

    fn renew(&self, name: &str, hashes: Vec<Hash>) -> Stored<()> {
        let name = name.to_owned();
        self.run(move |connection| {
            let expires = now() + SECRETS_LAST;
            // A secret that has expired stays so.
            let sql = "UPDATE keys SET expires = ?3 WHERE tab = ?1 AND hash = ?2 AND expires BETWEEN ?4 AND ?5";
            let mut renewed = connection.prepare_cached(sql)?;
            for hash in hashes {
                renewed.execute(params![name, hash.as_slice(), expires, now(), expires - DAY])?;
            }
            Ok(())
        })
    }

    fn revoke(&self, name: &str, seat: u8, kept: Vec<Hash>) -> Stored<()> {
        let name = name.to_owned();
        self.run(move |connection| {
            let work = connection.transaction()?;
            let hashes: Vec<Hash> = {
                let mut query = work.prepare("SELECT hash FROM keys WHERE tab = ?1 AND seat = ?2")?;
                query.query_map(params![name, seat], |row| row.get(0))?.collect::<Result<_, _>>()?
            };
            for hash in hashes.iter().filter(|hash| !kept.contains(hash)) {
                let sql = "DELETE FROM keys WHERE tab = ?1 AND seat = ?2 AND hash = ?3";
                work.execute(sql, params![name, seat, hash.as_slice()])?;
            }
            Ok(work.commit()?)
        })
    }

    fn delete(&self, name: &str) -> Stored<bool> {
        let name = name.to_owned();
        self.run(move |connection| {
            let work = connection.transaction()?;
            // Single answers never go, and a trigger sees to it. A table goes whole: the trigger is back with the same commit.
            let sql = "SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND name = 'answers_never_go'";
            let trigger: String = work.query_row(sql, [], |row| row.get(0))?;
            work.execute_batch("DROP TRIGGER answers_never_go")?;
            for rows in ["answers", "keys", "seats", "tile_files", "imports"] {
                work.execute(&format!("DELETE FROM {rows} WHERE tab = ?1"), [&name])?;
            }
            let gone = work.execute("DELETE FROM tables WHERE name = ?1", [&name])?;
            work.execute_batch(&trigger)?;
            work.commit()?;
            Ok(gone > 0)
        })
    }
}

fn put_table(work: &Transaction<'_>, record: &TableRecord) -> Result<(), StorageError> {
    let now = now();
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

/// Holds the folder for this process; the system lets go of it however the process ends.
pub fn lock(folder: &Path) -> Result<File, StorageError> {
    let unusable = |why| StorageError::Folder { folder: folder.to_owned(), why };
    std::fs::create_dir_all(folder).map_err(unusable)?;
    let path = folder.join("bastide.lock");
    let lock = File::options().write(true).create(true).truncate(false).open(path).map_err(unusable)?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(std::fs::TryLockError::WouldBlock) => Err(StorageError::InUse(folder.to_owned())),
        Err(std::fs::TryLockError::Error(why)) => Err(unusable(why)),
    }
}

fn configure(connection: &Connection) -> Result<(), StorageError> {
    connection.busy_timeout(PATIENCE)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    Ok(())
}

fn migrate(connection: &mut Connection) -> Result<(), StorageError> {
    let work = connection.transaction()?;
    let found: u32 = work.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let found = found as usize;
    if found > MIGRATIONS.len() {
        return Err(StorageError::TooNew { found, known: MIGRATIONS.len() });
    }
    for step in &MIGRATIONS[found..] {
        work.execute_batch(step)?;
    }
    work.pragma_update(None, "user_version", MIGRATIONS.len() as u32)?;
    Ok(work.commit()?)
}

fn put_seat(work: &Transaction<'_>, name: &str, seat: usize, occupant: &SeatOccupant) -> Result<(), StorageError> {
    let occupant = serde_json::to_string(occupant).map_err(|why| StorageError::Damaged(why.to_string()))?;
    work.execute(
        "INSERT INTO seats (tab, seat, sitter) VALUES (?1, ?2, ?3) \
         ON CONFLICT (tab, seat) DO UPDATE SET sitter = excluded.sitter",
        params![name, seat as i64, occupant],
    )?;
    Ok(())
}

fn put_answer(work: &Transaction<'_>, name: &str, answer: &StoredAnswer, now: i64) -> Result<(), StorageError> {
    work.prepare_cached("INSERT INTO answers (tab, seq, seat, word, time) VALUES (?1, ?2, ?3, ?4, ?5)")?
        .execute(params![name, answer.seq as i64, answer.seat, answer.word, now])?;
    Ok(())
}

fn put_keys(work: &Transaction<'_>, name: &str, keys: &[Key]) -> Result<(), StorageError> {
    for key in keys {
        work.execute(
            "INSERT INTO keys (hash, tab, seat, expires) VALUES (?1, ?2, ?3, ?4) \
             ON CONFLICT (hash, tab, seat) DO UPDATE SET expires = excluded.expires",
            params![key.hash.as_slice(), name, right_number(key.right), now() + SECRETS_LAST],
        )?;
    }
    Ok(())
}

fn table_record(work: &Transaction<'_>, name: &str) -> Result<Option<TableRecord>, StorageError> {
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
    let mut keys = Vec::new();
    let mut query = work.prepare("SELECT hash, seat FROM keys WHERE tab = ?1 AND expires > ?2")?;
    let mut rows = query.query(params![name, now()])?;
    while let Some(row) = rows.next()? {
        keys.push(Key { hash: row.get(0)?, right: right_of(row.get(1)?)? });
    }
    let (phase, seats, source) = (phase_of(&phase)?, occupants(work, name)?, source(work, name, seed)?);
    Ok(Some(TableRecord { name: name.to_owned(), setup, own_tiles, rules_version, source, public, phase, seats, keys }))
}

fn source(work: &Transaction<'_>, name: &str, seed: Vec<u8>) -> Result<Source, StorageError> {
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

fn occupants(work: &Transaction<'_>, name: &str) -> Result<Vec<SeatOccupant>, StorageError> {
    let mut query = work.prepare_cached("SELECT sitter FROM seats WHERE tab = ?1 ORDER BY seat")?;
    let texts = query.query_map([name], |row| row.get::<_, String>(0))?;
    texts.map(|text| serde_json::from_str(&text?).map_err(|why| StorageError::Damaged(why.to_string()))).collect()
}

fn answers_from(work: &Transaction<'_>, name: &str, from: usize) -> Result<Vec<StoredAnswer>, StorageError> {
    let sql = "SELECT seq, seat, word FROM answers WHERE tab = ?1 AND seq >= ?2 ORDER BY seq";
    let read =
        |row: &Row<'_>| Ok(StoredAnswer { seq: row.get::<_, i64>(0)? as usize, seat: row.get(1)?, word: row.get(2)? });
    let answers: Result<Vec<_>, _> = work.prepare(sql)?.query_map(params![name, from as i64], read)?.collect();
    let answers = answers?;
    match answers.iter().enumerate().find(|(i, answer)| answer.seq != from + i) {
        None => Ok(answers),
        Some((i, _)) => Err(StorageError::Damaged(format!("table {name} lacks its answer {}", from + i))),
    }
}

fn list(work: &Transaction<'_>, which: &str, query: impl rusqlite::Params) -> Result<Vec<TableLine>, StorageError> {
    let mut listed = Vec::new();
    let mut statement = work.prepare(&format!("SELECT {LINE} FROM tables WHERE {which}"))?;
    let mut rows = statement.query(query)?;
    while let Some(row) = rows.next()? {
        let name: String = row.get(0)?;
        let phase: String = row.get(3)?;
        let standing = Standing { phase: phase_of(&phase)?, turn: row.get(4)? };
        let seats = occupants(work, &name)?;
        let (setup, rules_version, updated, imported) = (row.get(1)?, row.get(2)?, row.get(5)?, row.get(6)?);
        listed.push(TableLine { name, setup, rules_version, standing, seats, updated, imported });
    }
    Ok(listed)
}

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |passed| passed.as_millis() as i64)
}

#[cfg(test)]
impl Sqlite {
    /// Lets every write fail, as on a disk that cannot be written to, or lets writes through again.
    pub(crate) async fn refuse_writes(&self, refuse: bool) {
        self.run(move |connection| Ok(connection.pragma_update(None, "query_only", refuse)?)).await.unwrap();
    }
}
