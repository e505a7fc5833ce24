//! Provides the search policy for the Carcassonne family, which uses the family's evaluator and looks one turn ahead.

use classic::{Classic, ClassicPosition, Pending};

use super::moves::Moves;
use crate::evaluation::classic::ClassicEvaluator;
use crate::evaluation::evaluator::Evaluator;
use crate::evaluation::uses::{Use, Uses};
use crate::search::lines::{Line, decider};
use crate::search::policy::{Candidate, SearchPolicy};

/// Guides a search through positions of the Carcassonne family.
#[derive(Clone, Debug)]
pub struct ClassicPolicy<'r> {
    evaluator: ClassicEvaluator<'r>,
    moves: Moves,
}

impl<'r> SearchPolicy<'r, Classic> for ClassicPolicy<'r> {
    type Evaluator = ClassicEvaluator<'r>;

    fn new(evaluator: ClassicEvaluator<'r>, position: &ClassicPosition) -> Self {
        Self { evaluator, moves: Moves::new(position) }
    }

    fn evaluator(&self) -> &ClassicEvaluator<'r> {
        &self.evaluator
    }

    fn evaluator_mut(&mut self) -> &mut ClassicEvaluator<'r> {
        &mut self.evaluator
    }

    fn each_line(
        &mut self,
        position: &ClassicPosition,
        mut each: impl FnMut(&mut ClassicEvaluator<'r>, Line, &ClassicPosition),
    ) {
        let (rules, evaluator) = (self.evaluator.rules(), &mut self.evaluator);
        self.moves.each_line(position, rules, |line, after| each(evaluator, line, after));
    }

    fn evaluate_moves(&mut self, position: &ClassicPosition, lines: &mut Vec<Line>) {
        self.evaluator.set_parent(position);
        if self.evaluator.is_wide() || self.evaluator.uses() != Uses::ALL {
            self.moves.evaluate_widely(&mut self.evaluator, position, lines);
            return;
        }
        let seat = position.seat();
        lines.clear();
        self.each_line(position, |evaluator, line, after| {
            let values = evaluator.values(after);
            lines.push(line.worth(evaluator.margin(&values, seat)));
        });
    }

    /// Adds the ways to place and deploy, with the gain from deploying estimated instead of played out. At any other decision, adds a
    /// single good answer.
    fn candidates(&mut self, position: &ClassicPosition, candidates: &mut Vec<Candidate>) {
        self.evaluator.set_parent(position);
        let (evaluator, moves) = (&mut self.evaluator, &mut self.moves);
        let seat = decider(position);
        if !matches!(position.pending(), Pending::Place { .. } | Pending::PlaceHeld) {
            let answer = moves.quick_answer(evaluator, position);
            let values = evaluator.values(moves.placed_after(position, evaluator.rules(), answer));
            let line = Line::EMPTY.and(answer).worth(evaluator.margin(&values, seat));
            candidates.push(Candidate { line, values });
        } else if evaluator.is_wide() {
            moves.add_wide_candidates(evaluator, position, candidates);
        } else {
            moves.each_placement(position, evaluator.rules(), |first, placed| {
                let (values, deployment) = evaluator.best_deployment(placed);
                let line = Line::EMPTY.and(first).worth(evaluator.margin(&values, seat));
                let asked = matches!(placed.pending(), Pending::Deploy { .. });
                candidates.push(Candidate { line: if asked { line.and(deployment) } else { line }, values });
            });
        }
    }

    fn is_quiescent(&self, position: &ClassicPosition) -> bool {
        matches!(position.pending(), Pending::Place { .. } | Pending::PlaceHeld | Pending::Abbey)
    }

    fn leaves_to_chance(&self, position: &ClassicPosition) -> bool {
        let uses = self.evaluator.uses();
        match position.pending() {
            Pending::Dragon(_) => !uses.has(Use::Dragon),
            Pending::Haunt(_) => !uses.has(Use::Ghosts),
            Pending::MageWitch => !uses.has(Use::Mage),
            _ => false,
        }
    }
}
