//! A database in PostgreSQL for a server that is tested.

use std::sync::atomic::{AtomicU32, Ordering};

use postgres::error::SqlState;
use postgres::{Client, NoTls};

/// Says where PostgreSQL is; where it says so, servers that are tested keep everything there.
const VARIABLE: &str = "BASTIDE_TEST_SERVERS_ON";

/// A schema of its own, which goes when the server goes.
pub struct Schema {
    server: String,
    name: String,
}

impl Schema {
    /// A new one, if servers are to be tested there.
    pub fn made() -> Option<Schema> {
        let made = Schema::on(&std::env::var(VARIABLE).ok()?);
        Some(made.expect("PostgreSQL is where it is said to be"))
    }

    /// A new one at this address; none where there is no PostgreSQL.
    pub fn on(server: &str) -> Option<Schema> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let (process, number) = (std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let name = format!("test_{process}_{number}_{}", server::storage::now());
        let schema = Schema { server: server.to_owned(), name };
        let made = schema.ask(|client| client.batch_execute(&format!("CREATE SCHEMA {}", schema.name)));
        if made.is_err() {
            // Nothing was made that would have to go.
            std::mem::forget(schema);
            return None;
        }
        Some(schema)
    }

    /// What it is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What leads to it.
    pub fn url(&self) -> server::DatabaseUrl {
        let and = if self.server.contains('?') { '&' } else { '?' };
        server::DatabaseUrl::new(&format!("{}{and}options=-csearch_path%3D{}", self.server, self.name), None).unwrap()
    }

    /// Runs statements in the schema.
    pub fn write(&self, sql: &str) -> bool {
        self.ask(|client| client.batch_execute(&format!("SET search_path = {}; {sql}", self.name))).is_ok()
    }

    /// The number that a statement finds in the schema.
    pub fn number(&self, sql: &str) -> i64 {
        let find = |client: &mut Client| {
            client.batch_execute(&format!("SET search_path = {}", self.name))?;
            client.query_one(sql, &[])?.try_get(0)
        };
        self.ask(find).unwrap()
    }

    /// Has a client do something.
    fn ask<T: Send>(
        &self,
        work: impl FnOnce(&mut Client) -> Result<T, postgres::Error> + Send,
    ) -> Result<T, postgres::Error> {
        // The client waits by a runtime of its own, which cannot be within another.
        let run = || work(&mut Client::connect(&self.server, NoTls)?);
        std::thread::scope(|scope| scope.spawn(run).join().unwrap())
    }
}

impl Drop for Schema {
    fn drop(&mut self) {
        let drop = format!("SET lock_timeout = '20s'; DROP SCHEMA {} CASCADE", self.name);
        // A server that is going still writes: either may then be told that each waits for the other.
        for tries_left in (0..10).rev() {
            match self.ask(|client| client.batch_execute(&drop)) {
                Err(why) if tries_left > 0 && why.code() == Some(&SqlState::T_R_DEADLOCK_DETECTED) => {}
                gone => return gone.expect("a schema of this test can go"),
            }
        }
    }
}
