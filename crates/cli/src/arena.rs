//! `bastide arena`: how much stronger one player is than another.

mod bot;
mod play;
mod player;
mod process;
mod report;
mod results;

use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::{Result, ensure};
use bots::arena::Sprt;

use crate::setup_args::SetupArgs;
use player::Contestant;
use report::Shown;
use results::{Content, Games, Header};

/// Lets two players play a match: every draw order twice, with the seats swapped.
///
/// Players are computer players (random, greedy, easy, medium, hard and others: a wrong word lists them; also hard-without-builder and
/// the like, which does without something that an expansion offers), and programs of your own that speak the protocol of
/// docs/bot-protocol.md: 'cmd:' and their command. Intervals hold the truth with 95 % confidence; their unit is the pair of games
/// with one draw order.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bastide arena --games 40 --millis 200                   master against hard
  bastide arena --a 'cmd:python3 examples/bot.py' --b random --games 20
  bastide arena --a 'cmd:./mine --fast' --b 'cmd:./mine' --sprt elo0=0,elo1=20 --threads 4 --out match.jsonl
  bastide arena --a hard --b greedy --games 400 --threads 2 --out match.jsonl    (again: goes on where it was)
  bastide arena --report match.jsonl other-seed.jsonl --json
  bastide arena --a hard --b easy --games 20 --seats 4 --with inns-cathedrals --json
  bastide arena --a hard --b easy --games 20 --with count --preset current
  bastide arena --a hard --b medium --setup 'discovery seats=3 hand=two_hidden' --games 20 --evaluations 1000
  bastide arena --a 'cmd:python3 my.py' --b easy --games 2 --bot-log talk.txt --bot-limit 60000")]
pub struct Args {
    /// One player: a computer player, or 'cmd:COMMAND'
    #[arg(long, default_value = "master", value_name = "PLAYER")]
    a: Contestant,
    /// The other player
    #[arg(long, default_value = "hard", value_name = "PLAYER")]
    b: Contestant,
    /// Games, an even number; at most so many with --sprt [default: 40, or 20000 with --sprt]
    #[arg(long)]
    games: Option<u32>,
    /// Stop when one of two differences in Elo is much likelier: elo0=0,elo1=10, and alpha= and beta=, each 0.05 by default
    #[arg(long, value_name = "HYPOTHESES")]
    sprt: Option<Sprt>,
    /// Time for a decision
    #[arg(long, default_value_t = 200)]
    millis: u64,
    /// Positions evaluated for a decision, instead of a time: the same work on every machine
    #[arg(long, conflicts_with = "millis")]
    evaluations: Option<u64>,
    /// Decides the draw orders
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    setup: SetupArgs,
    /// Games played at the same time
    #[arg(long, default_value = "1")]
    threads: NonZeroUsize,
    /// Write each game to FILE as a line of JSON; go on with the match of FILE where it was broken off
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write the whole record of each game into its line, to be replayed
    #[arg(long, requires = "out")]
    records: bool,
    /// Play nothing: report what is in these files, games that differ in nothing but --seed counted together
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["out", "games", "setup", "preset", "tiles"])]
    report: Vec<PathBuf>,
    /// Milliseconds that a program of your own may take for a decision [default: those of --millis, or 10000 with --evaluations]
    #[arg(long, value_name = "MILLIS")]
    bot_limit: Option<u64>,
    /// Milliseconds beyond the limit that are forgiven it
    #[arg(long, value_name = "MILLIS", default_value_t = 250)]
    bot_grace: u64,
    /// Seconds that it may take to start, and to get ready for a game
    #[arg(long, value_name = "SECONDS", default_value_t = 30)]
    bot_start: u64,
    /// Games that it may forfeit in a row before the match is stopped; 0: any number
    #[arg(long, value_name = "GAMES", default_value_t = 5)]
    bot_faults: u32,
    /// Write everything that is said to and by such programs to FILE
    #[arg(long, value_name = "FILE")]
    bot_log: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<()> {
    let parts = if args.report.is_empty() { vec![vec![play::play(args)?]] } else { from_files(&args.report)? };
    let mut shown = parts.iter().filter_map(|parts| Shown::new(parts, args.sprt)).collect::<Vec<_>>();
    if !args.json {
        shown.iter().for_each(Shown::print);
    } else if let (Some(only), true) = (shown.pop(), shown.is_empty()) {
        println!("{:#}", only.to_json());
    } else {
        // Matches of several kinds, which only files can be of, are a list.
        let parts = parts.iter().filter_map(|parts| Shown::new(parts, args.sprt));
        println!("{:#}", serde_json::Value::Array(parts.map(|shown| shown.to_json()).collect()));
    }
    Ok(())
}

/// The matches of files, those that differ in nothing but their seeds together.
fn from_files(paths: &[PathBuf]) -> Result<Vec<Vec<(Header, Games)>>> {
    let mut matches: Vec<Vec<(Header, Games)>> = Vec::new();
    for path in paths {
        let Content { header, games, .. } = results::read(path)?;
        match matches.iter_mut().find(|parts| parts.iter().any(|(other, _)| other.joins(&header))) {
            Some(parts) => {
                let same = parts.iter().any(|(other, _)| other.seed == header.seed);
                ensure!(!same, "{} has the games of another file again (seed {})", path.display(), header.seed);
                parts.push((header, games));
            }
            None => matches.push(vec![(header, games)]),
        }
    }
    Ok(matches)
}
