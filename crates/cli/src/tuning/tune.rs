//! `bastide tune`: tunes weights of the computer players by self-play.

mod state;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, bail, ensure};
use bots::AgentFamily;
use bots::arena::Report;
use bots::evaluation::weights::{self, Named};
use bots::training::tune::{Deals, Progress, SpsaConfig, Task, Trial, values_of};
use games::{Setup, SetupError, with_family};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Map, Value, json};

use crate::files;
use crate::setup_args::PresetArg;
use state::{State, write_atomic};

/// Tune the weights of the computer players by self-play, and play a match between the result and the original weights
///
/// Each iteration moves all weights up or down at random, plays the changed weights against the opposite changes (every draw order twice,
/// with the seats swapped), and follows the margin. The result is the mean over the second half of the iterations. Equal arguments give
/// equal weights, on any number of threads. See docs/tuning.md.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bastide tune --iterations 300 --threads 2 --state run.state --out tuned.toml
  bastide tune --only supply,returning --iterations 100 --validate 1000 --out supply.toml
  bastide tune --setup 'carcassonne+traders-builders seats=2' --only builder,builder_eager,builder_most,pig,goods,turn
  bastide tune --weights old.toml --compare new.toml --validate 2000")]
pub struct Args {
    /// Set-up line
    #[arg(long, value_name = "SET-UP", default_value = "carcassonne seats=2")]
    setup: String,
    #[command(flatten)]
    preset: PresetArg,
    /// Weights file to start from, instead of the built-in weights
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Names of the weights to tune; the name of a row, such as supply, stands for all weights in the row. By default, all weights that
    /// matter in the set-up
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    only: Vec<String>,
    /// Number of iterations
    #[arg(long, default_value_t = 300)]
    iterations: u32,
    /// Draw orders per iteration; each is played twice
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pairs: u32,
    /// Initial size of the random changes, as a fraction of the starting weights
    #[arg(long, default_value_t = 0.2)]
    spread: f64,
    /// Initial step for a margin of 10 points, as a fraction of the starting weights
    #[arg(long, default_value_t = 0.02)]
    step: f64,
    /// Seed for the draw orders and the random changes
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games played in parallel
    #[arg(long, default_value = "1")]
    threads: NonZeroUsize,
    /// Output file for the weights, instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// File for the progress; if it exists, tuning resumes from it
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// Games in the match against the starting weights, an even number; 0 for none
    #[arg(long, value_name = "GAMES", default_value_t = 400)]
    validate: u32,
    /// Skip tuning and only play that match, with the weights of this file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["only", "out", "state"])]
    compare: Option<PathBuf>,
    /// Iterations between two progress lines
    #[arg(long, value_name = "ITERATIONS", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    report: u32,
    /// Print JSON, one value per line: the progress, then the match, then the weights
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<()> {
    ensure!(args.validate.is_multiple_of(2), "--validate {} must be an even number", args.validate);
    for (name, value) in [("spread", args.spread), ("step", args.step)] {
        ensure!(value > 0.0 && value <= 1.0, "--{name} {value} must be above 0 and at most 1");
    }
    if let Some(folder) = args.out.as_deref().and_then(|out| out.parent()).filter(|folder| *folder != "") {
        ensure!(folder.is_dir(), "--out: folder {} does not exist", folder.display());
    }
    let setup = args.preset.applied(files::setup(&args.setup)?)?;
    let unknown = || Err(SetupError::UnknownGame(setup.game.clone()).into());
    with_family!(setup.game.as_str(), F => run_family::<F>(args, &setup)).unwrap_or_else(unknown)
}

/// Runs the command for a family.
fn run_family<F: AgentFamily>(args: &Args, setup: &Setup) -> Result<()> {
    let trial = Trial::new(setup, args.seed, args.threads)?;
    let start = match &args.weights {
        Some(path) => read_weights::<F>(path)?,
        None => F::Weights::default(),
    };
    if let Some(path) = &args.compare {
        ensure!(args.validate > 0, "--compare needs --validate with the number of games");
        let report = validate::<F>(args, &trial, [read_weights::<F>(path)?, start])?;
        println!("{}", if args.json { report_json(&report).to_string() } else { report_words(&report) });
        return Ok(());
    }
    let task = task::<F>(args, &trial, start)?;
    let state = args.state.as_deref().map(|path| State::new(path, &setup.canonical(), &task));
    let progress = run_iterations::<F>(args, &trial, &task, state.as_ref())?;
    let tuned = task.result(&progress);
    let report = match args.validate {
        0 => None,
        _ => Some(validate::<F>(args, &trial, [tuned, start])?),
    };
    print_result(args, &task, tuned, report.as_ref());
    let text = weights::write(tuned, F::GAME, &origin(args, setup, &task, report.as_ref()));
    match &args.out {
        Some(path) => write_atomic(path, &text),
        None if args.json => Ok(()),
        None => {
            print!("{text}");
            Ok(())
        }
    }
}

fn read_weights<F: AgentFamily>(path: &std::path::Path) -> Result<F::Weights> {
    weights::read(&files::read(path)?, F::GAME).with_context(|| path.display().to_string())
}

/// Creates the tuning task that the arguments describe.
fn task<F: AgentFamily>(args: &Args, trial: &Trial, start: F::Weights) -> Result<Task<F::Weights>> {
    let names =
        if args.only.is_empty() { trial.effective_weights::<F>(start)? } else { named::<F::Weights>(&args.only)? };
    let climb = SpsaConfig {
        start: values_of(start, &names),
        iterations: args.iterations,
        spread: args.spread,
        step: args.step,
        seed: args.seed,
    };
    Ok(Task { start, names, pairs: args.pairs, climb })
}

/// Returns the weights with the given names and all weights of the given rows, without duplicates, in file order.
fn named<W: Named>(wanted: &[String]) -> Result<Vec<String>> {
    let all = W::names();
    let is = |name: &str, wanted: &str| {
        let number = name.strip_prefix(wanted).and_then(|rest| rest.strip_prefix('_'));
        name == wanted || number.is_some_and(|number| number.bytes().all(|b| b.is_ascii_digit()))
    };
    if let Some(unknown) = wanted.iter().find(|wanted| !all.iter().any(|name| is(name, wanted))) {
        bail!("--only: unknown weight \"{unknown}\"; known weights: {}", all.join(", "));
    }
    Ok(all.into_iter().filter(|name| wanted.iter().any(|wanted| is(name, wanted))).collect())
}

/// Runs the remaining iterations.
fn run_iterations<F: AgentFamily>(
    args: &Args,
    trial: &Trial,
    task: &Task<F::Weights>,
    state: Option<&State>,
) -> Result<Progress> {
    let found = state.map(|state| state.load(task.names.len())).transpose()?.flatten();
    let mut progress = found.unwrap_or_else(|| task.climb.initial_progress());
    if progress.done > 0 {
        eprintln!("resuming after iteration {} of {}", progress.done, args.iterations);
    }
    let mut margins = Vec::new();
    while progress.done < args.iterations {
        margins.push(task.iterate::<F>(trial, &mut progress)?.abs());
        if let Some(state) = state {
            state.save(&progress)?;
        }
        if progress.done.is_multiple_of(args.report) || progress.done == args.iterations {
            let swing = margins.iter().sum::<f64>() / margins.len().max(1) as f64;
            margins.clear();
            if args.json {
                let weights = weights_json(task.result(&progress), &task.names);
                println!("{}", json!({ "iteration": progress.done, "swing": swing, "weights": weights }));
            }
            let moved = describe_largest_changes(task, task.result(&progress));
            eprintln!("iteration {} of {}, margins of {swing:.1}: {moved}", progress.done, args.iterations);
        }
    }
    Ok(progress)
}

/// Describes the weights that moved farthest from their starting values, in proportion.
fn describe_largest_changes<W: Named>(task: &Task<W>, tuned: W) -> String {
    let mut moved: Vec<(f64, String)> = Vec::new();
    for (name, start) in task.names.iter().zip(&task.climb.start) {
        let now = f64::from(tuned.get(name).unwrap_or_default());
        let share = 100.0 * (now - start) / start.abs().max(f64::MIN_POSITIVE);
        moved.push((if *start == 0.0 { 0.0 } else { share.abs() }, format!("{name} {now:.3} ({share:+.0} %)")));
    }
    moved.sort_by(|a, b| b.0.total_cmp(&a.0));
    moved.into_iter().take(4).map(|(_, words)| words).collect::<Vec<_>>().join(", ")
}

/// Plays a match between the first weights and the second.
fn validate<F: AgentFamily>(args: &Args, trial: &Trial, weights: [F::Weights; 2]) -> Result<Report> {
    let bar = ProgressBar::new(u64::from(args.validate));
    bar.set_style(ProgressStyle::with_template("{bar:40} {pos}/{len} validation games, {eta} left")?);
    let done = |done| bar.set_position(u64::from(done));
    let report = trial.compare::<F>(weights, Deals::Validation, 0, args.validate / 2, done)?;
    bar.finish_and_clear();
    Ok(report)
}

/// Reports the result as text on standard error, or as JSON on standard output.
fn print_result<W: Named>(args: &Args, task: &Task<W>, tuned: W, report: Option<&Report>) {
    for (name, start) in task.names.iter().zip(&task.climb.start) {
        eprintln!("  {name:18} {start:>8} -> {}", tuned.get(name).unwrap_or_default());
    }
    if let Some(report) = report {
        eprintln!("against the starting weights: {}", report_words(report));
    }
    if args.json {
        if let Some(report) = report {
            println!("{}", report_json(report));
        }
        println!("{}", json!({ "result": weights_json(tuned, &W::names()) }));
    }
}

/// Describes the result of a match.
pub fn report_words(report: &Report) -> String {
    let (margin, (rate, [low, high])) = (report.margin(), report.win_rate());
    let [wins, draws, losses] = report.wins_draws_losses();
    format!(
        "margin {:.2} ± {:.2}, won {:.1} % ({:.1} to {:.1}) in {} games: {wins} won, {draws} drawn, {losses} lost",
        margin.mean,
        margin.error,
        100.0 * rate,
        100.0 * low,
        100.0 * high,
        report.games.len()
    )
}

fn report_json(report: &Report) -> Value {
    let (margin, (rate, interval)) = (report.margin(), report.win_rate());
    let [wins, draws, losses] = report.wins_draws_losses();
    json!({ "validation": {
        "games": report.games.len(),
        "margin": { "mean": margin.mean, "interval": [margin.mean - margin.error, margin.mean + margin.error] },
        "win_rate": { "mean": rate, "interval": interval },
        "wins": wins,
        "draws": draws,
        "losses": losses,
    } })
}

fn weights_json<W: Named>(weights: W, names: &[String]) -> Map<String, Value> {
    names.iter().zip(values_of(weights, names)).map(|(name, value)| (name.clone(), json!(value))).collect()
}

/// Describes how the weights were made, for the header of their file.
fn origin<W: Named>(
    args: &Args,
    setup: &Setup,
    task: &Task<W>,
    report: Option<&Report>,
) -> Vec<(&'static str, String)> {
    let start = args.weights.as_ref().map(|path| path.display().to_string());
    let mut command = format!("bastide tune --setup '{}'", setup.canonical());
    if let Some(path) = &start {
        command += &format!(" --weights '{path}'");
    }
    command += &format!(" --only {} --iterations {} --pairs {}", task.names.join(","), args.iterations, args.pairs);
    command += &format!(" --spread {} --step {} --seed {}", args.spread, args.step, args.seed);
    let version = env!("CARGO_PKG_VERSION");
    let mut origin = vec![
        ("command", format!("{command} --validate {}", args.validate)),
        ("start", start.unwrap_or_else(|| format!("the weights of version {version}"))),
        ("games", format!("{} for tuning", u64::from(args.iterations) * u64::from(args.pairs) * 2)),
        ("date", today()),
    ];
    if let Some(report) = report {
        origin
            .push(("validation", format!("against the starting weights, on separate deals: {}", report_words(report))));
    }
    origin
}

/// Returns today's date (UTC).
pub fn today() -> String {
    date(SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |passed| passed.as_secs()))
}

