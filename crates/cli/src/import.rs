//! `bastide import`: imports saved games from other programs.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use games::jcz::{self, AssertionVerdict, Import};
use games::presets;
use serde_json::{Map, Value, json};

use crate::files;
use crate::setup_args::basis_words;

/// Import a JCloisterZone or FanCloisterZone saved game as a record
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bastide import game.jcz                  print the record; scores and assertions go to standard error
  bastide import game.jcz -o game.bastide  write the record; as JSON if the name ends in .json
  bastide import game.jcz --json           print scores, score events, assertions and record as JSON

The exit code is 1 where the file cannot be imported or one of its assertions fails.")]
pub struct Args {
    /// Saved game; - reads standard input
    file: PathBuf,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Output file for the record, instead of standard output
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
}

/// Imports a file.
///
/// # Errors
/// The file cannot be imported, or one of its assertions fails.
pub fn run(args: &Args) -> Result<()> {
    let text = files::read(&args.file)?;
    let import = jcz::import(&text).with_context(|| args.file.display().to_string())?;
    if let Some(path) = &args.output {
        files::write(path, files::record_for(path, &import.record))?;
    }
    match (args.json, &args.output) {
        (true, _) => println!("{:#}", as_json(&import)),
        (false, Some(_)) => print!("{}", summary(&import)),
        (false, None) => {
            print!("{}", import.record.to_text());
            eprint!("{}", summary(&import));
        }
    }
    let failed = import.assertions.iter().filter(|a| a.verdict == AssertionVerdict::Failed).count();
    if failed > 0 {
        bail!("{}: {failed} of {} assertions failed", args.file.display(), import.assertions.len());
    }
    Ok(())
}

fn as_json(import: &Import) -> Value {
    let scores: Map<String, Value> =
        import.names.iter().cloned().zip(import.scores.iter().map(|&points| points.into())).collect();
    json!({
        "scores": scores,
        "preset": presets::basis(&import.record.setup),
        "events": import.events,
        "assertions": import.assertions,
        "record": import.record.to_json(),
    })
}

/// Formats the rules, scores and assertions, one per line.
fn summary(import: &Import) -> String {
    let rules = presets::basis(&import.record.setup).map(|basis| format!("rules: {}\n", basis_words(&basis)));
    let scores = import.names.iter().zip(&import.scores).map(|(name, points)| format!("{name}: {points}\n"));
    let assertions = import.assertions.iter().map(|assertion| {
        let verdict = match assertion.verdict {
            AssertionVerdict::Held => "held",
            AssertionVerdict::Failed => "failed",
            AssertionVerdict::NotUnderstood => "not understood",
        };
        format!("{verdict}: {}\n", assertion.text)
    });
    rules.into_iter().chain(scores).chain(assertions).collect()
}
