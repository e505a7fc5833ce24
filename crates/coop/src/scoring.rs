//! Scoring of finished roads and cities for the team.

use crate::base::{self, CITY, GOAL, MAX_COLOURS, MIST, ROAD, colours, is_limited, newest_features};
use crate::family::{CoopPosition, CoopRules};
use bastide_core::{Events, MAX_SEATS, Score, SegmentIndex, Subject, bits};

/// Returns the score that a feature would give the team in its current state, finished or not.
pub fn worth(position: &CoopPosition, root: SegmentIndex) -> Score {
    base::worth(position, root)
}

/// Returns whether a feature is finished: a road or a city without open edges (COOP-11), or a bank whose misty edges all meet mist
/// (COOP-06). Fields are never finished.
#[inline]
pub fn is_complete(position: &CoopPosition, rules: &CoopRules, root: SegmentIndex) -> bool {
    let features = &position.board.features;
    features.open(root) == 0
        && match features.kind(root) {
            CITY | ROAD => true,
            MIST => !is_limited(position, rules, root),
            _ => false,
        }
}

/// Returns the segments of the newest tile whose features are finished and have figures, as a bit set. If several segments belong to one
/// feature, only the first of them is included (COOP-11).
#[inline]
pub(crate) fn finished_segments(position: &CoopPosition, rules: &CoopRules) -> u16 {
    let features = &position.board.features;
    let finished =
        newest_features(position, rules, |root| features.is_occupied(root) && is_complete(position, rules, root));
    let Some(&tile) = position.board.tiles().last() else { return 0 };
    let root = |own: u16| features.root(tile.first + own);
    bits(finished)
        .filter(|&own| bits(finished).take_while(|&other| other < own).all(|other| root(other) != root(own)))
        .fold(0, |mask, own| mask | 1 << own)
}

/// Returns how many colours each seat has on a feature. Each colour scores the feature once (COOP-12).
pub fn tally(position: &CoopPosition, root: SegmentIndex) -> [u16; MAX_SEATS] {
    let colours = colours(position, root);
    std::array::from_fn(|seat| (colours >> (seat * MAX_COLOURS) & 15).count_ones() as u16)
}

/// Returns the team's points: the total across all seats (COOP-16).
#[inline]
pub fn points(position: &CoopPosition, rules: &CoopRules) -> i32 {
    (0..rules.seats).map(|seat| position.score(seat)).sum()
}

/// Returns whether the team has won (COOP-14).
#[inline]
pub fn is_won(position: &CoopPosition, rules: &CoopRules) -> bool {
    points(position, rules) >= GOAL
}

/// Scores a finished feature (COOP-11, COOP-12). The points are recorded for the seat whose turn it is (COOP-16).
#[inline]
pub(crate) fn score(position: &mut CoopPosition, root: SegmentIndex, events: &mut impl Events) {
    let (seat, score) = (position.seat(), base::worth(position, root));
    position.award(seat, Subject::Feature(root), score, true, false, events);
}

/// Sends all figures on a feature home (COOP-11).
#[inline]
pub(crate) fn send_home(position: &mut CoopPosition, root: SegmentIndex, events: &mut impl Events) {
    while let Some(figure) = { position.board.features.figures_on(root).next() } {
        position.return_figure(figure, events);
    }
}
