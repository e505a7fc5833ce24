//! Test databases: SQLite in a folder, and PostgreSQL if available.

#[cfg(feature = "cluster")]
use std::io::Write;
#[cfg(feature = "cluster")]
use std::sync::Once;

use table::{ClockState, GameResult, LogEntry, Standing, TableRecord};
use tempfile::TempDir;

#[cfg(feature = "cluster")]
use super::session::Session;
#[cfg(feature = "cluster")]
use super::{DatabaseUrl, PostgreSql};

use super::{Database, Sqlite, Storage, StorageThreads, Stored};

/// Default PostgreSQL server for tests.
#[cfg(feature = "cluster")]
const USUAL: &str = "postgres://postgres@127.0.0.1:5432/test";

/// An empty database for one test, deleted when the value is dropped.
pub enum TestDatabase {
    Folder(TempDir),
    /// A PostgreSQL schema.
    #[cfg(feature = "cluster")]
    Schema(Schema),
}

/// A PostgreSQL schema on a test server.
#[cfg(feature = "cluster")]
pub struct Schema {
    server: String,
    name: String,
}

impl TestDatabase {
    /// Creates an SQLite database.
    pub fn folder() -> TestDatabase {
        TestDatabase::Folder(tempfile::tempdir().unwrap())
    }

    /// Creates a PostgreSQL schema on the server given by `BASTIDE_TEST_POSTGRES`, or on the default server if it is running.
    #[cfg(feature = "cluster")]
    pub fn schema() -> Option<TestDatabase> {
        let asked = std::env::var("BASTIDE_TEST_POSTGRES").ok();
        let server = asked.clone().unwrap_or_else(|| USUAL.to_owned());
        let name = format!("test_{}", crate::common::secrets::secret().to_lowercase().replace(['-', '_'], ""));
        match on(&server, &format!("CREATE SCHEMA {name}")) {
            Ok(()) => Some(TestDatabase::Schema(Schema { server, name })),
            Err(why) if asked.is_some() => panic!("{why}"),
            Err(why) => {
                static SAID: Once = Once::new();
                // Don't use `eprintln`, which the test harness captures.
                SAID.call_once(|| {
                    let _ = writeln!(std::io::stderr(), "skipping PostgreSQL tests: no server at {USUAL} ({why})");
                });
                None
            }
        }
    }

    /// Opens the database. Can be called repeatedly.
    pub fn open(&self) -> (Database, StorageThreads) {
        match self {
            TestDatabase::Folder(folder) => Sqlite::open(folder.path()).unwrap(),
            #[cfg(feature = "cluster")]
            TestDatabase::Schema(schema) => {
                PostgreSql::open(&DatabaseUrl::new(&schema.address(), None).unwrap()).unwrap()
            }
        }
    }
}

#[cfg(feature = "cluster")]
impl Schema {
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Runs statements on the schema's server.
    pub fn run(&self, sql: &str) {
        on(&self.server, sql).unwrap();
    }

    /// Returns the URL of the schema.
    pub fn address(&self) -> String {
        let and = if self.server.contains('?') { '&' } else { '?' };
        format!("{}{and}options=-csearch_path%3D{}", self.server, self.name)
    }
}

#[cfg(feature = "cluster")]
impl Drop for Schema {
    fn drop(&mut self) {
        // The test's connections may take a moment to close.
        let gone = on(&self.server, &format!("SET lock_timeout = '10s'; DROP SCHEMA {} CASCADE", self.name));
        if let Err(why) = gone {
            eprintln!("cannot drop a schema: {why}");
        }
    }
}

/// Runs statements on a server.
#[cfg(feature = "cluster")]
fn on(server: &str, sql: &str) -> Result<(), super::StorageError> {
    let config = server.parse().unwrap();
    let run = || Session::connect(&config).and_then(|mut session| session.run(sql));
    std::thread::scope(|scope| scope.spawn(run).join().unwrap())
}

/// Generates one test per database from each of these functions.
macro_rules! for_each_database {
    ($($name:ident)*) => {
        mod sqlite {
            $(#[tokio::test]
            async fn $name() {
                super::$name(super::TestDatabase::folder()).await;
            })*
        }

        #[cfg(feature = "cluster")]
        mod postgresql {
            $(#[tokio::test]
            async fn $name() {
                if let Some(place) = super::TestDatabase::schema() {
                    super::$name(place).await;
                }
            })*
        }
    };
}
pub(crate) use for_each_database;

/// Methods for tests that change tables the way a single server does.
pub trait TestWrites: Storage {
    fn create(&self, record: TableRecord, log: Vec<LogEntry>) -> Stored<()> {
        self.write(&record.name.clone(), 0, table::Write::Create { record, log, turn: None })
    }

    fn append(&self, name: &str, entries: Vec<LogEntry>, standing: Standing, clocks: Option<ClockState>) -> Stored<()> {
        self.write(name, 0, table::Write::Append { entries, standing, clocks, rated: None, result: None })
    }

    /// Appends the last entries of a log together with the result.
    fn finish(
        &self,
        name: &str,
        entries: Vec<LogEntry>,
        standing: Standing,
        clocks: Option<ClockState>,
        result: GameResult,
    ) -> Stored<()> {
        self.write(
            name,
            0,
            table::Write::Append { entries, standing, clocks, rated: None, result: Some(Box::new(result)) },
        )
    }
}

impl<S: Storage + ?Sized> TestWrites for S {}
