//! Tiles as pictures.

mod board;
mod decor;
mod figures;
mod geometry;
mod houses;
mod paint;
mod path;
mod plan;
mod random;
mod raster;
mod symbols;
mod topology;

use bastide_core::tile_text::TileText;

pub use board::{Board, BoardFigure, BoardTile, ChartRow, board_svg, chart_svg};
pub use figures::{SEAT_COLOURS, figure};
pub use raster::{ArtError, png};
pub use symbols::defs;

/// A tile's pictures and the areas of its segments.
#[derive(Clone, Debug, PartialEq)]
pub struct TileArt {
    /// SVG content (no outer `svg` element) for each rotation, in quarter turns clockwise.
    pub art: [String; 4],
    /// The segments, by their index in the tile.
    pub segments: Vec<SegmentArt>,
}

/// One segment's area.
#[derive(Clone, Debug, PartialEq)]
pub struct SegmentArt {
    /// `city`, `road`, `field`, `monastery`.
    pub kind: String,
    /// Path data of the area in rotation 0.
    pub path: String,
    /// Where a figure stands: the middle of the figure, in rotation 0.
    pub anchor: [f64; 2],
}

/// Draws a tile.
pub fn tile(tile: &TileText) -> TileArt {
    let plan = plan::Plan::new(tile);
    let decor = decor::Decor::new(tile, &plan);
    let name = format!("{}/{}", tile.set, tile.id);
    let segments = tile.segments.iter().enumerate().map(|(i, s)| SegmentArt {
        kind: s.kind.clone(),
        path: path::area_path(&plan.areas[i]),
        anchor: decor.anchors[i],
    });
    TileArt { art: std::array::from_fn(|r| paint::paint(&name, &plan, &decor, r)), segments: segments.collect() }
}
