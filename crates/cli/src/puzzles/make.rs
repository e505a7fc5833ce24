//! `bastide puzzles make`: finds puzzles in recorded games or in games between computer players.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use bots::Level;
use bots::analysis::puzzles::{PuzzleCounts, PuzzleCriteria, find, self_play};
use games::Setup;
use games::puzzle::Puzzle;

use crate::files;
use crate::setup_args::SetupArgs;

/// Find puzzles in recorded games, or in games between computer players
///
/// A position becomes a puzzle if one line of play leads the second-best one by the margin, and still does when it is searched with ten
/// times the evaluations. The puzzles are written as one line of JSON each. The same arguments always give the same puzzles, on any number
/// of threads.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bastide puzzles make --self-play 50 -o base.puzzles
  bastide puzzles make --self-play 1000 --most 100 --with inns-cathedrals -o inns.puzzles
  bastide puzzles make --self-play 50 --setup 'hunters seats=2' -o hunters.puzzles
  bastide puzzles make games/ game.jcz -o own.puzzles")]
pub struct Args {
    /// Records in any format that `show` reads, or folders of them; unreadable files are reported and skipped
    #[arg(required_unless_present = "self_play")]
    records: Vec<PathBuf>,
    /// Play this many games between computer players instead
    #[arg(long, value_name = "N", conflicts_with = "records")]
    self_play: Option<usize>,
    #[command(flatten)]
    setup: SetupArgs,
    /// Level of the computer players; one that needs no time
    #[arg(long, default_value = "hard")]
    level: Level,
    /// Number of evaluations that find a solution; ten times as many confirm it
    #[arg(long, value_name = "N", default_value_t = 2000)]
    evaluations: u64,
    /// Minimum number of points between the best and the second-best line
    #[arg(long, value_name = "POINTS", default_value_t = 2.0)]
    margin: f32,
    /// Stop after this many puzzles
    #[arg(long, value_name = "N", default_value_t = usize::MAX, hide_default_value = true)]
    most: usize,
    /// Maximum number of puzzles from one game
    #[arg(long, value_name = "N", default_value_t = 3)]
    per_game: usize,
    /// Seed of the games and of the sampled draws
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of games to work on in parallel
    #[arg(long, default_value = "2")]
    threads: NonZeroUsize,
    /// Output file; standard output by default
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Source of the games.
enum Games {
    Records(Vec<PathBuf>),
    SelfPlay(Box<Setup>, usize),
}

impl Games {
    fn len(&self) -> usize {
        match self {
            Self::Records(paths) => paths.len(),
            Self::SelfPlay(_, games) => *games,
        }
    }
}

/// Plays or reads the games, and writes the puzzles found in them.
///
/// # Errors
/// The set-up is invalid, or the output cannot be written.
pub fn run(args: &Args) -> Result<()> {
    ensure!(args.margin > 0.0 && args.evaluations > 0, "--margin and --evaluations must be more than 0");
    ensure!(!args.level.needs_time(), "--level {} needs time; use one of the other levels", args.level);
    let games = match args.self_play {
        Some(games) => {
            let setup = args.setup.setup()?;
            ensure!(!setup.is_team(), "puzzles need seats that play against each other");
            games::Game::new(&setup)?;
            Games::SelfPlay(Box::new(setup), games)
        }
        None => Games::Records(files::in_folders(&args.records)?),
    };
    let out: Box<dyn Write + Send> = match &args.output {
        Some(path) => {
            Box::new(std::fs::File::create(path).with_context(|| format!("{} cannot be written", path.display()))?)
        }
        None => Box::new(std::io::stdout()),
    };
    let start = Instant::now();
    let made = Making { args, games: &games, next: AtomicUsize::new(0), stop: AtomicBool::new(false) }.run(out)?;
    let counts = made.counts;
    eprintln!(
        "{} puzzles from {} games in {:.1} s: {} turns, {} promising, {} found, {} confirmed",
        made.written,
        made.games,
        start.elapsed().as_secs_f64(),
        counts.positions,
        counts.promising,
        counts.found,
        counts.confirmed,
    );
    Ok(())
}

/// A run of the command.
struct Making<'a> {
    args: &'a Args,
    games: &'a Games,
    next: AtomicUsize,
    stop: AtomicBool,
}

