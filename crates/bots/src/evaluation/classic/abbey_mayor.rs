//! Values mayors, wagons, barns, and abbeys that have not been placed (Abbey & Mayor).

use classic::ClassicPosition;
use classic::abbey_mayor::{ABBEYS, BARN, BARN_EACH, MAYOR, WAGON, WAGONS};

use super::context::EvalContext;
use super::weights::Weights;
use crate::evaluation::uses::Use;
use crate::evaluation::values::Values;

/// Returns the expansion's figures that do not count as followers: their kind, their value in supply, and the use that they belong to.
pub(super) fn figures(w: &Weights) -> [(u8, f32, Use); 2] {
    [(MAYOR, w.more.mayor, Use::Mayor), (BARN, w.more.barn, Use::Barn)]
}

/// Returns `sum` plus the additional value that wagons in supply have over ordinary followers, and the value of an abbey that has not been
/// placed.
pub(super) fn held(context: &EvalContext, position: &ClassicPosition, seat: usize, sum: f32) -> f32 {
    let mut sum = sum;
    if context.uses.has(Use::Wagon) {
        sum += context.weights.more.wagon * f32::from(position.supply(seat as u8, WAGON));
    }
    if context.has(ABBEYS) && position.extra.abbey_mayor.abbeys[seat] && context.uses.has(Use::Abbey) {
        sum += context.weights.more.abbey;
    }
    sum
}

/// Adds the value of the moves that wagons can make when their features are completed (AM-10).
pub(super) fn add_wagons(context: &EvalContext, position: &ClassicPosition, values: &mut Values) {
    if !context.has(WAGONS) || !context.uses.has(Use::Wagon) {
        return;
    }
    for figure in context.figures.iter().filter(|figure| figure.kind == WAGON) {
        let estimate = figure.segment().and_then(|segment| context.estimate_at(position, segment));
        let Some(estimate) = estimate else { continue };
        let seat = usize::from(figure.seat);
        values[seat] += context.weights.more.wagon_ride * estimate.chance * context.time_left(seat);
    }
}

/// Returns the value of a barn on a field with `open` open joins. The pair is the expected number of cities and the trust factor (AM-18).
pub(super) fn barn_value(context: &EvalContext, open: u16, (cities, trust): (f32, f32)) -> f32 {
    let growth = context.weights.field_growth * f32::from(open.min(8)) * context.board.fraction_left();
    trust * (f32::from(BARN_EACH) * cities + growth)
}
