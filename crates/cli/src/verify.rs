//! `bastide verify`: checks a record.

use std::path::PathBuf;

use anyhow::{Result, bail};
use games::presets;
use serde_json::json;

use crate::files;
use crate::setup_args::basis_words;

/// Verify a record: answers, hashes, scores, and the draw order against its commitment
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bastide verify game.bastide
  bastide verify game.json --json

The exit code is 1 where the record cannot be read or something in it is false.")]
pub struct Args {
    /// Record (text or JSON); - reads standard input
    file: PathBuf,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Verifies a record.
///
/// # Errors
/// The record cannot be read, or a check fails.
pub fn run(args: &Args) -> Result<()> {
    let record = files::record(&args.file)?;
    let verdict = record.verify();
    let basis = presets::basis(&record.setup);
    if args.json {
        let (held, failed, unchecked) = (&verdict.held, &verdict.failed, &verdict.unchecked);
        let json = json!({
            "preset": basis, "holds": verdict.holds(), "held": held, "failed": failed, "unchecked": unchecked,
        });
        println!("{json:#}");
    } else {
        basis.iter().for_each(|basis| println!("rules: {}", basis_words(basis)));
        for (word, sentences) in [("held", &verdict.held), ("unchecked", &verdict.unchecked)] {
            sentences.iter().for_each(|sentence| println!("{word}: {sentence}"));
        }
    }
    if !verdict.holds() {
        bail!("{} failed verification: {}", args.file.display(), verdict.failed.join("; "));
    }
    Ok(())
}