/// Returns the UTC date of a Unix time in seconds.
fn date(seconds: u64) -> String {
    let leap = |year: u64| year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    let (mut days, mut year, mut month) = (seconds / 86_400, 1970, 1);
    while days >= 365 + u64::from(leap(year)) {
        days -= 365 + u64::from(leap(year));
        year += 1;
    }
    let length = |month: u64| match month {
        2 => 28 + u64::from(leap(year)),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    while days >= length(month) {
        days -= length(month);
        month += 1;
    }
    format!("{year}-{month:02}-{:02}", days + 1)
}

#[cfg(test)]
mod tests {
    use bots::evaluation::classic::Weights;

    use super::*;

    #[test]
    fn unix_times_convert_to_dates() {
        let dates = [0, 951_782_399, 951_782_400, 1_798_761_599, 4_107_542_400].map(date);
        assert_eq!(dates, ["1970-01-01", "2000-02-28", "2000-02-29", "2026-12-31", "2100-03-01"]);
    }

    #[test]
    fn weights_are_named_singly_or_by_row() {
        let found = |words: &[&str]| named::<Weights>(&words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>());
        assert_eq!(found(&["pig", "own_tries", "pig"]).unwrap(), ["own_tries", "pig"]);
        assert_eq!(found(&["haunt_fear"]).unwrap(), ["haunt_fear_1", "haunt_fear_2"]);
        assert_eq!(found(&["supply"]).unwrap().len(), 8);
        let why = found(&["field"]).unwrap_err().to_string();
        assert!(why.starts_with("--only: unknown weight \"field\"; known weights: own_tries, "), "{why}");
    }
}
