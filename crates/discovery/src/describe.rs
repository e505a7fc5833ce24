//! Describes positions for programs outside the family: the pending decision, which features are scored together, and which towns count.

use crate::base::{MOUNTAIN, SEA, adjacent_grasslands};
use crate::family::{Discovery, DiscoveryPosition, DiscoveryRules};
use crate::pending::Pending;
use crate::{kinds, scoring, turn};
use bastide_core::described::{Asked, Described, Remembered};
use bastide_core::{Events, MAX_SEATS, Score, SegmentIndex, TileIndex};

impl Described for Discovery {
    const KIND_WORDS: &'static [&'static str] = &kinds::KIND_WORDS;
    const ROLE_WORDS: &'static [&'static str] = &kinds::ROLE_WORDS;
    const FIGURE_WORDS: &'static [&'static str] = &kinds::FIGURE_WORDS;

    fn asked(position: &DiscoveryPosition) -> Asked {
        match position.pending() {
            Pending::Over => Asked::Over,
            Pending::Place { kind } => Asked::Place(kind),
            Pending::PlaceHeld => Asked::PlaceHeld,
            Pending::Deploy { .. } => Asked::Deploy,
            _ => Asked::Chance,
        }
    }

    fn is_complete(position: &DiscoveryPosition, _: &DiscoveryRules, root: SegmentIndex) -> bool {
        scoring::is_complete(position, root)
    }

    fn worth(position: &DiscoveryPosition, rules: &DiscoveryRules, root: SegmentIndex) -> Score {
        scoring::worth_now(position, rules, root)
    }

    fn tally(position: &DiscoveryPosition, _: &DiscoveryRules, root: SegmentIndex) -> [u16; MAX_SEATS] {
        scoring::tally(position, root)
    }

    fn end_now(position: &mut DiscoveryPosition, rules: &DiscoveryRules, events: &mut impl Events) {
        turn::end_game(position, rules, events);
    }

    // Lists the grasslands adjacent to a mountain (DISC-08).
    fn scored_with(
        position: &DiscoveryPosition,
        rules: &DiscoveryRules,
        root: SegmentIndex,
        each: impl FnMut(SegmentIndex),
    ) {
        if position.board.features.kind(root) == MOUNTAIN {
            adjacent_grasslands(position, rules, root, each);
        }
    }

    // Lists the towns that count: for a sea, those on its shores (DISC-09); for a mountain, its own and those of its grasslands (DISC-08).
    fn counted(
        position: &DiscoveryPosition,
        rules: &DiscoveryRules,
        root: SegmentIndex,
        mut each: impl FnMut(TileIndex, u8, bool),
    ) {
        if matches!(position.board.features.kind(root), MOUNTAIN | SEA) {
            towns_on(position, rules, root, &mut each);
        }
        Self::scored_with(position, rules, root, |grassland| towns_on(position, rules, grassland, &mut each));
    }

    // Reports the purpose of a draw, because the same tiles can be drawn for several reasons.
    fn remembered(position: &DiscoveryPosition, _: &DiscoveryRules, mut each: impl FnMut(&'static str, Remembered)) {
        use Remembered::Numbers;
        match position.pending() {
            Pending::TakeOut { first, left } => each("takes out", Numbers([u16::from(first), u16::from(left), 0])),
            Pending::Deal { first } => each("deals", Numbers([u16::from(first), 0, 0])),
            Pending::Replace => each("replaces", Numbers([0; 3])),
            Pending::Refill => each("refills", Numbers([0; 3])),
            _ => {}
        }
    }
}

/// Calls `each` with every town on an area, marked as one that counts.
fn towns_on(
    position: &DiscoveryPosition,
    rules: &DiscoveryRules,
    root: SegmentIndex,
    each: &mut impl FnMut(TileIndex, u8, bool),
) {
    let features = &position.board.features;
    for segment in features.ring(root) {
        let tile = features.tile_of(segment);
        let kind = position.board.tiles()[usize::from(tile)].kind;
        let own = position.board.index_in_tile(segment);
        for (number, thing) in rules.texts[usize::from(kind)].printed().iter().enumerate() {
            if thing.segments.contains(&own) {
                each(tile, number as u8, true);
            }
        }
    }
}
