//! Values builders, pigs, and goods tokens (Traders & Builders).

use bastide_core::MAX_SEATS;
use classic::ClassicPosition;
use classic::traders_builders::{BUILDER, BUILDERS, MAJORITY, PIG, PIG_EACH, TOKENS, TRADE};

use super::context::EvalContext;
use super::weights::Weights;
use crate::evaluation::board_features::exp2;
use crate::evaluation::feature_estimate::FeatureEstimate;
use crate::evaluation::uses::Use;
use crate::evaluation::values::Values;

/// Returns the expansion's figures: their kind, their value in supply, and the use that they belong to.
pub(super) fn figures(w: &Weights) -> [(u8, f32, Use); 2] {
    [(BUILDER, w.more.builder, Use::Builder), (PIG, w.more.pig, Use::Pig)]
}

/// Adds the double turns expected from builders on open features (TB-03).
pub(super) fn add_builders(context: &EvalContext, position: &ClassicPosition, values: &mut Values) {
    if !context.has(BUILDERS) || !context.uses.has(Use::Builder) {
        return;
    }
    for figure in context.figures.iter().filter(|figure| figure.kind == BUILDER) {
        let estimate = figure.segment().and_then(|segment| context.estimate_at(position, segment));
        let Some(estimate) = estimate else { continue };
        let seat = usize::from(figure.seat);
        values[seat] += context.weights.more.turn * double_turns(context, estimate, seat);
    }
}

/// Returns the number of double turns that a seat's builder on a feature is expected to bring.
fn double_turns(context: &EvalContext, estimate: &FeatureEstimate, seat: usize) -> f32 {
    let w = &context.weights.more;
    let mut misses = 1.0;
    for gap in estimate.gaps() {
        misses *= exp2(context.board.log_miss(gap.fits));
    }
    let tries = w.builder_eager * (1.0 - misses) * f32::from(context.board.turns[seat]);
    w.builder_most * (1.0 - exp2(-tries / w.builder_most))
}

/// Returns the points that a pig adds for an owner of its field (TB-08), given the expected number of cities and the trust factor.
pub(super) fn pig_value((cities, trust): (f32, f32)) -> f32 {
    trust * f32::from(PIG_EACH) * cities
}

/// Cache of the expected points for goods tokens, which are the same in nearly all positions that a search evaluates consecutively.
#[derive(Clone, Debug, Default)]
pub(super) struct GoodsValue {
    /// Inputs of the computation: the tokens, the fraction of the game left, and the weight.
    by: Option<([[u8; TOKENS.len()]; MAX_SEATS], f32, f32)>,
    points: [[f32; TOKENS.len()]; MAX_SEATS],
}

impl GoodsValue {
    /// Adds each seat's expected points for goods.
    pub(super) fn add(&mut self, context: &EvalContext, position: &ClassicPosition, values: &mut Values) {
        if !context.has(TRADE) || !context.uses.has(Use::Goods) {
            return;
        }
        let seats = usize::from(context.rules.seats);
        let by = (position.extra.traders_builders.goods, context.board.fraction_left(), context.weights.more.goods);
        if self.by != Some(by) {
            (self.by, self.points) = (Some(by), points_of_goods(by, seats));
        }
        for (value, points) in values.iter_mut().zip(self.points).take(seats) {
            points.into_iter().for_each(|points| *value += points);
        }
    }
}

/// Computes each seat's expected points for every kind of goods. The points for a kind depend on the seat's lead over the best opponent,
/// relative to the number of tokens still to be given out (TB-11).
fn points_of_goods(
    (goods, youth, weight): ([[u8; TOKENS.len()]; MAX_SEATS], f32, f32),
    seats: usize,
) -> [[f32; TOKENS.len()]; MAX_SEATS] {
    let mut points = [[0.0; TOKENS.len()]; MAX_SEATS];
    for (good, all) in TOKENS.into_iter().enumerate() {
        let taken: u8 = goods.iter().map(|of_seat| of_seat[good]).sum();
        let rest = f32::from(all.saturating_sub(taken)) * youth.min(1.0);
        for (seat, points) in points.iter_mut().enumerate().take(seats) {
            let others = (0..seats).filter(|&other| other != seat).map(|other| goods[other][good]);
            let lead = f32::from(goods[seat][good]) - f32::from(others.max().unwrap_or(0));
            let sure = lead.abs() / (lead.abs() + 0.5 * rest + 0.2);
            points[good] = weight * f32::from(MAJORITY) * (0.5 + 0.5 * sure.copysign(lead));
        }
    }
    points
}
