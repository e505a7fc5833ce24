//! What outlives the process: tables, seats, secrets' hashes and answers, in SQLite on a thread of its own.
//!
//! An answer is on the disk before anybody sees it: the journal is a WAL with `synchronous=FULL`, so that a commit that
//! returned has reached the disk, and each answer is a commit. Answers are only ever added, under the key (table, seq).

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread::JoinHandle;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};
use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;

use crate::secrets::Hash;

/// The steps from each version of the schema to the next; a database's `user_version` says how many it has taken. A step
/// that has once been released never changes.
const MIGRATIONS: [&str; 4] = [
    include_str!("schema1.sql"),
    include_str!("schema2.sql"),
    include_str!("schema3.sql"),
    include_str!("schema4.sql"),
];
/// What a list of tables reads of each.
const LINE: &str = "name, setup, rules_version, phase, turn, updated, name IN (SELECT tab FROM imports)";

/// How long to wait for somebody else who is writing to the database, before the answer is refused.
const PATIENCE: Duration = Duration::from_secs(2);

/// Tables that a list shows at most.
const LISTED: u32 = 200;

/// Why something could not be stored or read.
#[derive(Debug)]
pub enum StorageError {
    /// The folder cannot be made or opened.
    Folder(PathBuf, std::io::Error),
    /// Another process holds the folder.
    InUse(PathBuf),
    /// The database was written by a later version of this program.
    TooNew {
        /// Its version.
        found: usize,
        /// The newest version known here.
        known: usize,
    },
    /// SQLite says no: the disk is full, the file is read-only or damaged.
    Sqlite(rusqlite::Error),
    /// What is stored cannot be understood.
    Damaged(String),
    /// The storage has been closed.
    Closed,
}

impl std::fmt::Display for StorageError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Folder(folder, why) => {
                write!(f, "the data folder {} cannot be used ({why}); --data names another", folder.display())
            }
            Self::InUse(folder) => write!(
                f,
                "the data folder {} is in use by another Bastide; stop that one, or name another folder with --data",
                folder.display()
            ),
            Self::TooNew { found, known } => {
                write!(f, "the database has version {found}, this program knows {known}; use a newer Bastide")
            }
            Self::Sqlite(why) => write!(f, "the database says: {why}"),
            Self::Damaged(what) => write!(f, "the database holds what cannot be read: {what}"),
            Self::Closed => write!(f, "the storage is closed"),
        }
    }
}

impl std::error::Error for StorageError {}

impl From<rusqlite::Error> for StorageError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sqlite(error)
    }
}

/// How far a table has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Seats are open.
    Gathering,
    /// The game is under way.
    Playing,
    /// The game is over.
    Finished,
}

impl Phase {
    fn word(self) -> &'static str {
        match self {
            Self::Gathering => "gathering",
            Self::Playing => "playing",
            Self::Finished => "finished",
        }
    }

    fn parse(word: &str) -> Result<Self, StorageError> {
        match word {
            "gathering" => Ok(Self::Gathering),
            "playing" => Ok(Self::Playing),
            "finished" => Ok(Self::Finished),
            _ => Err(StorageError::Damaged(format!("the phase \"{word}\""))),
        }
    }
}

/// Who sits on a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Sitter {
    /// A person.
    Human {
        /// What the others call them.
        name: String,
    },
    /// A computer player.
    Bot {
        /// How strong it is.
        level: Level,
        /// How long it may think, in milliseconds, if its level makes use of that; 0 where a record does not say.
        millis: u64,
    },
    /// Nobody yet.
    Open,
}

/// A computer player's level, as the protocol spells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Level {
    Easy,
    Medium,
    Baron,
    Thief,
    Hard,
    Master,
}

impl From<Level> for bots::Level {
    fn from(level: Level) -> Self {
        match level {
            Level::Easy => Self::Easy,
            Level::Medium => Self::Medium,
            Level::Baron => Self::Baron,
            Level::Thief => Self::Thief,
            Level::Hard => Self::Hard,
            Level::Master => Self::Master,
        }
    }
}

/// What a secret opens: a seat, or the host's rights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Right {
    /// To answer for this seat.
    Seat(u8),
    /// To start the game.
    Host,
}

