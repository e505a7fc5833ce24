//! The Games Quarterly expansion: see `rules.md` beside this file.
//!
//! All that it brings are tiles. The pig herd and the river tiles among them follow the rules of the river.

use bastide_core::option::PartInfo;

/// What the expansion brings to a set-up (GQ-01).
pub const PART: PartInfo = PartInfo {
    id: "games-quarterly",
    max_seats: 5,
    options: &[],
    tiles: &[("games-quarterly", include_str!("tiles.toml"))],
};

/// Whether a tile is in play: those of the river only with a river (GQ-02).
pub(crate) fn uses_tile(of_the_river: bool, with_river: bool) -> bool {
    with_river || !of_the_river
}
