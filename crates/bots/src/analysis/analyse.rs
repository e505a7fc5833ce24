//! The strongest player's view of a position: the best lines of the seat that must act, what each is worth, and how play would continue.

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
    /// Answer whose best line is always included.
    pub given: Option<Answer>,
    /// Work that the search may do.
    pub budget: Budget,
    /// Determines the draws that are tried.
    pub seed: u64,
    /// Search threads. With a budget of evaluations, any number gives the same result.
    pub threads: usize,
    /// Set to true when the analysis is no longer wanted: it then ends at once, and its result is useless.
    pub stop: Option<&'a AtomicBool>,
}

impl<'a> AnalysisRequest<'a> {
    /// Creates a request for the best answers, on one thread and without a stop flag.
    pub const fn new(budget: Budget, seed: u64) -> Self {
        Self { given: None, budget, seed, threads: 1, stop: None }
    }

    /// Always includes the best line of the given answer.
    pub const fn about(self, given: Option<Answer>) -> Self {
        Self { given, ..self }
    }

    fn search_request(&self, config: SearchConfig) -> SearchRequest<'a> {
        let Self { given, budget, seed, threads, stop } = *self;
        SearchRequest { budget, config: SearchConfig { threads, ..config }, seed, explain: true, given, stop }
    }
}

/// Result of analysing a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis {
    /// The seat that must act.
    pub seat: u8,
    /// The best lines, best first, always including the line of the given answer.
    pub lines: Vec<AnalysisLine>,
    /// Whether every possible course of the rest of the game was searched, so that the margins are exact.
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

/// A line of the seat that must act, and its value.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AnalysisLine {
    /// The answers of the seat in the rest of its turn.
    pub answers: Vec<Answer>,
    /// Points by which the seat can expect to be ahead in the end; for a team, the team's points.
    pub margin: f32,
    /// Standard error over the draws that were tried: of the margin for the best line, of the distance to the best line for the others.
    pub error: f32,
    /// Number of draws tried.
    pub samples: u32,
    /// Expected final points of every seat.
    pub values: Values,
    /// How play would continue: likely tiles, and the best answers to them. Tiles in hidden hands are determinized, so they need not be
    /// where the line has them.
    pub main: Vec<(Actor, Answer)>,
}

/// Analyses a position as the strongest player does; `None` if no seat must act. Equal requests give equal analyses, unless the budget is a
/// time.
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
