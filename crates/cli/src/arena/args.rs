//! Arguments of `bastide arena`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use bots::arena::Sprt;

use super::player::Contestant;
use crate::setup_args::SetupArgs;

/// Play a match between two players: every draw order twice, with the seats swapped
///
/// A player is either a computer player (random, greedy, easy, medium, hard and others; an unknown name prints the list;
/// hard-without-builder and similar names play without one element of an expansion) or an external program that speaks the protocol of
/// docs/bot-protocol.md, given as 'cmd:' followed by the command. Intervals are 95 % confidence intervals; their unit is a pair of games
/// with the same draw order.
#[derive(Clone, clap::Args)]
#[command(after_help = "Examples:
  bastide arena --games 40 --millis 200                   master against hard
  bastide arena --a 'cmd:python3 examples/bot.py' --b random --games 20
  bastide arena --a 'cmd:./mine --fast' --b 'cmd:./mine' --sprt elo0=0,elo1=20 --threads 4 --out match.jsonl
  bastide arena --a hard --b greedy --games 400 --threads 2 --out match.jsonl    (run again to resume)
  bastide arena --games 4 --millis 2000 --search-threads 8
  bastide arena --report match.jsonl other-seed.jsonl --json
  bastide arena --field greedy medium hard --games 100 --out matches
  bastide arena --report matches/*.jsonl --field
  bastide arena --a hard --b easy --games 20 --seats 4 --with inns-cathedrals --json
  bastide arena --a hard --b easy --games 20 --with count --preset current
  bastide arena --a hard --b medium --setup 'discovery seats=3 hand=two_hidden' --games 20 --evaluations 1000
  bastide arena --a 'cmd:python3 my.py' --b easy --games 2 --bot-log talk.txt --bot-limit 60000")]
pub struct Args {
    /// First player: a computer player, or 'cmd:COMMAND'
    #[arg(long, default_value = "master", value_name = "PLAYER")]
    pub(super) a: Contestant,
    /// Second player
    #[arg(long, default_value = "hard", value_name = "PLAYER")]
    pub(super) b: Contestant,
    /// Play a match between every two of these players, at least three, and print one Elo table; with --report, only print the table
    #[arg(long, value_name = "PLAYER", num_args = 0.., conflicts_with_all = ["a", "b", "sprt"])]
    pub(super) field: Option<Vec<Contestant>>,
    /// Number of games of a match, even; with --sprt, the maximum [default: 40, or 20000 with --sprt]
    #[arg(long)]
    pub(super) games: Option<u32>,
    /// Run a sequential test between two Elo differences, and stop once it reaches a decision: elo0=0,elo1=10, optionally with alpha= and
    /// beta=, which default to 0.05
    #[arg(long, value_name = "HYPOTHESES")]
    pub(super) sprt: Option<Sprt>,
    /// Time per decision
    #[arg(long, default_value_t = 200)]
    pub(super) millis: u64,
    /// Number of positions to evaluate per decision, instead of a time, so that every machine does the same work
    #[arg(long, conflicts_with = "millis")]
    pub(super) evaluations: Option<u64>,
    /// Seed for the draw orders
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    #[command(flatten)]
    pub(super) setup: SetupArgs,
    /// Games played in parallel
    #[arg(long, default_value = "1")]
    pub(super) threads: NonZeroUsize,
    /// Search threads per computer player; with --evaluations, this number does not affect the games
    #[arg(long, default_value = "1", value_name = "THREADS")]
    pub(super) search_threads: NonZeroUsize,
    /// Append each game to FILE as a line of JSON; if FILE exists, resume its match. With --field, a folder with a file for each match
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
    /// Write each game's complete record into its line, for replay
    #[arg(long, requires = "out")]
    pub(super) records: bool,
    /// Only report the games in these files, without playing; games that differ only in --seed are counted together
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["out", "games", "setup", "preset", "tiles"])]
    pub(super) report: Vec<PathBuf>,
    /// Time limit per decision for external programs, in milliseconds [default: the value of --millis, or 10000 with --evaluations]
    #[arg(long, value_name = "MILLIS")]
    pub(super) bot_limit: Option<u64>,
    /// Grace period beyond that limit, in milliseconds
    #[arg(long, value_name = "MILLIS", default_value_t = 250)]
    pub(super) bot_grace: u64,
    /// Time limit for external programs to start and to get ready for a game, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 30)]
    pub(super) bot_start: u64,
    /// Stop the match after this many forfeits in a row by one external program; 0: never
    #[arg(long, value_name = "GAMES", default_value_t = 5)]
    pub(super) bot_faults: u32,
    /// Log all messages to and from external programs to FILE
    #[arg(long, value_name = "FILE")]
    pub(super) bot_log: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub(super) json: bool,
}
