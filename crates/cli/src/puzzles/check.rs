//! `bastide puzzles check`: reads puzzle files and reports their damaged lines.

use std::path::PathBuf;

use anyhow::{Result, bail};
use games::puzzle;

use crate::files;

/// Check puzzle files: every record is replayed, and every solution must be legal
///
/// Damaged lines are reported; the exit code is then 1.
#[derive(clap::Args)]
pub struct Args {
    /// Puzzle files; - reads standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

/// Checks puzzle files.
///
/// # Errors
/// A file cannot be read, or has damaged lines.
pub fn run(args: &Args) -> Result<()> {
    let (valid, damaged) = read(&args.files)?;
    println!("{} puzzles, {damaged} damaged lines", valid.len());
    if damaged > 0 {
        bail!("{damaged} lines are damaged; see above");
    }
    Ok(())
}

/// Reads puzzle files. Reports damaged lines, and returns the puzzles with the number of damaged lines.
///
/// # Errors
/// A file cannot be read.
pub fn read(paths: &[PathBuf]) -> Result<(Vec<puzzle::Puzzle>, usize)> {
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
