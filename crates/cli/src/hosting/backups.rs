//! `bastide backup`, `bastide restore`, `bastide check`: database maintenance.

use std::path::PathBuf;

use anyhow::Context;
use server::storage::backup::{self, Contents};

/// Back up the database to a file, even while the server runs
#[derive(clap::Args)]
#[command(after_help = "Example:
  bastide backup --data ./games games-$(date +%F).sqlite")]
pub struct BackupArgs {
    /// Output file; must not exist yet
    file: PathBuf,
    #[command(flatten)]
    folder: Folder,
}

/// Restore a backup and keep the old database next to it; stop the server first
#[derive(clap::Args)]
pub struct RestoreArgs {
    /// The backup file
    file: PathBuf,
    #[command(flatten)]
    folder: Folder,
}

/// Check every page of the database, or of a backup, even while the server runs
#[derive(clap::Args)]
pub struct CheckArgs {
    /// A backup; without it, the database in the data folder
    file: Option<PathBuf>,
    #[command(flatten)]
    folder: Folder,
}

#[derive(clap::Args)]
struct Folder {
    /// Database folder; by default the platform's folder for program data
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

impl Folder {
    fn path(&self) -> anyhow::Result<PathBuf> {
        folder(self.data.clone())
    }
}

/// Returns the given folder, or the default one.
///
/// # Errors
/// No folder was given, and this platform has no default.
pub fn folder(named: Option<PathBuf>) -> anyhow::Result<PathBuf> {
    named
        .or_else(server::usual_data_folder)
        .context("this platform has no default data folder; set one with --data DIR")
}

/// Backs up the database.
///
/// # Errors
/// There is no intact database, or the backup cannot be written.
pub fn backup(args: &BackupArgs) -> anyhow::Result<()> {
    let contents = backup::backup(&args.folder.path()?, &args.file)?;
    println!("{}: {}", args.file.display(), words(contents));
    Ok(())
}

/// Restores a backup.
///
/// # Errors
/// The backup is damaged, or the folder is in use.
pub fn restore(args: &RestoreArgs) -> anyhow::Result<()> {
    let folder = args.folder.path()?;
    let (contents, kept) = backup::restore(&args.file, &folder)?;
    println!("{}: {}", backup::database(&folder).display(), words(contents));
    if let Some(kept) = kept {
        println!("the old database is now {}", kept.display());
    }
    Ok(())
}

/// Checks a database.
///
/// # Errors
/// The database is damaged or missing.
pub fn check(args: &CheckArgs) -> anyhow::Result<()> {
    let file = match &args.file {
        Some(file) => file.clone(),
        None => backup::database(&args.folder.path()?),
    };
    println!("{}: intact, {}", file.display(), words(backup::check(&file)?));
    Ok(())
}

fn words(Contents { schema, tables, finished }: Contents) -> String {
    format!("{tables} tables, {finished} of them finished, schema {schema}")
}
