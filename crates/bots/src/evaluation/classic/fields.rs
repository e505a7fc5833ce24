//! Values fields by the number of complete cities that they are expected to touch.
//!
//! A field's value is multiplied by a *trust factor*, which is lower early in the game.

use bastide_core::{SeenSegments, SegmentIndex};
use classic::ClassicPosition;
use classic::base::{CITY_EACH, FIELD, cities_beside, touched_cities};

use super::context::{EvalContext, FieldContribution, KnownField};
use super::expansions::{more_each_city, times_fed};
use crate::evaluation::values::{from_sum, to_sum};

/// Stores the value of an occupied field in its estimate. Returns the expected number of cities, and the trust factor.
pub(super) fn appraise(context: &mut EvalContext, position: &ClassicPosition, slot: usize) -> (f32, f32) {
    let root = context.board.estimates[slot].root;
    let fed = fed_cities(context, position, root);
    context.board.estimates[slot].value = value_of(context, position, root, fed);
    fed
}

/// Returns the expected score of a field.
pub(super) fn value(context: &EvalContext, position: &ClassicPosition, root: SegmentIndex) -> f32 {
    value_of(context, position, root, fed_cities(context, position, root))
}

/// Returns the expected score of a field, given the expected number of cities and the trust factor.
fn value_of(context: &EvalContext, position: &ClassicPosition, root: SegmentIndex, (cities, trust): (f32, f32)) -> f32 {
    let open = position.board.features.open(root).min(8);
    let growth = context.weights.field_growth * f32::from(open) * context.board.fraction_left();
    let each = f32::from(CITY_EACH) + more_each_city(context, position, root);
    trust * (each * cities + growth)
}

/// Returns the number of complete cities that a field is expected to touch, and the trust factor.
fn fed_cities(context: &EvalContext, position: &ClassicPosition, root: SegmentIndex) -> (f32, f32) {
    let fed = match grown_from(context, position, root) {
        Some((known, newer)) => feed_by_new_segments(context, position, known, newer),
        None => {
            let mut fed = FieldContribution::default();
            touched_cities(position, context.rules, root, |city| {
                fed.add(FieldContribution::by(context, position, city))
            });
            fed
        }
    };
    let w = &context.weights;
    (fed.complete + w.field_cities * from_sum(fed.hoped), 1.0 - w.field_doubt * context.board.fraction_left())
}

impl FieldContribution {
    /// Returns the contribution of one city to a field.
    fn by(context: &EvalContext, position: &ClassicPosition, city: SegmentIndex) -> Self {
        let times = times_fed(context, position, city);
        if position.board.features.open(city) == 0 {
            return Self { complete: times, hoped: 0 };
        }
        let chance = context.board.at_root(city).map_or(0.0, |estimate| estimate.chance);
        Self { complete: 0.0, hoped: to_sum(times * chance) }
    }

    #[inline]
    fn add(&mut self, other: Self) {
        self.complete += other.complete;
        self.hoped += other.hoped;
    }

    #[inline]
    fn subtract(&mut self, other: Self) {
        self.complete -= other.complete;
        self.hoped -= other.hoped;
    }
}

/// Returns the parent's field that is part of this field, and the segments of newer tiles. Returns `None` unless this field consists only
/// of these.
fn grown_from<'a>(
    context: &'a EvalContext,
    position: &'a ClassicPosition,
    field: SegmentIndex,
) -> Option<(&'a KnownField, impl Iterator<Item = SegmentIndex>)> {
    let features = &position.board.features;
    let newer = (context.known_segments..features.len()).filter(move |&segment| features.root(segment) == field);
    let has_grown = |known: &&KnownField| {
        features.root(known.root) == field && known.size + newer.clone().count() as u16 == features.size(field)
    };
    let mut fields = context.fields.iter().filter(|_| context.board.lies_over_parent());
    fields.find(has_grown).map(|known| (known, newer))
}

/// Returns the cities' contribution to a field that consists of a field of the parent and newer segments. Recomputes only the contributions
/// of changed cities, which include all cities that the newer segments touch.
fn feed_by_new_segments(
    context: &EvalContext,
    position: &ClassicPosition,
    known: &KnownField,
    newer: impl Iterator<Item = SegmentIndex>,
) -> FieldContribution {
    let (mut fed, mut seen) = (known.fed, SeenSegments::default());
    let mut show = |fed: &mut FieldContribution, city| {
        if seen.insert(city) {
            fed.add(FieldContribution::by(context, position, city));
        }
    };
    for &(city, gone) in &context.touched[known.touched.clone()] {
        if context.board.has_changed(city) {
            fed.subtract(gone);
            show(&mut fed, position.board.features.root(city));
        }
    }
    newer.for_each(|segment| cities_beside(position, context.rules, segment, |city| show(&mut fed, city)));
    fed
}

/// Stores the cities that the parent's fields touch, and their contributions. The parent must be the last position evaluated.
pub(super) fn store_parent_fields(context: &mut EvalContext, position: &ClassicPosition) {
    let (mut fields, mut touched) = (std::mem::take(&mut context.fields), std::mem::take(&mut context.touched));
    fields.clear();
    touched.clear();
    for estimate in context.board.holding().filter(|estimate| estimate.kind == FIELD && estimate.occupied) {
        let (first, mut all) = (touched.len(), FieldContribution::default());
        touched_cities(position, context.rules, estimate.root, |city| {
            let fed = FieldContribution::by(context, position, city);
            all.add(fed);
            touched.push((city, fed));
        });
        let size = position.board.features.size(estimate.root);
        fields.push(KnownField { root: estimate.root, size, touched: first..touched.len(), fed: all });
    }
    for known in &fields {
        let cities = touched[known.touched.clone()].iter();
        cities.for_each(|&(city, _)| context.board.add_dependence(known.root, city));
    }
    (context.fields, context.touched) = (fields, touched);
    context.known_segments = position.board.features.len();
}
