//! Placing and deploying weighed together, one turn ahead.

use bastide_core::{Answer, MAX_SEATS};
use classic::{ClassicPosition, ClassicRules, Frame};

use crate::evaluation::{Evaluator, Totals};

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
    placed: Box<ClassicPosition>,
    deployed: Box<ClassicPosition>,
    first: Vec<Answer>,
    second: Vec<Answer>,
}

impl Moves {
    /// Room for positions like this one.
    pub fn new(position: &ClassicPosition) -> Self {
        Self { placed: Box::new(*position), deployed: Box::new(*position), first: Vec::new(), second: Vec::new() }
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
            for &second in &self.second {
                self.deployed.as_mut().clone_from(&self.placed);
                self.deployed.apply(rules, second, &mut ());
                each(first, Some(second), &self.deployed);
            }
        }
    }

    /// Evaluates every line of the seat that must act, each carried out in full.
    pub fn weigh(&mut self, evaluator: &mut Evaluator<'_>, position: &ClassicPosition, lines: &mut Vec<Line>) {
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
