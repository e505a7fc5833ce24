//! PostgreSQL storage: writer and reader threads, each with its own connection.
//!
//! # Durability
//! A commit returns once PostgreSQL has it on disk (`synchronous_commit`, which each connection turns on if the server has it off).
//!
//! # Writers
//! Changes to a table's log and seats go to one of several writers, chosen by the table's name: they touch only that table's rows, and
//! entry numbers detect conflicts. Everything else, such as accounts and ratings, is read before it is written, so a single writer makes
//! these changes, under a lock that excludes all other transactions of this kind.
//!
//! # When PostgreSQL is down
//! Requests fail immediately, and each new one tries to reconnect. A commit whose outcome is unknown may have succeeded; its requester
//! reads the database to find out.

mod values;

use std::fmt;
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use postgres::Config;
use postgres::config::Host;

use super::StorageError;
use super::database::{Change, Completion, Database, Read, StorageThreads, Writers, next_batch};
use super::session::Session;
use super::sqlite::NEWEST_SCHEMA_VERSION;
use super::transaction::Transaction;

/// Schema upgrades, with the same versions as SQLite: from, to, statements. A released upgrade is never changed.
const UPGRADES: [(usize, usize, &str); 9] = [
    (0, 17, include_str!("postgresql/version17.sql")),
    (17, 18, include_str!("postgresql/version18.sql")),
    (18, 19, include_str!("postgresql/version19.sql")),
    (19, 20, include_str!("postgresql/version20.sql")),
    (20, 21, include_str!("postgresql/version21.sql")),
    (21, 22, include_str!("postgresql/version22.sql")),
    (22, 23, include_str!("postgresql/version23.sql")),
    (23, 24, include_str!("postgresql/version24.sql")),
    (24, NEWEST_SCHEMA_VERSION, include_str!("postgresql/version25.sql")),
];
const TABLE_WRITERS: usize = 4;
/// Number of reader threads for interactive reads, and for searches.
const READERS: usize = 3;
const SEARCHERS: usize = 2;
/// Connection timeout, and timeout for unacknowledged data.
const TIMEOUT: Duration = Duration::from_secs(3);
/// Settings for each connection.
const SETTINGS: &str = "SET lock_timeout = '5s'; SET idle_in_transaction_session_timeout = '30s'; \
    SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'";
/// Takes the lock that a single server holds on its database for as long as the connection lasts.
const EXCLUSIVE_LOCK: &str = "SELECT pg_try_advisory_lock(1650553716, hashtext(current_schema()))";
/// Takes the same lock in shared mode, as the servers of a cluster do.
const SHARED_LOCK: &str = "SELECT pg_try_advisory_lock_shared(1650553716, hashtext(current_schema()))";
/// Begins a transaction with the lock for changes that affect more than one table.
pub(crate) const BEGIN_EXCLUSIVE: &str = "BEGIN; SELECT pg_advisory_xact_lock(1650553717, hashtext(current_schema()))";
/// Begins a read-only transaction.
pub(crate) const BEGIN_READ: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
/// Commits. The SELECT makes a failed transaction report an error, which COMMIT alone would not.
pub(crate) const COMMIT: &str = "SELECT 1; COMMIT";

/// URL of a PostgreSQL database. Its `Display` omits the password.
#[derive(Clone, Debug)]
pub struct DatabaseUrl(Config);

impl DatabaseUrl {
    /// Parses a URL such as `postgres://name:password@host/database`. A separate password takes precedence.
    pub fn new(url: &str, password: Option<&str>) -> Result<DatabaseUrl, StorageError> {
        let mut config: Config = url.parse().map_err(|why: postgres::Error| {
            let said = std::error::Error::source(&why).map_or_else(|| why.to_string(), ToString::to_string);
            StorageError::Address(said)
        })?;
        if let Some(password) = password {
            config.password(password);
        }
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(TIMEOUT);
        }
        if config.get_application_name().is_none() {
            config.application_name("bastide");
        }
        config.tcp_user_timeout(TIMEOUT).keepalives_idle(TIMEOUT);
        Ok(DatabaseUrl(config))
    }
}

impl DatabaseUrl {
    pub(crate) fn config(&self) -> &Config {
        &self.0
    }
}

