//! What the family tells about itself in words: what is scored with what, and which printed things count.

use crate::base::{MOUNTAIN, SEA, adjacent_grasslands};
use crate::family::{DiscoveryPosition, DiscoveryRules};
use crate::pending::Pending;
use bastide_core::{SegmentIndex, TileIndex};

/// The words for what gives points and is no feature: nothing does.
pub const SOURCE_WORDS: &[&str] = &[];

/// The areas that this one scores with, each once: the grasslands adjacent to a mountain (DISC-08).
pub fn scored_with(
    position: &DiscoveryPosition,
    rules: &DiscoveryRules,
    root: SegmentIndex,
    each: impl FnMut(SegmentIndex),
) {
    if position.board.features.kind(root) == MOUNTAIN {
        adjacent_grasslands(position, rules, root, each);
    }
}

/// The towns that an area counts: a sea those on its shores (DISC-09), a mountain its own and those of its grasslands (DISC-08). Of each
/// the tile, its number in the tile's list of printed things ([`bastide_core::TileText::printed`]), and that it counts.
pub fn counted(
    position: &DiscoveryPosition,
    rules: &DiscoveryRules,
    root: SegmentIndex,
    mut each: impl FnMut(TileIndex, u8, bool),
) {
    if matches!(position.board.features.kind(root), MOUNTAIN | SEA) {
        towns_on(position, rules, root, &mut each);
    }
    scored_with(position, rules, root, |grassland| towns_on(position, rules, grassland, &mut each));
}

/// The towns on an area.
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
        let own = position.board.within_tile(segment);
        for (number, thing) in rules.texts[usize::from(kind)].printed().iter().enumerate() {
            if thing.segments.contains(&own) {
                each(tile, number as u8, true);
            }
        }
    }
}

/// What else there is to a position, for its hash: what chance's answer is for, where the same tiles can come for several reasons.
pub fn remembered(position: &DiscoveryPosition, mut each: impl FnMut(&'static str, [u16; 3])) {
    match position.pending() {
        Pending::TakeOut { first, left } => each("takes out", [u16::from(first), u16::from(left), 0]),
        Pending::Deal { first } => each("deals", [u16::from(first), 0, 0]),
        Pending::Replace => each("replaces", [0; 3]),
        Pending::Refill => each("refills", [0; 3]),
        _ => {}
    }
}
