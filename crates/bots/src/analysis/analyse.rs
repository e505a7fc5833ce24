//! What the strongest player thinks of a position, and why: the best lines of the seat that must act, what each can expect, and how
//! play would go on.

use std::sync::atomic::AtomicBool;

use bastide_core::Actor;
use games::{Answer, Game, with_family};

use crate::agents::agent::{Agent, AgentFamily};
use crate::evaluation::values::Values;
use crate::search::config::{Budget, SearchConfig, SearchRequest};
use crate::search::sampling::{RootMove, SearchResult};

/// Lines that an analysis tells of, beside that of the answer that was given.
pub const TOLD: usize = 8;

/// What is asked about a position.
#[derive(Clone, Copy, Debug)]
pub struct AnalysisRequest<'a> {
    /// An answer whose best line is told of in any case.
    pub given: Option<Answer>,
    /// How much work it is worth.
    pub budget: Budget,
    /// Decides the draws that are tried.
    pub seed: u64,
    /// Threads that search. By a budget of evaluations any number finds the same.
    pub threads: usize,
    /// Becomes true when nobody waits for the analysis any more: then it ends at once, and is of no use.
    pub stop: Option<&'a AtomicBool>,
}

impl<'a> AnalysisRequest<'a> {
    /// About the best answers, on one thread, to the end.
    pub const fn new(budget: Budget, seed: u64) -> Self {
        Self { given: None, budget, seed, threads: 1, stop: None }
    }

    /// The same, and about this answer in any case.
    pub const fn about(self, given: Option<Answer>) -> Self {
        Self { given, ..self }
    }

    fn search_request(&self, config: SearchConfig) -> SearchRequest<'a> {
        let Self { given, budget, seed, threads, stop } = *self;
        SearchRequest { budget, config: SearchConfig { threads, ..config }, seed, explain: true, given, stop }
    }
}

/// What a search found about a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis {
    /// The seat that must act.
    pub seat: u8,
    /// The best lines, the best first; the line of the answer that was given is among them, however bad it is.
    pub lines: Vec<AnalysisLine>,
    /// Whether every course of the rest of the game was looked at, so that the margins are no estimates.
    pub exact: bool,
    /// Positions evaluated.
    pub evaluations: u64,
}

impl Analysis {
    /// What a search found, for those who want to know.
    fn of(seat: u8, found: SearchResult, given: Option<Answer>, evaluations: u64) -> Self {
        let is_given = |root_move: &RootMove| given == Some(root_move.line.first());
        let first_given = found.moves.iter().position(is_given);
        let told = |(rank, _): &(usize, RootMove)| *rank < TOLD || Some(*rank) == first_given;
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

    /// The margin that the best line with this first answer can expect; none if no line of those told begins with it.
    pub fn margin_of(&self, answer: Answer) -> Option<f32> {
        self.lines.iter().find(|line| line.answers.first() == Some(&answer)).map(|line| line.margin)
    }
}

/// A line of the seat that must act, and what comes of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AnalysisLine {
    /// The answers of the seat in the rest of its turn.
    pub answers: Vec<Answer>,
    /// Points by which the seat can expect to be ahead of the others in the end; where all are one team, the points of the team.
    pub margin: f32,
    /// Standard error over the draws that were tried: for the best line of its margin, for any other of how far it lies behind.
    pub error: f32,
    /// Draws that were tried.
    pub samples: u32,
    /// What everybody can expect to have in the end.
    pub values: Values,
    /// How play would go on: likely tiles, and everybody's best answers to them. Tiles in hidden hands are determinized, and so need not be
    /// where they are said to be.
    pub main: Vec<(Actor, Answer)>,
}

/// What the strongest player thinks of a position; none where no seat must act. Equal requests give equal analyses, unless the budget
/// is a time.
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
