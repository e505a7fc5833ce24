//! Evaluates large followers.

use classic::ClassicPosition;
use classic::inns_cathedrals::LARGE;

use super::context::EvalContext;

/// Returns the additional value of a large follower in supply over an ordinary one; 0 if the seat has none there.
pub(super) fn large_value(context: &EvalContext, position: &ClassicPosition, seat: u8) -> f32 {
    if position.supply(seat, LARGE) == 0 {
        return 0.0;
    }
    let turns = f32::from(context.board.turns[usize::from(seat)]);
    context.weights.large * turns / (turns + context.weights.supply_half)
}
