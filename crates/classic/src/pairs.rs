//! Interactions between two expansions that depend on the state of both.

use crate::abbey_mayor;
use crate::family::{ClassicPosition, ClassicRules};
use crate::scoring;
use bastide_core::{Events, FigureIndex};

/// Handles a follower's move from the market onto a field at the end of the game. If the field has a barn, the follower is scored at once
/// and goes home (COUNT-15, AM-23), before any fields are scored (AM-20).
pub(crate) fn entered_field(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    figure: FigureIndex,
    last: bool,
    events: &mut impl Events,
) {
    let Some(segment) = position.board.features.figure(figure).segment() else { return };
    let root = position.board.features.root(segment);
    if last && rules.options.has(abbey_mayor::BARNS) && abbey_mayor::has_barn(position, root) {
        scoring::score_farmers(position, rules, root, "COUNT-15", abbey_mayor::JOINED_EACH, true, events);
    }
}
