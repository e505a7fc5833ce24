//! Parts of a drawn tile.

use bastide_core::tile_text::TileText;

use crate::geometry::{Point, Shape, distance_to_shapes};
use crate::path::area_path;

/// A tile's pictures and the areas of its segments.
#[derive(Clone, Debug, PartialEq)]
pub struct TileArt {
    /// SVG content (no outer `svg` element) for each rotation, in quarter turns clockwise.
    pub art: [String; 4],
    /// The segments, by index.
    pub segments: Vec<SegmentArt>,
    /// The printed things, in the order of [`TileText::printed`].
    pub things: Vec<ThingArt>,
}

/// One printed thing: an animal, a fish, a town, a pennant.
#[derive(Clone, Debug, PartialEq)]
pub struct ThingArt {
    /// Kind of thing, as named by [`TileText::printed`].
    pub word: String,
    /// Centre of the drawing in rotation 0. The position rotates with the tile; the drawing stays upright.
    pub at: [f64; 2],
    /// Side of the square that the drawing fits into, in tile units.
    pub size: f64,
}

/// Area of one segment.
#[derive(Clone, Debug, PartialEq)]
pub struct SegmentArt {
    /// Kind of segment: `city`, `road`, `field`, `monastery`, `river`, `tower`, `quarter`, `castle`, `cemetery`, `mist`; `meadow`,
    /// `forest`, `lake`, `system`; `grass`, `mountain`, `sea`.
    pub kind: String,
    /// Path data of the area in rotation 0.
    pub path: String,
    /// Point on which to centre a figure on the segment, in rotation 0.
    pub anchor: [f64; 2],
    /// Distance from the anchor to the border of the area.
    pub room: f64,
    /// Gates of a city, in rotation 0; they are shut when the city is complete.
    pub gates: Vec<[f64; 2]>,
    /// Street lamps of a city, in rotation 0; they are lit when the city is complete.
    pub lamps: Vec<[f64; 2]>,
}

/// Returns the segments of a tile, each with its area and anchor.
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
