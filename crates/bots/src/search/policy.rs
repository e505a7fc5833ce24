//! What a search asks of a family: what positions are worth, and what is worth trying there.

use bastide_core::{Position, Rules};
use games::families::Playable;

use super::lines::Line;
use crate::evaluation::evaluator::Evaluator;
use crate::evaluation::values::Values;

/// A line of the seat that must act, and what everybody can expect after it.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// The answers, and by how much the seat that gives them would be ahead.
    pub line: Line,
    /// What every seat can expect in the end.
    pub values: Values,
}

/// Leads a search through the positions of one set-up: says what they are worth, and what is worth trying there.
pub trait SearchPolicy<'r, F: Playable>: Clone + Send {
    /// What says what positions are worth.
    type Evaluator: Evaluator<'r, F>;

    /// A policy with an evaluator, for positions like this one.
    fn new(evaluator: Self::Evaluator, position: &Position<F>) -> Self;

    /// What says what positions are worth.
    fn evaluator(&self) -> &Self::Evaluator;

    /// The same, to be changed.
    fn evaluator_mut(&mut self) -> &mut Self::Evaluator;

    /// Calls `each` with every line of the seat that must act and the position that it leads to, and with the evaluator.
    fn each_line(&mut self, position: &Position<F>, each: impl FnMut(&mut Self::Evaluator, Line, &Position<F>));

    /// Evaluates the lines of the seat that must act, each carried out: all of them, but those of expansions that have too many.
    fn evaluate_moves(&mut self, position: &Position<F>, lines: &mut Vec<Line>);

    /// Adds what is worth trying, quickly estimated, in any order: at least one line wherever a seat must act.
    fn candidates(&mut self, position: &Position<F>, candidates: &mut Vec<Candidate>);

    /// Whether what follows can be left to the evaluation: nothing is pending but a tile to place, and what the seat does then.
    fn is_quiescent(&self, position: &Position<F>) -> bool;

    /// Whether a player that makes no use of what is asked here gives any answer.
    fn leaves_to_chance(&self, _: &Position<F>) -> bool {
        false
    }

    /// What every seat can expect in the end.
    fn values(&mut self, position: &Position<F>) -> Values {
        self.evaluator_mut().values(position)
    }

    /// The set-up's rules.
    fn rules(&self) -> &'r Rules<F::Options> {
        self.evaluator().rules()
    }

    /// Takes in which tiles are left in a position. Until it is told anew, the policy reckons with them.
    fn refill(&mut self, position: &Position<F>) {
        self.evaluator_mut().refill(position);
    }

    /// By how much a seat is ahead, given everybody's values.
    fn margin(&self, values: &Values, seat: u8) -> f32 {
        self.evaluator().margin(values, seat)
    }

    /// Positions evaluated so far: the measure of work done.
    fn count(&self) -> u64 {
        self.evaluator().count()
    }
}
