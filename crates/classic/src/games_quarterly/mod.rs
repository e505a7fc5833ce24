//! The Games Quarterly expansion: see `rules.md` beside this file.
//!
//! All that it brings are tiles. The pig herd and the river tiles among them follow the rules of the river.

use bastide_core::TileText;
use bastide_core::option::PartInfo;

/// The element: its spring with a road replaces that of the river (GQ-02).
pub const ROAD_SPRING: u32 = 1 << 20;

/// What the expansion brings to a set-up (GQ-01).
pub const PART: PartInfo = PartInfo {
    id: "games-quarterly",
    max_seats: 5,
    options: &[],
    tiles: &[("games-quarterly", include_str!("tiles.toml"))],
};

/// Whether a tile is in play: those of the river only with a river, and the spring unless it is switched off (GQ-02).
pub(crate) fn uses_tile(text: &TileText, with_river: bool, with_spring: bool) -> bool {
    let spring = text.segments.iter().any(|segment| segment.attributes.contains_key("spring"));
    text.pile.is_none() || with_river && (with_spring || !spring)
}
