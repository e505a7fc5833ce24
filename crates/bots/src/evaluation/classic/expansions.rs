//! Dispatches to the expansions, each in a separate file.

use bastide_core::MAX_FIGURE_KINDS;
use bastide_core::SegmentIndex;
use classic::abbey_mayor::{BARN, MAYOR, WAGON};
use classic::base::FOLLOWER;
use classic::cathars::{BESIEGED_TIMES, SIEGE, is_besieged};
use classic::inns_cathedrals::LARGE;
use classic::mists::GUARD;
use classic::phantom::PHANTOM;
use classic::river::{HERD_EACH, herds};
use classic::traders_builders::{BUILDER, PIG};
use classic::{ClassicPosition, ClassicRules, is_on_land};

use super::context::EvalContext;
use super::count::Quarters;
use super::mists::MistyTiles;
use super::princess_dragon::DragonTiles;
use super::traders_builders::GoodsValue;
use super::{
    abbey_mayor, cult, darmstadt, followers, king_robber, mists, princess_dragon, tower, traders_builders, watchtowers,
};
use crate::evaluation::feature_estimate::FeatureEstimate;
use crate::evaluation::uses::Use;
use crate::evaluation::values::Values;

/// Data of the expansions that is computed once per set-up or cached between positions.
#[derive(Clone, Debug)]
pub(super) struct Expansions {
    pub(super) misty_tiles: MistyTiles,
    dragon_tiles: DragonTiles,
    quarters: Quarters,
    goods: GoodsValue,
}

impl Expansions {
    pub(super) fn of(rules: &ClassicRules, position: &ClassicPosition) -> Self {
        Self {
            misty_tiles: MistyTiles::of(rules, position),
            dragon_tiles: DragonTiles::of(rules),
            quarters: Quarters::of(rules, position),
            goods: GoodsValue::default(),
        }
    }

    /// Adds the values of all expansions.
    pub(super) fn add(&mut self, context: &EvalContext, position: &ClassicPosition, values: &mut Values) {
        add_supplies(context, position, values);
        traders_builders::add_builders(context, position, values);
        abbey_mayor::add_wagons(context, position, values);
        self.goods.add(context, position, values);
        king_robber::add_cards(context, position, values);
        tower::add_towers(context, position, values);
        self.dragon_tiles.add_dragon(context, position, values);
        princess_dragon::add_fairy(context, position, values);
        self.quarters.add_courtiers(context, position, values);
        mists::add_ghosts(context, position, values);
        watchtowers::add_watchtowers(context, position, values);
        darmstadt::add_churches(context, position, values);
        cult::add_challenges(context, position, values);
        // Only half of a turn's value is added, because the margin between two seats changes by the whole value when the other seat is
        // next.
        if context.board.left > 0 {
            values[context.board.next] += 0.5 * context.weights.more.turn;
        }
    }
}

/// Adds wagons, guards and phantoms in supply to the followers, counts other figures in supply by kind, and collects the figures and towers
/// on the map.
pub(super) fn count_supplies(context: &mut EvalContext, position: &ClassicPosition) {
    followers::collect_figures(context, position);
    for seat in 0..context.rules.seats {
        let at = usize::from(seat);
        let others = [WAGON, GUARD, PHANTOM].map(|kind| f32::from(position.supply(seat, kind)));
        context.in_supply[at] += others.iter().sum::<f32>();
        context.special[at] = [0.0; MAX_FIGURE_KINDS];
        for kind in [MAYOR, BARN, BUILDER, PIG] {
            context.special[at][usize::from(kind)] = f32::from(position.supply(seat, kind));
        }
    }
    tower::collect_towers(context, position);
}

/// Counts part of each non-follower figure on the map as in supply, in proportion to the chance that its feature gets completed.
pub(super) fn count_coming_back(context: &mut EvalContext, position: &ClassicPosition) {
    for number in 0..context.figures.len() {
        let figure = context.figures[number];
        if matches!(figure.kind, FOLLOWER | LARGE | WAGON | GUARD | PHANTOM) {
            continue;
        }
        let estimate = figure.segment().and_then(|segment| context.estimate_at(position, segment));
        if let Some(estimate) = estimate.filter(|estimate| is_on_land(estimate.kind)) {
            let back = context.coming_back(estimate, position);
            context.special[usize::from(figure.seat)][usize::from(figure.kind)] += back;
        }
    }
}

/// Adds the value of non-follower figures in supply, wagons in supply, and abbeys.
fn add_supplies(context: &EvalContext, position: &ClassicPosition, values: &mut Values) {
    let worth = [abbey_mayor::figures(&context.weights), traders_builders::figures(&context.weights)];
    for (seat, value) in values.iter_mut().enumerate().take(usize::from(context.rules.seats)) {
        let mut sum = 0.0;
        for (kind, worth, one) in worth.into_iter().flatten() {
            if context.uses.has(one) {
                sum += worth * context.special[seat][usize::from(kind)];
            }
        }
        sum = abbey_mayor::held(context, position, seat, sum);
        *value += sum * context.time_left(seat);
    }
}

/// Calls `give` with each seat that has a pig or a barn on a field, and the points that the figure brings. `fed` is the expected number of
/// cities and the trust factor.
pub(super) fn add_on_field(
    context: &EvalContext,
    position: &ClassicPosition,
    field: &FeatureEstimate,
    fed: (f32, f32),
    mut give: impl FnMut(usize, f32),
) {
    let features = &position.board.features;
    for figure in features.figures_on(field.root) {
        let figure = features.figure(figure);
        let seat = usize::from(figure.seat);
        match figure.kind {
            PIG if field.tally[seat] == field.most => {
                give(seat, traders_builders::pig_value(fed));
            }
            BARN if context.uses.has(Use::Barn) => {
                let open = features.open(field.root);
                give(seat, abbey_mayor::barn_value(context, open, fed));
            }
            _ => {}
        }
    }
}

/// Returns the number of times that a city counts for a field that it touches (CATH-05).
pub(super) fn times_fed(context: &EvalContext, position: &ClassicPosition, city: SegmentIndex) -> f32 {
    let besieged = context.has(SIEGE) && is_besieged(position, city);
    if besieged { f32::from(BESIEGED_TIMES) } else { 1.0 }
}

/// Returns the points per city that a field scores in addition to those in the base game (RIV-09).
pub(super) fn more_each_city(context: &EvalContext, position: &ClassicPosition, field: SegmentIndex) -> f32 {
    let herds = if context.rules.options.herds_count() { f32::from(herds(position, field)) } else { 0.0 };
    f32::from(HERD_EACH) * herds
}
