//! What a tile looks like: which of the pictures of land it is.

use bastide_core::tile_text::TileText;

/// How a tile is drawn, which its kinds of segment tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Look {
    /// Cities, roads and fields.
    Classic,
    /// Hunters & Gatherers.
    Wild,
    /// The Discovery.
    Shore,
}

impl Look {
    /// That of a tile.
    pub fn of(tile: &TileText) -> Self {
        let has = |kinds: &[&str]| tile.segments.iter().any(|s| kinds.contains(&s.kind.as_str()));
        match () {
            () if has(&["meadow", "forest"]) => Self::Wild,
            () if has(&["grass", "mountain", "sea"]) => Self::Shore,
            () => Self::Classic,
        }
    }
}
