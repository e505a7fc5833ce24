//! Writes down what WebAssembly must compute: one JSON object per line, `{"check", "expected"}`, with the native result.
//!
//! `same-truth GAMES` includes this many random games of every family. Run it in the repository's folder.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::ExitCode;

use serde_json::json;
use testkit::corpus;
use web_engine::checks::Check;

/// Number of recorded games of each file in `corpus/records`.
const RECORDS: usize = 40;
/// Number of random games in one check.
const GAMES_PER_CHECK: u64 = 10;

fn main() -> ExitCode {
    let games = std::env::args().nth(1).and_then(|games| games.parse().ok());
    let written = games.ok_or("usage: same-truth GAMES".to_owned()).and_then(write);
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("same-truth: {why}");
            ExitCode::FAILURE
        }
    }
}

fn write(games: u64) -> Result<(), String> {
    for text in texts("corpus/perft")? {
        print(Check::Perft { text: heading(&text) })?;
    }
    let mut setups: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for text in texts("corpus/games")? {
        let setup = corpus::setup_of(&text)?;
        setups.entry(setup.game.clone()).or_default().push(setup.canonical());
        print(Check::Game { text: heading(&text) })?;
    }
    for text in records()? {
        print(Check::Record { text })?;
    }
    for of_family in setups.values() {
        for (number, first) in (0..games).step_by(GAMES_PER_CHECK as usize).enumerate() {
            let setup = of_family[number % of_family.len()].clone();
            print(Check::Random { setup, seeds: (first..games.min(first + GAMES_PER_CHECK)).collect() })?;
        }
        for (seed, setup) in (1..).zip(of_family) {
            print(Check::Players { setup: setup.clone(), seed })?;
        }
    }
    let evaluations = Check::Speed { millis: 1000 }.run().map_err(|why| why.message)?;
    eprintln!("natively the strongest player evaluates {evaluations} positions per second");
    Ok(())
}

/// Performs a check and prints it with its result.
fn print(check: Check) -> Result<(), String> {
    let expected = check.run().map_err(|why| format!("{}: {check:?}", why.message))?;
    println!("{}", json!({"check": check, "expected": expected}));
    Ok(())
}

/// Returns the heading of a corpus file, from which the rest is derived.
fn heading(text: &str) -> String {
    text.split("\n\n").next().unwrap_or_default().to_owned() + "\n"
}

/// Returns the texts of a folder's files in the order of their names.
fn texts(folder: &str) -> Result<Vec<String>, String> {
    let fault = |why: std::io::Error| format!("{folder}: {why}");
    let entries = fs::read_dir(folder).map_err(fault)?;
    let mut paths =
        entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<Vec<_>, _>>().map_err(fault)?;
    paths.sort();
    paths.iter().map(|path| fs::read_to_string(path).map_err(fault)).collect()
}

/// Returns the first recorded games of each file.
fn records() -> Result<Vec<String>, String> {
    let mut found = Vec::new();
    for file in ["rules-1", "rules-2", "rules-3"] {
        let path = Path::new("corpus/records").join(file).with_extension("jsonl.gz");
        let fault = |why: std::io::Error| format!("{}: {why}", path.display());
        let mut text = String::new();
        let file = fs::File::open(&path).map_err(fault)?;
        flate2::read::GzDecoder::new(file).read_to_string(&mut text).map_err(fault)?;
        found.extend(text.lines().take(RECORDS).map(str::to_owned));
    }
    Ok(found)
}
