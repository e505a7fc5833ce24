//! Writes standings, pairings and results as CSV or JSON.

use std::path::PathBuf;

use anyhow::Result;
use clap::ValueEnum;
use tournament::{csv, game_rows, match_rows, standing_rows};

use super::store::Store;

/// Print standings, matches or games as JSON, CSV or one JSON object a line
#[derive(clap::Args)]
pub struct Args {
    /// File of the tournament
    file: PathBuf,
    /// Kind of rows
    #[arg(long, value_enum, default_value = "standings")]
    what: What,
    /// Print comma-separated values with a heading
    #[arg(long, conflicts_with = "ndjson")]
    csv: bool,
    /// Print one JSON object a line
    #[arg(long)]
    ndjson: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum What {
    /// Place, name, points, matches won, drawn and lost, tie-breaks
    Standings,
    /// Number, round, stage, players, outcome and ruling of each match
    Matches,
    /// Number of the match and points of each game
    Games,
}

/// Prints an export.
///
/// # Errors
/// The file cannot be read.
pub fn run(args: &Args) -> Result<()> {
    let tournament = Store::open(&args.file)?.tournament;
    let rows = match args.what {
        What::Standings => standing_rows(&tournament),
        What::Matches => match_rows(&tournament),
        What::Games => game_rows(&tournament),
    };
    if args.csv {
        print!("{}", csv(&rows));
    } else if args.ndjson {
        for row in &rows {
            println!("{}", serde_json::to_string(row)?);
        }
    } else {
        println!("{}", serde_json::to_string_pretty(&rows)?);
    }
    Ok(())
}
