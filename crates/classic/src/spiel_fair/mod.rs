//! The Spiel fair promos; their rules are in `rules.md` next to this file.

use bastide_core::option::PartInfo;

/// The expansion's entry in the list of parts (PROMO-05).
pub const PART: PartInfo = PartInfo {
    id: "spiel-fair",
    max_seats: 5, // BASE-01
    options: &[],
    tiles: &[("spiel-fair", include_str!("tiles.toml"))],
};
