//! What `bastide arena` is told.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use bots::arena::Sprt;

use super::player::Contestant;
use crate::setup_args::SetupArgs;

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
  bastide arena --games 4 --millis 2000 --search-threads 8
  bastide arena --report match.jsonl other-seed.jsonl --json
  bastide arena --a hard --b easy --games 20 --seats 4 --with inns-cathedrals --json
  bastide arena --a hard --b easy --games 20 --with count --preset current
  bastide arena --a hard --b medium --setup 'discovery seats=3 hand=two_hidden' --games 20 --evaluations 1000
  bastide arena --a 'cmd:python3 my.py' --b easy --games 2 --bot-log talk.txt --bot-limit 60000")]
pub struct Args {
    /// One player: a computer player, or 'cmd:COMMAND'
    #[arg(long, default_value = "master", value_name = "PLAYER")]
    pub(super) a: Contestant,
    /// The other player
    #[arg(long, default_value = "hard", value_name = "PLAYER")]
    pub(super) b: Contestant,
    /// Games, an even number; at most so many with --sprt [default: 40, or 20000 with --sprt]
    #[arg(long)]
    pub(super) games: Option<u32>,
    /// Stop when one of two differences in Elo is much likelier: elo0=0,elo1=10, and alpha= and beta=, each 0.05 by default
    #[arg(long, value_name = "HYPOTHESES")]
    pub(super) sprt: Option<Sprt>,
    /// Time for a decision
    #[arg(long, default_value_t = 200)]
    pub(super) millis: u64,
    /// Positions evaluated for a decision, instead of a time: the same work on every machine
    #[arg(long, conflicts_with = "millis")]
    pub(super) evaluations: Option<u64>,
    /// Decides the draw orders
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    #[command(flatten)]
    pub(super) setup: SetupArgs,
    /// Games played at the same time
    #[arg(long, default_value = "1")]
    pub(super) threads: NonZeroUsize,
    /// Threads with which one computer player searches; by --evaluations the games are the same with any number
    #[arg(long, default_value = "1", value_name = "THREADS")]
    pub(super) search_threads: NonZeroUsize,
    /// Write each game to FILE as a line of JSON; go on with the match of FILE where it was broken off
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
    /// Write the whole record of each game into its line, to be replayed
    #[arg(long, requires = "out")]
    pub(super) records: bool,
    /// Play nothing: report what is in these files, games that differ in nothing but --seed counted together
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["out", "games", "setup", "preset", "tiles"])]
    pub(super) report: Vec<PathBuf>,
    /// Milliseconds that a program of your own may take for a decision [default: those of --millis, or 10000 with --evaluations]
    #[arg(long, value_name = "MILLIS")]
    pub(super) bot_limit: Option<u64>,
    /// Milliseconds beyond the limit that are forgiven it
    #[arg(long, value_name = "MILLIS", default_value_t = 250)]
    pub(super) bot_grace: u64,
    /// Seconds that it may take to start, and to get ready for a game
    #[arg(long, value_name = "SECONDS", default_value_t = 30)]
    pub(super) bot_start: u64,
    /// Games that it may forfeit in a row before the match is stopped; 0: any number
    #[arg(long, value_name = "GAMES", default_value_t = 5)]
    pub(super) bot_faults: u32,
    /// Write everything that is said to and by such programs to FILE
    #[arg(long, value_name = "FILE")]
    pub(super) bot_log: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub(super) json: bool,
}
