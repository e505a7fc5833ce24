//! The Carcassonne family.

/// The tile files of this family: set id and text, in the order in which sets are listed.
pub const TILE_FILES: [(&str, &str); 2] = [
    ("base", include_str!("base/tiles.toml")),
    ("inns-cathedrals", include_str!("inns_cathedrals/tiles.toml")),
];
