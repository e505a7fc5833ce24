//! Finds puzzles: positions at the start of a turn in which one line is clearly the best, also with ten times the evaluations.

use std::sync::Arc;

use games::deal::{Deal, Seed};
use games::puzzle::{Puzzle, PuzzleLine, PuzzleStep};
use games::{Actor, Answer, Game, Setup, SetupError, with_family};

use super::analyse::{Analysis, AnalysisLine, AnalysisRequest, analyse};
use super::info::{hundredths, told};
use super::review::{LineWords, each_position};
use crate::agents::agent::{Agent, AgentFamily};
use crate::agents::level::Level;
use crate::search::config::Budget;
use std::ops::ControlFlow;

/// Factor between the evaluations of the search that finds a solution and those of the search that confirms it.
pub const CONFIRMATION: u64 = 10;
/// Fraction of the margin that the evaluation without a search must already see. The estimate is rough, but costs almost nothing.
const STATIC_MARGIN: f32 = 0.5;
/// Number of standard errors by which the best line must be ahead of the second-best one.
const STANDARD_ERRORS: f32 = 3.0;
/// Number of lines of play stored in a puzzle.
const STORED_LINES: usize = 2;

/// Requirements for a position to be a puzzle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PuzzleCriteria {
    /// Number of evaluations with which a solution is found; [`CONFIRMATION`] times as many confirm it.
    pub evaluations: u64,
    /// Minimum number of points by which the best line must be ahead of the second-best one, in both searches.
    pub margin: f32,
    /// Seed for the samples.
    pub seed: u64,
}

/// Numbers of positions that passed each step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PuzzleCounts {
    /// Positions at the start of a turn.
    pub positions: usize,
    /// Positions in which the evaluation without a search prefers one line.
    pub promising: usize,
    /// Positions in which the first search found one clearly best line.
    pub found: usize,
    /// Positions in which the second search confirmed it.
    pub confirmed: usize,
}

impl std::ops::AddAssign for PuzzleCounts {
    fn add_assign(&mut self, other: Self) {
        self.positions += other.positions;
        self.promising += other.promising;
        self.found += other.found;
        self.confirmed += other.confirmed;
    }
}

/// Returns the puzzles among the positions of a game, in order. Equal arguments give equal puzzles.
pub fn find(game: &Game, criteria: &PuzzleCriteria, source: &str) -> (Vec<Puzzle>, PuzzleCounts) {
    let (mut puzzles, mut counts) = (Vec::new(), PuzzleCounts::default());
    each_position(game, |position| {
        puzzles.extend(puzzle_at(position, criteria, source, &mut counts));
        ControlFlow::Continue(())
    });
    (puzzles, counts)
}

/// Returns the puzzle of a position, if it is one.
fn puzzle_at(position: &Game, criteria: &PuzzleCriteria, source: &str, counts: &mut PuzzleCounts) -> Option<Puzzle> {
    // A hidden hand would be part of the position, but must not be shown.
    if !matches!(position.actor(), Actor::Seat(_)) || position.has_secrets() {
        return None;
    }
    let legal = position.legal();
    if legal.len() < 2 || !matches!(legal[0], Answer::Place { .. }) {
        return None;
    }
    counts.positions += 1;
    let search = |evaluations: u64| {
        let seed = criteria.seed.wrapping_add(position.seq() as u64);
        analyse(
            position,
            &AnalysisRequest { wide: true, ..AnalysisRequest::new(Budget::Evaluations(evaluations), seed) },
        )
    };
    lead(&search(0)?).filter(|&lead| lead >= STATIC_MARGIN * criteria.margin)?;
    counts.promising += 1;
    let first = search(criteria.evaluations)?;
    lead(&first).filter(|&lead| lead >= criteria.margin)?;
    counts.found += 1;
    let second = search(CONFIRMATION * criteria.evaluations)?;
    let clear = lead(&second)? >= criteria.margin.max(STANDARD_ERRORS * second.lines[1].error);
    if !clear || first.lines[0].answers != second.lines[0].answers {
        return None;
    }
    counts.confirmed += 1;
    let lines = second.lines.iter().take(STORED_LINES).map(|line| stored(position, line)).collect();
    Puzzle::new(position, lines, second.evaluations, source.to_owned())
}

