//! Draws sheets that show every tile of the given tile sets, with its id and count.

use std::collections::BTreeSet;
use std::fmt::Write;

use bastide_core::tile_text::TileText;

use crate::board::escaped;
use crate::{tile, vector_defs};

/// A part of a sheet: tiles under a heading.
#[derive(Clone, Debug)]
pub struct SheetPart<'a> {
    /// Heading above the tiles.
    pub title: String,
    /// The tiles, in order.
    pub tiles: Vec<&'a TileText>,
}

/// Maximum number of tiles in a row.
const COLUMNS: usize = 8;
/// Horizontal and vertical distance from one tile to the next.
const TILE_STEP: (usize, usize) = (1100, 1300);
/// Margin around the sheet.
const MARGIN: usize = 100;
/// Height of a heading.
const HEADING: usize = 260;
/// Font size of a tile's id, unless the id is too long.
const NAME_FONT_SIZE: f64 = 92.0;
/// Width of a letter as a fraction of the font size, estimated generously.
const LETTER_WIDTH: f64 = 0.62;

/// Draws a sheet as an SVG document. Each part has its heading and its tiles; below each tile is its id, with its count or `start tile`.
pub fn sheet_svg(parts: &[SheetPart]) -> String {
    let widest = parts.iter().map(|part| part.tiles.len()).max().unwrap_or(0).clamp(1, COLUMNS);
    let width = 2 * MARGIN + (widest - 1) * TILE_STEP.0 + 1000;
    let (mut body, mut defs, mut seen) = (String::new(), String::new(), BTreeSet::new());
    let mut top = MARGIN;
    for part in parts {
        let copies: u32 = part.tiles.iter().map(|tile| u32::from(tile.count)).sum();
        text(
            &mut body,
            (MARGIN, top + 130),
            130.0,
            (width - 2 * MARGIN) as f64,
            "start",
            &format!("{} ({copies})", part.title),
        );
        top += HEADING;
        for (n, one) in part.tiles.iter().enumerate() {
            let (x, y) = (MARGIN + n % COLUMNS * TILE_STEP.0, top + n / COLUMNS * TILE_STEP.1);
            let id = format!("{}-{}", one.set, one.id);
            // Writing to a String cannot fail.
            let _ = write!(body, r##"<use href="#{}" transform="translate({x} {y})"/>"##, escaped(&id));
            if seen.insert(id.clone()) {
                let _ = write!(defs, r#"<g id="{}">{}</g>"#, escaped(&id), tile(one).art[0]);
            }
            text(&mut body, (x + 500, y + 1105), NAME_FONT_SIZE, 1060.0, "middle", &one.id);
            let start = if one.start { ", start tile" } else { "" };
            text(&mut body, (x + 500, y + 1210), NAME_FONT_SIZE, 1060.0, "middle", &format!("× {}{start}", one.count));
        }
        top += part.tiles.len().div_ceil(COLUMNS) * TILE_STEP.1;
    }
    let height = top + MARGIN;
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" fill="#2b2118">{}<defs>{defs}</defs><rect width="{width}" height="{height}" fill="#f6ecd4"/>{body}</svg>"##,
        vector_defs(parts.iter().flat_map(|part| part.tiles.iter().copied()))
    )
}

/// Adds a line of text, in a smaller size if it would otherwise be wider than `room`.
fn text(out: &mut String, (x, y): (usize, usize), size: f64, room: f64, anchor: &str, line: &str) {
    let size = size.min(room / (LETTER_WIDTH * line.chars().count().max(1) as f64));
    let _ =
        write!(out, r#"<text x="{x}" y="{y}" font-size="{size:.1}" text-anchor="{anchor}">{}</text>"#, escaped(line));
}
