//! What cities, roads, monasteries and their like are worth: what they would score complete and what they would score unfinished, in the
//! proportion of the chance that they get complete.

use bastide_core::{MAX_SEATS, bits};
use classic::abbey_mayor::WAGON;
use classic::base::{FIELD, FOLLOWER, MONASTERY, ROAD};
use classic::inns_cathedrals::LARGE;
use classic::mists::GUARD;
use classic::scoring::worth;
use classic::{ClassicPosition, is_on_land};

use super::context::{EvalContext, is_surrounded};
use super::expansions::Expansions;
use super::mists::guards_coming;
use crate::evaluation::board_features::{Chances, exp2};
use crate::evaluation::feature_estimate::{Appraisal, FeatureEstimate};
use crate::evaluation::values::Values;

/// Adds the features on the land, and counts the followers that are going to come back from them.
pub(super) fn add(context: &mut EvalContext, expansions: &Expansions, position: &ClassicPosition, values: &mut Values) {
    for slot in 0..context.board.estimates.len() {
        let estimate = &context.board.estimates[slot];
        // A road without owner matters only when the next seat could take and complete it.
        if estimate.kind == FIELD || estimate.kind == ROAD && !estimate.occupied && estimate.gaps().len() > 1 {
            continue;
        }
        // Whoever stands on a tower or in a quarter scores nothing there (TOW-05, COUNT-10).
        if !is_on_land(estimate.kind) {
            continue;
        }
        // Castles look at what is left in the bag too.
        if !estimate.known || is_surrounded(estimate.kind) && estimate.kind != MONASTERY {
            let appraisal = appraise(context, expansions, position, estimate);
            context.board.estimates[slot].take(appraisal);
        }
        let estimate = &context.board.estimates[slot];
        if !estimate.occupied {
            continue;
        }
        let back = context.coming_back(estimate, position);
        add_to_owners(estimate, estimate.value, values);
        for figure in position.board.features.figures_on(estimate.root) {
            let this = position.board.features.figure(figure);
            match this.kind {
                FOLLOWER | LARGE | WAGON | GUARD => {
                    let guard = guards_coming(context, position, &context.board.estimates[slot], this.seat, back);
                    context.in_supply[usize::from(this.seat)] += back + guard;
                }
                kind => context.special[usize::from(this.seat)][usize::from(kind)] += back,
            }
        }
    }
}

/// Gives points to all that are strongest on a feature. Mayors without a pennant own nothing (AM-07).
pub(super) fn add_to_owners(estimate: &FeatureEstimate, points: f32, values: &mut Values) {
    for seat in bits(estimate.owners.into()) {
        values[usize::from(seat)] += points;
    }
}

/// Works out a feature's chance of completion and its value.
pub(super) fn appraise(
    context: &EvalContext,
    expansions: &Expansions,
    position: &ClassicPosition,
    estimate: &FeatureEstimate,
) -> Appraisal {
    let open = position.board.features.open(estimate.root);
    let points = |complete| worth(position, context.rules, estimate.root, complete).points() as f32;
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

/// A monastery scores a point for each place round it that is taken in the end; a castle and a cemetery wait for them too.
fn appraise_surrounded(
    context: &EvalContext,
    expansions: &Expansions,
    position: &ClassicPosition,
    estimate: &FeatureEstimate,
    open: u16,
) -> Appraisal {
    let tries = context.weights.around_tries * f32::from(context.board.left);
    let mut chance = 1.0;
    let now = worth(position, context.rules, estimate.root, false).points() as f32;
    let mut value = now;
    for gap in estimate.gaps() {
        let filled = 1.0 - exp2(tries * context.board.log_miss(gap.fits));
        chance *= filled;
        value += filled;
    }
    let far = context.weights.around_far * context.board.youth();
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

/// Credits the seat whose turn comes next with features that it could take and complete with one tile.
pub(super) fn add_unowned(context: &EvalContext, values: &mut Values) {
    let board = &context.board;
    if board.left == 0 || context.in_supply[board.next] < 1.0 {
        return;
    }
    for estimate in board.estimates.iter().filter(|estimate| !estimate.occupied && estimate.gaps().len() == 1) {
        let chance = f32::from(estimate.gaps()[0].closes) / f32::from(board.left);
        values[board.next] += context.weights.unowned * chance * estimate.value;
    }
}

/// Makes one seat the only one on a feature.
pub(super) fn take_alone(estimate: &mut FeatureEstimate, seat: u8) {
    estimate.occupied = true;
    let mut tally = [0; MAX_SEATS];
    tally[usize::from(seat)] = 1;
    estimate.set_tally(tally);
}
