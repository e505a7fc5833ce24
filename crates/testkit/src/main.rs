//! The `testkit` command.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use clap::{Parser, Subcommand};

#[cfg(feature = "imports")]
use testkit::chaos;
use testkit::corpus::Kind;
#[cfg(feature = "imports")]
use testkit::differences;
#[cfg(feature = "imports")]
use testkit::oracle::{self, Tally};
use testkit::{corpus, mutate, scenario};

/// Verify the engine.
#[derive(Parser)]
#[command(version, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Replay games recorded by independent engines and compare every decision
    ///
    /// Ends with `N games, N decisions, N differences` for the Carcassonne family, and likewise for Hunters & Gatherers; fails unless
    /// docs/differences.md, or the file of recorded games itself, explains all differences.
    #[cfg(feature = "imports")]
    Compare {
        /// Files of recorded games: FILE.jsonl.gz
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Print one JSON object instead of text
        #[arg(long)]
        json: bool,
        /// Also print how often each row of docs/differences.md was used
        #[arg(long, conflicts_with = "json")]
        rows: bool,
    },
    /// Run the scenarios under a folder
    Scenarios {
        /// The folder to search
        #[arg(default_value = "crates")]
        folder: PathBuf,
        /// Run only the scenarios of this clause: `BASE-11`
        #[arg(long)]
        clause: Option<String>,
        /// Print each name before it is played, and stop at the first failure
        #[arg(long)]
        first: bool,
    },
    /// Regenerate the perft counts in corpus/perft
    Perft,
    /// Regenerate the printed games in corpus/games and the perft counts
    Corpus,
    /// Regenerate the seeds of the fuzz targets in fuzz/corpus
    #[cfg(feature = "imports")]
    Seeds,
    /// Break one rule after another in a copy of the sources; each time, a scenario for the broken clause must fail. Slow
    Mutate {
        /// Only clauses with these prefixes: `BASE-1 RIV-06`; without any, all
        prefixes: Vec<String>,
        /// Number of source copies used in parallel
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..))]
        jobs: u8,
        /// Store verdicts in this file, and skip mutations that it has for the same sources and scenarios
        #[arg(long)]
        verdicts: Option<PathBuf>,
    },
}

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        #[cfg(feature = "imports")]
        Command::Compare { files, json, rows } => compare(&files, json, rows),
        Command::Scenarios { folder, clause, first } => scenarios(&folder, clause.as_deref(), first),
        Command::Perft => rewrite(&[Kind::Perft]),
        Command::Corpus => rewrite(&[Kind::Perft, Kind::Games]),
        #[cfg(feature = "imports")]
        Command::Seeds => seeds(),
        Command::Mutate { prefixes, jobs, verdicts } => {
            mutations(&mutate::RunOptions { prefixes, jobs: usize::from(jobs), verdicts })
        }
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(why) => {
            eprintln!("testkit: {why}");
            ExitCode::from(2)
        }
    }
}

/// Compares recorded games; returns whether every difference is explained.
#[cfg(feature = "imports")]
fn compare(files: &[PathBuf], json: bool, rows: bool) -> Result<bool, String> {
    let explained = differences::parse(include_str!("../../../docs/differences.md"))?;
    let (mut tally, mut hunters) = (Tally::default(), oracle::hunters::Tally::default());
    let report = |difference: &oracle::Difference| {
        if !json {
            println!("{difference}");
        }
    };
    for file in files {
        if oracle::hunters::is_recorded_in(file)? {
            oracle::hunters::compare_file(file, &mut hunters, report)?;
        } else {
            oracle::compare_file(file, &explained, &mut tally, report)?;
        }
    }
    for (number, row) in explained.iter().enumerate().filter(|_| rows) {
        match tally.excused.get(&number) {
            Some(times) => println!("{row}: {times} times"),
            None => println!("{row}: never used"),
        }
    }
    if json {
        let all = serde_json::json!({
            "games": tally.games, "decisions": tally.decisions, "differences": tally.differences, "hunters": hunters,
        });
        println!("{}", serde_json::to_string_pretty(&all).map_err(|e| e.to_string())?);
    } else {
        println!("{} games, {} decisions, {} differences", tally.games, tally.decisions, tally.differences.len());
        if hunters.games > 0 {
            let known = hunters.differences.len() - hunters.unexplained();
            println!(
                "Hunters & Gatherers: {} games, {} decisions, {} differences; {known} known ones in {} games; {} games agree completely",
                hunters.games,
                hunters.decisions,
                hunters.unexplained(),
                hunters.known,
                hunters.agreed
            );
        }
    }
    Ok(tally.unexplained() + hunters.unexplained() == 0)
}

/// Regenerates the corpus files of these types.
fn rewrite(kinds: &[Kind]) -> Result<bool, String> {
    for &kind in kinds {
        let (files, changed) = corpus::rewrite(Path::new("."), kind)?;
        println!("{}: {files} files, {changed} changed", kind.folder());
    }
    Ok(true)
}

/// Writes short valid inputs for every reader of bytes except the reader of other programs' saved games.
#[cfg(feature = "imports")]
fn seeds() -> Result<bool, String> {
    let examples = chaos::examples(true);
    for (number, (reader, example)) in examples.iter().enumerate() {
        let path = Path::new(chaos::READERS[*reader].seeds).join(format!("{number:03}"));
        std::fs::write(&path, example).map_err(|why| format!("{}: {why}", path.display()))?;
    }
    println!("fuzz/corpus: {} files", examples.len());
    Ok(true)
}

/// Runs scenarios; returns whether all of them pass.
fn scenarios(folder: &Path, clause: Option<&str>, first: bool) -> Result<bool, String> {
    let (mut played, mut failed) = (0, 0);
    let chosen = |path: &PathBuf| clause.is_none_or(|clause| scenario::proves_clause(path, clause));
    for path in scenario::find(folder)?.into_iter().filter(chosen) {
        if first {
            println!("playing {}", scenario::name_of(&path));
        }
        played += 1;
        if let Err(why) = scenario::run_file(&path)? {
            println!("{why}");
            failed += 1;
            if first {
                return Ok(false);
            }
        }
    }
    println!("{played} scenarios, {failed} failed");
    Ok(failed == 0)
}

/// Tries mutations; returns whether all of them are noticed.
fn mutations(ways: &mutate::RunOptions) -> Result<bool, String> {
    let begun = Instant::now();
    let all = mutate::parse(include_str!("../mutations.txt"))?;
    let tally = mutate::run(Path::new("."), &all, ways, |line| println!("{line}"))?;
    println!(
        "{} mutations noticed, {} not noticed, {} not compiled; {} of them from earlier runs; {:.1} minutes",
        tally.noticed,
        tally.not_noticed,
        tally.not_compiled,
        tally.known,
        begun.elapsed().as_secs_f64() / 60.0
    );
    Ok(tally.not_noticed + tally.not_compiled == 0)
}
