//! Interactions between two expansions that depend on the state of both.

use crate::abbey_mayor;
use crate::base;
use crate::family::{ClassicPosition, ClassicRules};
use crate::festival;
use crate::kinds::is_follower;
use crate::pending::Pending;
use crate::princess_dragon;
use crate::scoring;
use bastide_core::{Answer, Answers, Events, FigureIndex};

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

/// Lists the figures that the festival may return (FEST-02). A custom tile can have a princess as well; the knights that she may send home
/// are listed as hers.
pub(crate) fn list_festival(position: &ClassicPosition, rules: &ClassicRules, answers: &mut impl Answers) {
    festival::list_returns(position, rules, |figure| is_sent_by_princess(position, rules, figure), answers);
}

/// Returns whether the festival returns a figure that the active seat takes off the map instead of placing one, rather than the princess.
pub(crate) fn is_returned_by_festival(position: &ClassicPosition, rules: &ClassicRules, figure: FigureIndex) -> bool {
    rules.options.has(festival::FESTIVALS)
        && festival::is_celebrated(position)
        && !is_sent_by_princess(position, rules, figure)
}

fn is_sent_by_princess(position: &ClassicPosition, rules: &ClassicRules, figure: FigureIndex) -> bool {
    rules.options.has(princess_dragon::PRINCESSES) && princess_dragon::may_send_home(position, rules, figure)
}

/// Returns the name of the way in which the festival returns a figure, or `None` for any other answer.
pub(crate) fn mode_of_return(position: &ClassicPosition, answer: Answer) -> Option<&'static str> {
    let (Pending::Deploy { .. }, Answer::Return { figure }) = (position.pending(), answer) else { return None };
    let figure = position.board.features.figure(figure);
    let is_knight = figure.segment().is_some_and(|segment| position.board.features.kind(segment) == base::CITY);
    let is_hers = is_knight && is_follower(figure.kind) && princess_dragon::has_princess_on_newest(position);
    (festival::is_celebrated(position) && !is_hers).then_some(festival::FESTIVAL_WORD)
}