impl Right {
    /// The host's right is stored as a seat that no table has.
    const HOST: i64 = -1;

    fn number(self) -> i64 {
        match self {
            Self::Seat(seat) => i64::from(seat),
            Self::Host => Self::HOST,
        }
    }

    fn parse(number: i64) -> Result<Self, StorageError> {
        match number {
            Self::HOST => Ok(Self::Host),
            _ => u8::try_from(number)
                .map(Self::Seat)
                .map_err(|_| StorageError::Damaged(format!("a right to seat {number}"))),
        }
    }
}

/// A secret's hash and what it opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    /// The hash.
    pub hash: Hash,
    /// What it opens.
    pub right: Right,
}

/// Where the tiles of a table's game come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// From the draw order of this seed.
    Seed([u8; 32]),
    /// From a record that somebody brought.
    Record(Claims),
}

/// What a record says of its game beside set-up, players and answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claims {
    /// The commitment to the draw order.
    pub commitment: Option<String>,
    /// The seed of the draw order.
    pub seed: Option<[u8; 32]>,
    /// Whether the game was broken off and scored.
    pub stopped: bool,
}

/// A table without its answers.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    /// Its name.
    pub name: String,
    /// The set-up as JSON, with own tiles by their hash.
    pub setup: String,
    /// The tile file of the players' own, if they have one.
    pub own_tiles: Option<String>,
    /// The version of the rules that the game is pinned to.
    pub rules_version: u32,
    /// Where its tiles come from.
    pub source: Source,
    /// Whether everybody may find it in the list.
    pub public: bool,
    /// How far it has come.
    pub phase: Phase,
    /// Who sits where.
    pub seats: Vec<Sitter>,
    /// The secrets' hashes.
    pub keys: Vec<Key>,
}

/// One answer as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredAnswer {
    /// The number of answers before it.
    pub seq: usize,
    /// Who gave it; nobody where chance did.
    pub seat: Option<u8>,
    /// The answer's word.
    pub word: String,
}

/// Where a game stands after an answer, for lists of tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// How far the table has come.
    pub phase: Phase,
    /// Whose turn it is.
    pub turn: Option<u8>,
}

/// A line in a list of tables.
#[derive(Clone, Debug)]
pub struct Listed {
    /// The table's name.
    pub name: String,
    /// The set-up as JSON.
    pub setup: String,
    /// The version of the rules that it is pinned to.
    pub rules_version: u32,
    /// Where it stands.
    pub standing: Standing,
    /// Who sits where.
    pub seats: Vec<Sitter>,
    /// When it last changed, in milliseconds since 1970.
    pub updated: i64,
    /// Whether its game was brought as a record.
    pub imported: bool,
}

type Job = Box<dyn FnOnce(&mut Connection) + Send>;

/// The storage: a handle to the thread that has the database.
pub struct Storage {
    jobs: mpsc::Sender<Job>,
}

/// Ends the storage when waited for: the thread runs until every [`Storage`] is gone.
pub struct StorageThread(JoinHandle<()>);

impl StorageThread {
    /// Waits until everything asked for is written and the database is closed.
    pub fn join(self) {
        if self.0.join().is_err() {
            tracing::error!("the storage thread ended by a panic");
        }
    }
}

impl Storage {
    /// Opens the database in a folder, which is made if need be, and brings it to the newest version.
    ///
    /// # Errors
    /// The folder cannot be used or is in use, or the database cannot be read.
    pub fn open(folder: &Path) -> Result<(Storage, StorageThread), StorageError> {
        let lock = lock(folder)?;
        let mut connection = Connection::open(folder.join("bastide.sqlite"))?;
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
        let thread = thread.map_err(|why| StorageError::Folder(folder.to_owned(), why))?;
        Ok((Storage { jobs }, StorageThread(thread)))
    }

