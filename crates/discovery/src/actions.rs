//! Lists what a player can do after placing a tile, in a fixed order.

use crate::base::{FOLLOWER, free_segments};
use crate::family::{DiscoveryPosition, DiscoveryRules};
use bastide_core::{Answer, Answers, FigureIndex, Random, bits};

/// Returns the segments of the newest tile on which the active seat may place a follower, as a bit set. The set is empty if the seat has no
/// follower in supply.
#[inline]
pub(crate) fn offered(position: &DiscoveryPosition, rules: &DiscoveryRules) -> u16 {
    if position.supply(position.seat(), FOLLOWER) == 0 { 0 } else { free_segments(position, rules) }
}

/// Returns the indices of the active seat's followers on the map. No two of them are on the same segment, because only one is placed per
/// turn, on the newest tile.
#[inline]
pub(crate) fn standing(position: &DiscoveryPosition, rules: &DiscoveryRules) -> impl Iterator<Item = FigureIndex> {
    let first = rules.first_figure(position.seat(), FOLLOWER) as FigureIndex;
    let features = &position.board.features;
    (first..first + rules.figures[usize::from(FOLLOWER)])
        .filter(move |&figure| features.figure(figure).segment().is_some())
}

/// Lists the placements of a follower on a free segment of the newest tile (DISC-05), by segment; then the removals of one of the seat's
/// followers (DISC-06), by index; then `Pass`.
#[inline]
pub(crate) fn list(position: &DiscoveryPosition, rules: &DiscoveryRules, free: u16, answers: &mut impl Answers) {
    let first = position.board.newest_segment();
    for own in bits(free) {
        answers.add(Answer::Deploy { figure: FOLLOWER, segment: first + own });
    }
    for figure in standing(position, rules) {
        answers.add(Answer::Return { figure });
    }
    answers.add(Answer::Pass);
}

/// Samples one of the answers that [`list`] adds, uniformly.
#[inline]
pub(crate) fn sample(
    position: &DiscoveryPosition,
    rules: &DiscoveryRules,
    free: u16,
    random: &mut impl Random,
) -> Answer {
    let (segments, figures) = (free.count_ones(), standing(position, rules).count() as u32);
    let pick = random.below(segments + figures + 1);
    if let Some(own) = bits(free).nth(pick as usize) {
        return Answer::Deploy { figure: FOLLOWER, segment: position.board.newest_segment() + own };
    }
    let figure = standing(position, rules).nth(pick.saturating_sub(segments) as usize);
    figure.map_or(Answer::Pass, |figure| Answer::Return { figure })
}
