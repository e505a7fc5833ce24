//! Computes the contribution of each feature: its part of the [sum](crate::evaluation::parts).

use bastide_core::{MAX_SEATS, bits};
use classic::abbey_mayor::WAGON;
use classic::base::{FIELD, FOLLOWER};
use classic::inns_cathedrals::LARGE;
use classic::mists::GUARD;
use classic::phantom::PHANTOM;
use classic::{ClassicPosition, is_on_land};

use super::context::EvalContext;
use super::expansions::add_on_field;
use super::mists::guards_coming;
use super::traits::{Corrected, each_trait_of};
use crate::evaluation::feature_estimate::FeatureEstimate;
use crate::evaluation::parts::Part;
use crate::evaluation::values::to_sum;

/// Returns the part of an appraised feature. For an occupied field, `fed` is the expected number of cities and the trust factor.
pub(super) fn part_of(
    context: &EvalContext,
    position: &ClassicPosition,
    corrected: &Corrected,
    estimate: &FeatureEstimate,
    fed: Option<(f32, f32)>,
) -> Part {
    let mut part = Part::default();
    // Figures on towers and in quarters do not score there (TOW-05, COUNT-10).
    if !is_on_land(estimate.kind) {
        return part;
    }
    if !estimate.occupied {
        part.unowned = to_sum(unowned(context, estimate));
        return part;
    }
    // Mayors in a city without a pennant own nothing (AM-07).
    for seat in bits(estimate.owners.into()) {
        part.add_points(usize::from(seat), estimate.value);
    }
    if estimate.kind == FIELD {
        if let (true, Some(fed)) = (context.wide, fed) {
            add_on_field(context, position, estimate, fed, |seat, points| part.add_points(seat, points));
        }
    } else {
        add_coming_back(context, position, estimate, &mut part);
    }
    if estimate.present != 0 {
        let mut sums = [0.0; MAX_SEATS];
        each_trait_of(estimate, |seat, number, amount| sums[seat] += corrected[number] * amount);
        bits(estimate.present.into()).for_each(|seat| part.add_points(usize::from(seat), sums[usize::from(seat)]));
    }
    part
}

/// Adds the followers that are expected back from a feature.
fn add_coming_back(context: &EvalContext, position: &ClassicPosition, estimate: &FeatureEstimate, part: &mut Part) {
    let back = context.coming_back(estimate, position);
    for figure in position.board.features.figures_on(estimate.root) {
        let figure = position.board.features.figure(figure);
        if matches!(figure.kind, FOLLOWER | LARGE | WAGON | GUARD | PHANTOM) {
            let guard = guards_coming(context, position, estimate, figure.seat, back);
            part.back[usize::from(figure.seat)] += to_sum(back + guard);
        }
    }
}

/// Returns the points credited to the next seat for an unoccupied feature that it could take and complete with one tile.
fn unowned(context: &EvalContext, estimate: &FeatureEstimate) -> f32 {
    match estimate.gaps() {
        [gap] => context.weights.unowned * context.board.chance_of_next(gap.closes) * estimate.value,
        _ => 0.0,
    }
}
