//! Computations whose results must be the same in WebAssembly as natively. `same-truth` writes them down with the native results, and
//! `scripts/same-truth` lets the module repeat them.

use std::fmt::Write;
use std::time::Duration;

use bots::{AnalysisRequest, Budget, Level};
use games::deal::{Deal, Seed};
use games::record::Record;
use games::{Actor, Game, Setup};
use serde::{Deserialize, Serialize};
use testkit::corpus::{self, Kind};
use testkit::player;

use crate::refusal::Refusal;

/// A computation with its input.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase", deny_unknown_fields)]
pub enum Check {
    /// Perft counts, from the heading of a file in `corpus/perft`.
    Perft {
        /// The file's text, or only its heading.
        text: String,
    },
    /// A printed game, from the heading of a file in `corpus/games`.
    Game {
        /// The file's text, or only its heading.
        text: String,
    },
    /// The position at the end of a recorded game.
    Record {
        /// A record in either format.
        text: String,
    },
    /// The positions at the end of random games.
    Random {
        /// The set-up, on one line.
        setup: String,
        /// Seeds of the games.
        seeds: Vec<u64>,
    },
    /// The answers of computer players with a fixed number of evaluations, in a random position.
    Players {
        /// The set-up, on one line.
        setup: String,
        /// Seed of the position and of the players.
        seed: u64,
    },
    /// The number of positions that the strongest player evaluates per second. The result differs from run to run.
    Speed {
        /// Thinking time in milliseconds.
        millis: u64,
    },
}

impl Check {
    /// Performs the computation and returns its result.
    ///
    /// # Errors
    /// The input is invalid.
    pub fn run(&self) -> Result<String, Refusal> {
        let done = match self {
            Check::Perft { text } => corpus::expected(Kind::Perft, text),
            Check::Game { text } => corpus::expected(Kind::Games, text),
            Check::Record { text } => replayed(text),
            Check::Random { setup, seeds } => random_games(setup, seeds),
            Check::Players { setup, seed } => players(setup, *seed),
            Check::Speed { millis } => speed(*millis),
        };
        done.map_err(|why| Refusal::new("bad_message", why))
    }
}

/// Returns the hash of a game's position, and of its view, which contains everything that clients see.
fn hashes(game: &Game) -> String {
    format!("{} {:08x}", game.position_hash(), game.view().hash())
}

fn replayed(text: &str) -> Result<String, String> {
    let game = Record::parse(text).and_then(|record| record.replay()).map_err(|why| why.to_string())?;
    Ok(hashes(&game))
}

fn random_game(setup: &str, seed: u64, answers: usize) -> Result<Game, String> {
    let setup = Setup::from_line(setup).map_err(|why| why.to_string())?;
    let deal = Deal::new(Seed::from_number(seed), &setup).map_err(|why| why.to_string())?;
    player::play(&setup, &deal, seed, answers)
}

fn random_games(setup: &str, seeds: &[u64]) -> Result<String, String> {
    let mut lines = String::new();
    for &seed in seeds {
        let game = random_game(setup, seed, usize::MAX)?;
        let _ = writeln!(lines, "{seed} {} {}", game.seq(), hashes(&game));
    }
    Ok(lines)
}

/// Number of answers before the position in which players are compared.
const ANSWERS: usize = 40;
/// Number of evaluations of the strongest player.
const EVALUATIONS: u64 = 2000;

fn decision(setup: &str, seed: u64) -> Result<Game, String> {
    let mut answers = ANSWERS;
    loop {
        let game = random_game(setup, seed, answers)?;
        match game.actor() {
            Actor::Chance => answers += 1,
            Actor::Seat(_) | Actor::Nobody => return Ok(game),
        }
    }
}

fn players(setup: &str, seed: u64) -> Result<String, String> {
    let game = decision(setup, seed)?;
    let mut lines = String::new();
    for level in [Level::Easy, Level::Medium, Level::Baron, Level::Thief, Level::Hard] {
        // Only the strongest level uses the time.
        let answer = bots::choose(&game, level, Duration::from_millis(1), seed);
        let _ = writeln!(lines, "{level} {}", game.word(answer));
    }
    if let Some(analysis) = bots::analyse(&game, &AnalysisRequest::new(Budget::Evaluations(EVALUATIONS), seed)) {
        for line in &analysis.lines {
            let answers: Vec<String> = line.answers.first().map(|&answer| game.word(answer)).into_iter().collect();
            let _ = writeln!(lines, "{} {:.3} {:.3} {}", answers.join(" "), line.margin, line.error, line.samples);
        }
    }
    Ok(lines)
}

fn speed(millis: u64) -> Result<String, String> {
    let game = decision("carcassonne seats=2", 1)?;
    let request = AnalysisRequest::new(Budget::Time(Duration::from_millis(millis)), 1);
    let analysis = bots::analyse(&game, &request).ok_or("no seat must act")?;
    Ok((analysis.evaluations * 1000 / millis.max(1)).to_string())
}
