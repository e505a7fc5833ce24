//! Database options for the server commands, and ways to keep passwords out of the command line.

use std::path::{Path, PathBuf};

use anyhow::Context;
use server::DatabaseUrl;

/// Environment variable for the database password.
const PASSWORD: &str = "BASTIDE_DATABASE_PASSWORD";

/// PostgreSQL options.
#[derive(clap::Args)]
#[group(skip)]
pub struct Args {
    /// PostgreSQL database to use instead of a folder: postgres://name@host/database. Put the password in the URL, in the environment
    /// (BASTIDE_DATABASE_PASSWORD) or in a file
    #[arg(long, value_name = "URL", conflicts_with = "data")]
    database: Option<String>,
    /// File whose first line is the database password
    #[arg(long, value_name = "FILE", requires = "database")]
    database_password_file: Option<PathBuf>,
}

impl Args {
    /// Returns the database URL, including its password.
    ///
    /// # Errors
    /// The URL is invalid, or the password cannot be read.
    pub fn url(&self) -> anyhow::Result<Option<DatabaseUrl>> {
        let Some(url) = &self.database else { return Ok(None) };
        let password = secret("database password", self.database_password_file.as_deref(), PASSWORD)?;
        Ok(Some(DatabaseUrl::new(url, password.as_deref())?))
    }
}

/// Reads a secret from a file or the environment, if either provides one.
///
/// # Errors
/// The file cannot be read.
pub fn secret(what: &str, file: Option<&Path>, variable: &str) -> anyhow::Result<Option<String>> {
    let found = match file {
        Some(file) => {
            let text = std::fs::read_to_string(file);
            let text = text.with_context(|| format!("cannot read the {what} from {}", file.display()))?;
            Some(text.lines().next().unwrap_or_default().to_owned())
        }
        None => std::env::var(variable).ok(),
    };
    Ok(found.filter(|secret| !secret.is_empty()))
}