    /// Runs a job on the storage thread.
    ///
    /// A job that was sent is carried out even if whoever waits for it goes away.
    async fn run<T: Send + 'static>(
        &self,
        job: impl FnOnce(&mut Connection) -> Result<T, StorageError> + Send + 'static,
    ) -> Result<T, StorageError> {
        let (reply, answer) = oneshot::channel();
        let job = move |connection: &mut Connection| {
            // Nobody may be waiting any more; the job is done all the same.
            let _ = reply.send(job(connection));
        };
        self.jobs.send(Box::new(job)).map_err(|_| StorageError::Closed)?;
        answer.await.unwrap_or(Err(StorageError::Closed))
    }

    /// Writes a new table down, with the answers that it has from the beginning.
    pub async fn create(&self, sheet: Sheet, answers: Vec<StoredAnswer>) -> Result<(), StorageError> {
        self.run(move |connection| {
            let work = connection.transaction()?;
            let now = now();
            let seed: &[u8] = if let Source::Seed(seed) = &sheet.source { seed } else { &[] };
            work.execute(
                "INSERT INTO tables (name, setup, rules_version, seed, public, phase, turn, created, updated) \
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, NULL, ?7, ?7)",
                params![sheet.name, sheet.setup, sheet.rules_version, seed, sheet.public, sheet.phase.word(), now],
            )?;
            if let Some(file) = &sheet.own_tiles {
                work.execute("INSERT INTO tile_files (tab, file) VALUES (?1, ?2)", params![sheet.name, file])?;
            }
            for (seat, sitter) in sheet.seats.iter().enumerate() {
                put_seat(&work, &sheet.name, seat, sitter)?;
            }
            put_keys(&work, &sheet.name, &sheet.keys)?;
            if let Source::Record(claims) = &sheet.source {
                work.execute(
                    "INSERT INTO imports (tab, commitment, seed, stopped) VALUES (?1, ?2, ?3, ?4)",
                    params![sheet.name, claims.commitment, claims.seed, claims.stopped],
                )?;
            }
            for answer in &answers {
                put_answer(&work, &sheet.name, answer, now)?;
            }
            Ok(work.commit()?)
        })
        .await
    }

    /// Reads a table with the answers given so far; none if there is no such table.
    pub async fn load(&self, name: String) -> Result<Option<(Sheet, Vec<StoredAnswer>)>, StorageError> {
        self.run(move |connection| {
            let work = connection.transaction()?;
            let Some(sheet) = sheet(&work, &name)? else { return Ok(None) };
            let answers = answers_from(&work, &name, 0)?;
            Ok(Some((sheet, answers)))
        })
        .await
    }

    /// The answers of a table from a sequence number on.
    pub async fn answers(&self, name: String, from: usize) -> Result<Vec<StoredAnswer>, StorageError> {
        self.run(move |connection| answers_from(&connection.transaction()?, &name, from)).await
    }

    /// Writes an answer down, and where the game stands after it.
    pub async fn append(&self, name: String, answer: StoredAnswer, standing: Standing) -> Result<(), StorageError> {
        self.run(move |connection| {
            let work = connection.transaction()?;
            let now = now();
            put_answer(&work, &name, &answer, now)?;
            work.prepare_cached("UPDATE tables SET phase = ?2, turn = ?3, updated = ?4 WHERE name = ?1")?
                .execute(params![name, standing.phase.word(), standing.turn, now])?;
            Ok(work.commit()?)
        })
        .await
    }

    /// Writes down who sits where now, how far the table has come, and new keys.
    pub async fn seat(
        &self,
        name: String,
        seats: Vec<Sitter>,
        phase: Phase,
        keys: Vec<Key>,
    ) -> Result<(), StorageError> {
        self.run(move |connection| {
            let work = connection.transaction()?;
            for (seat, sitter) in seats.iter().enumerate() {
                put_seat(&work, &name, seat, sitter)?;
            }
            put_keys(&work, &name, &keys)?;
            work.execute(
                "UPDATE tables SET phase = ?2, updated = ?3 WHERE name = ?1",
                params![name, phase.word(), now()],
            )?;
            Ok(work.commit()?)
        })
        .await
    }

    /// The tables that a secret opens, newest first.
    pub async fn tables_of(&self, hash: Hash) -> Result<Vec<Listed>, StorageError> {
        self.run(move |connection| {
            let work = connection.transaction()?;
            let which = "name IN (SELECT tab FROM keys WHERE hash = ?1) ORDER BY updated DESC, name LIMIT ?2";
            list(&work, which, params![hash.as_slice(), LISTED])
        })
        .await
    }

    /// The public tables that are not finished, newest first.
    pub async fn public_tables(&self) -> Result<Vec<Listed>, StorageError> {
        self.run(move |connection| {
            let work = connection.transaction()?;
            let which = "public AND phase <> 'finished' ORDER BY updated DESC, name LIMIT ?1";
            list(&work, which, params![LISTED])
        })
        .await
    }
}

