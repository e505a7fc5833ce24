//! `bastide export`: writes records in formats of other programs.

use std::path::PathBuf;

use anyhow::{Context, Result};
use games::carcassonne_lab;

use crate::files;

/// Export a game of the base game as a CarcassonneLab link
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bastide export game.bastide              print the link
  bastide export game.json -o game.link    write the link")]
pub struct Args {
    /// Record (text or JSON) or saved game; - reads standard input
    file: PathBuf,
    /// Output file for the link, instead of standard output
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
}

/// Exports a record.
///
/// # Errors
/// The record cannot be read, or a link cannot hold its game.
pub fn run(args: &Args) -> Result<()> {
    let record = files::record(&args.file)?;
    let link = carcassonne_lab::export(&record).with_context(|| args.file.display().to_string())?;
    match &args.output {
        Some(path) => files::write(path, link + "\n"),
        None => {
            println!("{link}");
            Ok(())
        }
    }
}
