//! `bastide backup`, `bastide restore`, `bastide check`: what whoever keeps a server does with its database.

use std::path::PathBuf;

use anyhow::Context;
use server::storage::backup::{self, Contents};

/// Copy the database to a file, also while the server runs
#[derive(clap::Args)]
#[command(after_help = "Example:
  bastide backup --data ./games games-$(date +%F).sqlite")]
pub struct BackupArgs {
    /// Where the copy goes; there must be no such file yet
    file: PathBuf,
    #[command(flatten)]
    folder: Folder,
}

/// Put a copy in the place of the database, which is kept beside it; the server must not run
#[derive(clap::Args)]
pub struct RestoreArgs {
    /// The copy
    file: PathBuf,
    #[command(flatten)]
    folder: Folder,
}

/// Check every page of the database, or of a copy, also while the server runs
#[derive(clap::Args)]
pub struct CheckArgs {
    /// A copy; without it the database of the folder
    file: Option<PathBuf>,
    #[command(flatten)]
    folder: Folder,
}

#[derive(clap::Args)]
struct Folder {
    /// Folder of the database; the usual one is the platform's folder for program data
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

impl Folder {
    fn path(&self) -> anyhow::Result<PathBuf> {
        folder(self.data.clone())
    }
}

/// The folder that was named, or the usual one.
///
/// # Errors
/// None was named, and this platform has no usual one.
pub fn folder(named: Option<PathBuf>) -> anyhow::Result<PathBuf> {
    named.or_else(server::usual_data_folder).context("this platform has no folder for data; name one with --data DIR")
}

/// Copies the database.
///
/// # Errors
/// There is none that is whole, or the copy cannot be written.
pub fn backup(args: &BackupArgs) -> anyhow::Result<()> {
    let contents = backup::backup(&args.folder.path()?, &args.file)?;
    println!("{}: {}", args.file.display(), words(contents));
    Ok(())
}

/// Puts a copy back.
///
/// # Errors
/// The copy is not whole, or the folder is in use.
pub fn restore(args: &RestoreArgs) -> anyhow::Result<()> {
    let folder = args.folder.path()?;
    let (contents, kept) = backup::restore(&args.file, &folder)?;
    println!("{}: {}", backup::database(&folder).display(), words(contents));
    if let Some(kept) = kept {
        println!("what was there before is {}", kept.display());
    }
    Ok(())
}

/// Checks a database.
///
/// # Errors
/// It is not whole.
pub fn check(args: &CheckArgs) -> anyhow::Result<()> {
    let file = match &args.file {
        Some(file) => file.clone(),
        None => backup::database(&args.folder.path()?),
    };
    println!("{}: whole, {}", file.display(), words(backup::check(&file)?));
    Ok(())
}

fn words(Contents { schema, tables, finished }: Contents) -> String {
    format!("{tables} tables, {finished} of them finished, schema {schema}")
}
