//! Plays the games of a match that are not in its file yet.

use std::fs::File;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context, Error, Result, anyhow, ensure};
use bots::Budget;
use bots::arena::{Contest, ExternalPlayer, Finding, Finished, Sequence, Side};
use games::{Game, Setup};
use indicatif::{ProgressBar, ProgressStyle};

use super::args::Args;
use super::bot::{Bot, Program};
use super::player::Contestant;
use super::results::{Allowance, BotTimes, Games, Header, Line, PLAYER_LETTERS, Results};

/// Default of `--games`.
const DEFAULT_GAMES: u32 = 40;
/// Default of `--games` with `--sprt`.
const DEFAULT_SPRT_GAMES: u32 = 20_000;
/// Milliseconds per decision for an external program when computer players have a budget in evaluations.
const LIMIT: u64 = 10_000;

/// Plays a match, or resumes one.
pub fn play(args: &Args) -> Result<(Header, Games)> {
    let games = args.games.unwrap_or(if args.sprt.is_some() { DEFAULT_SPRT_GAMES } else { DEFAULT_GAMES });
    ensure!(games > 0 && games.is_multiple_of(2), "--games {games} must be an even number above 0");
    let setup = args.setup.setup()?;
    let budget = Budget::from(allowance(args));
    // Rejects an invalid set-up before creating a file.
    Game::new(&setup)?;
    ensure!(
        args.sprt.is_none() || !setup.is_team(),
        "--sprt does not work with {}: all seats are one team",
        setup.game
    );
    let header = header(args, &setup);
    let (results, mut known) = match &args.out {
        Some(path) => Results::open(path, &header).map(|(results, games)| (Some(results), games))?,
        None => (None, Games::new()),
    };
    known.retain(|&number, _| number < games);
    let bar = ProgressBar::new(u64::from(games));
    bar.set_style(ProgressStyle::with_template("{bar:40} {pos}/{len} games, {eta} left")?);
    bar.set_position(known.len() as u64);
    bar.reset_eta();
    let course = Course::new(args, results, known, bar.clone());
    let wanted = |number: &u32| course.needs_more_games() && !course.games.contains_key(number);
    let numbers: Vec<u32> = (0..games).filter(wanted).collect();
    let course = Mutex::new(course);
    let played = play_games(args, &header, setup, budget, &numbers, &course);
    bar.finish_and_clear();
    played?;
    course.into_inner().unwrap_or_else(PoisonError::into_inner).end(header)
}

fn header(args: &Args, setup: &Setup) -> Header {
    let players = [&args.a, &args.b].map(Contestant::to_string);
    let programs = [&args.a, &args.b].iter().any(|player| matches!(player, Contestant::Program { .. }));
    let bots = programs.then(|| BotTimes { limit: limit(args), grace: args.bot_grace });
    Header { bots, records: args.records, ..Header::new(setup.canonical(), players, allowance(args), args.seed) }
}

fn allowance(args: &Args) -> Allowance {
    args.evaluations.map_or(Allowance::Millis(args.millis), Allowance::Evaluations)
}

/// Returns the time limit per decision for external programs, in milliseconds.
fn limit(args: &Args) -> u64 {
    args.bot_limit.unwrap_or(if args.evaluations.is_some() { LIMIT } else { args.millis })
}

/// Plays the games with the given numbers.
fn play_games(
    args: &Args,
    header: &Header,
    setup: Setup,
    budget: Budget,
    numbers: &[u32],
    course: &Mutex<Course>,
) -> Result<()> {
    if numbers.is_empty() {
        return Ok(());
    }
    let log = args.bot_log.as_ref().map(|path| {
        let file = File::create(path).with_context(|| format!("{} cannot be written", path.display()))?;
        anyhow::Ok(Arc::new(Mutex::new(file)))
    });
    let log = log.transpose()?;
    let player = |index: usize| if index == 0 { &args.a } else { &args.b };
    let mut makers = [None, None];
    for (index, maker) in makers.iter_mut().enumerate() {
        if let Contestant::Program { words, .. } = player(index) {
            let (side, words, log) = (PLAYER_LETTERS[index], words.clone(), log.clone());
            let limit = Duration::from_millis(limit(args));
            let (grace, start) = (Duration::from_millis(args.bot_grace), Duration::from_secs(args.bot_start));
            let program = Program { side, words, budget, limit, grace, start, log, started: AtomicU32::new(0) };
            *maker = Some(player_factory(program).map_err(|why| anyhow!("--{side} {}: {why}", player(index)))?);
        }
    }
    let side = |index: usize| match (player(index), &makers[index]) {
        (Contestant::Ours(player), _) => Ok(Side::Ours(*player)),
        (_, Some(maker)) => Ok(Side::Outside(maker.as_ref())),
        (Contestant::Program { command, .. }, None) => Err(anyhow!("{command} has not been started")),
    };
    let (threads, search_threads) = (args.threads, args.search_threads);
    let contest = Contest { setup, sides: [side(0)?, side(1)?], budget, seed: args.seed, threads, search_threads };
    let names = args.records.then(|| [header.a.clone(), header.b.clone()]);
    contest.play(numbers, |finished| {
        let line = Line::of(&finished, names.as_ref());
        course.lock().unwrap_or_else(PoisonError::into_inner).add_game(finished, &line)
    })?;
    Ok(())
}

