//! Provides the search policy for any family, which follows lines answer by answer and evaluates them with the family's evaluator.

use bastide_core::Position;
use games::families::Playable;

use super::lines::{Line, Lines, decider};
use super::policy::{Candidate, SearchPolicy};
use crate::evaluation::evaluator::Evaluator;
use crate::evaluation::values::Values;

/// Number of first answers whose lines are followed to their end when generating candidates.
const MAX_FIRST_ANSWERS: usize = 5;

/// Guides a search through positions of any family.
#[derive(Clone, Debug)]
pub struct GeneralPolicy<F: Playable, E> {
    evaluator: E,
    lines: Lines<F>,
    firsts: Vec<Line>,
}

impl<'r, F: Playable, E: Evaluator<'r, F>> SearchPolicy<'r, F> for GeneralPolicy<F, E> {
    type Evaluator = E;

    fn new(evaluator: E, position: &Position<F>) -> Self {
        Self { evaluator, lines: Lines::new(position), firsts: Vec::new() }
    }

    fn evaluator(&self) -> &E {
        &self.evaluator
    }

    fn evaluator_mut(&mut self) -> &mut E {
        &mut self.evaluator
    }

    fn each_line(&mut self, position: &Position<F>, mut each: impl FnMut(&mut E, Line, &Position<F>)) {
        let (rules, evaluator) = (self.evaluator.rules(), &mut self.evaluator);
        self.lines.each(position, rules, |line, after| each(evaluator, line, after));
    }

    fn values(&mut self, position: &Position<F>) -> Values {
        self.evaluator.update_bag(position);
        self.evaluator.values(position)
    }

    fn evaluate_moves(&mut self, position: &Position<F>, evaluated: &mut Vec<Line>) {
        let seat = decider(position);
        self.evaluator.set_parent(position);
        evaluated.clear();
        self.each_line(position, |evaluator, line, after| {
            let values = evaluator.values(after);
            evaluated.push(line.worth(evaluator.margin(&values, seat)));
        });
    }

    /// Adds the lines that begin with one of the best first answers, each valued by the position right after it.
    fn candidates(&mut self, position: &Position<F>, candidates: &mut Vec<Candidate>) {
        let (rules, seat) = (self.evaluator.rules(), decider(position));
        let evaluator = &mut self.evaluator;
        evaluator.set_parent(position);
        self.firsts.clear();
        let firsts = &mut self.firsts;
        self.lines.each_first(position, rules, |line, after| {
            let values = evaluator.values(after);
            firsts.push(line.worth(evaluator.margin(&values, seat)));
        });
        firsts.sort_by(|a, b| b.value.total_cmp(&a.value));
        for first in firsts.iter().take(MAX_FIRST_ANSWERS) {
            self.lines.each_after(position, rules, first.first(), |line, after| {
                let values = evaluator.values(after);
                candidates.push(Candidate { line: line.worth(evaluator.margin(&values, seat)), values });
            });
        }
    }

    /// Returns true, because a line does not end until its seat has nothing more to decide.
    fn is_quiescent(&self, _: &Position<F>) -> bool {
        true
    }
}
