//! Adds ghosts when a tile with mist is placed, and removes them when a bank is finished or when a player chooses to remove them.

use crate::base::{ALL_GHOSTS, MAX_GHOSTS_REMOVED, MIST, meetings};
use crate::family::{CoopPosition, CoopRules};
use crate::scoring::is_complete;
use bastide_core::{Event, Events, PlacedTile, SegmentIndex, TileIndex};

/// Returns the number of ghosts in the reserve.
#[inline]
pub fn reserve(position: &CoopPosition) -> u8 {
    u16::from(ALL_GHOSTS).saturating_sub(position.extra.all()) as u8
}

/// Sets the number of ghosts on a tile.
#[inline]
fn set(position: &mut CoopPosition, tile: TileIndex, ghosts: u8, events: &mut impl Events) {
    position.extra.on[usize::from(tile)] = ghosts;
    events.emit(Event::TileTokens { tile, tokens: ghosts });
}

/// Places the printed ghosts on the start tile (COOP-02).
pub(crate) fn haunt_start(position: &mut CoopPosition, rules: &CoopRules, events: &mut impl Events) {
    for tile in 0..position.board.tiles().len() {
        let printed = printed(rules, position.board.tiles()[tile]).min(reserve(position));
        if printed > 0 {
            set(position, tile as TileIndex, printed, events);
        }
    }
}

/// Returns the mist segment of a tile, if it has one; a tile has at most one.
#[inline]
pub(crate) fn mist_segment(rules: &CoopRules, tile: PlacedTile) -> Option<SegmentIndex> {
    let own = rules.kind(tile.kind).segments().iter().position(|segment| segment.kind == MIST);
    own.map(|own| tile.first + own as SegmentIndex)
}

/// Returns the number of ghosts printed on a tile.
#[inline]
pub(crate) fn printed(rules: &CoopRules, tile: PlacedTile) -> u8 {
    let mist = rules.kind(tile.kind).segments().iter().find(|segment| segment.kind == MIST);
    mist.map_or(0, |segment| segment.symbols)
}

/// Handles the mist of the tile just placed: if its bank is finished, returns the bank's ghosts to the reserve (COOP-07); otherwise puts
/// ghosts on the tile (COOP-08). Returns false if there are too few ghosts in the reserve (COOP-09).
#[inline]
pub(crate) fn gather_ghosts(position: &mut CoopPosition, rules: &CoopRules, events: &mut impl Events) -> bool {
    let Some(&newest) = position.board.tiles().last() else { return true };
    let Some(segment) = mist_segment(rules, newest) else { return true };
    let bank = position.board.features.root(segment);
    if is_complete(position, rules, bank) {
        release(position, bank, events);
        return true;
    }
    let come = coming(position, rules, newest);
    if come > reserve(position) {
        return false;
    }
    if come > 0 {
        let tile = position.board.tiles().len() - 1;
        set(position, tile as TileIndex, come, events);
    }
    true
}

/// Returns the number of ghosts that come with a tile: those printed on it, less one if its mist joins other mist (COOP-08).
fn coming(position: &CoopPosition, rules: &CoopRules, tile: PlacedTile) -> u8 {
    let joined = meetings(position, rules, tile).any(|misty| misty);
    printed(rules, tile).saturating_sub(u8::from(joined))
}

/// Reports whether the reserve has too few ghosts for the newest tile, which ends the game (COOP-09). Ghosts that a reward has removed from
/// that tile are in the reserve again.
pub(crate) fn too_few(position: &CoopPosition, rules: &CoopRules) -> bool {
    let tiles = position.board.tiles();
    let Some(&newest) = tiles.last() else { return false };
    let Some(segment) = mist_segment(rules, newest) else { return false };
    let bank = position.board.features.root(segment);
    let none_there = position.extra.on(tiles.len() as TileIndex - 1) == 0;
    none_there && !is_complete(position, rules, bank) && coming(position, rules, newest) > reserve(position)
}

/// Returns all ghosts of a bank to the reserve, tile by tile (COOP-07).
fn release(position: &mut CoopPosition, bank: SegmentIndex, events: &mut impl Events) {
    for tile in 0..position.board.tiles().len() as TileIndex {
        if position.extra.on(tile) > 0
            && position.board.features.ring(bank).any(|s| position.board.features.tile_of(s) == tile)
        {
            set(position, tile, 0, events);
        }
    }
}

/// Removes ghosts from a tile instead of scoring: as many as there are, up to three (COOP-13).
#[inline]
pub(crate) fn remove_ghosts(position: &mut CoopPosition, tile: TileIndex, events: &mut impl Events) {
    let left = position.extra.on(tile).saturating_sub(MAX_GHOSTS_REMOVED);
    set(position, tile, left, events);
}
