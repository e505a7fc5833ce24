//! Tiles as they are seen from afar, when one is less than some 70 pixels wide: flat grounds with one texture each, thick
//! outlines, a few large roofs, wide roads, signs larger than life. Drawn from the same plans as the near pictures, so that
//! every line lies where it lies there.
//!
//! What is flat is written as it lies in rotation 0, in a group that is turned: the four pictures of a tile share most of
//! their text, which compresses to little. What stands is placed anew for each rotation, upright.

mod classic;
mod roofs;
mod shore;
mod wild;

use std::fmt::Write;

use crate::geometry::*;
use crate::path::Path;

pub use classic::paint as classic;
pub use shore::paint as shore;
pub use wild::paint as wild;

/// Grounds and signs that stand once in a picture, each round its own middle.
pub const SYMBOLS: &str = include_str!("../symbols/far.svg");

/// How far what lies on the ground reaches over the tile's square; the ground itself by 12. Each layer reaches farther than the
/// one below: where its soft edge mixes with the neighbour's picture, nothing else may show.
const UNDER: f64 = 16.0;
/// The reach of the uppermost layer.
const OVER: f64 = 20.0;

/// A picture from afar being painted.
struct Sketch {
    svg: String,
    rotation: usize,
}

impl Sketch {
    fn new(rotation: usize) -> Self {
        Self { svg: String::new(), rotation }
    }

    fn element(&mut self, path: Path, paint: &str) {
        if !path.is_empty() {
            // Writing to a String cannot fail.
            let _ = write!(self.svg, r#"<path d="{}" {paint}/>"#, path.into_text());
        }
    }

    /// What is drawn in rotation 0 and turned as a whole.
    fn flat(&mut self, draw: impl FnOnce(&mut Self)) {
        let _ = write!(self.svg, r#"<g transform="rotate({} 500 500)">"#, 90 * self.rotation);
        draw(self);
        self.svg.push_str("</g>");
    }

    /// A symbol that stands upright, so many times its size.
    fn stand(&mut self, id: &str, at: Point, scale: f64) {
        let [x, y] = turn(at, self.rotation);
        let _ = write!(
            self.svg,
            r##"<use href="#{id}" transform="translate({} {}) scale({scale})"/>"##,
            x.round(),
            y.round()
        );
    }

    /// Several symbols, the southern ones in front.
    fn stand_all(&mut self, mut all: Vec<(String, Point, f64)>) {
        all.sort_by(|a, b| turn(a.1, self.rotation)[1].total_cmp(&turn(b.1, self.rotation)[1]));
        for (id, at, scale) in all {
            self.stand(&id, at, scale);
        }
    }

    /// A disc with a rim, flat.
    fn disc(&mut self, at: Point, radius: f64, paint: &str) {
        let _ = write!(self.svg, r#"<circle cx="{}" cy="{}" r="{radius}" {paint}/>"#, at[0].round(), at[1].round());
    }
}

/// A line whose ends on the border are drawn out over it.
fn drawn_out(line: &[Point], by: f64) -> Vec<Point> {
    let on_border = |p: Point| p.iter().any(|v| *v <= 1.0 || *v >= SIDE - 1.0);
    let last = line.len() - 1;
    lengthened(line, [line[0], line[last]].map(|p| if on_border(p) { by } else { 0.5 }))
}
