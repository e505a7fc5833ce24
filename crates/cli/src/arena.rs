//! `bastide arena`: measures how much stronger one player is than another.

mod args;
mod bot;
mod field;
mod play;
mod player;
mod process;
mod report;
mod results;

use std::path::PathBuf;

use anyhow::{Result, ensure};

pub use args::Args;
pub use bot::VERSION;
use report::MatchReport;
pub use results::Allowance;
use results::{Content, MatchParts};

/// Runs the command.
pub fn run(args: &Args) -> Result<()> {
    if let Some(players) = &args.field {
        let parts = if args.report.is_empty() { field::play(args, players)? } else { from_files(&args.report)? };
        return field::report(args, &parts);
    }
    let parts = if args.report.is_empty() { vec![vec![play::play(args)?]] } else { from_files(&args.report)? };
    let mut shown = parts.iter().filter_map(|parts| MatchReport::new(parts, args.sprt)).collect::<Vec<_>>();
    if !args.json {
        shown.iter().for_each(MatchReport::print);
    } else if let (Some(only), true) = (shown.pop(), shown.is_empty()) {
        println!("{:#}", only.to_json());
    } else {
        // Only files can contain several different matches; these are reported as a list.
        let parts = parts.iter().filter_map(|parts| MatchReport::new(parts, args.sprt));
        println!("{:#}", serde_json::Value::Array(parts.map(|shown| shown.to_json()).collect()));
    }
    Ok(())
}

/// Reads matches from files and groups those that differ only in their seeds.
fn from_files(paths: &[PathBuf]) -> Result<Vec<MatchParts>> {
    let mut matches: Vec<MatchParts> = Vec::new();
    for path in paths {
        let Content { header, games, .. } = results::read(path)?;
        match matches.iter_mut().find(|parts| parts.iter().any(|(other, _)| other.joins(&header))) {
            Some(parts) => {
                let same = parts.iter().any(|(other, _)| other.seed == header.seed);
                ensure!(!same, "{} repeats the games of another file (seed {})", path.display(), header.seed);
                parts.push((header, games));
            }
            None => matches.push(vec![(header, games)]),
        }
    }
    Ok(matches)
}
