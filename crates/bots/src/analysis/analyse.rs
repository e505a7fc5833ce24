//! Analyses a position with the strongest player: the best lines for the seat to act, their values, and their likely continuations.

use std::sync::atomic::AtomicBool;

use bastide_core::Actor;
use games::{Answer, Game, with_family};

use crate::agents::agent::{Agent, AgentFamily};
use crate::evaluation::values::Values;
use crate::search::config::{Budget, SearchConfig, SearchRequest};
use crate::search::sampling::{RootMove, SearchResult};

/// Maximum number of lines in an analysis, not counting the line of the given answer.
pub const MAX_LINES: usize = 8;

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

    fn search_request(&self, config: SearchConfig) -> SearchRequest<'a> {
        let Self { given, budget, seed, threads, wide, stop } = *self;
        let window = if wide { f32::INFINITY } else { config.window };
        SearchRequest { budget, config: SearchConfig { threads, window, ..config }, seed, explain: true, given, stop }
    }
}

/// Result of analysing a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis {
    /// The seat to act.
    pub seat: u8,
    /// The best lines, best first, always including the line of the given answer.
    pub lines: Vec<AnalysisLine>,
    /// Whether the margins are exact because every possible course of the rest of the game was searched.
    pub exact: bool,
    /// Number of positions evaluated.
    pub evaluations: u64,
}

impl Analysis {
    /// Builds an analysis from a search result.
    fn of(seat: u8, found: SearchResult, given: Option<Answer>, evaluations: u64) -> Self {
        let is_given = |root_move: &RootMove| given == Some(root_move.line.first());
        let first_given = found.moves.iter().position(is_given);
        let told = |(rank, _): &(usize, RootMove)| *rank < MAX_LINES || Some(*rank) == first_given;
        let moves = found.moves.into_iter().enumerate().filter(told);
        let lines = moves.map(|(_, root_move)| AnalysisLine {
            answers: root_move.line.answers().to_vec(),
            margin: root_move.margin,
            error: root_move.error,
            samples: root_move.samples,
            values: root_move.values,
            main: root_move.main,
        });
        Self { seat, lines: lines.collect(), exact: found.exact, evaluations }
    }

    /// Returns the margin of the best line that begins with `answer`; `None` if the analysis has no such line.
    pub fn margin_of(&self, answer: Answer) -> Option<f32> {
        self.lines.iter().find(|line| line.answers.first() == Some(&answer)).map(|line| line.margin)
    }
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
    /// Expected final points of every seat.
    pub values: Values,
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
    let found = agent.search(position, &request.search_request(agent.config));
    let Actor::Seat(seat) = position.actor() else { return None };
    Some(Analysis::of(seat, found, request.given, agent.evaluations()))
}