/// Returns the distance between the two best lines.
fn lead(analysis: &Analysis) -> Option<f32> {
    let [best, second, ..] = &analysis.lines[..] else { return None };
    Some(best.margin - second.margin)
}

fn stored(position: &Game, line: &AnalysisLine) -> PuzzleLine {
    let words = LineWords::of(position, line);
    let (totals, wins) = told(position, line);
    let step = |(actor, answer)| match actor {
        Actor::Seat(seat) => PuzzleStep { seat: Some(seat), answer },
        Actor::Chance | Actor::Nobody => PuzzleStep { seat: None, answer },
    };
    PuzzleLine {
        answers: words.answers,
        margin: hundredths(line.margin),
        error: hundredths(line.error),
        samples: line.samples,
        totals,
        wins,
        main: words.main.into_iter().map(step).collect(),
    }
}

/// Plays a game between computer players of a level, which must not need time. The seed decides the draws and the players' choices.
///
/// # Errors
/// The set-up is invalid.
pub fn self_play(setup: &Setup, level: Level, seed: u64) -> Result<Game, SetupError> {
    let game = Game::new(setup)?;
    let deal = Deal::new(Seed::from_number(seed), setup)?;
    let played = with_family!(setup.game.as_str(), F => play::<F>(game.clone(), &deal, level, seed)).flatten();
    Ok(played.unwrap_or(game))
}

fn play<F: AgentFamily>(mut game: Game, deal: &Deal, level: Level, seed: u64) -> Option<Game> {
    let (rules, position) = game.of::<F>()?;
    let rules = Arc::clone(rules);
    let mut agent = Agent::<F>::new(&rules, position);
    loop {
        let answer = match game.actor() {
            Actor::Nobody => return Some(game),
            Actor::Chance => deal.answer(&game)?,
            Actor::Seat(_) => agent.answer(level.into(), game.of::<F>()?.1, Budget::Evaluations(0), seed),
        };
        game.apply_raw(answer).ok()?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn puzzles_are_found_in_self_play_and_their_lines_can_be_read() {
        let criteria = PuzzleCriteria { evaluations: 300, margin: 1.5, seed: 1 };
        for setup in [Setup::base(2), Setup::of("hunters", 2), Setup::of("discovery", 2)] {
            let game = self_play(&setup, Level::Hard, 3).unwrap();
            assert!(game.is_over());
            assert_eq!(self_play(&setup, Level::Hard, 3).unwrap().answers(), game.answers());
            let (puzzles, counts) = find(&game, &criteria, "test");
            assert!(!puzzles.is_empty() && puzzles.len() == counts.confirmed, "{setup:?}: {counts:?}");
            assert!(counts.positions >= counts.promising && counts.promising >= counts.found);
            for puzzle in &puzzles {
                assert_eq!(Puzzle::parse(&puzzle.to_line()).as_ref(), Ok(puzzle));
                assert!(puzzle.margin >= 1.49 && !puzzle.themes.is_empty());
            }
            assert_eq!(find(&game, &criteria, "test").0, puzzles);
        }
    }

    #[test]
    fn games_with_hidden_hands_have_no_puzzles() {
        let setup = Setup::of("discovery", 2).option("hand", "two_hidden");
        let game = self_play(&setup, Level::Hard, 1).unwrap();
        let criteria = PuzzleCriteria { evaluations: 100, margin: 0.1, seed: 1 };
        assert_eq!(find(&game, &criteria, "test"), (Vec::new(), PuzzleCounts::default()));
    }
}
