//! `bastide puzzles pack`: splits puzzles into pieces that a client can fetch one by one.

use std::collections::BTreeSet;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use games::puzzle::Puzzle;
use games::record::Record;
use serde_json::{Value, json};

use super::check;
use crate::files;

/// Split puzzle files into pieces for the web client, with an index
///
/// The folder gets `index.json`, which lists every puzzle with its game and its themes, and the pieces `0.jsonl`, `1.jsonl` and so on.
#[derive(clap::Args)]
pub struct Args {
    /// Puzzle files to merge; repeated puzzles are dropped
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Number of puzzles in a piece
    #[arg(long, value_name = "N", default_value_t = 25, value_parser = clap::value_parser!(u16).range(1..))]
    piece: u16,
    /// Folder for the index and the pieces; created if it does not exist
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
}

/// Writes the index and the pieces.
///
/// # Errors
/// A file cannot be read or written, or has damaged lines.
pub fn run(args: &Args) -> Result<()> {
    let (mut puzzles, damaged) = check::read(&args.files)?;
    ensure!(damaged == 0, "{damaged} lines are damaged; see above");
    let mut ids = BTreeSet::new();
    puzzles.retain(|puzzle| ids.insert(puzzle.id.clone()));
    std::fs::create_dir_all(&args.output).with_context(|| format!("{} cannot be created", args.output.display()))?;
    let pieces = puzzles.chunks(usize::from(args.piece));
    for (number, piece) in pieces.enumerate() {
        let lines: String = piece.iter().map(|puzzle| puzzle.to_line() + "\n").collect();
        files::write(&args.output.join(format!("{number}.jsonl")), lines)?;
    }
    let entries = puzzles.iter().map(entry).collect::<Result<Vec<Value>>>()?;
    let index = json!({"v": 1, "piece": args.piece, "puzzles": entries});
    files::write(&args.output.join("index.json"), index.to_string() + "\n")?;
    println!("{} puzzles", puzzles.len());
    Ok(())
}

/// Returns a puzzle's entry in the index: its id, its game with the expansions, and its themes.
fn entry(puzzle: &Puzzle) -> Result<Value> {
    let setup = Record::parse(&puzzle.record)?.setup;
    let game: Vec<&str> = std::iter::once(&setup.game).chain(&setup.expansions).map(String::as_str).collect();
    Ok(json!([puzzle.id, game.join("+"), puzzle.themes]))
}
