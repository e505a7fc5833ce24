//! Analyses a position with the strongest player: the best lines for the seat to act, their values, and their likely continuations.

use std::sync::atomic::AtomicBool;

use bastide_core::Actor;
use games::{Answer, Game, with_family};

use crate::agents::agent::{Agent, AgentFamily};
use crate::evaluation::evaluator::Evaluator;
use crate::evaluation::forecast::{Forecast, ForecastFile, Forecaster, tiles_of};
use crate::search::config::{Budget, SearchConfig, SearchRequest};
use crate::search::sampling::{RootMove, SearchResult};

/// Maximum number of lines in an analysis, not counting the line of the given answer.
pub const MAX_LINES: usize = 8;
/// A line that wins more often than the one with the best margin is preferred to it if the difference is at least this...
const CLEARLY_MORE_WINS: f32 = 0.01;
/// ... and this number of standard errors.
const CLEAR_STANDARD_ERRORS: f32 = 3.0;

/// A request to analyse a position.
#[derive(Clone, Copy, Debug)]
pub struct AnalysisRequest<'a> {
    /// An answer whose best line is always included.
    pub given: Option<Answer>,
    /// Limit on the work of the search.
    pub budget: Budget,
    /// Seed for the samples.
    pub seed: u64,
    /// Number of search threads. It does not affect the result if the budget is a number of evaluations.
    pub threads: usize,
    /// True to examine even lines that look bad, so that every choice has a second-best line.
    pub wide: bool,
    /// Flag that stops the analysis immediately when set to true; the result must then be discarded.
    pub stop: Option<&'a AtomicBool>,
}

impl<'a> AnalysisRequest<'a> {
    /// Creates a request for the best answers, on one thread and without a stop flag.
    pub const fn new(budget: Budget, seed: u64) -> Self {
        Self { given: None, budget, seed, threads: 1, wide: false, stop: None }
    }

    /// Returns the request extended with an answer whose best line is always included.
    pub const fn about(self, given: Option<Answer>) -> Self {
        Self { given, ..self }
    }

    fn search_request<'s>(&self, config: SearchConfig, forecaster: Option<&'s Forecaster>) -> SearchRequest<'s>
    where
        'a: 's,
    {
        let Self { given, budget, seed, threads, wide, stop } = *self;
        let window = if wide { f32::INFINITY } else { config.window };
        let config = SearchConfig { threads, window, ..config };
        SearchRequest { budget, config, seed, explain: true, forecaster, given, stop }
    }
}

/// Result of analysing a position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Analysis {
    /// The seat to act.
    pub seat: u8,
    /// Whether all seats are one team, whose points and chance to win are stored for the first seat.
    pub team: bool,
    /// The best lines, best first, always including the line of the given answer.
    pub lines: Vec<AnalysisLine>,
    /// Whether the first line is first because it wins more often, although another line has a larger margin.
    pub by_wins: bool,
    /// Whether the margins are exact because every possible course of the rest of the game was searched.
    pub exact: bool,
    /// Number of positions evaluated.
    pub evaluations: u64,
}

impl Analysis {
    /// Builds an analysis from a search result. `lead` is the margin of the best line in its forecast minus that in its values.
    fn of(seat: u8, (found, team): (SearchResult, bool), lead: f32, given: Option<Answer>, evaluations: u64) -> Self {
        let mut moves = found.moves;
        let by_wins = prefer_wins(&mut moves, winner(seat, team), found.exact);
        let is_given = |root_move: &RootMove| given == Some(root_move.line.first());
        let first_given = moves.iter().position(is_given);
        let told = |(rank, _): &(usize, RootMove)| *rank < MAX_LINES || Some(*rank) == first_given;
        let moves = moves.into_iter().enumerate().filter(told);
        let lines = moves.map(|(_, root_move)| AnalysisLine {
            answers: root_move.line.answers().to_vec(),
            margin: root_move.margin + lead,
            error: root_move.error,
            samples: root_move.samples,
            forecast: root_move.forecast,
            main: root_move.main,
        });
        Self { seat, team, lines: lines.collect(), by_wins, exact: found.exact, evaluations }
    }

