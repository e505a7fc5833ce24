//! Defines the trait through which a search gets values and candidates from a family.

use bastide_core::{Position, Rules};
use games::families::Playable;

use super::lines::Line;
use crate::evaluation::evaluator::Evaluator;
use crate::evaluation::values::Values;

/// A line for the seat to act, and the values of the position after it.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// The answers, and the seat's margin after them.
    pub line: Line,
    /// Expected final points of every seat.
    pub values: Values,
}

/// Guides a search through the positions of one set-up: evaluates them and proposes candidates.
pub trait SearchPolicy<'r, F: Playable>: Clone + Send {
    /// Evaluator of the searched positions.
    type Evaluator: Evaluator<'r, F>;

    /// Creates a policy for positions of the same set-up, using this evaluator.
    fn new(evaluator: Self::Evaluator, position: &Position<F>) -> Self;

    /// Returns the evaluator.
    fn evaluator(&self) -> &Self::Evaluator;

    /// Returns the evaluator mutably.
    fn evaluator_mut(&mut self) -> &mut Self::Evaluator;

    /// Calls `each` with the evaluator, every line for the seat to act, and the position after it.
    fn each_line(&mut self, position: &Position<F>, each: impl FnMut(&mut Self::Evaluator, Line, &Position<F>));

    /// Replaces `lines` with the evaluated lines for the seat to act: all of them, unless expansions allow too many.
    fn evaluate_moves(&mut self, position: &Position<F>, lines: &mut Vec<Line>);

    /// Adds quickly estimated candidates in any order; adds at least one if a seat must act.
    fn candidates(&mut self, position: &Position<F>, candidates: &mut Vec<Candidate>);

    /// Returns whether the evaluation can foresee everything that is pending, as it can for the placement of a tile and the action after
    /// it.
    fn is_quiescent(&self, position: &Position<F>) -> bool;

    /// Returns whether the pending decision is about an expansion mechanic that the player does not use, so that a random answer is given.
    fn leaves_to_chance(&self, _: &Position<F>) -> bool {
        false
    }

    /// Returns the expected final points of every seat.
    fn values(&mut self, position: &Position<F>) -> Values {
        self.evaluator_mut().values(position)
    }

    /// Returns the set-up's rules.
    fn rules(&self) -> &'r Rules<F::Options> {
        self.evaluator().rules()
    }

    /// Updates the counts of the tiles left, which then stay the same until the next call.
    fn update_bag(&mut self, position: &Position<F>) {
        self.evaluator_mut().update_bag(position);
    }

    /// Returns a seat's margin for these values.
    fn margin(&self, values: &Values, seat: u8) -> f32 {
        self.evaluator().margin(values, seat)
    }

    /// Returns the number of positions evaluated so far, which measures the work done.
    fn count(&self) -> u64 {
        self.evaluator().count()
    }
}
