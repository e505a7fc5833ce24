//! The City of Carcassonne on the table: definitions and queries that other modules use.

use crate::base::{self, CITY};
use crate::family::{ClassicPosition, ClassicRules};
use crate::kinds;
use bastide_core::TileIndex;
use bastide_core::tile::Segment;

/// Segment kind for the quarters of the City of Carcassonne.
pub const QUARTER: u8 = kinds::segment(QUARTER_WORD);
/// Notation word for a quarter.
pub const QUARTER_WORD: &str = "quarter";
/// Mark of the City of Carcassonne, in the mark counter.
pub const CARCASSONNE: u8 = 8;
/// Number of tiles in the block; they are the first tiles on the table.
const BLOCK_TILES: TileIndex = 12;

/// Returns whether a tile belongs to the block. Under the ordinary rules, no figure is placed there (COUNT-01) and the dragon does not
/// enter (COUNT-12), whether or not the count is in play.
#[inline]
pub(crate) fn is_block(position: &ClassicPosition, tile: TileIndex) -> bool {
    tile < BLOCK_TILES && starts_with_city_block(position)
}

/// Returns whether a tile is out of reach of the dragon and portals (COUNT-12): any tile of the block or, with `carcassonne_land = open`,
/// only those that show nothing but the city.
#[inline]
pub(crate) fn is_closed(position: &ClassicPosition, rules: &ClassicRules, tile: TileIndex) -> bool {
    is_block(position, tile) && !(rules.options.count.open_land && shows_land(position, rules, tile))
}

/// Returns whether a tile of the block shows anything besides the City of Carcassonne and its quarters.
fn shows_land(position: &ClassicPosition, rules: &ClassicRules, tile: TileIndex) -> bool {
    let kind = rules.kind(position.board.tiles()[usize::from(tile)].kind);
    let is_city = |own: &Segment| own.kind == CITY && own.counters[base::MARK_COUNTER] & CARCASSONNE != 0;
    kind.segments().iter().any(|own| own.kind != QUARTER && !is_city(own))
}

/// Returns the number of cities that were complete from the start: 1 if the City of Carcassonne is on the table, otherwise 0 (COUNT-11).
pub(crate) fn complete_cities(position: &ClassicPosition) -> u16 {
    u16::from(starts_with_city_block(position))
}

/// Returns whether the City of Carcassonne is on the table. If it is, the first segment, on the middle tile, belongs to it.
fn starts_with_city_block(position: &ClassicPosition) -> bool {
    let features = &position.board.features;
    let root = features.root(0);
    features.kind(root) == CITY && features.counter(root, base::MARK_COUNTER) & CARCASSONNE != 0
}
