//! All rows of the table in docs/performance.md that measure time: one number per row, under a stable key.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use bastide_core::{Actor, Random, SmallRandom};
use bots::{AnalysisRequest, Budget};
use games::families::Playable;
use games::{Game, Setup, SetupError, with_family};
use serde_json::{Map, Value, json};

use super::measuring::{ChoiceMethod, MeasuringOptions, report};

/// Maximum number of base sets in one game.
const COPIES: u8 = 15;

/// The quantity that a row measures.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Count {
    /// Games per second.
    Games(ChoiceMethod),
    /// Nanoseconds per decision when answers are listed.
    Decision,
    /// Positions per second that the strongest player evaluates, from a position after this many turns.
    Evaluations(u16),
}

/// A row: its key, the quantity that it measures, and the set-up.
type Row = (&'static str, Count, Setup);

fn rows() -> Vec<Row> {
    let (listed, sampled) = (Count::Games(ChoiceMethod::Listed), Count::Games(ChoiceMethod::Sampled));
    let info = games::info();
    let expansions = info.expansions.iter().filter(|expansion| expansion.game == games::setup::CARCASSONNE);
    let everything = expansions.fold(Setup::base(2), |setup, expansion| setup.with(expansion.id));
    vec![
        ("base_listed", listed, Setup::base(2)),
        ("base_sampled", sampled, Setup::base(2)),
        ("everything_listed", listed, everything.clone()),
        ("everything_sampled", sampled, everything.clone()),
        ("large_listed_decision_ns", Count::Decision, Setup::base(2).with_copies(COPIES)),
        ("base_evaluations", Count::Evaluations(36), Setup::base(2)),
        ("everything_evaluations", Count::Evaluations(100), everything),
        ("hunters_listed", listed, Setup::of(games::setup::HUNTERS, 2)),
        ("discovery_listed", listed, Setup::of(games::setup::DISCOVERY, 2)),
    ]
}

/// Measures and prints each row.
pub fn run(effort: &MeasuringOptions, json: bool) -> Result<()> {
    let mut numbers = Map::new();
    for (key, count, mut setup) in rows() {
        setup.options.insert("first_player".to_owned(), "host_seat".to_owned());
        let unknown = || Err(SetupError::UnknownGame(setup.game.clone()).into());
        let number = with_family!(setup.game.as_str(), F => row::<F>(effort, &setup, count)).unwrap_or_else(unknown)?;
        if !json {
            let unit = match count {
                Count::Games(_) => "games/s",
                Count::Decision => "ns per decision",
                Count::Evaluations(_) => "evaluations/s",
            };
            println!("{key:<26} {number:>9.0} {unit}");
        }
        numbers.insert(key.to_owned(), json!(number.round()));
    }
    if json {
        println!("{:#}", Value::Object(numbers));
    }
    Ok(())
}

/// Measures a row.
fn row<F: Playable>(effort: &MeasuringOptions, setup: &Setup, count: Count) -> Result<f64> {
    let (way, name, rate) = match count {
        Count::Evaluations(turn) => return evaluations(effort, setup, turn),
        Count::Decision => (ChoiceMethod::Listed, "listed", "decisions_per_s"),
        Count::Games(ChoiceMethod::Listed) => (ChoiceMethod::Listed, "listed", "games_per_s"),
        Count::Games(ChoiceMethod::Sampled) => (ChoiceMethod::Sampled, "sampled", "games_per_s"),
    };
    let effort = MeasuringOptions { only: Some(way), ..*effort };
    let rate = report::<F>(&effort, setup)?[name][rate].as_f64().context("the result is missing")?;
    Ok(if count == Count::Decision { 1e9 / rate } else { rate })
}

/// Returns the positions evaluated per second in a search after this many turns of random play.
fn evaluations(effort: &MeasuringOptions, setup: &Setup, turn: u16) -> Result<f64> {
    let mut random = SmallRandom::new(effort.seed);
    let mut game = Game::new(setup)?;
    while game.turn() < turn || !matches!(game.actor(), Actor::Seat(_)) {
        let legal = game.legal();
        let answer = legal.get(random.below(legal.len() as u32) as usize).context("the game ended too early")?;
        game.apply_raw(*answer)?;
    }
    let budget = Budget::Time(Duration::from_secs_f64(effort.seconds.clamp(0.0, 3600.0)));
    let begun = Instant::now();
    let analysis = bots::analyse(&game, &AnalysisRequest::new(budget, effort.seed)).context("no seat must act")?;
    Ok(analysis.evaluations as f64 / begun.elapsed().as_secs_f64())
}
