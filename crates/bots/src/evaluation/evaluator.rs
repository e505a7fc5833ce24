//! What says what a position is worth: one for each family.

use bastide_core::{Actor, Position, Rules};
use games::families::Playable;

use super::personality::Personality;
use super::uses::Uses;
use super::values::{Values, lead, margin, scores};
use super::weights::Named;

/// Against several opponents: how much the best of them counts, the rest being their mean.
const BEST_OPPONENT: f32 = 0.5;

/// Methods that are the same in every [`Evaluator`] whose fields are `rules`, `weights`, `personality`, `board` and `count`; `$kinds` are
/// the family's `FeatureKinds`.
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

        fn take_on(&mut self, personality: Personality, _: Uses) {
            self.personality = personality;
            self.board.forget_parent();
        }

        fn refill(&mut self, position: &bastide_core::Position<$family>) {
            self.board.refill(self.rules, position);
        }

        fn count(&self) -> u64 {
            self.count
        }
    };
}
pub(super) use usual_evaluator;

/// Says what positions of one set-up are worth. It looks at no hand but for how many tiles all hands hold together of each kind.
pub trait Evaluator<'r, F: Playable>: Clone + Send {
    /// What it thinks things are worth.
    type Weights: Named + Default + PartialEq;

    /// An evaluator for the set-up of a position, of a player without quirks.
    fn new(rules: &'r Rules<F::Options>, position: &Position<F>, weights: Self::Weights) -> Self;

    /// The set-up's rules.
    fn rules(&self) -> &'r Rules<F::Options>;

    /// What the player for whom it evaluates cares for.
    fn personality(&self) -> &Personality;

    /// Evaluates for a player that cares for this, and makes use of these.
    fn take_on(&mut self, personality: Personality, uses: Uses);

    /// Takes in which tiles are left. Until it is told anew, the evaluator reckons with them.
    fn refill(&mut self, position: &Position<F>);

    /// Takes in the position from which those that are evaluated next come by an answer or a few: what they have in common with it is
    /// worked out once. It changes no value, and is not counted.
    fn take_parent(&mut self, position: &Position<F>);

    /// What every seat can expect in the end.
    fn values(&mut self, position: &Position<F>) -> Values;

    /// What every seat has, and what somebody who does not look far thinks that it is going to get for what stands.
    fn quick_eval(&self, position: &Position<F>) -> Values;

    /// The scores if the game ended now.
    fn scored_now(&self, position: &Position<F>) -> Values {
        let mut ended = position.clone();
        if ended.actor() != Actor::Nobody {
            F::end(&mut ended, self.rules(), &mut Vec::new());
        }
        scores(&ended, self.rules().seats)
    }

    /// How many figures a seat has kept, to somebody who does not look far: those in supply, or what a line with a `used` figure has
    /// cost of them.
    fn kept(&self, position: &Position<F>, seat: u8, _used: bool) -> f32 {
        position.supplies(seat).iter().map(|&count| f32::from(count)).sum()
    }

    /// Positions evaluated so far: the measure of work done.
    fn count(&self) -> u64;

    /// By how much a seat is ahead, given everybody's values: of the others, where they are opponents.
    fn margin(&self, values: &Values, seat: u8) -> f32 {
        margin(values, seat, self.rules().seats, self.personality().others, BEST_OPPONENT)
    }

    /// A seat's points less those of the best of its opponents.
    fn lead(&self, values: &Values, seat: u8) -> f32 {
        lead(values, seat, self.rules().seats)
    }
}