/// Holds the folder for this process; the system lets go of it however the process ends.
fn lock(folder: &Path) -> Result<File, StorageError> {
    let unusable = |why| StorageError::Folder(folder.to_owned(), why);
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

fn put_seat(work: &Transaction<'_>, name: &str, seat: usize, sitter: &Sitter) -> Result<(), StorageError> {
    let sitter = serde_json::to_string(sitter).map_err(|why| StorageError::Damaged(why.to_string()))?;
    work.execute(
        "INSERT INTO seats (tab, seat, sitter) VALUES (?1, ?2, ?3) \
         ON CONFLICT (tab, seat) DO UPDATE SET sitter = excluded.sitter",
        params![name, seat as i64, sitter],
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
            "INSERT OR IGNORE INTO keys (hash, tab, seat) VALUES (?1, ?2, ?3)",
            params![key.hash.as_slice(), name, key.right.number()],
        )?;
    }
    Ok(())
}

fn sheet(work: &Transaction<'_>, name: &str) -> Result<Option<Sheet>, StorageError> {
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
    let mut query = work.prepare("SELECT hash, seat FROM keys WHERE tab = ?1")?;
    let mut rows = query.query([name])?;
    while let Some(row) = rows.next()? {
        keys.push(Key { hash: row.get(0)?, right: Right::parse(row.get(1)?)? });
    }
    let (phase, seats, source) = (Phase::parse(&phase)?, sitters(work, name)?, source(work, name, seed)?);
    Ok(Some(Sheet { name: name.to_owned(), setup, own_tiles, rules_version, source, public, phase, seats, keys }))
}

fn source(work: &Transaction<'_>, name: &str, seed: Vec<u8>) -> Result<Source, StorageError> {
    let read = |row: &Row<'_>| Ok(Claims { commitment: row.get(0)?, seed: row.get(1)?, stopped: row.get(2)? });
    let sql = "SELECT commitment, seed, stopped FROM imports WHERE tab = ?1";
    if let Some(claims) = work.query_row(sql, [name], read).optional()? {
        return Ok(Source::Record(claims));
    }
    let length = seed.len();
    let seed = seed.try_into().map_err(|_| StorageError::Damaged(format!("a seed of {length} bytes")))?;
    Ok(Source::Seed(seed))
}

fn sitters(work: &Transaction<'_>, name: &str) -> Result<Vec<Sitter>, StorageError> {
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

fn list(work: &Transaction<'_>, which: &str, query: impl rusqlite::Params) -> Result<Vec<Listed>, StorageError> {
    let mut listed = Vec::new();
    let mut statement = work.prepare(&format!("SELECT {LINE} FROM tables WHERE {which}"))?;
    let mut rows = statement.query(query)?;
    while let Some(row) = rows.next()? {
        let name: String = row.get(0)?;
        let phase: String = row.get(3)?;
        let standing = Standing { phase: Phase::parse(&phase)?, turn: row.get(4)? };
        let seats = sitters(work, &name)?;
        let (setup, rules_version, updated, imported) = (row.get(1)?, row.get(2)?, row.get(5)?, row.get(6)?);
        listed.push(Listed { name, setup, rules_version, standing, seats, updated, imported });
    }
    Ok(listed)
}

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |passed| passed.as_millis() as i64)
}

