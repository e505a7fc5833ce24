//! `bastide review`: what every answer in a game gave away.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use bots::Budget;
use bots::review::{self, Judgement, Loss, Tally};
use games::Game;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};

use crate::analyse::{budget, seat_name};
use crate::{board_text, files};

/// Review a game move by move: the points and the chance to win that each answer gave away, according to the strongest player
///
/// An answer gives away the difference between the expected margin of the best line and that of the best line that starts with the answer;
/// for a team, the difference in the team's points. The chance is the difference between the chances to win (docs/forecast.md). The best
/// line is the one with the largest margin; where the end of the game is known, the one that wins most often. The error after each ± is an
/// upper bound of the standard error. A placement is judged by the best answers that could follow it; the answers that do follow are judged
/// separately. Decisions with a single answer are skipped.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bastide review game.bastide                      every decision, and a summary per seat
  bastide review game.jcz --evaluations 2000       faster and rougher
  bastide review game.bastide --json               one line of JSON per decision and per seat")]
pub struct Args {
    /// Record (text or JSON) or .jcz file; - reads standard input
    game: PathBuf,
    /// Number of positions to evaluate per decision, which makes the work the same on every machine
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    evaluations: u64,
    /// Time per decision, instead of --evaluations
    #[arg(long, conflicts_with = "evaluations")]
    millis: Option<u64>,
    /// Seed for the sampled draws
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of decisions to judge in parallel; by default one per core
    #[arg(long)]
    threads: Option<NonZeroUsize>,
    /// Print JSON: one line per decision, then one per seat
    #[arg(long)]
    json: bool,
}

/// Reviews a game.
///
/// # Errors
/// The game cannot be read or replayed, or has no decisions.
pub fn run(args: &Args) -> Result<()> {
    let record = files::record(&args.game)?;
    let of_file = || args.game.display().to_string();
    let game = record.replay().with_context(of_file)?;
    let choices = review::choices(&game);
    ensure!(!choices.is_empty(), "{}: no seat had a choice in this game", of_file());
    let budget = args.millis.map_or(Budget::Evaluations(args.evaluations), |millis| budget(None, millis));
    let cores = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let threads = args.threads.unwrap_or_else(cores);
    let bar = ProgressBar::new(choices.len() as u64);
    bar.set_style(ProgressStyle::with_template("{bar:40} {pos}/{len} decisions, {eta} left")?);
    let judged = review::judge(&choices, budget, args.seed, threads, |done| bar.set_position(done as u64));
    bar.finish_and_clear();
    let tallies: Vec<Tally<'_>> = (0..game.setup().seats).map(|seat| Tally::of(seat, &judged)).collect();
    if args.json {
        judged.iter().map(decision_json).for_each(|line| println!("{line}"));
        tallies.iter().map(|tally| seat_json(tally, &record.players)).for_each(|line| println!("{line}"));
    } else {
        print!("{}", text(&game, budget, &judged, &tallies, &record.players));
    }
    Ok(())
}

/// Formats the review for the terminal.
fn text(game: &Game, budget: Budget, judged: &[Judgement], tallies: &[Tally<'_>], names: &[String]) -> String {
    let state = if game.is_over() { "over" } else { "unfinished" };
    let mut text = format!("{}, {state} after {} answers, ", game.setup().canonical(), game.seq());
    text.push_str(&match budget {
        Budget::Evaluations(count) => format!("{count} evaluations per decision\n\n"),
        Budget::Time(time) => format!("{} ms per decision\n\n", time.as_millis()),
    });
    let width = judged.iter().map(|judgement| judgement.given.chars().count()).max().unwrap_or(0).max(5);
    text.push_str(&format!("   at  turn     gave away chance  {:<width$}  best\n", "given"));
    judged.iter().for_each(|judgement| text.push_str(&line(judgement, width)));
    for tally in tallies {
        let unit = if game.setup().is_team() { "team points" } else { "points" };
        text.push_str(&format!(
            "\n{}: gave {:.1} ± {:.1} {unit} and {:.0} % chance away in {} decisions, {:.2} {unit} per decision; {} were the best\n",
            seat_name(tally.seat, names),
            tally.lost.points,
            tally.lost.error,
            100.0 * tally.lost.wins,
            tally.decisions,
            tally.mean(),
            tally.best,
        ));
        tally.worst.iter().for_each(|judgement| text.push_str(&line(judgement, width)));
    }
    text
}

fn line(judgement: &Judgement, width: usize) -> String {
    let Judgement { at, turn, seat, given, best, lost, .. } = judgement;
    let letter = board_text::seat_letter(*seat);
    if lost.is_nothing() {
        return format!("{at:>5}  {turn:>4}  {letter}          -      -  {given:<width$}  -\n");
    }
    let (Loss { points, error, .. }, wins) = (lost, format!("{:.1} %", 100.0 * lost.wins));
    format!("{at:>5}  {turn:>4}  {letter} {points:>4.1} ± {error:<3.1} {wins:>6}  {given:<width$}  {best}\n")
}

fn decision_json(judgement: &Judgement) -> Value {
    json!({
        "at": judgement.at,
        "turn": judgement.turn,
        "seat": judgement.seat,
        "given": judgement.given,
        "best": judgement.best,
        "lost": round_to_hundredths(judgement.lost.points),
        "error": round_to_hundredths(judgement.lost.error),
        "lost_wins": round_chance(judgement.lost.wins),
        "phase": judgement.phase,
        "kind": judgement.kind,
        "lead": judgement.lead.map(round_to_hundredths),
        "exact": judgement.exact,
    })
}

fn seat_json(tally: &Tally<'_>, names: &[String]) -> Value {
    json!({
        "seat": tally.seat,
        "name": names.get(usize::from(tally.seat)).filter(|name| !name.is_empty()),
        "decisions": tally.decisions,
        "best": tally.best,
        "lost": round_to_hundredths(tally.lost.points),
        "error": round_to_hundredths(tally.lost.error),
        "lost_wins": round_chance(tally.lost.wins),
        "mean": round_to_hundredths(tally.mean()),
        "worst": tally.worst.iter().map(|judgement| judgement.at).collect::<Vec<usize>>(),
    })
}

/// Rounds a chance to hundredths of a percent.
fn round_chance(chance: f32) -> f64 {
    (f64::from(chance) * 10_000.0).round() / 10_000.0
}

/// Rounds points to hundredths; more digits would be noise.
fn round_to_hundredths(points: f32) -> f64 {
    (f64::from(points) * 100.0).round() / 100.0
}
