//! Values followers on watchtower tiles, which score the watchtower when their road or city is completed (WATCH-02).

use classic::base::{CITY, ROAD};
use classic::watchtowers::{WATCHTOWERS, worth};
use classic::{ClassicPosition, is_follower};

use super::context::EvalContext;
use crate::evaluation::uses::Use;
use crate::evaluation::values::Values;

/// Adds the points expected from watchtowers: what each counts now, times the chance that the follower's feature is completed. An
/// unfinished feature scores no watchtower (WATCH-06).
pub(super) fn add_watchtowers(context: &EvalContext, position: &ClassicPosition, values: &mut Values) {
    if !context.has(WATCHTOWERS) || !context.uses.has(Use::Watchtower) {
        return;
    }
    let features = &position.board.features;
    for figure in context.figures.iter().filter(|figure| is_follower(figure.kind)) {
        let Some(segment) = figure.segment().filter(|&own| matches!(features.kind(own), CITY | ROAD)) else { continue };
        let Some(score) = worth(position, context.rules, features.tile_of(segment)) else { continue };
        if let Some(estimate) = context.estimate_at(position, segment) {
            values[usize::from(figure.seat)] +=
                context.weights.more.watchtower * estimate.chance * score.points() as f32;
        }
    }
}
