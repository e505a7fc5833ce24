//! Evaluates large followers.

use classic::ClassicPosition;
use classic::inns_cathedrals::LARGE;

use super::context::EvalContext;

/// Returns the additional value that a large follower in supply has over an ordinary one, or 0 if the seat has none in supply.
pub(super) fn large_value(context: &EvalContext, position: &ClassicPosition, seat: u8) -> f32 {
    if position.supply(seat, LARGE) == 0 {
        return 0.0;
    }
    let turns = f32::from(context.board.turns[usize::from(seat)]);
    context.weights.large * turns / (turns + context.weights.supply_half)
}
