//! Collects the figures on the map, and the followers that towers and the dragon can reach.

use classic::princess_dragon::DRAGONS;
use classic::tower::TOWERS;
use classic::{ClassicPosition, is_follower, is_on_land};

use super::context::EvalContext;

/// Collects the figures on the map and, if towers or the dragon are in play, the followers on land with their places.
pub(super) fn collect_figures(context: &mut EvalContext, position: &ClassicPosition) {
    let (board, are_reached) = (&position.board, context.has(TOWERS | DRAGONS));
    context.figures.clear();
    context.followers.clear();
    for figure in board.features.figures() {
        let Some(segment) = figure.segment() else { continue };
        context.figures.push(*figure);
        if are_reached && is_follower(figure.kind) && is_on_land(board.features.kind(segment)) {
            context.followers.push((*figure, board.place_of(segment)));
        }
    }
}
