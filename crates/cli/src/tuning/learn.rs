//! `bastide learn`: learns corrections to the Carcassonne family's evaluation from self-play.

use std::fs::OpenOptions;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use bots::evaluation::classic::corrections::Corrections;
use bots::training::learn::{Prediction, SelfPlay};
use games::Setup;
use indicatif::{ProgressBar, ProgressStyle};

use super::tune::{report_words, today};
use crate::files;
use crate::setup_args::PresetArg;

/// Learn corrections to the Carcassonne family's evaluation from self-play, and write a corrections file
///
/// In every round the hard level plays against itself with the corrections of the previous round; now and then a weaker level answers in
/// its place. Regression then finds the corrections that would have brought the evaluation of each position closest to the game's final
/// scores. Equal arguments give equal corrections, on any number of threads. See docs/tuning.md.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bastide learn --games 8000 --threads 2 --validate 2000 --out learned.toml
  bastide learn --start learned.toml --rounds 1 --seed 2 --out further.toml
  bastide learn --compare further.toml --validate 2000 --seed 3
  bastide learn --setup 'carcassonne+inns-cathedrals seats=3' --out learned.toml")]
pub struct Args {
    /// Set-up line of a Carcassonne-family game
    #[arg(long, value_name = "SET-UP", default_value = "carcassonne seats=2")]
    setup: String,
    #[command(flatten)]
    preset: PresetArg,
    /// Rounds, each with new games
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=100))]
    rounds: u32,
    /// Games per round
    #[arg(long, default_value_t = 6000, value_parser = clap::value_parser!(u32).range(5..=1_000_000))]
    games: u32,
    /// Seed for the draw orders and for the choice of level for each answer
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games played in parallel
    #[arg(long, default_value = "1")]
    threads: NonZeroUsize,
    /// Output file for the corrections, instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Games in each of the two validation matches, an even number; 0 for none
    #[arg(long, value_name = "GAMES", default_value_t = 400, value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    validate: u32,
    /// Corrections file for the first round, instead of no corrections
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,
    /// Skip learning and only play the two validation matches, with the corrections of FILE
    #[arg(long, value_name = "FILE", conflicts_with_all = ["rounds", "games", "out", "start"])]
    compare: Option<PathBuf>,
}

