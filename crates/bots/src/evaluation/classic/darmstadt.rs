//! Values the followers around churches: the player with the most gets points when the church is completed (PROMO-03). The Darmstadtium is
//! part of its city's points.

use classic::ClassicPosition;
use classic::base::MONASTERY;
use classic::darmstadt::{CHURCH_POINTS, CHURCHES, count_followers, is_church};

use super::context::EvalContext;
use crate::evaluation::uses::Use;
use crate::evaluation::values::Values;

/// Adds the points that the seats with the most followers around an unfinished church can expect.
pub(super) fn add_churches(context: &EvalContext, position: &ClassicPosition, values: &mut Values) {
    if !context.has(CHURCHES) || !context.uses.has(Use::Church) {
        return;
    }
    let features = &position.board.features;
    for root in features.roots_of(MONASTERY).filter(|&root| features.open(root) > 0 && is_church(position, root)) {
        let followers = count_followers(position, root);
        let most = followers.into_iter().max().unwrap_or(0);
        // The fewer places are open, the more certain the majority is.
        let near = 1.0 - f32::from(features.open(root)) / 8.0;
        for (seat, &count) in followers.iter().enumerate().filter(|&(_, &count)| most > 0 && count == most) {
            debug_assert!(count > 0);
            values[seat] += context.weights.more.church * near * f32::from(CHURCH_POINTS);
        }
    }
}
