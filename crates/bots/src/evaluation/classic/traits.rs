//! Measures how much of each trait a seat has, and computes the value of the learned corrections for these amounts.

use bastide_core::bits;
use classic::base::{CITY, FIELD, FOLLOWER, ROAD};
use classic::{ClassicPosition, is_on_land};

use super::context::EvalContext;
use super::corrections::{OF_FEATURES, TRAITS, traits};
use crate::evaluation::feature_estimate::FeatureEstimate;

/// Correction for one unit of each trait, at one stage of a game.
pub(super) type Corrected = [f32; TRAITS];

/// Returns whether another seat needs only one more follower to tie with the sole owner.
fn is_threatened(estimate: &FeatureEstimate) -> bool {
    bits(estimate.present.into()).any(|seat| estimate.tally[usize::from(seat)] + 1 == estimate.most)
}

/// Calls `add` with every seat's amount of each trait: the seat, the trait's index, and the amount.
pub(super) fn each_trait(context: &EvalContext, position: &ClassicPosition, mut add: impl FnMut(usize, usize, f32)) {
    let has_traits = |estimate: &&FeatureEstimate| estimate.present != 0 && is_on_land(estimate.kind);
    context.board.holding().filter(has_traits).for_each(|estimate| each_trait_of(estimate, &mut add));
    each_other_trait(context, position, add);
}

/// Calls `add` for the traits of one occupied feature on land.
#[inline]
pub(super) fn each_trait_of(estimate: &FeatureEstimate, mut add: impl FnMut(usize, usize, f32)) {
    let alone = estimate.owners.is_power_of_two();
    let shared = if alone { 0.0 } else { estimate.value };
    let threatened = if alone && is_threatened(estimate) { estimate.value } else { 0.0 };
    let (first, amounts) = own_traits(estimate, shared, threatened);
    for seat in bits(estimate.present.into()).map(usize::from) {
        if estimate.is_owner(seat) {
            amounts.into_iter().enumerate().for_each(|(i, amount)| add(seat, first + i, amount));
        } else {
            add(seat, traits::OUTVOTED, 1.0);
            add(seat, traits::OUTVOTED_VALUE, estimate.value);
        }
        if estimate.kind != FIELD {
            add(seat, traits::STUCK, f32::from(estimate.tally[seat]) * (1.0 - estimate.chance));
        }
    }
}

/// Calls `add` for the traits that do not come from features.
pub(super) fn each_other_trait(
    context: &EvalContext,
    position: &ClassicPosition,
    mut add: impl FnMut(usize, usize, f32),
) {
    for seat in 0..usize::from(context.rules.seats) {
        let followers = usize::from(position.supply(seat as u8, FOLLOWER));
        (0..followers.min(traits::MAX_FOLLOWERS)).for_each(|i| add(seat, traits::FOLLOWERS + i, 1.0));
        add(seat, traits::ANY, context.in_supply[seat].min(1.0));
        add(seat, traits::COMING, context.in_supply[seat]);
        if context.board.next == seat {
            add(seat, traits::TURN, 1.0);
            add(seat, traits::TURN_WITHOUT, if followers == 0 { 1.0 } else { 0.0 });
        }
    }
}

/// Returns the change in the corrections' value when a follower is placed on an unoccupied feature. `back` is the fraction of the follower
/// that still counts as in supply.
pub(super) fn of_deploying(
    context: &EvalContext,
    corrected: &Corrected,
    position: &ClassicPosition,
    seat: u8,
    (estimate, back): (&FeatureEstimate, f32),
) -> f32 {
    let mut sum = 0.0;
    let (first, amounts) = own_traits(estimate, 0.0, 0.0);
    amounts.into_iter().enumerate().for_each(|(i, amount)| sum += corrected[first + i] * amount);
    if estimate.kind != FIELD {
        sum += corrected[traits::STUCK] * (1.0 - estimate.chance);
    }
    let followers = usize::from(position.supply(seat, FOLLOWER));
    if (1..=traits::MAX_FOLLOWERS).contains(&followers) {
        sum -= corrected[traits::FOLLOWERS + followers - 1];
    }
    let (had, has) = (context.in_supply[usize::from(seat)], context.in_supply[usize::from(seat)] - 1.0 + back);
    sum + corrected[traits::ANY] * (has.min(1.0) - had.min(1.0)) + corrected[traits::COMING] * (has - had)
}

/// Returns the index of the first trait that a feature gives its owners, followed by the amounts of these traits.
#[inline]
fn own_traits(estimate: &FeatureEstimate, shared: f32, threatened: f32) -> (usize, [f32; OF_FEATURES.len()]) {
    let first = traits::of_kind(match estimate.kind {
        CITY => 0,
        ROAD => 1,
        FIELD => 2,
        _ => 3,
    });
    let amounts = [
        1.0,
        estimate.value,
        estimate.chance,
        estimate.unfinished,
        estimate.value * estimate.value / 10.0,
        shared,
        f32::from(estimate.gaps().len() as u8),
        estimate.value * estimate.chance,
        threatened,
    ];
    (first, amounts)
}