impl fmt::Display for DatabaseUrl {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hosts = self.0.get_hosts().iter().map(|host| match host {
            Host::Tcp(name) => name.clone(),
            #[cfg(unix)]
            Host::Unix(folder) => folder.display().to_string(),
        });
        let hosts: Vec<String> = hosts.collect();
        write!(out, "the database {} on {}", self.0.get_dbname().unwrap_or("of the user"), hosts.join(", "))
    }
}

/// Opens PostgreSQL databases.
pub struct PostgreSql;

impl PostgreSql {
    /// Opens a database for a single server and upgrades it to the newest version.
    pub fn open(url: &DatabaseUrl) -> Result<(Database, StorageThreads), StorageError> {
        PostgreSql::open_by(url, only, TAKE_OVER_TIME)
    }

    /// Opens a database for one of several servers in a cluster.
    ///
    /// # Errors
    /// Same as [`open`](Self::open); also fails if a single server is using the database.
    pub fn open_shared(url: &DatabaseUrl) -> Result<(Database, StorageThreads), StorageError> {
        PostgreSql::open_by(url, connect_shared, "")
    }

    fn open_by(
        url: &DatabaseUrl,
        only: fn(&Config) -> Result<Session, StorageError>,
        begin: &'static str,
    ) -> Result<(Database, StorageThreads), StorageError> {
        let config = url.0.clone();
        // The PostgreSQL client runs its own runtime, which cannot be nested in another.
        let first = std::thread::scope(|scope| {
            let opened = scope.spawn(|| {
                let mut first = only(&config)?;
                migrate(&mut first)?;
                first.run(begin)?;
                Ok(first)
            });
            opened.join().unwrap_or(Err(StorageError::Closed))
        })?;
        let mut threads = Vec::new();
        let (exclusive, changing) = mpsc::channel();
        threads.push(spawn("storage", {
            let config = config.clone();
            move || write(&Connecting { config, connect: only, begin: BEGIN_EXCLUSIVE }, Some(first), &changing)
        })?);
        let mut tables = Vec::new();
        for _ in 0..TABLE_WRITERS {
            let (changes, changing) = mpsc::channel();
            let connecting = Connecting { config: config.clone(), connect, begin: "BEGIN" };
            threads.push(spawn("storage writer", move || write(&connecting, None, &changing))?);
            tables.push(changes);
        }
        let mut read_on = |name: &str, count: usize| -> Result<_, StorageError> {
            let (reads, asked) = mpsc::channel();
            let asked = Arc::new(Mutex::new(asked));
            for _ in 0..count {
                let (config, asked) = (config.clone(), asked.clone());
                threads.push(spawn(name, move || read(&config, &asked))?);
            }
            Ok(reads)
        };
        let (reads, searches) = (read_on("storage reader", READERS)?, read_on("storage searcher", SEARCHERS)?);
        let writers = Writers { exclusive, tables };
        Ok((Database { writers, reads, searches, health: Arc::default(), erase: None }, StorageThreads(threads)))
    }
}

