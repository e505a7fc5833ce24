//! `bastide bench`: speed and statistics of random games on one core.

mod measuring;
mod rows;

use anyhow::Result;
use games::{SetupError, with_family};
use serde_json::Value;

use self::measuring::{ChoiceMethod, MeasuringOptions, report};
use crate::setup_args::SetupArgs;

/// Measure random games on one core, either of one set-up or, by default, of several set-ups in a table with one number per row, including
/// search evaluations per second
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bastide bench --json                                    all rows
  bastide bench --setup 'carcassonne seats=2'             one set-up
  bastide bench --seats 3 --with inns-cathedrals
  bastide bench --setup 'hunters seats=2'
  bastide bench --setup 'discovery seats=4 hand=two_open' --games 1000")]
pub struct Args {
    #[command(flatten)]
    setup: SetupArgs,
    /// Measuring time per method or row
    #[arg(long, default_value_t = 3.0, value_name = "SECONDS")]
    seconds: f64,
    /// Play exactly this many games, instead of measuring for a fixed time
    #[arg(long)]
    games: Option<u32>,
    /// Measure only one method
    #[arg(long, value_enum)]
    only: Option<ChoiceMethod>,
    /// Seed for the games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Args {
    fn measuring_options(&self) -> MeasuringOptions {
        MeasuringOptions { seconds: self.seconds, games: self.games, only: self.only, seed: self.seed }
    }
}

/// Runs the command.
pub fn run(args: &Args) -> Result<()> {
    if !args.setup.is_given() && args.games.is_none() && args.only.is_none() {
        return rows::run(&args.measuring_options(), args.json);
    }
    let mut setup = args.setup.setup()?;
    setup.options.entry("first_player".to_owned()).or_insert_with(|| "host_seat".to_owned());
    let unknown = || Err(SetupError::UnknownGame(setup.game.clone()).into());
    let report = with_family!(setup.game.as_str(), F => report::<F>(&args.measuring_options(), &setup))
        .unwrap_or_else(unknown)?;
    if args.json {
        println!("{report:#}");
    } else {
        print(&report);
    }
    Ok(())
}

fn print(report: &Value) {
    println!("{}, one core, uniformly random players", report["setup"].as_str().unwrap_or_default());
    for name in ["listed", "sampled"] {
        let Value::Object(way) = &report[name] else { continue };
        println!(
            "{name}: {} games/s, {} decisions/s ({} games in {} s)",
            way["games_per_s"], way["decisions_per_s"], way["games"], way["seconds"]
        );
        let list = |key: &str| -> String {
            let (means, errors) = (way[key].as_array(), way[&format!("{key}_error")].as_array());
            let pairs = means.into_iter().flatten().zip(errors.into_iter().flatten());
            pairs.map(|(mean, error)| format!("{mean} ± {error}")).collect::<Vec<_>>().join(", ")
        };
        println!("  mean scores by seat  {}", list("mean_scores"));
        println!("  wins by seat         {}", list("wins"));
        println!(
            "  turns {} ± {}, discards {} ± {}, decisions {} a game",
            way["turns"], way["turns_error"], way["discards"], way["discards_error"], way["decisions_per_game"]
        );
    }
    println!(
        "state {} bytes; clone {} ns, into an old copy {} ns",
        report["state_bytes"], report["clone_ns"], report["clone_from_ns"]
    );
}
