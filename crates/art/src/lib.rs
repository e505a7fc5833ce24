//! Tiles, figures, boards and charts as SVG and PNG.
//!
//! A tile is drawn from what its file says of it (which segment owns which port), never from a drawing of that tile:
//! `topology` reads where walls run and roads end, `plan` lays out lines and areas, `decor` and `houses` furnish
//! them, `paint` makes SVG. A new set of tiles needs nothing here; a new kind of segment needs its lines in `plan`
//! and its paint. So far the classic family; `wild` draws Hunters & Gatherers and `shore` The Discovery, each with a plan,
//! decor and paint of its own. What all share: `geometry`, `outline`, `texture`, `path`, `random`.
//!
//! Each look is painted at three [`Level`]s of detail. From afar it is another picture of the same plan, in `far`.
//!
//! # How a page shows tiles
//! A [`Drawing::picture`] is an image of its own. What follows is for pages that draw tiles themselves, all near:
//! - [`defs`] of the tiles stands once in the page, in an `svg` element that is rendered (zero size will do, `display: none` will not).
//! - A tile is a group moved to its place by `translate(1000 * x, 1000 * y)`, holding `art[rotation]`. Buildings stand
//!   upright and the light comes from the north-west in all four pictures, so a picture must not be turned itself.
//! - It covers its field too: the page needs no ground. The meadow has the period of one tile and does not turn with
//!   it, so it goes on from tile to tile; art reaches up to 12 units over the tile's border (the same picture as its
//!   neighbour has there), so that no gap shows at a broken scale. Do not clip it.
//! - `path` and `anchor` of a segment belong to rotation 0: turn them about (500, 500) with the tile. A figure of about
//!   150 units stands with its middle on the anchor; anchors of a tile are at least 110 units apart.
//! - A tower's pieces ([`symbol`] `tower-piece`) stand on the anchor of its segment, each [`STOREY`] of its 100 units
//!   above the last; a figure that guards it stands on the uppermost.
//! - A figure's path of class `own` has no fill; `fill: url(#own-N)` puts the seat's pattern on the cloak. The same
//!   patterns, white and half transparent, laid over the seat's colour, mark an area.

#![warn(missing_docs)]

mod board;
mod deck;
mod decor;
mod drawing;
mod far;
mod figures;
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
mod random;
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
mod water;
mod wild;

use bastide_core::tile_text::TileText;

pub use board::{Board, BoardFigure, BoardPiece, BoardTile, Captive, ChartRow, board_svg, chart_svg};
pub use drawing::{Drawing, Level, OVERHANG};
pub use figures::{SEAT_COLOURS, figure};
pub use pieces::{STOREY, SYMBOLS, symbol};
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