/// How a writer connects and begins transactions.
struct Connecting {
    config: Config,
    connect: fn(&Config) -> Result<Session, StorageError>,
    begin: &'static str,
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> Result<JoinHandle<()>, StorageError> {
    let thread = std::thread::Builder::new().name(name.to_owned());
    thread.spawn(work).map_err(|why| StorageError::Commit(format!("cannot start a thread ({why})")))
}

/// Connects as the database's only server.
fn only(config: &Config) -> Result<Session, StorageError> {
    connect_with(config, EXCLUSIVE_LOCK)
}

/// SQL run when a single server starts: takes over the running time from an earlier cluster and removes its nodes.
const TAKE_OVER_TIME: &str = "BEGIN; \
    UPDATE running_time SET millis = greatest(millis, (SELECT coalesce(max(moment), 0) FROM nodes)); \
    DELETE FROM nodes; COMMIT";

/// Connects as one of several servers in a cluster.
fn connect_shared(config: &Config) -> Result<Session, StorageError> {
    connect_with(config, SHARED_LOCK)
}

fn connect_with(config: &Config, lock: &str) -> Result<Session, StorageError> {
    let mut session = connect(config)?;
    let mine = Transaction::of_postgres(&mut session).query_row(lock, (), |row| row.get(0))?;
    if mine { Ok(session) } else { Err(StorageError::Busy) }
}

pub(crate) fn connect(config: &Config) -> Result<Session, StorageError> {
    let mut session = Session::connect(config)?;
    session.run(SETTINGS)?;
    Ok(session)
}

/// Upgrades the schema to the newest version in one transaction.
fn migrate(session: &mut Session) -> Result<(), StorageError> {
    session.run(BEGIN_EXCLUSIVE)?;
    session.run("CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)")?;
    let mut version = version(session)?;
    if version > NEWEST_SCHEMA_VERSION {
        return Err(StorageError::TooNew { found: version, known: NEWEST_SCHEMA_VERSION });
    }
    while version < NEWEST_SCHEMA_VERSION {
        let upgrade = UPGRADES.iter().find(|(from, ..)| *from == version);
        let (_, to, statements) = upgrade.ok_or(StorageError::Unreleased { found: version })?;
        session.run(statements)?;
        version = *to;
    }
    session.run(&format!(
        "DELETE FROM schema_version; INSERT INTO schema_version VALUES ({NEWEST_SCHEMA_VERSION}); COMMIT"
    ))
}

/// Returns the schema version, or 0 if there is no schema.
pub(crate) fn version(session: &mut Session) -> Result<usize, StorageError> {
    let work = Transaction::of_postgres(session);
    let found = work.query_map("SELECT version FROM schema_version", (), |row| row.get::<u32>(0))?;
    Ok(found.first().map_or(0, |version| *version as usize))
}

/// Runs changes until every sender is gone; all waiting changes share one commit.
fn write(connecting: &Connecting, first: Option<Session>, changing: &Receiver<Change>) {
    let mut kept = first;
    while let Some(waiting) = next_batch(changing) {
        let begun = begin_on(kept.take(), &connecting.config, connecting.connect, connecting.begin);
        let (done, committed): (Vec<Completion>, _) = match begun {
            Ok(mut session) => {
                let work = Transaction::of_postgres(&mut session);
                let done = waiting.map(|change| change(Some(&work))).collect();
                let committed = session.run(COMMIT);
                // The state of a connection is unknown after a failed commit, so drop it.
                kept = Some(session).filter(|_| committed.is_ok());
                (done, committed)
            }
            Err(why) => (waiting.map(|change| change(None)).collect(), Err(why)),
        };
        done.into_iter().for_each(|done| done(committed.as_ref().copied()));
    }
}

/// Runs reads, each in its own transaction, until every sender is gone.
fn read(config: &Config, asked: &Mutex<Receiver<Read>>) {
    let mut kept: Option<Session> = None;
    loop {
        let next = asked.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(next) = next else { return };
        match begin_on(kept.take(), config, connect, BEGIN_READ) {
            Ok(mut session) => {
                next(Ok(&Transaction::of_postgres(&mut session)));
                kept = session.run("ROLLBACK").is_ok().then_some(session);
            }
            Err(why) => next(Err(why)),
        }
    }
}

/// Begins a transaction on the existing connection or, if it is lost, on a new one.
fn begin_on(
    kept: Option<Session>,
    config: &Config,
    connect: fn(&Config) -> Result<Session, StorageError>,
    begin: &str,
) -> Result<Session, StorageError> {
    if let Some(mut session) = kept
        && !session.is_lost()
        && session.run(begin).is_ok()
    {
        return Ok(session);
    }
    let mut session = connect(config)?;
    session.run(begin)?;
    Ok(session)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use table::Moment;

    use super::*;
    use crate::storage::testing::{Schema, TestDatabase};
    use crate::storage::{Sqlite, Storage};

    /// Creates a separate schema if PostgreSQL is available.
    fn schema() -> Option<Schema> {
        match TestDatabase::schema()? {
            TestDatabase::Schema(schema) => Some(schema),
            TestDatabase::Folder(_) => None,
        }
    }

    fn url(schema: &Schema) -> DatabaseUrl {
        DatabaseUrl::new(&format!("{}&application_name={}", schema.address(), schema.name()), None).unwrap()
    }

    #[tokio::test]
    async fn a_database_has_one_server() {
        let Some(schema) = schema() else { return };
        let (storage, threads) = PostgreSql::open(&url(&schema)).unwrap();
        assert!(matches!(PostgreSql::open(&url(&schema)), Err(StorageError::Busy)));
        drop(storage);
        threads.join();
        // PostgreSQL releases the lock shortly after the connection ends.
        for _ in 0..100 {
            if PostgreSql::open(&url(&schema)).is_ok() {
                return;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        panic!("the database is still locked");
    }

    #[tokio::test]
    async fn lost_connections_are_replaced() {
        let Some(schema) = schema() else { return };
        let (storage, _threads) = PostgreSql::open(&url(&schema)).unwrap();
        for time in 1..4 {
            storage.save_running_time(Moment(time)).await.unwrap();
            let ended = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name";
            schema.run(&format!("{ended} = '{}'", schema.name()));
            assert_eq!(storage.running_time().await.unwrap(), Moment(0), "no clock runs");
        }
    }

    #[test]
    fn bad_and_unreachable_urls_are_reported() {
        let said = |url: &str| DatabaseUrl::new(url, None).unwrap_err().to_string();
        assert!(said("games.sqlite").contains("use postgres://name:password@host/database"));
        let nowhere = DatabaseUrl::new("postgres://anna:secret@127.0.0.1:9/games", None).unwrap();
        let why = PostgreSql::open(&nowhere).err().unwrap().to_string();
        assert!(why.starts_with("the database cannot be reached") && !why.contains("secret"), "{why}");
        assert_eq!(nowhere.to_string(), "the database games on 127.0.0.1");
    }

    #[test]
    fn a_database_of_a_later_version_is_rejected() {
        let Some(schema) = schema() else { return };
        let version = format!("{}.schema_version", schema.name());
        schema.run(&format!("CREATE TABLE {version} (version BIGINT NOT NULL); INSERT INTO {version} VALUES (99)"));
        let error = PostgreSql::open(&url(&schema)).err().unwrap();
        assert!(matches!(error, StorageError::TooNew { found: 99, known: NEWEST_SCHEMA_VERSION }), "{error}");
    }

    #[test]
    fn a_database_of_version_17_is_upgraded_with_its_content() {
        let Some(schema) = schema() else { return };
        let [(_, first, statements), ..] = UPGRADES;
        let mut session = connect(url(&schema).config()).unwrap();
        session.run(statements).unwrap();
        session.run("CREATE TABLE schema_version (version BIGINT NOT NULL)").unwrap();
        session.run(&format!("INSERT INTO schema_version VALUES ({first})")).unwrap();
        let line = "INSERT INTO lines (apart, name, words, time) VALUES (FALSE, 'Anna', 'hello', 1)";
        session.run(line).unwrap();
        drop(PostgreSql::open(&url(&schema)).unwrap());
        assert_eq!(version(&mut session).unwrap(), NEWEST_SCHEMA_VERSION);
        let work = Transaction::of_postgres(&mut session);
        let read = |row: &crate::storage::values::Row| Ok((row.get::<String>(0)?, row.get::<bool>(1)?));
        let kept = work.query_row("SELECT words, removed FROM lines", (), read).unwrap();
        assert_eq!(kept, ("hello".to_owned(), false));
    }

    #[test]
    fn both_databases_have_the_same_tables_and_columns() {
        let Some(schema) = schema() else { return };
        drop(PostgreSql::open(&url(&schema)).unwrap());
        let mut session = Session::connect(url(&schema).config()).unwrap();
        let sql = "SELECT CAST(table_name AS TEXT), CAST(column_name AS TEXT) FROM information_schema.columns \
                   WHERE table_schema = current_schema() AND table_name <> 'schema_version'";
        let pair = |row: &crate::storage::values::Row| Ok((row.get::<String>(0)?, row.get::<String>(1)?));
        let theirs = Transaction::of_postgres(&mut session).query_map(sql, (), pair).unwrap();
        let folder = tempfile::tempdir().unwrap();
        drop(Sqlite::open(folder.path()).unwrap());
        let file = rusqlite::Connection::open(folder.path().join(crate::storage::FILE)).unwrap();
        let sql = "SELECT tables.name, columns.name FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns \
                   WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite%'";
        let ours = Transaction::of_sqlite(&file).query_map(sql, (), pair).unwrap();
        assert!(ours.len() > 100);
        assert_eq!(theirs.into_iter().collect::<BTreeSet<_>>(), ours.into_iter().collect());
    }
}
