//! Placing and deploying weighed together, one turn ahead.

use bastide_core::{Actor, Answer, MAX_SEATS};
use classic::{ClassicPosition, ClassicRules, Frame};

use crate::evaluation::{Evaluator, Totals};
use crate::uses::Uses;

/// What a seat can do in the rest of its turn: the answer to the pending decision and, where that leads to another one, the
/// answer to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// The answer to the pending decision.
    pub first: Answer,
    /// The answer to the decision to deploy after placing, where there is one.
    pub second: Option<Answer>,
    /// How the seat would stand.
    pub value: f32,
}

impl Line {
    /// Carries the line out.
    pub fn play(&self, position: &mut ClassicPosition, rules: &ClassicRules) {
        position.apply(rules, self.first, &mut ());
        if let Some(second) = self.second {
            position.apply(rules, second, &mut ());
        }
    }
}

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
    pub(crate) ranked: Vec<(f32, Answer)>,
}

/// Who must answer; whose turn it is where nobody must.
pub fn decider(position: &ClassicPosition) -> u8 {
    match position.actor() {
        Actor::Seat(seat) => seat,
        _ => position.seat(),
    }
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

    /// Calls `each` with every line of the seat that must act and the position that it leads to.
    pub fn each_line(
        &mut self,
        position: &ClassicPosition,
        rules: &ClassicRules,
        mut each: impl FnMut(Answer, Option<Answer>, &ClassicPosition),
    ) {
        self.first.clear();
        position.list(rules, &mut self.first);
        for i in 0..self.first.len() {
            let first = self.first[i];
            self.placed.as_mut().clone_from(position);
            self.placed.apply(rules, first, &mut ());
            let asked_again =
                matches!(position.frame(), Frame::Place { .. }) && matches!(self.placed.frame(), Frame::Deploy { .. });
            if !asked_again {
                each(first, None, &self.placed);
                continue;
            }
            self.second.clear();
            self.placed.list(rules, &mut self.second);
            one_of_each_feature(&self.placed, &mut self.second);
            for &second in &self.second {
                self.deployed.as_mut().clone_from(&self.placed);
                self.deployed.apply(rules, second, &mut ());
                each(first, Some(second), &self.deployed);
            }
        }
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
        self.each_line(position, evaluator.rules(), |first, second, after| {
            let totals = evaluator.totals(after);
            lines.push(Line { first, second, value: evaluator.standing(&totals, seat) });
        });
    }

    /// The best way to place and deploy, with the gain of deploying estimated instead of carried out, and what every seat can
    /// expect after it. For positions whose mover is asked to place.
    pub fn quick_best(&mut self, evaluator: &mut Evaluator<'_>, position: &ClassicPosition) -> (Line, Totals) {
        let (rules, seat) = (evaluator.rules(), position.seat());
        if evaluator.is_wide() {
            return self.quick_best_widely(evaluator, position);
        }
        self.first.clear();
        position.list(rules, &mut self.first);
        let mut best = (Line { first: Answer::Pass, second: None, value: f32::MIN }, [0.0; MAX_SEATS]);
        for &first in &self.first {
            self.placed.as_mut().clone_from(position);
            self.placed.apply(rules, first, &mut ());
            let (totals, deployment) = evaluator.best_deployment(&self.placed);
            let value = evaluator.standing(&totals, seat);
            if value > best.0.value {
                let second = matches!(self.placed.frame(), Frame::Deploy { .. }).then_some(deployment);
                best = (Line { first, second, value }, totals);
            }
        }
        best
    }
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
