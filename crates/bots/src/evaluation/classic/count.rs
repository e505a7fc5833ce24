//! Values courtiers in the quarters of the City of Carcassonne by the features that they could take over on completion (COUNT-05,
//! COUNT-08).

use bastide_core::{MAX_SEATS, SegmentIndex, Spot};
use classic::base::FIELD;
use classic::count::{COUNT, COUNTS, quarters};
use classic::scoring::tally;
use classic::{ClassicPosition, ClassicRules};

use super::context::EvalContext;
use crate::evaluation::feature_estimate::FeatureEstimate;
use crate::evaluation::uses::Use;
use crate::evaluation::values::{Values, from_sum, to_sum};

/// The quarters of the City of Carcassonne, each with the kind of feature that it serves.
#[derive(Clone, Debug)]
pub(super) struct Quarters(Vec<(SegmentIndex, u8)>);

impl Quarters {
    pub(super) fn of(rules: &ClassicRules, position: &ClassicPosition) -> Self {
        Self(if rules.options.has(COUNTS) { quarters(position, rules).collect() } else { Vec::new() })
    }

    /// Credits each courtier's seat with part of its possible gain from the features that the quarter serves, and charges the owners who
    /// would lose these features.
    pub(super) fn add_courtiers(&self, context: &EvalContext, position: &ClassicPosition, values: &mut Values) {
        if !context.has(COUNTS) || !context.uses.has(Use::Count) {
            return;
        }
        let features = &position.board.features;
        for &(quarter, served) in &self.0 {
            if !features.is_occupied(quarter) {
                continue;
            }
            let locked = position.piece(COUNT) == Some(Spot::Segment(quarter));
            let open = if locked { context.weights.more.locked } else { 1.0 };
            let strengths = tally(position, quarter).map(|n| n.max(1) as u8);
            for figure in features.figures_on(quarter) {
                // All courtiers of a seat move together, so they are counted once, when the first of them is reached.
                let seat = features.figure(figure).seat;
                let first = features.figures_on(quarter).find(|&other| features.figure(other).seat == seat);
                if first == Some(figure) {
                    add_courtiers_of(context, usize::from(seat), strengths[usize::from(seat)], (served, open), values);
                }
            }
        }
    }
}

/// Adds the value of one seat's courtiers in a quarter: `strength` is their combined strength, `served` the kind of feature that they can
/// join, and `open` the fraction of their gain that counts.
fn add_courtiers_of(context: &EvalContext, seat: usize, strength: u8, (served, open): (u8, f32), values: &mut Values) {
    let w = &context.weights.more;
    let mut best: Option<(f32, &FeatureEstimate)> = None;
    let mut all = 0;
    for estimate in context.board.holding_of(served) {
        let after = estimate.tally[seat] + strength;
        let owns = estimate.most > 0 && estimate.tally[seat] == estimate.most;
        if owns || after < estimate.most {
            continue;
        }
        let gain = if served == FIELD { estimate.value } else { estimate.chance * estimate.value };
        all += to_sum(gain);
        // Among features with equal gain, the one with the lowest sort key is chosen, so that the result does not depend on the order of
        // iteration.
        let better =
            |(most, other): (f32, &FeatureEstimate)| gain > most || gain == most && estimate.order < other.order;
        if best.is_none_or(better) {
            best = Some((gain, estimate));
        }
    }
    let Some((gain, estimate)) = best else { return };
    let rest = from_sum(all - to_sum(gain));
    let weight = open * if served == FIELD { w.courtier_field } else { w.courtier };
    values[seat] += weight * (gain + if served == FIELD { 0.0 } else { 0.3 * rest });
    if estimate.tally[seat] + strength > estimate.most && estimate.most > 0 {
        for owner in (0..MAX_SEATS).filter(|&owner| estimate.tally[owner] == estimate.most) {
            values[owner] -= weight * gain;
        }
    }
}
