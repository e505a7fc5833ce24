//! Defines the evaluator trait, which is implemented for each family.

use bastide_core::{Actor, Position, Rules};
use games::families::Playable;

use super::personality::Personality;
use super::uses::Uses;
use super::values::{Values, lead, margin, scores};
use super::weights::Named;

/// Weight of the best opponent in the margin; the mean of all opponents has the remaining weight.
const BEST_OPPONENT: f32 = 0.5;

/// Implements the methods shared by every [`Evaluator`] that has the fields `rules`, `weights`, `personality`, `board` and `count`.
/// `$kinds` is the family's `FeatureKinds`.
macro_rules! usual_evaluator {
    ($family:ty, $kinds:expr) => {
        type Weights = Weights;

        fn new(
            rules: &'r bastide_core::RulesOf<$family>,
            position: &bastide_core::Position<$family>,
            weights: Weights,
        ) -> Self {
            let board = BoardFeatures::new(rules, position, $kinds);
            Self { rules, weights, personality: Personality::PLAIN, board, count: 0 }
        }

        fn rules(&self) -> &'r bastide_core::RulesOf<$family> {
            self.rules
        }

        fn personality(&self) -> &Personality {
            &self.personality
        }

        fn set_personality(&mut self, personality: Personality, _: Uses) {
            self.personality = personality;
            self.board.clear_parent();
        }

        fn update_bag(&mut self, position: &bastide_core::Position<$family>) {
            self.board.update_bag(self.rules, position);
        }

        fn count(&self) -> u64 {
            self.count
        }
    };
}
pub(super) use usual_evaluator;

/// Evaluates positions of one set-up. Hands contribute only to the total number of tiles of each kind, which is public.
pub trait Evaluator<'r, F: Playable>: Clone + Send {
    /// Weights that the evaluator uses.
    type Weights: Named + Default + PartialEq;

    /// Creates an evaluator for the position's set-up, without a personality.
    fn new(rules: &'r Rules<F::Options>, position: &Position<F>, weights: Self::Weights) -> Self;

    /// Returns the set-up's rules.
    fn rules(&self) -> &'r Rules<F::Options>;

    /// Returns the personality of the player for whom positions are evaluated.
    fn personality(&self) -> &Personality;

    /// Sets the player's personality, and the expansion mechanics that the player uses.
    fn set_personality(&mut self, personality: Personality, uses: Uses);

    /// Updates the counts of the tiles left, which then stay the same until the next call.
    fn update_bag(&mut self, position: &Position<F>);

    /// Sets the parent: a position a few answers before those evaluated next. Whatever they share with the parent is computed only once.
    /// This changes no value and does not increase [`count`](Self::count).
    fn set_parent(&mut self, position: &Position<F>);

    /// Returns the expected final points of every seat.
    fn values(&mut self, position: &Position<F>) -> Values;

    /// Returns each seat's points plus a quick estimate of the points that its features will score, without looking ahead.
    fn quick_eval(&self, position: &Position<F>) -> Values;

    /// Returns the scores that the seats would have if the game ended now.
    fn scored_now(&self, position: &Position<F>) -> Values {
        let mut ended = position.clone();
        if ended.actor() != Actor::Nobody {
            F::end_now(&mut ended, self.rules(), &mut Vec::new());
        }
        scores(&ended, self.rules().seats)
    }

    /// Returns the number of figures that a seat has kept, for a player that does not look ahead. This is the number of figures in supply,
    /// unless a family defines another measure for lines in which a figure was `used`.
    fn remaining_figures(&self, position: &Position<F>, seat: u8, _used: bool) -> f32 {
        position.supplies(seat).iter().map(|&count| f32::from(count)).sum()
    }

    /// Returns the number of positions evaluated so far, which measures the work done.
    fn count(&self) -> u64;

    /// Returns a seat's margin over its opponents; for a team, the team's points.
    fn margin(&self, values: &Values, seat: u8) -> f32 {
        margin(values, seat, self.rules().seats, self.personality().others, BEST_OPPONENT)
    }

    /// Returns a seat's points minus those of its best opponent; for a team, the team's points.
    fn lead(&self, values: &Values, seat: u8) -> f32 {
        lead(values, seat, self.rules().seats)
    }
}
