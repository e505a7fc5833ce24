//! Draws tiles at the far level, less than about 70 pixels wide: flat grounds with one texture each, thick outlines, a few large roofs,
//! wide roads, oversized symbols. They are drawn from the same plans as the near pictures, so every line is in the same place.
//!
//! Flat parts are written in rotation 0, inside a rotated group, so the four pictures of a tile share most of their text and compress well.
//! Upright parts are placed separately for each rotation.

mod classic;
mod roofs;
mod shore;
mod wild;

use std::fmt::Write;

use crate::geometry::*;
use crate::marks::lies_flat;
use crate::path::Path;

pub use classic::paint as classic;
pub use shore::paint as shore;
pub use wild::paint as wild;

/// Grounds and symbols that a picture defines once, each centred on the origin.
pub const SYMBOLS: &str = include_str!("../symbols/far.svg");

/// Distance by which anything on the ground extends beyond the tile's square; the ground itself extends by 12. Each layer extends further
/// than the one below it, so that nothing shows through where the soft edge of a layer blends with the neighbour's picture.
const LOWER_BLEED: f64 = 16.0;
/// Distance by which the uppermost layer extends.
const UPPER_BLEED: f64 = 20.0;

/// A far picture being painted.
struct FarCanvas {
    svg: String,
    rotation: usize,
}

impl FarCanvas {
    fn new(rotation: usize) -> Self {
        Self { svg: String::new(), rotation }
    }

    fn element(&mut self, path: Path, paint: &str) {
        if !path.is_empty() {
            // Writing to a String cannot fail.
            let _ = write!(self.svg, r#"<path d="{}" {paint}/>"#, path.into_text());
        }
    }

    /// Draws in rotation 0, inside a group that is rotated as a whole.
    fn draw_unrotated(&mut self, draw: impl FnOnce(&mut Self)) {
        let _ = write!(self.svg, r#"<g transform="rotate({} 500 500)">"#, 90 * self.rotation);
        draw(self);
        self.svg.push_str("</g>");
    }

    /// Places a symbol at the given scale, upright unless it is turned with the tile.
    fn put_symbol(&mut self, id: &str, at: Point, scale: f64) {
        let [x, y] = turn(at, self.rotation);
        let is_turned = id.strip_prefix("art-").is_some_and(lies_flat);
        let turned = if is_turned { format!(" rotate({})", 90 * self.rotation) } else { String::new() };
        let _ = write!(
            self.svg,
            r##"<use href="#{id}" transform="translate({} {}) scale({scale}){turned}"/>"##,
            x.round(),
            y.round()
        );
    }

    /// Places several symbols, drawing the southern ones in front.
    fn put_symbols(&mut self, mut all: Vec<(String, Point, f64)>) {
        all.sort_by(|a, b| turn(a.1, self.rotation)[1].total_cmp(&turn(b.1, self.rotation)[1]));
        for (id, at, scale) in all {
            self.put_symbol(&id, at, scale);
        }
    }

    /// Draws a flat disc with a rim.
    fn disc(&mut self, at: Point, radius: f64, paint: &str) {
        let _ = write!(self.svg, r#"<circle cx="{}" cy="{}" r="{radius}" {paint}/>"#, at[0].round(), at[1].round());
    }
}

/// Extends each end of a line that lies on the tile's border by `by` beyond the border.
fn extend_ends(line: &[Point], by: f64) -> Vec<Point> {
    let on_border = |p: Point| p.iter().any(|v| *v <= 1.0 || *v >= SIDE - 1.0);
    let last = line.len() - 1;
    extend_line(line, [line[0], line[last]].map(|p| if on_border(p) { by } else { 0.5 }))
}
