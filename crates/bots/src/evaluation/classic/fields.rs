//! What fields are worth: the cities that they can be expected to touch.

use bastide_core::SegmentIndex;
use classic::ClassicPosition;
use classic::base::{CITY_EACH, FIELD, touched_cities};

use super::context::EvalContext;
use super::expansions::{Expansions, add_on_field, more_each_city, times_fed};
use super::land::add_to_owners;
use crate::evaluation::values::Values;

/// Adds the fields on which somebody stands.
pub(super) fn add(context: &mut EvalContext, expansions: &Expansions, position: &ClassicPosition, values: &mut Values) {
    for slot in 0..context.board.estimates.len() {
        let estimate = &context.board.estimates[slot];
        if estimate.kind != FIELD || !estimate.occupied {
            continue;
        }
        let value = value(context, position, estimate.root);
        add_to_owners(estimate, value, values);
        if expansions.wide {
            add_on_field(context, position, estimate, || fed_cities(context, position, estimate.root), values);
        }
        context.board.estimates[slot].value = value;
    }
}

/// What a field can be expected to score.
pub(super) fn value(context: &EvalContext, position: &ClassicPosition, root: SegmentIndex) -> f32 {
    let (cities, trust) = fed_cities(context, position, root);
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
