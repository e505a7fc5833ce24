//! What a finished road or city gives the team.

use crate::base::{self, GOAL, MOST_COLOURS, colours};
use crate::{MistsPosition, MistsRules};
use bastide_core::{Events, MAX_SEATS, Score, SegmentIndex, Subject};

/// What a feature is worth to the team as it stands, finished or not.
pub fn worth(position: &MistsPosition, root: SegmentIndex) -> Score {
    base::worth(position, root)
}

/// Whether a feature is finished.
pub fn is_complete(position: &MistsPosition, rules: &MistsRules, root: SegmentIndex) -> bool {
    base::is_complete(position, rules, root)
}

/// The colours of each seat on a feature: each scores it once (COOP-12).
pub fn tally(position: &MistsPosition, root: SegmentIndex) -> [u16; MAX_SEATS] {
    let colours = colours(position, root);
    std::array::from_fn(|seat| (colours >> (seat * MOST_COLOURS) & 15).count_ones() as u16)
}

/// Points of the team: the sum of its seats' (COOP-16).
#[inline]
pub fn points(position: &MistsPosition, rules: &MistsRules) -> i32 {
    (0..rules.seats).map(|seat| position.score(seat)).sum()
}

/// Whether the team has won (COOP-14).
#[inline]
pub fn is_won(position: &MistsPosition, rules: &MistsRules) -> bool {
    points(position, rules) >= GOAL
}

/// Scores a finished feature (COOP-11, COOP-12). The points are written down for the seat whose turn it is (COOP-16).
#[inline]
pub(crate) fn score(position: &mut MistsPosition, root: SegmentIndex, events: &mut impl Events) {
    let (seat, score) = (position.seat(), base::worth(position, root));
    position.award(seat, Subject::Feature(root), score, true, false, events);
}

/// Sends all figures on a feature home (COOP-11).
#[inline]
pub(crate) fn send_home(position: &mut MistsPosition, root: SegmentIndex, events: &mut impl Events) {
    while let Some(figure) = { position.board.features.figures_on(root).next() } {
        position.return_figure(figure, events);
    }
}
