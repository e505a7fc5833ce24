//! Values challenges between shrines and monasteries: the one that is not completed first scores nothing (CULT-05).

use classic::ClassicPosition;
use classic::base::MONASTERY;
use classic::cult::{SHRINES, rivals};

use super::context::EvalContext;
use crate::evaluation::feature_estimate::FeatureEstimate;
use crate::evaluation::uses::Use;
use crate::evaluation::values::Values;

/// Subtracts the points that the followers on shrines and monasteries can expect to lose in their challenges.
pub(super) fn add_challenges(context: &EvalContext, position: &ClassicPosition, values: &mut Values) {
    if !context.has(SHRINES) {
        return;
    }
    let features = &position.board.features;
    for root in features.roots_of(MONASTERY).filter(|&root| features.is_occupied(root)) {
        let Some(estimate) = context.board.at_root(root) else { continue };
        let loss = expected_loss(context, position, estimate);
        for (_, value) in values.iter_mut().enumerate().filter(|&(seat, _)| estimate.is_owner(seat)) {
            *value -= loss;
        }
    }
}

/// Returns the points that the owners of a shrine or a monastery can expect to lose: its value, times the chance that an occupied rival is
/// completed before it.
pub(super) fn expected_loss(context: &EvalContext, position: &ClassicPosition, estimate: &FeatureEstimate) -> f32 {
    if !context.rules.options.has_challenges() || !context.uses.has(Use::Challenge) {
        return 0.0;
    }
    let features = &position.board.features;
    let open = |root| f32::from(features.open(root));
    if open(estimate.root) == 0.0 {
        return 0.0; // CULT-06
    }
    let occupied = rivals(position, context.rules, estimate.root).filter(|&rival| features.is_occupied(rival));
    let estimates = occupied.filter_map(|rival| context.board.at_root(rival));
    let chances = estimates.map(|rival| {
        // If both get completed, the one with fewer places open is more likely to be the first.
        let is_first = open(estimate.root) / (open(estimate.root) + open(rival.root));
        rival.chance * (1.0 - estimate.chance + estimate.chance * is_first)
    });
    context.weights.more.challenge * chances.sum::<f32>().min(1.0) * estimate.value
}