/// The puzzles so far. Those of a game are written once those of all earlier games are.
struct Made {
    waiting: BTreeMap<usize, (Vec<Puzzle>, PuzzleCounts)>,
    ids: BTreeSet<String>,
    games: usize,
    written: usize,
    counts: PuzzleCounts,
    out: Box<dyn Write + Send>,
    failed: Option<std::io::Error>,
}

impl Making<'_> {
    fn run(&self, out: Box<dyn Write + Send>) -> Result<Made> {
        let made = Made {
            waiting: BTreeMap::new(),
            ids: BTreeSet::new(),
            games: 0,
            written: 0,
            counts: PuzzleCounts::default(),
            out,
            failed: None,
        };
        let made = Mutex::new(made);
        std::thread::scope(|scope| {
            for _ in 0..self.args.threads.get().min(self.games.len()) {
                scope.spawn(|| self.work(&made));
            }
        });
        let mut made = made.into_inner().unwrap_or_else(PoisonError::into_inner);
        match made.failed.take() {
            Some(why) => Err(why).context("the puzzles cannot be written"),
            None => Ok(made),
        }
    }

    fn work(&self, made: &Mutex<Made>) {
        while !self.stop.load(Ordering::Relaxed) {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if number >= self.games.len() {
                return;
            }
            let found = self.puzzles_of(number).unwrap_or_else(|why| {
                eprintln!("{why:#}");
                (Vec::new(), PuzzleCounts::default())
            });
            let mut made = made.lock().unwrap_or_else(PoisonError::into_inner);
            made.waiting.insert(number, found);
            made.write(self.args.most);
            if made.written >= self.args.most || made.failed.is_some() {
                self.stop.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Returns the puzzles with the largest margins of one game, in the order of the game.
    fn puzzles_of(&self, number: usize) -> Result<(Vec<Puzzle>, PuzzleCounts)> {
        let Args { evaluations, margin, seed, level, per_game, .. } = *self.args;
        let criteria = PuzzleCriteria { evaluations, margin, seed };
        let (game, source) = match self.games {
            Games::SelfPlay(setup, _) => {
                let game = self_play(setup, level, seed.wrapping_mul(1 << 32).wrapping_add(number as u64))?;
                (game, format!("self-play {seed}/{number}"))
            }
            Games::Records(paths) => {
                let path = &paths[number];
                let game = files::record(path)?.replay().with_context(|| path.display().to_string())?;
                (game, file_name(path))
            }
        };
        let (mut puzzles, counts) = find(&game, &criteria, &source);
        let mut margins: Vec<f64> = puzzles.iter().map(|puzzle| puzzle.margin).collect();
        margins.sort_by(|a, b| b.total_cmp(a));
        if let Some(&least) = margins.get(per_game.wrapping_sub(1)) {
            puzzles.retain(|puzzle| puzzle.margin >= least);
        }
        puzzles.truncate(per_game);
        Ok((puzzles, counts))
    }
}

impl Made {
    /// Writes the puzzles of all games up to the first one that is not finished.
    fn write(&mut self, most: usize) {
        while let Some((puzzles, counts)) = self.waiting.remove(&self.games) {
            if self.written >= most || self.failed.is_some() {
                return;
            }
            self.games += 1;
            self.counts += counts;
            for puzzle in puzzles {
                if self.written < most && self.ids.insert(puzzle.id.clone()) {
                    self.failed = writeln!(self.out, "{}", puzzle.to_line()).and_then(|()| self.out.flush()).err();
                    self.written += 1;
                }
            }
        }
    }
}

/// Returns a file's name, cut to the length that a source can have.
fn file_name(path: &Path) -> String {
    path.file_name().map_or_else(String::new, |name| name.to_string_lossy().chars().take(50).collect())
}
