//! A PostgreSQL database for a server under test.

use std::sync::atomic::{AtomicU32, Ordering};

use postgres::error::SqlState;
use postgres::{Client, NoTls};

/// Environment variable with the PostgreSQL URL; if it is set, servers under test use that database.
const VARIABLE: &str = "BASTIDE_TEST_SERVERS_ON";

/// A separate schema, dropped together with this value.
pub struct TestSchema {
    server: String,
    name: String,
}

impl TestSchema {
    /// Creates a schema if servers should be tested on PostgreSQL.
    pub fn made() -> Option<TestSchema> {
        let made = TestSchema::on(&std::env::var(VARIABLE).ok()?);
        Some(made.expect("PostgreSQL is at the given address"))
    }

    /// Creates a schema on this server; `None` if PostgreSQL is not available.
    pub fn on(server: &str) -> Option<TestSchema> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let (process, number) = (std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let name = format!("test_{process}_{number}_{}", server::storage::now());
        let schema = TestSchema { server: server.to_owned(), name };
        let made = schema.ask(|client| client.batch_execute(&format!("CREATE SCHEMA {}", schema.name)));
        if made.is_err() {
            // Nothing was created, so there is nothing to drop.
            std::mem::forget(schema);
            return None;
        }
        Some(schema)
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns a URL that selects the schema.
    pub fn url(&self) -> server::DatabaseUrl {
        let and = if self.server.contains('?') { '&' } else { '?' };
        server::DatabaseUrl::new(&format!("{}{and}options=-csearch_path%3D{}", self.server, self.name), None).unwrap()
    }

    /// Runs statements in the schema and reports whether they succeeded.
    pub fn write(&self, sql: &str) -> bool {
        self.ask(|client| client.batch_execute(&format!("SET search_path = {}; {sql}", self.name))).is_ok()
    }

    /// Returns the number that a query selects from the schema.
    pub fn number(&self, sql: &str) -> i64 {
        let find = |client: &mut Client| {
            client.batch_execute(&format!("SET search_path = {}", self.name))?;
            client.query_one(sql, &[])?.try_get(0)
        };
        self.ask(find).unwrap()
    }

    /// Runs a function with a database client.
    fn ask<T: Send>(
        &self,
        work: impl FnOnce(&mut Client) -> Result<T, postgres::Error> + Send,
    ) -> Result<T, postgres::Error> {
        // The client has its own runtime, which cannot run inside another.
        let run = || work(&mut Client::connect(&self.server, NoTls)?);
        std::thread::scope(|scope| scope.spawn(run).join().unwrap())
    }
}

impl Drop for TestSchema {
    fn drop(&mut self) {
        let drop = format!("SET lock_timeout = '20s'; DROP SCHEMA {} CASCADE", self.name);
        // A server that is shutting down may still be writing, in which case either side can get a deadlock error.
        for tries_left in (0..10).rev() {
            match self.ask(|client| client.batch_execute(&drop)) {
                Err(why) if tries_left > 0 && why.code() == Some(&SqlState::T_R_DEADLOCK_DETECTED) => {}
                gone => return gone.expect("the schema of this test can be dropped"),
            }
        }
    }
}