type BoxedPlayerFactory = Box<dyn Fn() -> Box<dyn ExternalPlayer> + Sync>;

/// Returns a factory for players backed by a program. The first process is started immediately, so that errors appear before the first
/// game; later processes are started on demand.
fn player_factory(program: Program) -> Result<BoxedPlayerFactory, bots::arena::Fault> {
    let program = Arc::new(program);
    let mut first = Bot::new(Arc::clone(&program));
    first.start()?;
    let first = Mutex::new(Some(first));
    Ok(Box::new(move || {
        let first = first.lock().unwrap_or_else(PoisonError::into_inner).take();
        Box::new(first.unwrap_or_else(|| Bot::new(Arc::clone(&program))))
    }))
}

/// A match in progress.
struct Course {
    results: Option<Results>,
    games: Games,
    sequence: Option<Sequence>,
    /// Each player's consecutive forfeits.
    in_a_row: [u32; 2],
    most: u32,
    failed: Option<Error>,
    bar: ProgressBar,
}

impl Course {
    fn new(args: &Args, results: Option<Results>, games: Games, bar: ProgressBar) -> Self {
        let mut sequence = args.sprt.map(Sequence::new);
        if let Some(sequence) = &mut sequence {
            games.iter().for_each(|(&number, played)| _ = sequence.add_result(number, played.result()));
        }
        Self { results, games, sequence, in_a_row: [0; 2], most: args.bot_faults, failed: None, bar }
    }

    /// Returns whether more games are needed.
    fn needs_more_games(&self) -> bool {
        self.failed.is_none() && self.sequence.as_ref().is_none_or(|sequence| sequence.finding() == Finding::Open)
    }

    /// Stores a finished game and returns whether to continue.
    fn add_game(&mut self, finished: Finished, line: &Line) -> ControlFlow<()> {
        if self.failed.is_some() {
            return ControlFlow::Break(());
        }
        let Finished { number, played, .. } = finished;
        if let Err(why) = self.results.as_mut().map_or(Ok(()), |results| results.add(line)) {
            self.failed = Some(why);
        }
        let faulty = played.forfeit.as_ref().map(|forfeit| forfeit.player);
        for (player, in_a_row) in self.in_a_row.iter_mut().enumerate() {
            *in_a_row = if faulty == Some(player) {
                *in_a_row + 1
            } else if faulty.is_none() {
                0
            } else {
                *in_a_row
            };
        }
        if let Some(forfeit) = &played.forfeit {
            let (letter, kind) = (PLAYER_LETTERS[forfeit.player.min(1)], forfeit.fault.kind.word());
            self.bar.suspend(|| eprintln!("bastide: game {number}: {letter} forfeits ({kind}): {}", forfeit.fault));
            let in_a_row = self.in_a_row[forfeit.player.min(1)];
            if self.most > 0 && in_a_row >= self.most {
                let why =
                    format!("player {letter} has forfeited {in_a_row} games in a row; last fault: {}", forfeit.fault);
                self.failed = Some(anyhow!("{why}; the match is stopped (--bot-faults 0 disables this limit)"));
            }
        }
        if let Some(sequence) = &mut self.sequence {
            sequence.add_result(number, played.result());
        }
        self.games.insert(number, played);
        self.bar.set_position(self.games.len() as u64);
        if self.needs_more_games() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    fn end(self, header: Header) -> Result<(Header, Games)> {
        self.failed.map_or(Ok((header, self.games)), Err)
    }
}
