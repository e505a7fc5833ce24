//! What a drawn tile consists of.

use bastide_core::tile_text::TileText;

use crate::geometry::{Point, Shape, distance_to_shapes};
use crate::path::area_path;

/// A tile's pictures and the areas of its segments.
#[derive(Clone, Debug, PartialEq)]
pub struct TileArt {
    /// SVG content (no outer `svg` element) for each rotation, in quarter turns clockwise.
    pub art: [String; 4],
    /// The segments, by their index in the tile.
    pub segments: Vec<SegmentArt>,
    /// The printed things, in the order of [`TileText::printed`].
    pub things: Vec<ThingArt>,
}

/// One printed thing: an animal, a fish, a town, a pennant.
#[derive(Clone, Debug, PartialEq)]
pub struct ThingArt {
    /// Its word.
    pub word: String,
    /// The middle of its drawing, in rotation 0. It turns with the tile; the drawing stays upright.
    pub at: [f64; 2],
    /// The side of the square that the drawing fills, in tile units.
    pub size: f64,
}

/// One segment's area.
#[derive(Clone, Debug, PartialEq)]
pub struct SegmentArt {
    /// `city`, `road`, `field`, `monastery`, `river`, `tower`, `quarter`, `castle`, `cemetery`, `mist`; `meadow`,
    /// `forest`, `lake`, `system`; `grass`, `mountain`, `sea`.
    pub kind: String,
    /// Path data of the area in rotation 0.
    pub path: String,
    /// Where a figure stands: the middle of the figure, in rotation 0.
    pub anchor: [f64; 2],
    /// How far the anchor lies from the border of the area.
    pub room: f64,
    /// The gates of a city, which are shut when it is complete, in rotation 0.
    pub gates: Vec<[f64; 2]>,
    /// Where lamps burn in the streets of a city that is complete, in rotation 0.
    pub lamps: Vec<[f64; 2]>,
}

/// The segments of a tile, with the area and the anchor of each.
pub(crate) fn segments(tile: &TileText, areas: &[Vec<Shape>], anchors: &[Point]) -> Vec<SegmentArt> {
    let placed = tile.segments.iter().zip(areas).zip(anchors);
    let segment = placed.map(|((segment, area), &anchor)| SegmentArt {
        kind: segment.kind.clone(),
        path: area_path(area),
        anchor,
        room: distance_to_shapes(anchor, area).round(),
        gates: Vec::new(),
        lamps: Vec::new(),
    });
    segment.collect()
}
