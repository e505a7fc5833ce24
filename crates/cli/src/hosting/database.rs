//! Which database the server's commands work on, and passwords that do not stand in a command.

use std::path::{Path, PathBuf};

use anyhow::Context;
use server::DatabaseUrl;

/// The environment in which the password of the database may stand.
const PASSWORD: &str = "BASTIDE_DATABASE_PASSWORD";

/// A database in PostgreSQL, if one is asked for.
#[derive(clap::Args)]
#[group(skip)]
pub struct Args {
    /// A database in PostgreSQL instead of a folder: postgres://name@host/database. The password may stand in the environment
    /// (BASTIDE_DATABASE_PASSWORD) or in a file
    #[arg(long, value_name = "URL", conflicts_with = "data")]
    database: Option<String>,
    /// File whose first line is the password of the database
    #[arg(long, value_name = "FILE", requires = "database")]
    database_password_file: Option<PathBuf>,
}

impl Args {
    /// Where it is, with its password from wherever that stands.
    ///
    /// # Errors
    /// The address is none, or the password cannot be read.
    pub fn url(&self) -> anyhow::Result<Option<DatabaseUrl>> {
        let Some(url) = &self.database else { return Ok(None) };
        let password = password("database", self.database_password_file.as_deref(), PASSWORD)?;
        Ok(Some(DatabaseUrl::new(url, password.as_deref())?))
    }
}

/// A password that stands in a file or in the environment, if there is one.
///
/// # Errors
/// The file cannot be read.
pub fn password(of: &str, file: Option<&Path>, variable: &str) -> anyhow::Result<Option<String>> {
    let found = match file {
        Some(file) => {
            let text = std::fs::read_to_string(file);
            let text =
                text.with_context(|| format!("the password of the {of} cannot be read from {}", file.display()))?;
            Some(text.lines().next().unwrap_or_default().to_owned())
        }
        None => std::env::var(variable).ok(),
    };
    Ok(found.filter(|password| !password.is_empty()))
}
