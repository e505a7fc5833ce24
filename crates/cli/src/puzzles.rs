//! `bastide puzzles`: finds positions with one clearly best turn, and checks and packs puzzle files.

mod make;
mod pack;

use std::path::PathBuf;

use anyhow::{Result, bail};
use games::puzzle;

use crate::files;

/// Find, check and pack puzzles: positions with one clearly best turn
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    Make(make::Args),
    Check(CheckArgs),
    Pack(pack::Args),
}

/// Check puzzle files: every record is replayed, and every solution must be legal
///
/// Damaged lines are reported; the exit code is then 1.
#[derive(clap::Args)]
struct CheckArgs {
    /// Puzzle files; - reads standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

/// Runs a subcommand.
///
/// # Errors
/// A file cannot be read or written, or is damaged.
pub fn run(args: &Args) -> Result<()> {
    match &args.command {
        Command::Make(args) => make::run(args),
        Command::Check(args) => check(args),
        Command::Pack(args) => pack::run(args),
    }
}

fn check(args: &CheckArgs) -> Result<()> {
    let (valid, damaged) = read(&args.files)?;
    println!("{} puzzles, {damaged} damaged lines", valid.len());
    if damaged > 0 {
        bail!("{damaged} lines are damaged; see above");
    }
    Ok(())
}

/// Reads puzzle files. Reports damaged lines, and returns the puzzles with the number of damaged lines.
fn read(paths: &[PathBuf]) -> Result<(Vec<puzzle::Puzzle>, usize)> {
    let (mut puzzles, mut damaged) = (Vec::new(), 0);
    for path in paths {
        let found = puzzle::read(&files::read(path)?);
        for (line, why) in &found.damaged {
            eprintln!("{}:{line}: {why}", path.display());
        }
        damaged += found.damaged.len();
        puzzles.extend(found.puzzles);
    }
    Ok((puzzles, damaged))
}
