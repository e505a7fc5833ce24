//! Describes the tiles of a set without pictures, for clients that present the board in words.

use std::collections::BTreeMap;

use bastide_core::tile_text::{Attribute, TileText};
use serde::Serialize;

use crate::catalogue::TileSet;

/// A description of a set's tiles and what is on their sides, for clients that describe tiles in words.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct SideSet {
    /// Id of the set.
    pub set: String,
    /// The tiles, by id.
    pub tiles: BTreeMap<String, SideTile>,
}

/// A description of a tile in rotation 0.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct SideTile {
    /// The segment at each third of each side: twelve entries, clockwise from the western third of the north side. Empty for a tile that
    /// fits any side.
    pub ports: Vec<u8>,
    /// Segments of the tile, in the order of their numbers.
    pub segments: Vec<SideSegment>,
    /// Printed things, such as pennants or animals. Views refer to a thing by its index here.
    pub things: Vec<SideThing>,
    /// Symbols that act on the whole tile.
    pub marks: Vec<String>,
    /// The sides covered by mist, from 0 (north) to 3 (west).
    pub mist: Vec<usize>,
}

/// A segment of a tile.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct SideSegment {
    /// Kind of segment.
    pub kind: String,
    /// The segment's symbols that are not counted, such as its goods.
    pub symbols: Vec<String>,
    /// The segments of this tile that this segment covers, such as the waters of a river system.
    pub covers: Vec<usize>,
}

/// A printed thing.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct SideThing {
    /// Kind of thing.
    pub word: String,
    /// The segments to which it belongs.
    pub segments: Vec<u8>,
}

impl SideSet {
    /// Describes the tiles of a set. `mist` returns the sides of a tile that are covered by mist.
    pub fn of(set: &TileSet, mist: impl Fn(&str) -> Vec<usize>) -> SideSet {
        let tiles = set.tiles.iter().map(|tile| (tile.id.clone(), SideTile::of(tile, mist(&tile.id))));
        SideSet { set: set.id.clone(), tiles: tiles.collect() }
    }
}

impl SideTile {
    fn of(tile: &TileText, mist: Vec<usize>) -> SideTile {
        let fits_anywhere = tile.segments.iter().all(|segment| segment.inside);
        let ports = if fits_anywhere { Vec::new() } else { tile.ports.to_vec() };
        let segments = tile.segments.iter().enumerate().map(|(own, segment)| {
            let symbols = segment.attributes.values().filter_map(|value| match value {
                Attribute::Word(word) => Some(word.clone()),
                _ => None,
            });
            let below = tile.segments.iter().enumerate().filter(|(_, other)| other.along == Some(own as u8));
            SideSegment {
                kind: segment.kind.clone(),
                symbols: symbols.collect(),
                covers: below.map(|(other, _)| other).collect(),
            }
        });
        let segments = segments.collect();
        let things = tile.printed().into_iter().map(|thing| SideThing { word: thing.word, segments: thing.segments });
        SideTile { ports, segments, things: things.collect(), marks: tile.marks.clone(), mist }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_side_names_segments_of_its_tile() {
        for (name, text) in crate::catalogue::files() {
            let set = crate::catalogue::parse(name, text).expect("a printed set is valid");
            let sides = SideSet::of(&set, |_| Vec::new());
            assert_eq!(sides.tiles.len(), set.tiles.len(), "{name}");
            for (id, tile) in &sides.tiles {
                assert!(tile.ports.is_empty() || tile.ports.len() == 12, "{name}/{id}");
                assert!(tile.ports.iter().all(|&port| usize::from(port) < tile.segments.len()), "{name}/{id}");
            }
        }
    }

    #[test]
    fn start_tile_has_its_city_in_the_north_and_its_road_from_east_to_west() {
        let (name, text) = crate::catalogue::files().find(|(name, _)| *name == "base").expect("the base set");
        let set = crate::catalogue::parse(name, text).expect("a printed set is valid");
        let sides = SideSet::of(&set, |_| Vec::new());
        let tile = &sides.tiles["crfr"];
        let middle = |side: usize| &tile.segments[usize::from(tile.ports[3 * side + 1])];
        let kinds: Vec<&str> = (0..4).map(|side| middle(side).kind.as_str()).collect();
        assert_eq!(kinds, ["city", "road", "field", "road"]);
    }
}
