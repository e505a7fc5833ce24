//! The Games Quarterly expansion; its rules are in `rules.md` next to this file.
//!
//! The expansion only adds tiles. Its pig herd and river tiles follow the rules of the river.

use crate::kinds;
use bastide_core::TileText;
use bastide_core::option::{OptionInfo, PartInfo};
use bastide_core::tile::Segment;

/// Element: the expansion's spring with a road replaces the spring of the river (GQ-02).
pub const ROAD_SPRING: u64 = kinds::element("road-spring");

/// The expansion's entry in the list of parts (GQ-01).
pub const PART: PartInfo = PartInfo {
    id: "games-quarterly",
    max_seats: 5,
    options: &[OptionInfo::new("gq_pig_herd", &["herd", "field"], "GQ-01")],
    tiles: &[("games-quarterly", include_str!("tiles.toml"))],
};

/// The chosen options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Whether the field with the picture of a herd is an ordinary field (GQ-01).
    pub plain_field: bool,
}

impl Options {
    pub(crate) fn set(&mut self, name: &str, value: &str) -> bool {
        match (name, value) {
            ("gq_pig_herd", "herd" | "field") => self.plain_field = value == "field",
            _ => return false,
        }
        true
    }
}

/// Removes the pig herds from a tile if they are only pictures (GQ-01); `herds` is the index of their counter.
pub(crate) fn compile_segments(segments: &mut [Segment], herds: usize, options: &Options) {
    if options.plain_field {
        segments.iter_mut().for_each(|segment| segment.counters[herds] = 0);
    }
}

/// Returns whether a tile is in play. River tiles are in play only with a river, and the spring only if it is not switched off (GQ-02).
pub(crate) fn uses_tile(text: &TileText, with_river: bool, with_spring: bool) -> bool {
    let spring = text.segments.iter().any(|segment| segment.attributes.contains_key("spring"));
    text.pile.is_none() || with_river && (with_spring || !spring)
}
