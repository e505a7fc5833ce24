//! Selects a tile's drawing style.

use bastide_core::tile_text::TileText;

/// Drawing style of a tile, derived from its kinds of segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum TileStyle {
    /// Classic Carcassonne: cities, roads and fields.
    Classic,
    /// Hunters & Gatherers: forests, rivers and meadows.
    Wild,
    /// The Discovery: grassland, mountains and seas.
    Shore,
}

impl TileStyle {
    /// Returns the style of a tile.
    pub fn of(tile: &TileText) -> Self {
        let has = |kinds: &[&str]| tile.segments.iter().any(|s| kinds.contains(&s.kind.as_str()));
        match () {
            () if has(&["meadow", "forest"]) => Self::Wild,
            () if has(&["grass", "mountain", "sea"]) => Self::Shore,
            () => Self::Classic,
        }
    }
}
