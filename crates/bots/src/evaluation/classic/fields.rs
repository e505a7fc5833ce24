//! What fields are worth: the cities that they can be expected to touch.

use bastide_core::SegmentIndex;
use classic::ClassicPosition;
use classic::base::{CITY_EACH, FIELD, touched_cities};

use super::context::{EvalContext, KnownField};
use super::expansions::{Expansions, add_on_field, more_each_city, times_fed};
use super::land::add_to_owners;
use crate::evaluation::feature_estimate::FeatureEstimate;
use crate::evaluation::values::Values;

/// Adds the fields on which somebody stands.
pub(super) fn add(context: &mut EvalContext, expansions: &Expansions, position: &ClassicPosition, values: &mut Values) {
    for slot in 0..context.board.estimates.len() {
        let estimate = &context.board.estimates[slot];
        if estimate.kind != FIELD || !estimate.occupied {
            continue;
        }
        let known = known_fed(context, position, estimate);
        let fed = known.unwrap_or_else(|| fed_cities(context, position, estimate.root));
        let value = if known.is_some() { estimate.value } else { value_of(context, position, estimate.root, fed) };
        add_to_owners(estimate, value, values);
        if expansions.wide {
            add_on_field(context, position, estimate, fed, values);
        }
        context.board.estimates[slot].value = value;
    }
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
    let (mut complete, mut hoped) = (0.0, 0.0);
    touched_cities(position, context.rules, root, |city| {
        let times = times_fed(context, position, city);
        if features.open(city) == 0 {
            complete += times;
        } else if let Some(estimate) = context.board.at_root(city) {
            hoped += times * estimate.chance;
        }
    });
    let w = &context.weights;
    (complete + w.field_cities * hoped, 1.0 - w.field_doubt * context.board.youth())
}

/// Keeps what is known of the fields of the parent, which was evaluated last.
pub(super) fn keep(context: &mut EvalContext, position: &ClassicPosition) {
    context.fields.clear();
    context.touched.clear();
    for estimate in context.board.estimates.iter().filter(|estimate| estimate.kind == FIELD && estimate.occupied) {
        let (first, touched) = (context.touched.len(), &mut context.touched);
        touched_cities(position, context.rules, estimate.root, |city| touched.push(city));
        let known = KnownField { root: estimate.root, touched: first..touched.len(), fed: (0.0, 0.0) };
        context.fields.push(known);
    }
    for number in 0..context.fields.len() {
        context.fields[number].fed = fed_cities(context, position, context.fields[number].root);
    }
}

/// The cities that a field can be expected to feed, and how far that is to be trusted, if it is as it was in the parent, and so are they.
fn known_fed(context: &EvalContext, position: &ClassicPosition, field: &FeatureEstimate) -> Option<(f32, f32)> {
    if !field.known {
        return None;
    }
    let (features, before) = (&position.board.features, &context.board.parent_board()?.features);
    let known = context.fields.iter().find(|known| known.root == field.root)?;
    let same = context.touched[known.touched.clone()].iter().all(|&city| {
        features.root(city) == city
            && features.open(city) == before.open(city)
            && (features.open(city) == 0 || context.board.at_root(city).is_some_and(|estimate| estimate.known))
    });
    same.then_some(known.fed)
}
