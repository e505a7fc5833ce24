//! Lists what a player can do after placing a tile, in a fixed order.

use crate::base::{FOLLOWER, free_segments};
use crate::family::{DiscoveryPosition, DiscoveryRules};
use bastide_core::{Answer, Answers, FigureIndex, Random, bits};

/// Number of random trials after which a placement is sampled from the full list instead.
const MAX_TRIALS: u32 = 64;

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

/// Samples uniformly from the placements of the tiles in the active seat's hand: by random trials or, if the trials fail, from the full
/// list.
pub(crate) fn sample_held(position: &DiscoveryPosition, rules: &DiscoveryRules, random: &mut impl Random) -> Answer {
    let hand = position.hand(position.seat());
    let alike = hand.len() > 1 && hand[0] == hand[1];
    let slots = if alike { 1 } else { hand.len() as u32 };
    for _ in 0..MAX_TRIALS {
        let pick = random.below(slots * 4 * position.board.open_len() as u32);
        let (at, need) = position.board.open_place_at((pick / (4 * slots)) as usize);
        let (slot, rotation) = ((pick / 4 % slots) as u8, (pick % 4) as u8);
        let kind = rules.kind(hand[usize::from(slot)]);
        if rotation < kind.rotations && need & !kind.turned[usize::from(rotation)].edges == 0 {
            return Answer::PlaceHeld { slot, at, rotation };
        }
    }
    position.sample_listed(rules, random)
}
