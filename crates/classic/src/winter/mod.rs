//! The tiles of the Winter Edition; their rules are in `rules.md` next to this file.

use bastide_core::option::PartInfo;

/// The expansion's entry in the list of parts (PROMO-13).
pub const PART: PartInfo = PartInfo {
    id: "winter",
    max_seats: 5, // BASE-01
    options: &[],
    tiles: &[("winter", include_str!("tiles.toml"))],
};
