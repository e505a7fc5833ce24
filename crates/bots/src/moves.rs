//! Placing and deploying weighed together, one turn ahead.

use bastide_core::Answer;
use classic::{Classic, ClassicPosition, ClassicRules, Frame};

use crate::evaluation::{Evaluator, Totals};
use crate::guide::{Guide, Reply};
use crate::judge::lead;
pub use crate::lines::{Line, decider};
use crate::player::projected;
use crate::uses::Uses;

/// Looks one turn ahead. What it needs in between is allocated once.
#[derive(Clone, Debug)]
pub struct Moves {
    pub(crate) placed: Box<ClassicPosition>,
    pub(crate) deployed: Box<ClassicPosition>,
    pub(crate) settled: Box<ClassicPosition>,
    pub(crate) tried: Box<ClassicPosition>,
    pub(crate) first: Vec<Answer>,
    pub(crate) second: Vec<Answer>,
    pub(crate) third: Vec<Answer>,
    pub(crate) ranked: Vec<Line>,
}

impl Moves {
    /// Room for positions like this one.
    pub fn new(position: &ClassicPosition) -> Self {
        Self {
            placed: Box::new(*position),
            deployed: Box::new(*position),
            settled: Box::new(*position),
            tried: Box::new(*position),
            first: Vec::new(),
            second: Vec::new(),
            third: Vec::new(),
            ranked: Vec::new(),
        }
    }

    /// Calls `each` with every line of the seat that must act and the position that it leads to; ghosts on the way stand where
    /// they are best at the moment.
    pub fn each_line(
        &mut self,
        position: &ClassicPosition,
        rules: &ClassicRules,
        mut each: impl FnMut(Line, &ClassicPosition),
    ) {
        self.first.clear();
        position.list(rules, &mut self.first);
        let asked = matches!(position.frame(), Frame::Place { .. } | Frame::Haunt(_));
        for i in 0..self.first.len() {
            let first = self.first[i];
            self.placed.as_mut().clone_from(position);
            self.placed.apply(rules, first, &mut ());
            let line = self.place_ghosts(rules, Line::NOTHING.and(first));
            if !asked || !matches!(self.placed.frame(), Frame::Deploy { .. }) {
                each(line, &self.placed);
                continue;
            }
            self.second.clear();
            self.placed.list(rules, &mut self.second);
            one_of_each_feature(&self.placed, &mut self.second);
            for &second in &self.second {
                self.deployed.as_mut().clone_from(&self.placed);
                self.deployed.apply(rules, second, &mut ());
                each(line.and(second), &self.deployed);
            }
        }
    }

    /// Places the ghosts that are called for in `placed`, each where the seat then leads by most. The line goes on with them.
    fn place_ghosts(&mut self, rules: &ClassicRules, mut line: Line) -> Line {
        while let Frame::Haunt(_) = self.placed.frame() {
            let seat = decider(&self.placed);
            self.third.clear();
            self.placed.list(rules, &mut self.third);
            let (mut best, mut most) = (first_of(&self.third), f32::MIN);
            for &answer in &self.third {
                self.tried.as_mut().clone_from(&self.placed);
                self.tried.apply(rules, answer, &mut ());
                let value = lead(&projected(&self.tried, rules, true), seat, rules.seats);
                if value > most {
                    (best, most) = (answer, value);
                }
            }
            self.placed.apply(rules, best, &mut ());
            line = line.and(best);
        }
        line
    }

    /// Evaluates the lines of the seat that must act, each carried out in full: all of them, but those of expansions that have
    /// too many.
    pub fn weigh(&mut self, evaluator: &mut Evaluator<'_>, position: &ClassicPosition, lines: &mut Vec<Line>) {
        if evaluator.is_wide() || evaluator.uses != Uses::ALL {
            self.weigh_widely(evaluator, position, lines);
            return;
        }
        let seat = position.seat();
        lines.clear();
        self.each_line(position, evaluator.rules(), |line, after| {
            let totals = evaluator.totals(after);
            lines.push(line.worth(evaluator.standing(&totals, seat)));
        });
    }

    /// Adds the ways to place and deploy, with the gain of deploying estimated instead of carried out. At any other decision a good
    /// answer alone.
    fn replies(&mut self, evaluator: &mut Evaluator<'_>, position: &ClassicPosition, replies: &mut Vec<Reply>) {
        let (rules, seat) = (evaluator.rules(), decider(position));
        if !matches!(position.frame(), Frame::Place { .. }) {
            let answer = self.quick_answer(evaluator, position);
            self.placed.as_mut().clone_from(position);
            self.placed.apply(rules, answer, &mut ());
            let totals = evaluator.totals(&self.placed);
            let line = Line::NOTHING.and(answer).worth(evaluator.standing(&totals, seat));
            replies.push(Reply { line, totals });
            return;
        }
        if evaluator.is_wide() {
            self.places_widely(evaluator, position, replies);
            return;
        }
        self.first.clear();
        position.list(rules, &mut self.first);
        for &first in &self.first {
            self.placed.as_mut().clone_from(position);
            self.placed.apply(rules, first, &mut ());
            let (totals, deployment) = evaluator.best_deployment(&self.placed);
            let line = Line::NOTHING.and(first).worth(evaluator.standing(&totals, seat));
            let asked = matches!(self.placed.frame(), Frame::Deploy { .. });
            replies.push(Reply { line: if asked { line.and(deployment) } else { line }, totals });
        }
    }
}

/// What leads a search through positions of the Carcassonne family: its evaluation, and what looks one turn ahead with it.
#[derive(Clone, Debug)]
pub struct ClassicGuide<'r> {
    /// Says what positions are worth.
    pub evaluator: Evaluator<'r>,
    /// Looks ahead.
    pub moves: Moves,
}

impl<'r> Guide<'r, Classic> for ClassicGuide<'r> {
    fn rules(&self) -> &'r ClassicRules {
        self.evaluator.rules()
    }

    fn refill(&mut self, position: &ClassicPosition) {
        self.evaluator.odds.refill(position);
    }

    fn totals(&mut self, position: &ClassicPosition) -> Totals {
        self.evaluator.totals(position)
    }

    fn standing(&self, totals: &Totals, seat: u8) -> f32 {
        self.evaluator.standing(totals, seat)
    }

    fn weigh(&mut self, position: &ClassicPosition, lines: &mut Vec<Line>) {
        self.moves.weigh(&mut self.evaluator, position, lines);
    }

    fn replies(&mut self, position: &ClassicPosition, replies: &mut Vec<Reply>) {
        self.moves.replies(&mut self.evaluator, position, replies);
    }

    fn is_quiet(&self, position: &ClassicPosition) -> bool {
        matches!(position.frame(), Frame::Place { .. } | Frame::Abbey)
    }

    fn count(&self) -> u64 {
        self.evaluator.count
    }
}

/// The first of the answers to a decision, of which there are always some: passing is not always one.
pub(crate) fn first_of(answers: &[Answer]) -> Answer {
    answers.first().copied().unwrap_or(Answer::Pass)
}

/// Leaves out followers that a portal could lead to another segment of a feature that is listed already: hundreds become dozens.
pub(crate) fn one_of_each_feature(position: &ClassicPosition, answers: &mut Vec<Answer>) {
    let newest = position.board.tiles().last().map_or(0, |tile| tile.first);
    let features = &position.board.features;
    answers.retain(|answer| match *answer {
        Answer::Deploy { segment, .. } if segment < newest => features.root(segment) == segment,
        _ => true,
    });
}