#[cfg(test)]
impl Storage {
    /// Lets every write fail, as on a disk that cannot be written to, or lets writes through again.
    pub async fn refuse_writes(&self, refuse: bool) {
        self.run(move |connection| Ok(connection.pragma_update(None, "query_only", refuse)?)).await.unwrap();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheet() -> Sheet {
        Sheet {
            name: "aaaaaaaaaaaa".into(),
            setup: "{}".into(),
            own_tiles: Some("set = \"mine\"\n".into()),
            rules_version: 1,
            source: Source::Seed([7; 32]),
            public: true,
            phase: Phase::Playing,
            seats: vec![
                Sitter::Human { name: "Ганна".into() },
                Sitter::Bot { level: Level::Hard, millis: 500 },
                Sitter::Open,
            ],
            keys: vec![Key { hash: [1; 32], right: Right::Seat(0) }, Key { hash: [2; 32], right: Right::Host }],
        }
    }

    fn answer(seq: usize) -> StoredAnswer {
        StoredAnswer { seq, seat: (seq % 2 == 1).then_some(0), word: format!("word {seq}") }
    }

    const STANDING: Standing = Standing { phase: Phase::Playing, turn: Some(0) };

    #[tokio::test]
    async fn what_is_written_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let (storage, thread) = Storage::open(folder.path()).unwrap();
        storage.create(sheet(), Vec::new()).await.unwrap();
        for seq in 0..3 {
            storage.append(sheet().name, answer(seq), STANDING).await.unwrap();
        }
        drop(storage);
        thread.join();
        let (storage, _) = Storage::open(folder.path()).unwrap();
        let (found, answers) = storage.load(sheet().name).await.unwrap().unwrap();
        assert_eq!(found, sheet());
        assert_eq!(answers, (0..3).map(answer).collect::<Vec<_>>());
        assert_eq!(storage.answers(sheet().name, 2).await.unwrap(), [answer(2)]);
        assert!(storage.load("bbbbbbbbbbbb".into()).await.unwrap().is_none());
        assert_eq!(storage.tables_of([2; 32]).await.unwrap().len(), 1);
        assert_eq!(storage.tables_of([3; 32]).await.unwrap().len(), 0);
        assert_eq!(storage.public_tables().await.unwrap()[0].standing, STANDING);
    }