    /// Returns the seat for which the acting seat's points and chance to win are stored.
    pub fn winner(&self) -> usize {
        winner(self.seat, self.team)
    }

    /// Returns the margin of the best line that begins with `answer`; `None` if the analysis has no such line.
    pub fn margin_of(&self, answer: Answer) -> Option<f32> {
        self.lines.iter().find(|line| line.answers.first() == Some(&answer)).map(|line| line.margin)
    }
}

/// Returns the seat for which a seat's points and chance to win are stored.
fn winner(seat: u8, team: bool) -> usize {
    if team { 0 } else { usize::from(seat) }
}

/// A line for the seat to act, and its value.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AnalysisLine {
    /// The seat's answers for the rest of its turn.
    pub answers: Vec<Answer>,
    /// The seat's expected final margin; for a team, the team's expected points.
    pub margin: f32,
    /// Standard error over the samples. For the best line, this is the error of its margin; for any other line, the error of its distance
    /// to the best line.
    pub error: f32,
    /// Number of samples.
    pub samples: u32,
    /// Every seat's expected final points and chance to win.
    pub forecast: Forecast,
    /// The likely continuation: probable tiles, and the best answers to them. Hidden hands are filled with random unseen tiles, so the
    /// tiles of other seats may be wrong.
    pub main: Vec<(Actor, Answer)>,
}

/// Analyses a position with the strongest player. Returns `None` if no seat must act. Equal requests give equal analyses, unless the budget
/// is a duration.
pub fn analyse(game: &Game, request: &AnalysisRequest<'_>) -> Option<Analysis> {
    let Actor::Seat(_) = game.actor() else { return None };
    with_family!(game.setup().game.as_str(), F => analysis_of::<F>(game, request)).flatten()
}

fn analysis_of<F: AgentFamily>(game: &Game, request: &AnalysisRequest<'_>) -> Option<Analysis> {
    let (rules, position) = game.of::<F>()?;
    let mut agent = Agent::<F>::new(rules, position);
    let forecaster = forecaster::<F>(game);
    let found = agent.search(position, &request.search_request(agent.config, forecaster.as_ref()));
    let Actor::Seat(seat) = position.actor() else { return None };
    let evaluator = agent.evaluator_mut();
    let lead = match (&forecaster, found.moves.first()) {
        (Some(_), Some(best)) => evaluator.margin(&best.forecast.points, seat) - best.margin,
        _ => 0.0,
    };
    let team = F::TEAM_GOAL.is_some();
    Some(Analysis::of(seat, (found, team), lead, request.given, agent.evaluations()))
}

/// Creates the forecaster of a game's set-up.
pub fn forecaster<F: AgentFamily>(game: &Game) -> Option<Forecaster> {
    let (rules, _) = game.of::<F>()?;
    let expansions = game.setup().expansions_in_order();
    let ids = expansions.iter().map(String::as_str);
    Forecaster::of(ForecastFile::of_program(), F::GAME, ids, rules.seats, tiles_of(rules))
}

/// Moves the line with which the seat wins most often to the front, where that is known better than by an estimate: if the rest of the game
/// was searched completely, or if the samples of both lines were played to the end and differ clearly. Returns whether a line was moved.
fn prefer_wins(moves: &mut [RootMove], seat: usize, exact: bool) -> bool {
    let Some(best) = moves.first() else { return false };
    let (chance, known) = (best.forecast.wins[seat], best.played_out);
    let clear = |other: &&RootMove| {
        let more = other.forecast.wins[seat] - chance;
        let errors = if exact { 0.0 } else { CLEAR_STANDARD_ERRORS * other.win_error };
        known && other.played_out && more >= CLEARLY_MORE_WINS.max(errors)
    };
    let better = moves.iter().filter(clear).map(|other| other.forecast.wins[seat]).fold(chance, f32::max);
    match moves.iter().position(|other| clear(&other) && other.forecast.wins[seat] == better) {
        Some(at) => {
            moves[..=at].rotate_right(1);
            true
        }
        None => false,
    }
}
