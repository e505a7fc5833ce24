//! Lists what a player can do with the tile just placed, in a fixed order.

use crate::base;
use crate::family::HuntersPosition;
use bastide_core::{Answer, Answers, Random, SegmentIndex, bits};

/// Lists the deployments of a figure to each free segment of the newest tile (HG-05, HG-07), by segment, followed by `Pass`.
#[inline]
pub(crate) fn list(position: &HuntersPosition, free: u16, answers: &mut impl Answers) {
    bits(free).for_each(|own| answers.add(deploy(position, own)));
    answers.add(Answer::Pass);
}

/// Samples one of the answers that [`list`] adds, with equal probability.
#[inline]
pub(crate) fn sample(position: &HuntersPosition, free: u16, random: &mut impl Random) -> Answer {
    let pick = random.below(free.count_ones() + 1);
    bits(free).nth(pick as usize).map_or(Answer::Pass, |own| deploy(position, own))
}

/// Returns the answer that deploys a figure to a segment of the newest tile. The kind of segment determines the kind of figure.
#[inline]
fn deploy(position: &HuntersPosition, own: u16) -> Answer {
    let segment = position.board.newest_segment() + own as SegmentIndex;
    Answer::Deploy { figure: base::figure_on(position.board.features.kind(segment)), segment }
}
