//! The trait by which a search asks a family for values and candidates.

use bastide_core::{Position, Rules};
use games::families::Playable;

use super::lines::Line;
use crate::evaluation::evaluator::Evaluator;
use crate::evaluation::values::Values;

/// A line of the seat that must act, and everyone's expected points after it.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// The answers, and by how much their seat would be ahead.
    pub line: Line,
    /// Expected final points of every seat.
    pub values: Values,
}

/// Guides a search through the positions of one set-up: evaluates them and proposes candidates.
pub trait SearchPolicy<'r, F: Playable>: Clone + Send {
    /// Evaluator of the searched positions.
    type Evaluator: Evaluator<'r, F>;

    /// Creates a policy with an evaluator, for positions like this one.
    fn new(evaluator: Self::Evaluator, position: &Position<F>) -> Self;

    /// Returns the evaluator.
    fn evaluator(&self) -> &Self::Evaluator;

    /// Returns the evaluator for modification.
    fn evaluator_mut(&mut self) -> &mut Self::Evaluator;

    /// Calls `each` with the evaluator, every line of the seat that must act, and the position after it.
    fn each_line(&mut self, position: &Position<F>, each: impl FnMut(&mut Self::Evaluator, Line, &Position<F>));

    /// Plays and evaluates the lines of the seat that must act: all of them, except with expansions that have too many.
    fn evaluate_moves(&mut self, position: &Position<F>, lines: &mut Vec<Line>);

    /// Adds quickly estimated candidates in any order: at least one line wherever a seat must act.
    fn candidates(&mut self, position: &Position<F>, candidates: &mut Vec<Candidate>);

    /// Returns whether the evaluation can cover what follows: only placing a tile, and what the seat does then, is pending.
    fn is_quiescent(&self, position: &Position<F>) -> bool;

    /// Returns whether the player does not use the possibility asked about here, so that any answer will do.
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

    /// Updates the tiles left. They stay the same until the next call.
    fn update_bag(&mut self, position: &Position<F>) {
        self.evaluator_mut().update_bag(position);
    }

    /// Returns by how much a seat is ahead, given everyone's values.
    fn margin(&self, values: &Values, seat: u8) -> f32 {
        self.evaluator().margin(values, seat)
    }

    /// Returns the number of positions evaluated so far, the measure of work done.
    fn count(&self) -> u64 {
        self.evaluator().count()
    }
}
