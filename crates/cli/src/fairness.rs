//! `bastide fairness`: how engine-like the players of recorded games played.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use bots::Budget;
use bots::analysis::fairness::{Likeness, MIN_GAMES};
use bots::analysis::game_review::DEFAULT_EVALUATIONS;
use bots::review;
use games::record::Record;
use serde_json::json;

use crate::files;

/// Compare players of recorded games with the engine
///
/// For each player, prints how often they gave the engine's answer in decisions that neither are obvious nor hardly matter: those in which
/// the best answer leads the second-best one by 0.3 to 2 points. A high share over at least 5 games and 100 decisions is a reason to look
/// at the games, and proves nothing. docs/fairness.md has the shares of computer players, and how often they raise a false alarm.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bastide fairness games/                          all players of the records in a folder
  bastide fairness match.jsonl archive.ndjson      the games of arena --records, or of a server's archive
  bastide fairness games/ --groups --json          also how many groups of 5 games raise an alarm")]
pub struct Args {
    /// Records in any format that `show` reads, folders of them, or files with a game in each line
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Number of positions to evaluate per decision
    #[arg(long, value_name = "N", default_value_t = DEFAULT_EVALUATIONS)]
    evaluations: u64,
    /// Also count the alarms in groups of 5 successive games of a player, to measure how often a known player raises one
    #[arg(long)]
    groups: bool,
    /// Number of decisions to judge in parallel; by default one per core
    #[arg(long)]
    threads: Option<NonZeroUsize>,
    /// Print a line of JSON per player
    #[arg(long)]
    json: bool,
}

/// Compares the players of all games. Reports games that cannot be read, and skips them.
///
/// # Errors
/// A file cannot be read, or a game was skipped.
pub fn run(args: &Args) -> Result<()> {
    let cores = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let threads = args.threads.unwrap_or_else(cores);
    let mut players: BTreeMap<String, Vec<Likeness>> = BTreeMap::new();
    let mut skipped = 0;
    for file in files::in_folders(&args.files)? {
        for record in records(&file)? {
            match record.and_then(|record| Ok((record.replay()?, record.players))) {
                Ok((game, names)) => {
                    let budget = Budget::Evaluations(args.evaluations);
                    let judged = review::judge(&review::choices(&game), budget, 1, threads, |_| {});
                    for (seat, name) in (0u8..).zip(names).filter(|(_, name)| !name.is_empty()) {
                        players.entry(name).or_default().push(Likeness::of(seat, &judged));
                    }
                }
                Err(why) => {
                    eprintln!("{}: {why:#}", file.display());
                    skipped += 1;
                }
            }
        }
    }
    players.iter().for_each(|(name, games)| print(args, name, games));
    if skipped > 0 {
        bail!("{skipped} games were skipped");
    }
    Ok(())
}

/// Reads a file with one game, or with one in each line: a record, or an object with a `record`, as the arena and archives write them.
fn records(file: &std::path::Path) -> Result<Vec<Result<Record>>> {
    if !file.extension().is_some_and(|ending| ending == "jsonl" || ending == "ndjson") {
        return Ok(vec![files::record(file)]);
    }
    let text = files::read(file)?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let games =
        lines.filter_map(|(at, line)| game_in(line).map(|game| game.with_context(|| format!("line {}", at + 1))));
    Ok(games.collect())
}

/// Returns the game in a line; `None` for a line about something else, such as the heading of a match.
fn game_in(line: &str) -> Option<Result<Record>> {
    let value: serde_json::Value = match serde_json::from_str(line) {
        Ok(value) => value,
        Err(why) => return Some(Err(why).context("invalid JSON")),
    };
    let record = if value.get("bastide_record").is_some() { &value } else { value.get("record")? };
    Some(Record::parse(&record.to_string()).map_err(Into::into))
}

fn print(args: &Args, name: &str, games: &[Likeness]) {
    let all: Likeness = games.iter().copied().sum();
    let groups: Vec<Likeness> = games.chunks_exact(MIN_GAMES).map(|games| games.iter().copied().sum()).collect();
    let alarms = groups.iter().filter(|group| group.is_alarming()).count();
    if args.json {
        let mut line = json!({
            "player": name, "games": all.games, "decisions": all.decisions, "matched": all.matched, "alarm": all.is_alarming(),
        });
        if args.groups {
            line["groups"] = json!({"count": groups.len(), "alarms": alarms});
        }
        println!("{line}");
        return;
    }
    let share = 100.0 * all.share();
    let alarm = if all.is_alarming() { "; worth a look" } else { "" };
    println!("{name}: {} of {} decisions ({share:.0} %) in {} games{alarm}", all.matched, all.decisions, all.games);
    if args.groups {
        println!("  {alarms} of {} groups of {MIN_GAMES} games raise an alarm", groups.len());
    }
}
