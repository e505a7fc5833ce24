//! Draws small landscapes with figures, which are generated once and committed as files.

use std::fmt::Write;

use bastide_core::tile_text::TileText;

use crate::drawing::{Drawing, Level, definitions};
use crate::figures::{SEAT_COLOURS, owned};
use crate::geometry::turn;
use crate::pieces::symbol;
use crate::symbols::owners;

/// A tile of a landscape.
pub struct SceneTile<'a> {
    /// The tile to draw.
    pub tile: &'a TileText,
    /// Quarter turns clockwise.
    pub rotation: usize,
    /// Number of ghosts that float over the tile.
    pub ghosts: usize,
}

/// A figure in a landscape.
pub struct SceneFigure<'a> {
    /// Seat of the owner, which determines the colour.
    pub seat: usize,
    /// Kind of figure, a word that [`figure`](crate::figure) accepts.
    pub kind: &'a str,
    /// Index of the figure's tile, counted row by row.
    pub tile: usize,
    /// Index of the segment on which the figure stands.
    pub segment: usize,
}

/// Width and height of a figure or a ghost, in tile units.
const FIGURE: f64 = 330.0;
const GHOST: f64 = 190.0;

/// Draws rows of tiles, `columns` wide, as a complete SVG document.
pub fn scene_svg(tiles: &[SceneTile], columns: usize, figures: &[SceneFigure]) -> String {
    let columns = columns.max(1);
    let corner = |i: usize| [(i % columns) as f64 * 1000.0, (i / columns) as f64 * 1000.0];
    let drawings: Vec<Drawing> = tiles.iter().map(|placed| Drawing::new(placed.tile)).collect();
    let (mut body, mut over) = (String::new(), String::new());
    // Writing to a String cannot fail.
    let mut put = |drawing: &str, [x, y]: [f64; 2], size: f64, seat: usize| {
        let (left, top) = ((x - size / 2.0).round(), (y - size / 2.0).round());
        let colour = SEAT_COLOURS[seat % SEAT_COLOURS.len()];
        let scale = size / 100.0;
        let _ = write!(over, r#"<g transform="translate({left} {top}) scale({scale})" color="{colour}">{drawing}</g>"#);
    };
    for (i, (placed, drawing)) in tiles.iter().zip(&drawings).enumerate() {
        let [x, y] = corner(i);
        let content = drawing.content(placed.rotation, Level::Middle);
        let _ = write!(body, r#"<g transform="translate({x} {y})">{content}</g>"#);
        let printed = drawing.things().into_iter().filter(|thing| thing.word == "ghosts").map(|thing| thing.at);
        for at in printed.take(placed.ghosts) {
            let [gx, gy] = turn(at, placed.rotation);
            put(&symbol("ghost"), [x + gx, y + gy], GHOST, 0);
        }
    }
    for figure in figures {
        let (Some(placed), Some(drawing)) = (tiles.get(figure.tile), drawings.get(figure.tile)) else { continue };
        let segments = drawing.segments();
        let Some(segment) = segments.get(figure.segment) else { continue };
        let ([x, y], [ax, ay]) = (corner(figure.tile), turn(segment.anchor, placed.rotation));
        put(&owned(figure.kind, figure.seat), [x + ax, y + ay], FIGURE, figure.seat);
    }
    let defs = definitions(&body);
    let (width, height) = (columns * 1000, tiles.len().div_ceil(columns) * 1000);
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{}" height="{}"><defs>{defs}{}</defs>{body}{over}</svg>"#,
        width / 10,
        height / 10,
        owners()
    )
}
