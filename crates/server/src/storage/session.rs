//! A PostgreSQL connection with its prepared statements.

use std::collections::HashMap;

use postgres::config::SslMode;
use postgres::types::ToSql;
use postgres::{Client, Config, Statement};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::values::{Row, Value};
use super::{StorageError, dialect};

/// Maximum number of prepared statements per connection. Searches create many statements, so a full cache is cleared.
const MAX_STATEMENTS: usize = 256;

/// A connection to PostgreSQL.
pub struct Session {
    client: Client,
    prepared: HashMap<String, Statement>,
}

impl Session {
    /// Connects. `sslmode=require` uses TLS and verifies the server's certificate. By default, TLS is tried first, but the connection is
    /// unencrypted if the server does not support TLS or its certificate is not trusted.
    pub fn connect(config: &Config) -> Result<Session, StorageError> {
        let first = Session::by_tls(config);
        if config.get_ssl_mode() == SslMode::Prefer && matches!(&first, Err(why) if why.to_string().contains("TLS")) {
            return Ok(Session::by_tls(config.clone().ssl_mode(SslMode::Disable))?);
        }
        Ok(first?)
    }

    fn by_tls(config: &Config) -> Result<Session, postgres::Error> {
        let mut roots = rustls::RootCertStore::empty();
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        let tls = rustls::ClientConfig::builder().with_root_certificates(roots).with_no_client_auth();
        Ok(Session { client: config.connect(MakeRustlsConnect::new(tls))?, prepared: HashMap::new() })
    }

    pub fn is_lost(&self) -> bool {
        self.client.is_closed()
    }

    /// Runs statements without parameters or results, in PostgreSQL's dialect.
    pub fn run(&mut self, sql: &str) -> Result<(), StorageError> {
        Ok(self.client.batch_execute(sql)?)
    }

    /// Runs a statement and returns the number of rows written.
    pub fn execute(&mut self, sql: &str, given: &[Value]) -> Result<usize, StorageError> {
        let statement = self.statement(sql)?;
        let written = self.client.execute(&statement, &parameters(given))?;
        Ok(usize::try_from(written).unwrap_or(usize::MAX))
    }

    /// Runs a query and returns all of its rows.
    pub fn rows(&mut self, sql: &str, given: &[Value]) -> Result<Vec<Row>, StorageError> {
        let statement = self.statement(sql)?;
        self.client.query(&statement, &parameters(given))?.iter().map(Row::of_postgres).collect()
    }

    fn statement(&mut self, sql: &str) -> Result<Statement, StorageError> {
        if let Some(known) = self.prepared.get(sql) {
            return Ok(known.clone());
        }
        let statement = self.client.prepare(&dialect::postgres(sql))?;
        if self.prepared.len() >= MAX_STATEMENTS {
            self.prepared.clear();
        }
        self.prepared.insert(sql.to_owned(), statement.clone());
        Ok(statement)
    }
}

fn parameters(given: &[Value]) -> Vec<&(dyn ToSql + Sync)> {
    given.iter().map(|one| one as &(dyn ToSql + Sync)).collect()
}
