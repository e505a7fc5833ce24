//! `bastide arena`: how much stronger one computer player is than another.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, ensure};
use bots::arena::{Estimate, Match, Report, Times};
use bots::{Budget, Player};
use games::Setup;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};

use crate::files;

/// Lets two computer players play a match: every draw order twice, with the seats swapped.
///
/// Players: random, easy, greedy, medium, hard; and medium-without-builder and the like, which does without something that an
/// expansion offers. The interval after each ± holds the truth with 95 % confidence.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bastide arena --a hard --b medium --games 40 --millis 200
  bastide arena --a medium --b greedy --games 400 --threads 2
  bastide arena --a hard --b easy --games 20 --seats 4 --with inns-cathedrals --json
  bastide arena --a medium --b medium-without-builder --with traders-builders --games 200
  bastide arena --a medium --b greedy --setup 'carcassonne+tower seats=3 tower_actions=foundation_turn'
  bastide arena --a medium --b easy --setup 'hunters seats=2'
  bastide arena --a hard --b medium --setup 'discovery seats=3 hand=two_hidden' --games 20 --millis 100")]
pub struct Args {
    /// One player
    #[arg(long, default_value = "hard")]
    a: Player,
    /// The other player
    #[arg(long, default_value = "medium")]
    b: Player,
    /// Games, an even number
    #[arg(long, default_value_t = 40)]
    games: u32,
    /// Time for a decision
    #[arg(long, default_value_t = 200)]
    millis: u64,
    /// Positions evaluated for a decision, instead of a time: the same work on every machine
    #[arg(long, conflicts_with = "millis")]
    evaluations: Option<u64>,
    /// Decides the draw orders
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Seats at the table; with more than two the players take them in turn
    #[arg(long, default_value_t = 2)]
    seats: u8,
    /// An expansion in play (may be given several times)
    #[arg(long = "with", value_name = "EXPANSION")]
    expansions: Vec<String>,
    /// An option that differs from its default, such as farmers=false (may be given several times)
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// A whole set-up as JSON or as its line, instead of --seats, --with and --option
    #[arg(long, value_name = "SET-UP", conflicts_with_all = ["seats", "expansions", "options"])]
    setup: Option<String>,
    /// A tile file of your own (docs/tiles.md), whose tiles are shuffled in; sets=base:0 in --setup leaves the others out
    #[arg(long, value_name = "FILE")]
    tiles: Option<PathBuf>,
    /// Games played at the same time
    #[arg(long, default_value = "1")]
    threads: NonZeroUsize,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<()> {
    ensure!(args.games > 0 && args.games.is_multiple_of(2), "--games {} is no even number above 0", args.games);
    let budget = match args.evaluations {
        Some(count) => Budget::Evaluations(count),
        None => Budget::Time(Duration::from_millis(args.millis)),
    };
    let game = Match {
        setup: files::with_own_tiles(setup(args)?, args.tiles.as_deref())?,
        players: [args.a, args.b],
        pairs: args.games / 2,
        budget,
        seed: args.seed,
        threads: args.threads,
    };
    let bar = ProgressBar::new(u64::from(args.games));
    bar.set_style(ProgressStyle::with_template("{bar:40} {pos}/{len} games, {eta} left")?);
    let report = game.play(|done| bar.set_position(u64::from(done)))?;
    bar.finish_and_clear();
    if args.json {
        println!("{:#}", to_json(&game, &report));
    } else {
        print(&game, &report);
    }
    Ok(())
}

fn setup(args: &Args) -> Result<Setup> {
    match &args.setup {
        Some(json) if json.starts_with('{') => {
            return serde_json::from_str(json).context("--setup is no set-up in JSON");
        }
        Some(line) => return Setup::from_line(line).map_err(|why| anyhow!("--setup: {why}")),
        None => {}
    }
    let mut setup = Setup::base(args.seats);
    setup.expansions.clone_from(&args.expansions);
    for option in &args.options {
        let (name, value) = option.split_once('=').with_context(|| format!("--option {option} is not NAME=VALUE"))?;
        setup = setup.option(name, value);
    }
    Ok(setup)
}

fn budget_words(budget: Budget) -> String {
    match budget {
        Budget::Time(time) => format!("{} ms a decision", time.as_millis()),
        Budget::Evaluations(count) => format!("{count} evaluations a decision"),
    }
}

fn print(game: &Match, report: &Report) {
    let [a, b] = game.players.map(|player| player.to_string());
    let [wins, draws, losses] = report.wins_draws_losses();
    let (rate, [low, high]) = report.win_rate();
    let estimate = |e: Estimate| format!("{:.1} ± {:.1}", e.mean, e.error);
    println!(
        "{a} against {b}: {}, {} games, seed {}, {}",
        game.setup.canonical(),
        report.games.len(),
        game.seed,
        budget_words(game.budget)
    );
    if game.setup.is_team() {
        let (rate, [low, high]) = report.team_rate();
        println!("  the team wins {:.1} % ({:.1} to {:.1})", 100.0 * rate, 100.0 * low, 100.0 * high);
    } else {
        println!("  {a} wins {wins}, shared {draws}, loses {losses}");
        println!("  win rate  {:.1} % ({:.1} to {:.1})", 100.0 * rate, 100.0 * low, 100.0 * high);
        println!("  margin    {}", estimate(report.margin()));
    }
    for (player, name) in [&a, &b].into_iter().enumerate() {
        let times = report.times(player);
        println!(
            "  {name:9} {} points; a decision takes {:.1} ms, at most {:.1} ms",
            estimate(report.score(player)),
            millis(times.mean()),
            millis(times.longest)
        );
    }
}

fn to_json(game: &Match, report: &Report) -> Value {
    let team = game.setup.is_team().then(|| {
        let (rate, interval) = report.team_rate();
        json!({ "mean": rate, "interval": interval })
    });
    let [wins, draws, losses] = report.wins_draws_losses();
    let (rate, interval) = report.win_rate();
    let player = |index: usize| {
        json!({
            "player": game.players[index].to_string(),
            "score": estimate_json(report.score(index)),
            "times": times_json(report.times(index)),
        })
    };
    json!({
        "setup": game.setup.canonical(),
        "games": report.games.len(),
        "seed": game.seed,
        "budget": match game.budget {
            Budget::Time(time) => json!({ "millis": time.as_millis() as u64 }),
            Budget::Evaluations(count) => json!({ "evaluations": count }),
        },
        "threads": game.threads,
        "a": player(0),
        "b": player(1),
        "wins": wins,
        "draws": draws,
        "losses": losses,
        "win_rate": { "mean": rate, "interval": interval },
        "team_rate": team,
        "margin": estimate_json(report.margin()),
    })
}

fn estimate_json(estimate: Estimate) -> Value {
    json!({ "mean": estimate.mean, "interval": [estimate.mean - estimate.error, estimate.mean + estimate.error] })
}

fn times_json(times: Times) -> Value {
    json!({ "decisions": times.decisions, "mean_ms": millis(times.mean()), "max_ms": millis(times.longest) })
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}
