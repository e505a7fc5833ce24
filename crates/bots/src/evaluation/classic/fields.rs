//! What fields are worth: the cities that they can be expected to touch.

use bastide_core::{SeenSegments, SegmentIndex};
use classic::ClassicPosition;
use classic::base::{CITY_EACH, FIELD, cities_beside, touched_cities};

use super::context::{EvalContext, KnownField};
use super::expansions::{more_each_city, times_fed};
use crate::evaluation::values::{from_sum, to_sum};

/// Values a field on which somebody stands; answers the cities that it can be expected to feed, and how far that is to be trusted.
pub(super) fn appraise(context: &mut EvalContext, position: &ClassicPosition, slot: usize) -> (f32, f32) {
    let root = context.board.estimates[slot].root;
    let fed = fed_cities(context, position, root);
    context.board.estimates[slot].value = value_of(context, position, root, fed);
    fed
}

/// What a field can be expected to score.
pub(super) fn value(context: &EvalContext, position: &ClassicPosition, root: SegmentIndex) -> f32 {
    value_of(context, position, root, fed_cities(context, position, root))
}

/// The same where it is known how many cities it can be expected to feed, and how far that is to be trusted.
fn value_of(context: &EvalContext, position: &ClassicPosition, root: SegmentIndex, (cities, trust): (f32, f32)) -> f32 {
    let open = position.board.features.open(root).min(8);
    let growth = context.weights.field_growth * f32::from(open) * context.board.youth();
    let each = f32::from(CITY_EACH) + more_each_city(context, position, root);
    trust * (each * cities + growth)
}

/// The cities that a field can be expected to feed, and how far that is to be trusted.
fn fed_cities(context: &EvalContext, position: &ClassicPosition, root: SegmentIndex) -> (f32, f32) {
    let features = &position.board.features;
    let (mut complete, mut hoped) = (0.0, 0);
    each_city(context, position, root, |city| {
        let times = times_fed(context, position, city);
        if features.open(city) == 0 {
            complete += times;
        } else if let Some(estimate) = context.board.at_root(city) {
            hoped += to_sum(times * estimate.chance);
        }
    });
    let w = &context.weights;
    (complete + w.field_cities * from_sum(hoped), 1.0 - w.field_doubt * context.board.youth())
}

/// Shows the cities that a field touches, each once, in any order. Those of a field of the parent that has grown by segments of newer
/// tiles alone, or not at all, are those that it touched there, and what these touch.
fn each_city(
    context: &EvalContext,
    position: &ClassicPosition,
    field: SegmentIndex,
    mut each: impl FnMut(SegmentIndex),
) {
    let features = &position.board.features;
    let newer = (context.known_segments..features.len()).filter(|&segment| features.root(segment) == field);
    let has_grown_from = |known: &&KnownField| {
        features.root(known.root) == field && known.size + newer.clone().count() as u16 == features.size(field)
    };
    let mut fields = context.fields.iter().filter(|_| context.board.lies_over_parent());
    let Some(known) = fields.find(has_grown_from) else {
        touched_cities(position, context.rules, field, each);
        return;
    };
    let mut seen = SeenSegments::default();
    let mut show = |city| {
        if seen.insert(city) {
            each(city);
        }
    };
    context.touched[known.touched.clone()].iter().for_each(|&city| show(features.root(city)));
    newer.for_each(|segment| cities_beside(position, context.rules, segment, &mut show));
}

/// Keeps which cities the fields of the parent touch, which was evaluated last.
pub(super) fn keep(context: &mut EvalContext, position: &ClassicPosition) {
    context.fields.clear();
    context.touched.clear();
    for estimate in context.board.holding().filter(|estimate| estimate.kind == FIELD && estimate.occupied) {
        let (first, touched) = (context.touched.len(), &mut context.touched);
        touched_cities(position, context.rules, estimate.root, |city| touched.push(city));
        let size = position.board.features.size(estimate.root);
        context.fields.push(KnownField { root: estimate.root, size, touched: first..touched.len() });
    }
    context.known_segments = position.board.features.len();
}

/// Has those fields valued anew that are as they were, but touch a city that is not.
pub(super) fn renew(context: &mut EvalContext) {
    for known in &context.fields {
        context.board.renew_with(known.root, &context.touched[known.touched.clone()]);
    }
}
