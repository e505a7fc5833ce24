//! Values cities, roads, monasteries and similar features by their scores as complete and as unfinished, weighted by the chance of
//! completion.

use classic::base::{FIELD, MONASTERY, ROAD};
use classic::scoring::points;
use classic::{ClassicPosition, is_on_land};

use super::context::{EvalContext, is_surrounded};
use super::expansions::Expansions;
use crate::evaluation::board_features::{Chances, exp2};
use crate::evaluation::feature_estimate::{Appraisal, FeatureEstimate};

/// Appraises the features on land that are not reused from the parent.
pub(super) fn appraise_changed(context: &mut EvalContext, expansions: &Expansions, position: &ClassicPosition) {
    for slot in context.board.changed_slots() {
        let estimate = &context.board.estimates[slot];
        // A road without an owner matters only if the next seat could take and complete it.
        if estimate.kind == FIELD || estimate.kind == ROAD && !estimate.occupied && estimate.gaps().len() > 1 {
            continue;
        }
        // Figures on towers and in quarters do not score there (TOW-05, COUNT-10).
        if !is_on_land(estimate.kind) {
            continue;
        }
        let appraisal = appraise(context, expansions, position, estimate);
        context.board.estimates[slot].set_appraisal(appraisal);
    }
}

/// Computes a feature's chance of completion and its value.
pub(super) fn appraise(
    context: &EvalContext,
    expansions: &Expansions,
    position: &ClassicPosition,
    estimate: &FeatureEstimate,
) -> Appraisal {
    let open = position.board.features.open(estimate.root);
    let points = |complete| points(position, context.rules, estimate.root, complete) as f32;
    if open == 0 {
        let value = points(true);
        return Appraisal { chance: 1.0, value, unfinished: value };
    }
    if is_surrounded(estimate.kind) {
        return appraise_surrounded(context, expansions, position, estimate, open);
    }
    let w = &context.weights;
    let chances =
        Chances { own_tries: w.own_tries, other_tries: w.other_tries, extending: w.extending, more_gaps: w.more_gaps };
    let (chance, filled) = context.board.outlook(estimate, &chances);
    let growth = 1.0 + w.growth * filled / f32::from(position.board.features.size(estimate.root));
    let finished = if chance > 0.0 { points(true) } else { 0.0 };
    let unfinished = points(false);
    Appraisal { chance, value: growth * (chance * finished + (1.0 - chance) * unfinished), unfinished }
}

/// Appraises a feature that is completed by the eight places around it. A monastery scores a point for each of these places that gets
/// filled; castles and cemeteries are completed in the same way.
fn appraise_surrounded(
    context: &EvalContext,
    expansions: &Expansions,
    position: &ClassicPosition,
    estimate: &FeatureEstimate,
    open: u16,
) -> Appraisal {
    let tries = context.weights.around_tries * f32::from(context.board.left);
    let mut chance = 1.0;
    let now = points(position, context.rules, estimate.root, false) as f32;
    let mut value = now;
    for gap in estimate.gaps() {
        let filled = 1.0 - exp2(tries * context.board.log_miss(gap.fits));
        chance *= filled;
        value += filled;
    }
    let far = context.weights.around_far * context.board.fraction_left();
    for _ in estimate.gaps().len()..usize::from(open) {
        chance *= far;
        value += far;
    }
    if estimate.kind != MONASTERY {
        let castle = &expansions.misty_tiles;
        value = castle.castle_value(context, position, estimate, chance, open, value - now);
    }
    Appraisal { chance, value, unfinished: now }
}
