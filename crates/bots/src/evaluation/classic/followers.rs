//! Followers on the map, where they can be reached.

use classic::princess_dragon::DRAGONS;
use classic::tower::TOWERS;
use classic::{ClassicPosition, is_follower, is_on_land};

use super::context::EvalContext;

/// Takes in every follower that stands on land, and where, if a tower or the dragon can reach them.
pub(super) fn take_in(context: &mut EvalContext, position: &ClassicPosition) {
    context.followers.clear();
    if !context.has(TOWERS | DRAGONS) {
        return;
    }
    let board = &position.board;
    for figure in context.figures.iter().filter(|figure| is_follower(figure.kind)) {
        if let Some(segment) = figure.segment().filter(|&segment| is_on_land(board.features.kind(segment))) {
            context.followers.push((*figure, board.place_of(segment)));
        }
    }
}