/// Learned corrections, how well they predict final scores, and the number of rows they were learned from.
struct LearnedCorrections {
    corrections: Corrections,
    prediction: Prediction,
    rows: u64,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<()> {
    ensure!(args.validate.is_multiple_of(2), "--validate {} must be an even number", args.validate);
    let setup = args.preset.applied(files::setup(&args.setup)?)?;
    let school = SelfPlay::new(&setup, args.seed, args.threads).context("--setup")?;
    if let Some(path) = &args.compare {
        return validate(args, &school, read(path)?).map(drop);
    }
    let start = args.start.as_deref().map_or(Ok(Corrections::NONE), read)?;
    if let Some(out) = &args.out {
        ensure_writable(out)?;
    }
    let learned = learn(args, &school, start)?;
    let matches = validate(args, &school, learned.corrections)?;
    let text = learned.corrections.write(&origin(args, &setup, &learned, matches));
    match &args.out {
        Some(path) => files::write(path, text),
        None => {
            print!("{text}");
            Ok(())
        }
    }
}

/// Reads a corrections file.
fn read(path: &Path) -> Result<Corrections> {
    Corrections::read(&files::read(path)?).with_context(|| path.display().to_string())
}

/// Checks that a file is writable before starting hours of work. An existing file keeps its contents.
fn ensure_writable(path: &Path) -> Result<()> {
    let is_new = !path.exists();
    let opened = OpenOptions::new().append(true).create(true).open(path);
    opened.with_context(|| format!("--out: {} cannot be written", path.display()))?;
    if is_new {
        std::fs::remove_file(path).with_context(|| path.display().to_string())?;
    }
    Ok(())
}

fn progress(games: u32, of: &str) -> Result<ProgressBar> {
    let bar = ProgressBar::new(u64::from(games));
    bar.set_style(ProgressStyle::with_template(&format!("{{bar:40}} {{pos}}/{{len}} games of {of}, {{eta}} left"))?);
    Ok(bar)
}

/// Runs all rounds of learning.
fn learn(args: &Args, school: &SelfPlay, start: Corrections) -> Result<LearnedCorrections> {
    let mut learned =
        LearnedCorrections { corrections: start, prediction: Prediction { before: 0.0, after: 0.0 }, rows: 0 };
    for round in 0..args.rounds {
        let bar = progress(args.games, &format!("round {}", round + 1))?;
        let evidence =
            school.round(round, &learned.corrections, args.games, |over| bar.set_position(u64::from(over)))?;
        bar.finish_and_clear();
        let rows = evidence.rows();
        let (corrections, prediction) = evidence.learn()?;
        learned = LearnedCorrections { corrections, prediction, rows };
        let words = prediction_words(prediction);
        eprintln!("round {} of {}: {rows} rows; in every fifth game the evaluation {words}", round + 1, args.rounds);
    }
    Ok(learned)
}

/// Describes the weighted mean square errors of the predicted final scores in every fifth game.
fn prediction_words(Prediction { before, after }: Prediction) -> String {
    format!("misses by {before:.2} points² without corrections, by {after:.2} with those of the other games")
}

/// Plays the learned corrections against no corrections, and against the built-in corrections.
fn validate(args: &Args, school: &SelfPlay, corrections: Corrections) -> Result<Vec<(&'static str, String)>> {
    if args.validate == 0 {
        return Ok(Vec::new());
    }
    let opponents = [
        ("against_none", "no corrections", Corrections::NONE),
        ("against_present", "the built-in corrections", school.built_in_corrections()?),
    ];
    let mut matches = Vec::new();
    for (number, (key, name, opponent)) in opponents.into_iter().enumerate() {
        let bar = progress(args.validate, &format!("the match against {name}"))?;
        let done = |over| bar.set_position(u64::from(over));
        let report = school.compare([corrections, opponent], number as u32, args.validate / 2, done)?;
        bar.finish_and_clear();
        let words = report_words(&report);
        eprintln!("against {name}: {words}");
        matches.push((key, words));
    }
    Ok(matches)
}

/// Describes how the corrections were made, for the header of their file.
fn origin(
    args: &Args,
    setup: &Setup,
    learned: &LearnedCorrections,
    matches: Vec<(&'static str, String)>,
) -> Vec<(&'static str, String)> {
    let start = args.start.as_ref().map(|path| path.display().to_string());
    let mut command = format!("bastide learn --setup '{}'", setup.canonical());
    if let Some(path) = &start {
        command += &format!(" --start '{path}'");
    }
    command += &format!(" --rounds {} --games {} --seed {}", args.rounds, args.games, args.seed);
    let mut origin = vec![
        ("command", format!("{command} --validate {}", args.validate)),
        ("start", start.unwrap_or_else(|| "no corrections".to_owned())),
        ("rows", format!("{} of the {} games of the last round", learned.rows, args.games)),
        ("prediction", format!("in every fifth game the evaluation {}", prediction_words(learned.prediction))),
        ("date", today()),
    ];
    origin.extend(matches);
    origin
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writable_file_is_left_unchanged() {
        let folder = tempfile::tempdir().unwrap();
        let (old, new) = (folder.path().join("old.toml"), folder.path().join("new.toml"));
        std::fs::write(&old, "old").unwrap();
        ensure_writable(&old).unwrap();
        ensure_writable(&new).unwrap();
        assert_eq!((std::fs::read_to_string(&old).unwrap().as_str(), new.exists()), ("old", false));
        let why = format!("{:#}", ensure_writable(folder.path()).unwrap_err());
        assert!(why.starts_with("--out: ") && why.contains(" cannot be written: "), "{why}");
    }
}
