//! What each feature gives by itself: parts of sums that do not depend on the order of the features, so that those of a position are those
//! of its parent less what changed, and what is there now in its stead.

use bastide_core::{MAX_SEATS, bits};
use classic::abbey_mayor::WAGON;
use classic::base::{FIELD, FOLLOWER};
use classic::inns_cathedrals::LARGE;
use classic::mists::GUARD;
use classic::{ClassicPosition, is_on_land};

use super::context::EvalContext;
use super::expansions::add_on_field;
use super::mists::guards_coming;
use super::traits::{Corrected, each_trait_of};
use crate::evaluation::feature_estimate::FeatureEstimate;
use crate::evaluation::values::{Sums, to_sum};

/// What one feature gives, or all of them together.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Part {
    /// Points for every seat.
    pub(super) points: Sums,
    /// How much of every seat's followers counts as being in supply.
    pub(super) back: Sums,
    /// Points for the seat whose turn comes next, if it has a follower to take the feature.
    pub(super) unowned: i64,
}

impl Part {
    /// With that of one more feature.
    #[inline]
    pub(super) fn add(&mut self, other: &Self) {
        for seat in 0..MAX_SEATS {
            self.points[seat] += other.points[seat];
            self.back[seat] += other.back[seat];
        }
        self.unowned += other.unowned;
    }

    /// Without that of a feature.
    #[inline]
    pub(super) fn take_off(&mut self, other: &Self) {
        for seat in 0..MAX_SEATS {
            self.points[seat] -= other.points[seat];
            self.back[seat] -= other.back[seat];
        }
        self.unowned -= other.unowned;
    }

    fn give(&mut self, seat: usize, points: f32) {
        self.points[seat] += to_sum(points);
    }
}

/// What a feature gives that was appraised; a field can be expected to feed so many cities, as far as that is to be trusted.
pub(super) fn part_of(
    context: &EvalContext,
    position: &ClassicPosition,
    corrected: &Corrected,
    estimate: &FeatureEstimate,
    fed: Option<(f32, f32)>,
) -> Part {
    let mut part = Part::default();
    // Whoever stands on a tower or in a quarter scores nothing there (TOW-05, COUNT-10).
    if !is_on_land(estimate.kind) {
        return part;
    }
    if !estimate.occupied {
        part.unowned = to_sum(unowned(context, estimate));
        return part;
    }
    // Mayors without a pennant own nothing (AM-07).
    for seat in bits(estimate.owners.into()) {
        part.give(usize::from(seat), estimate.value);
    }
    if estimate.kind == FIELD {
        if let (true, Some(fed)) = (context.wide, fed) {
            add_on_field(context, position, estimate, fed, |seat, points| part.give(seat, points));
        }
    } else {
        add_coming_back(context, position, estimate, &mut part);
    }
    if estimate.present != 0 {
        let mut sums = [0.0; MAX_SEATS];
        each_trait_of(estimate, |seat, number, amount| sums[seat] += corrected[number] * amount);
        bits(estimate.present.into()).for_each(|seat| part.give(usize::from(seat), sums[usize::from(seat)]));
    }
    part
}

/// Counts the followers that are going to come back from a feature.
fn add_coming_back(context: &EvalContext, position: &ClassicPosition, estimate: &FeatureEstimate, part: &mut Part) {
    let back = context.coming_back(estimate, position);
    for figure in position.board.features.figures_on(estimate.root) {
        let figure = position.board.features.figure(figure);
        if matches!(figure.kind, FOLLOWER | LARGE | WAGON | GUARD) {
            let guard = guards_coming(context, position, estimate, figure.seat, back);
            part.back[usize::from(figure.seat)] += to_sum(back + guard);
        }
    }
}

/// What the seat whose turn comes next is credited with of a feature that it could take and complete with one tile.
fn unowned(context: &EvalContext, estimate: &FeatureEstimate) -> f32 {
    let board = &context.board;
    match estimate.gaps() {
        [gap] if board.left > 0 => {
            context.weights.unowned * (f32::from(gap.closes) / f32::from(board.left)) * estimate.value
        }
        _ => 0.0,
    }
}
