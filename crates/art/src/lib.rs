//! Draws tiles, figures, boards and charts as SVG and PNG.
//!
//! A tile is drawn from the contents of its file (which segment owns which port), never from a drawing of that tile: `topology` derives
//! where walls run and roads end, `plan` lays out lines and areas, `decor` and `houses` furnish them, and `paint` generates SVG. A new tile
//! set needs no changes here; a new kind of segment must be added to `plan` and to `paint`. These modules draw the classic family; `wild`
//! draws Hunters & Gatherers and `shore` The Discovery, each with a separate plan, decor and paint. All share `geometry`, `outline`,
//! `texture`, `path` and `random`.
//!
//! Tiles are painted at three [`Level`]s of detail. At the far level, `far` paints a different picture of the same plan.
//!
//! # How a page shows tiles
//! A [`Drawing::picture`] is a self-contained image. The following is for pages that draw tiles themselves, all at the near level:
//! - The page must contain the [`defs`] of the tiles once, in an `svg` element that is rendered (zero size works, `display: none` does
//!   not).
//! - A tile is a group moved to its place by `translate(1000 * x, 1000 * y)` that contains `art[rotation]`. In all four pictures,
//!   buildings are upright and the light comes from the north-west, so never rotate a picture itself.
//! - The picture includes the field, so the page needs no background. The meadow repeats with the period of one tile and does not rotate
//!   with the tile, so it continues from tile to tile. The art extends up to 12 units beyond the tile's border (where the neighbour has
//!   the same picture), so that no gap shows at a fractional scale. Do not clip it.
//! - The `path` and `anchor` of a segment are for rotation 0: rotate them about (500, 500) with the tile. A figure of about 150 units is
//!   centred on the anchor; the anchors of a tile are at least 110 units apart.
//! - A tower's pieces ([`symbol`] `tower-piece`) stand on the anchor of its segment, each [`STOREY`] units (of the piece's box of 100)
//!   above the one below; a figure on the tower stands on the uppermost piece.
//! - A figure's path of class `own` has no fill; `fill: url(#own-N)` puts the seat's pattern on the cloak. The same patterns, in
//!   half-transparent white, mark an area when laid over the seat's colour.

#![warn(missing_docs)]

mod board;
mod deck;
mod decor;
mod drawing;
mod far;
mod figures;
mod gallery;
mod geometry;
mod houses;
mod look;
mod marks;
mod mist;
mod outline;
mod paint;
mod path;
mod pieces;
mod plan;
#[cfg(feature = "png")]
mod preview;
mod random;
#[cfg(feature = "png")]
mod raster;
mod road;
mod roomy;
mod scene;
mod sheet;
mod shore;
mod symbols;
mod table;
mod texture;
mod tile_art;
mod topology;
mod town;
mod view;
mod water;
mod wild;

use bastide_core::tile_text::TileText;

pub use board::{Board, BoardFigure, BoardPiece, BoardTile, Captive, ChartRow, board_svg, chart_svg};
pub use drawing::{Drawing, Level, OVERHANG};
pub use figures::{SEAT_COLOURS, figure, figures};
pub use gallery::{FarSet, Layout, Wanted, WholeSet};
pub use pieces::{STOREY, SYMBOLS, symbol};
#[cfg(feature = "png")]
pub use preview::{Bitmaps, PREVIEW_SIZE, PreviewScore, preview_png};
#[cfg(feature = "png")]
pub use raster::{ArtError, png};
pub use scene::{SceneFigure, SceneTile, scene_svg};
pub use sheet::{SheetPart, sheet_svg};
pub use symbols::{defs, owners, vector_defs};
pub use table::{TABLES, table_svg};
pub use tile_art::{SegmentArt, ThingArt, TileArt};

/// Draws a tile.
pub fn tile(tile: &TileText) -> TileArt {
    let drawing = Drawing::new(tile);
    TileArt {
        art: std::array::from_fn(|rotation| drawing.content(rotation, Level::Near)),
        segments: drawing.segments(),
        things: drawing.things(),
    }
}