    #[tokio::test]
    async fn an_imported_table_is_written_whole_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let (storage, _) = Storage::open(folder.path()).unwrap();
        for (name, seed) in [("aaaaaaaaaaaa", Some([5; 32])), ("bbbbbbbbbbbb", None)] {
            let claims = Claims { commitment: seed.map(|_| "c".repeat(64)), seed, stopped: seed.is_none() };
            let phase = Phase::Finished;
            let imported = Sheet { name: name.into(), source: Source::Record(claims), phase, ..sheet() };
            // Two answers in one place: none of the table is kept.
            let spoilt = storage.create(imported.clone(), vec![answer(0), answer(1), answer(0)]).await;
            assert!(matches!(spoilt, Err(StorageError::Sqlite(_))));
            assert!(storage.load(name.into()).await.unwrap().is_none());
            storage.create(imported.clone(), (0..3).map(answer).collect()).await.unwrap();
            let (found, answers) = storage.load(name.into()).await.unwrap().unwrap();
            assert_eq!((found, answers), (imported, (0..3).map(answer).collect::<Vec<_>>()));
        }
        let listed = storage.tables_of([1; 32]).await.unwrap();
        assert!(listed.len() == 2 && listed.iter().all(|table| table.imported));
        assert_eq!(storage.public_tables().await.unwrap().len(), 0);
    }

    #[tokio::test]
    async fn answers_are_only_ever_added() {
        let folder = tempfile::tempdir().unwrap();
        let (storage, _) = Storage::open(folder.path()).unwrap();
        storage.create(sheet(), Vec::new()).await.unwrap();
        storage.append(sheet().name, answer(0), STANDING).await.unwrap();
        let other = StoredAnswer { word: "another".into(), ..answer(0) };
        assert!(storage.append(sheet().name, other, STANDING).await.is_err(), "the place is taken");
        assert!(storage.append("bbbbbbbbbbbb".into(), answer(0), STANDING).await.is_err(), "there is no such table");
        for sql in ["UPDATE answers SET word = 'x'", "DELETE FROM answers"] {
            let refused = storage.run(move |connection| Ok(connection.execute(sql, [])?)).await;
            assert!(refused.unwrap_err().to_string().contains("answers never"), "{sql}");
        }
        assert_eq!(storage.answers(sheet().name, 0).await.unwrap(), [answer(0)]);
    }

    #[tokio::test]
    async fn a_missing_answer_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let (storage, _) = Storage::open(folder.path()).unwrap();
        storage.create(sheet(), Vec::new()).await.unwrap();
        storage.append(sheet().name, answer(0), STANDING).await.unwrap();
        storage.append(sheet().name, answer(2), STANDING).await.unwrap();
        let error = storage.load(sheet().name).await.unwrap_err().to_string();
        assert!(error.contains("lacks its answer 1"), "{error}");
    }

    #[tokio::test]
    async fn commits_reach_the_disk() {
        let folder = tempfile::tempdir().unwrap();
        let (storage, _) = Storage::open(folder.path()).unwrap();
        let modes = storage.run(|connection| {
            let journal: String = connection.pragma_query_value(None, "journal_mode", |row| row.get(0))?;
            let synchronous: i64 = connection.pragma_query_value(None, "synchronous", |row| row.get(0))?;
            Ok((journal, synchronous))
        });
        assert_eq!(modes.await.unwrap(), ("wal".to_owned(), 2));
    }

    #[tokio::test]
    async fn a_folder_has_one_server() {
        let folder = tempfile::tempdir().unwrap();
        let (storage, thread) = Storage::open(folder.path()).unwrap();
        assert!(matches!(Storage::open(folder.path()), Err(StorageError::InUse(_))));
        drop(storage);
        thread.join();
        assert!(Storage::open(folder.path()).is_ok());
    }

    #[test]
    fn what_cannot_be_opened_is_said() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        std::fs::write(&file, "").unwrap();
        assert!(matches!(Storage::open(&file), Err(StorageError::Folder(..))));
        std::fs::write(folder.path().join("bastide.sqlite"), "this is no database, whatever its name says").unwrap();
        assert!(matches!(Storage::open(folder.path()), Err(StorageError::Sqlite(_))));
    }

    #[test]
    fn a_database_of_a_later_version_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let database = Connection::open(folder.path().join("bastide.sqlite")).unwrap();
        database.pragma_update(None, "user_version", 99).unwrap();
        let error = Storage::open(folder.path()).err().unwrap();
        assert!(matches!(error, StorageError::TooNew { found: 99, known: 4 }), "{error}");
    }

    #[test]
    fn every_version_is_brought_to_the_newest() {
        for version in 0..=MIGRATIONS.len() {
            let folder = tempfile::tempdir().unwrap();
            let database = Connection::open(folder.path().join("bastide.sqlite")).unwrap();
            for step in &MIGRATIONS[..version] {
                database.execute_batch(step).unwrap();
            }
            database.pragma_update(None, "user_version", version as u32).unwrap();
            drop(database);
            assert!(Storage::open(folder.path()).is_ok(), "from version {version}");
        }
    }

    #[tokio::test]
    async fn computer_players_of_old_tables_stay_who_they_are() {
        let folder = tempfile::tempdir().unwrap();
        let (storage, thread) = Storage::open(folder.path()).unwrap();
        let bot = |level| Sitter::Bot { level, millis: 500 };
        let human = Sitter::Human { name: "hard".into() };
        let words = vec![bot(Level::Easy), bot(Level::Medium), bot(Level::Hard), human.clone(), Sitter::Open];
        storage.create(Sheet { seats: words, ..sheet() }, Vec::new()).await.unwrap();
        drop(storage);
        thread.join();
        // The database as it was left by a program that knew the two older steps alone.
        let database = Connection::open(folder.path().join("bastide.sqlite")).unwrap();
        database.execute_batch("DROP TABLE imports").unwrap();
        database.pragma_update(None, "user_version", 2).unwrap();
        drop(database);
        let (storage, _) = Storage::open(folder.path()).unwrap();
        let (found, _) = storage.load(sheet().name).await.unwrap().unwrap();
        assert_eq!(found.seats, [bot(Level::Easy), bot(Level::Hard), bot(Level::Master), human, Sitter::Open]);
    }

    #[test]
    fn levels_are_spelt_as_the_computer_players_spell_them() {
        for word in bots::Level::ALL.map(bots::Level::word) {
            let level: Level = serde_json::from_value(word.into()).unwrap();
            assert_eq!(bots::Level::from(level).word(), word);
        }
    }
}
