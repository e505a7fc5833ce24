//! Determines when an area is scored, and for which seats.

use crate::base;
use crate::family::{DiscoveryPosition, DiscoveryRules};
use crate::pending::Pending;
use bastide_core::{Events, FigureIndex, MAX_SEATS, Score, SegmentIndex, Subject};

/// Returns whether an area is complete: surrounded on all sides (DISC-07, DISC-08, DISC-09).
#[inline]
pub fn is_complete(position: &DiscoveryPosition, root: SegmentIndex) -> bool {
    position.board.features.open(root) == 0
}

/// Returns the score that an area gives each follower on it, either as a complete area or as an unfinished one.
pub fn worth(position: &DiscoveryPosition, rules: &DiscoveryRules, root: SegmentIndex, complete: bool) -> Score {
    base::worth(position, rules, root, complete)
}

/// Returns the score for removing a follower from an area now. After the game, returns the score that the area gave each follower in the
/// final scoring, in which every area counts as unfinished (DISC-14).
pub fn worth_now(position: &DiscoveryPosition, rules: &DiscoveryRules, root: SegmentIndex) -> Score {
    let over = position.pending() == Pending::Over;
    worth(position, rules, root, !over && is_complete(position, root))
}

/// Returns each seat's strength on an area, which is 1 if the seat has any followers there, because there are no majorities (DISC-12).
pub fn tally(position: &DiscoveryPosition, root: SegmentIndex) -> [u16; MAX_SEATS] {
    let mut tally = [0; MAX_SEATS];
    for figure in position.board.features.figures_on(root) {
        tally[usize::from(position.board.features.figure(figure).seat)] = 1;
    }
    tally
}

/// Removes a follower and scores its area, complete or not, in full and only for that follower (DISC-06, DISC-12).
pub(crate) fn remove(
    position: &mut DiscoveryPosition,
    rules: &DiscoveryRules,
    figure: FigureIndex,
    events: &mut impl Events,
) {
    let Some(root) = area_of(position, figure) else { return };
    let complete = is_complete(position, root);
    let score = worth(position, rules, root, complete);
    let seat = position.board.features.figure(figure).seat;
    position.award(seat, Subject::Feature(root), score, complete, false, events);
    position.return_figure(figure, events); // DISC-06; DISC-13: whoever is left decides whether the area is free.
}

/// Awards the final scores for the followers still on the map, in the order of their indices. Every area counts as unfinished (DISC-14).
pub(crate) fn score_final(position: &mut DiscoveryPosition, rules: &DiscoveryRules, events: &mut impl Events) {
    for figure in 0..position.board.features.figures().len() {
        let figure = figure as FigureIndex;
        let Some(root) = area_of(position, figure) else { continue };
        let score = worth(position, rules, root, false);
        let seat = position.board.features.figure(figure).seat;
        position.award(seat, Subject::Feature(root), score, false, true, events);
    }
}

/// Returns the root of the area on which a follower stands.
#[inline]
fn area_of(position: &DiscoveryPosition, figure: FigureIndex) -> Option<SegmentIndex> {
    let features = &position.board.features;
    features.figure(figure).segment().map(|segment| features.root(segment))
}
