//! Draws whole boards and score charts.

use std::collections::BTreeMap;
use std::fmt::Write;

use bastide_core::tile_text::TileText;

use crate::figures::{SEAT_COLOURS, figure, owned};
use crate::geometry::{Point, turn};
use crate::pieces::{STOREY, symbol};
use crate::{TileArt, tile, vector_defs};

/// A board to draw.
#[derive(Clone, Debug, Default)]
pub struct Board<'a> {
    /// The tiles, in any order.
    pub tiles: Vec<BoardTile<'a>>,
    /// The captives, drawn below the map in one row per seat that holds any.
    pub captives: Vec<Captive>,
}

impl Board<'_> {
    /// Draws every figure as if it belonged to another seat, for tables whose players chose their colours.
    #[must_use]
    pub fn with_colours(mut self, colour_of: impl Fn(usize) -> usize) -> Self {
        for figure in self.tiles.iter_mut().flat_map(|tile| &mut tile.figures) {
            figure.seat = colour_of(figure.seat);
        }
        for captive in &mut self.captives {
            (captive.seat, captive.by) = (colour_of(captive.seat), colour_of(captive.by));
        }
        self
    }
}

/// A tile on the board.
#[derive(Clone, Debug)]
pub struct BoardTile<'a> {
    /// The tile to draw.
    pub tile: &'a TileText,
    /// Column of the tile; `x` grows to the east.
    pub x: i32,
    /// Row of the tile; `y` grows to the south.
    pub y: i32,
    /// Quarter turns clockwise.
    pub rotation: u8,
    /// Figures on the tile.
    pub figures: Vec<BoardFigure>,
    /// Neutral pieces on the tile.
    pub pieces: Vec<BoardPiece>,
    /// Towers on the tile: segment and number of tower pieces.
    pub towers: Vec<(usize, u8)>,
}

/// A figure on a tile.
#[derive(Clone, Debug)]
pub struct BoardFigure {
    /// Seat of the owner, which determines the colour.
    pub seat: usize,
    /// Kind of figure, a word that [`figure`] accepts: `follower`, `large-lying`, ...
    pub kind: String,
    /// Index of the segment on which the figure stands. If the tile has no segment with this index, the figure is drawn in the middle of
    /// the tile.
    pub segment: usize,
    /// Corner of the rotated tile, counted clockwise from the north-east, for a figure that stands on a corner.
    pub corner: Option<u8>,
    /// Number of ghosts beside the figure.
    pub ghosts: u8,
}

/// A neutral piece on a tile.
#[derive(Clone, Debug)]
pub struct BoardPiece {
    /// Kind of piece, a word that [`symbol`] accepts, such as `dragon`.
    pub kind: String,
    /// Index of the segment on which the piece stands; `None` draws the piece in the middle of the tile.
    pub segment: Option<usize>,
}

/// A captive figure.
#[derive(Clone, Debug)]
pub struct Captive {
    /// Seat of the owner, which determines the colour.
    pub seat: usize,
    /// Kind of figure, a word that [`figure`] accepts.
    pub kind: String,
    /// Seat that holds the captive.
    pub by: usize,
}

/// Width and height of a figure on the board, in tile units.
const FIGURE: f64 = 150.0;
/// Width and height of a tower piece.
const PIECE: f64 = 180.0;
/// Distance of a neutral piece from the anchor of the figures.
const PIECE_DISTANCE: f64 = 96.0;
/// Offsets of the ghosts from a figure's centre, and the size of a ghost, all as fractions of the figure's size.
pub(crate) const GHOST_OFFSETS: [Point; 3] = [[0.42, -0.24], [-0.42, -0.24], [0.0, -0.62]];
pub(crate) const GHOST: f64 = 0.5;
/// Margin around the board.
const MARGIN: i64 = 60;
/// Height of a row of captives.
const ROW: i64 = 190;

/// Draws a whole board as an SVG document. The background around the tiles is transparent.
pub fn board_svg(view: &Board) -> String {
    let column = |t: &BoardTile| i64::from(t.x);
    let row = |t: &BoardTile| i64::from(t.y);
    let (west, east) = range(view.tiles.iter().map(column));
    let (north, south) = range(view.tiles.iter().map(row));
    let map = (south - north + 1) * 1000 + 2 * MARGIN;
    let (captives, rows) = captives(&view.captives, map as f64);
    let (width, height) = ((east - west + 1) * 1000 + 2 * MARGIN, map + rows * ROW);
    let mut arts: BTreeMap<(&str, &str), TileArt> = BTreeMap::new();
    let mut drawn: BTreeMap<String, &str> = BTreeMap::new();
    for placed in &view.tiles {
        arts.entry((&placed.tile.set, &placed.tile.id)).or_insert_with(|| tile(placed.tile));
    }
    let (mut tiles, mut figures) = (String::new(), String::new());
    for placed in &view.tiles {
        let Some(art) = arts.get(&(placed.tile.set.as_str(), placed.tile.id.as_str())) else { continue };
        let id = format!("{}-{}-{}", placed.tile.set, placed.tile.id, placed.rotation % 4);
        let (x, y) = ((column(placed) - west) * 1000 + MARGIN, (row(placed) - north) * 1000 + MARGIN);
        // Writing to a String cannot fail.
        let _ = write!(tiles, r##"<use href="#{id}" transform="translate({x} {y})"/>"##);
        drawn.entry(id).or_insert(&art.art[usize::from(placed.rotation % 4)]);
        put_figures(&mut figures, placed, art, [x as f64, y as f64]);
    }
    let defs = vector_defs(view.tiles.iter().map(|placed| placed.tile));
    let mut svg = format!(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">{defs}<defs>"#);
    for (id, art) in drawn {
        let _ = write!(svg, r#"<g id="{id}">{art}</g>"#);
    }
    let _ = write!(svg, "</defs>{tiles}{figures}{captives}</svg>");
    svg
}

/// Draws the towers, then the figures, then the neutral pieces of one tile, whose north-western corner is at `[x, y]`.
fn put_figures(svg: &mut String, placed: &BoardTile, art: &TileArt, [x, y]: Point) {
    let r = usize::from(placed.rotation % 4);
    let place = |segment: Option<usize>| {
        let anchor = segment.and_then(|s| art.segments.get(s)).map_or([500.0, 500.0], |s| s.anchor);
        let [ax, ay] = turn(anchor, r);
        [x + ax, y + ay]
    };
    for &(segment, height) in &placed.towers {
        let [px, py] = place(Some(segment));
        for storey in 0..height {
            put_drawing(
                svg,
                &symbol("tower-piece"),
                [px, py - 20.0 - PIECE / 100.0 * STOREY * f64::from(storey)],
                PIECE,
                "",
            );
        }
    }
    for (nth, f) in placed.figures.iter().enumerate() {
        let twins = placed.figures[..nth].iter().filter(|g| g.segment == f.segment && g.corner == f.corner).count();
        let corner = f.corner.map(|c| {
            let [cx, cy] = turn([1000.0, 0.0], usize::from(c % 4));
            [x + cx, y + cy]
        });
        let [px, py] = corner.unwrap_or_else(|| place(Some(f.segment)));
        // A watchman stands on top of the tower.
        let height = placed.towers.iter().find(|(s, _)| *s == f.segment && f.corner.is_none()).map_or(0, |t| t.1);
        let raised = if height > 0 { 40.0 + PIECE / 100.0 * STOREY * f64::from(height) } else { 0.0 };
        let colour = format!(r#" color="{}""#, SEAT_COLOURS[f.seat % SEAT_COLOURS.len()]);
        let [fx, fy] = [px + 60.0 * twins as f64, py - raised];
        put_drawing(svg, &owned(&f.kind, f.seat), [fx, fy], FIGURE, &colour);
        for [dx, dy] in GHOST_OFFSETS.into_iter().take(usize::from(f.ghosts)) {
            put_drawing(svg, &symbol("ghost"), [fx + dx * FIGURE, fy + dy * FIGURE], GHOST * FIGURE, "");
        }
    }
    for (nth, piece) in placed.pieces.iter().enumerate() {
        let [px, py] = place(piece.segment);
        put_drawing(svg, &symbol(&piece.kind), [px + PIECE_DISTANCE + 60.0 * nth as f64, py - 20.0], FIGURE, "");
    }
}

/// Draws `drawing`, whose box is 100 by 100, at `size`, centred on a point.
fn put_drawing(svg: &mut String, drawing: &str, [x, y]: Point, size: f64, attributes: &str) {
    let (left, top) = (x - size / 2.0, y - size / 2.0);
    // Writing to a String cannot fail.
    let _ = write!(svg, r#"<g transform="translate({left} {top}) scale({})"{attributes}>{drawing}</g>"#, size / 100.0);
}

/// Draws the rows of captives below the map, each starting with the pattern of the seat that holds them. Returns the number of rows.
fn captives(captives: &[Captive], top: f64) -> (String, i64) {
    let mut holders: Vec<usize> = captives.iter().map(|c| c.by).collect();
    holders.sort_unstable();
    holders.dedup();
    let mut svg = String::new();
    for (row, &by) in holders.iter().enumerate() {
        let y = top + ROW as f64 * (row as f64 + 0.5) - 30.0;
        let colour = |seat: usize| SEAT_COLOURS[seat % SEAT_COLOURS.len()];
        let width = 150.0 + 160.0 * captives.iter().filter(|c| c.by == by).count() as f64;
        // Writing to a String cannot fail.
        let _ = write!(
            svg,
            r##"<rect x="60" y="{}" width="{width}" height="170" rx="30" fill="#f6ecd4" stroke="{}" stroke-width="14"/>"##,
            y - 85.0,
            colour(by)
        );
        let pattern = format!(
            r##"<circle cx="50" cy="50" r="40" fill="currentColor"/><circle cx="50" cy="50" r="40" fill="url(#own-{})" stroke="#2b2118" stroke-width="5"/>"##,
            by % SEAT_COLOURS.len()
        );
        put_drawing(&mut svg, &pattern, [130.0, y], 90.0, &format!(r#" color="{}""#, colour(by)));
        for (nth, captive) in captives.iter().filter(|c| c.by == by).enumerate() {
            let at = [260.0 + 160.0 * nth as f64, y];
            put_drawing(
                &mut svg,
                &owned(&captive.kind, captive.seat),
                at,
                140.0,
                &format!(r#" color="{}""#, colour(captive.seat)),
            );
        }
    }
    (svg, holders.len() as i64)
}

/// Returns the smallest and the largest number, or zeros if there is none.
pub(crate) fn range(numbers: impl Iterator<Item = i64>) -> (i64, i64) {
    numbers
        .fold(None, |range: Option<(i64, i64)>, n| Some(range.map_or((n, n), |(a, b)| (a.min(n), b.max(n)))))
        .unwrap_or((0, 0))
}

/// One player's row in a chart.
#[derive(Clone, Debug)]
pub struct ChartRow {
    /// Name of the player; the chart shows the first 12 characters.
    pub name: String,
    /// Seat of the player, which determines the colour.
    pub seat: usize,
    /// Points of each kind, in the order of the `kinds` given to [`chart_svg`].
    pub points: Vec<i32>,
}

/// Bar colours by index of the kind: city, road, monastery, field, then four more for other kinds.
const KIND_COLOURS: [&str; 8] =
    ["#c8744b", "#dcc489", "#7d8c99", "#8ea657", "#6ea3af", "#b58ab0", "#a3937a", "#d9a441"];

/// Draws a chart of points by kind: one bar per player, divided into the kinds in the order of `kinds` (names in the reader's language).
pub fn chart_svg(kinds: &[&str], rows: &[ChartRow]) -> String {
    let total = |row: &ChartRow| row.points.iter().map(|&p| i64::from(p.max(0))).sum::<i64>();
    let most = rows.iter().map(total).max().unwrap_or(0).max(1);
    let (width, bar_left, bar_room) = (1000.0, 250.0, 640.0);
    let height = 110.0 + 80.0 * rows.len() as f64;
    let mut svg = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="26">{}<rect x="2" y="2" width="{}" height="{}" rx="22" fill="#f6ecd4" stroke="#b89f6e" stroke-width="3"/>"##,
        vector_defs([]),
        width - 4.0,
        height - 4.0
    );
    let step = (width - 60.0) / kinds.len().max(1) as f64;
    for (k, kind) in kinds.iter().enumerate() {
        let x = 40.0 + step.min(210.0) * k as f64;
        let _ = write!(
            svg,
            r##"<rect x="{x}" y="32" width="30" height="30" rx="5" fill="{}" stroke="#5d4f3c"/><text x="{}" y="56" fill="#2b2118">{}</text>"##,
            KIND_COLOURS[k % 8],
            x + 40.0,
            escaped(kind)
        );
    }
    for (i, row) in rows.iter().enumerate() {
        let y = 96.0 + 80.0 * i as f64;
        let colour = SEAT_COLOURS[row.seat % SEAT_COLOURS.len()];
        let _ = write!(
            svg,
            r##"<g transform="translate(24 {y}) scale(.6)" color="{colour}">{}</g><text x="94" y="{}" fill="#2b2118">{}</text>"##,
            figure("follower"),
            y + 39.0,
            escaped(&row.name.chars().take(12).collect::<String>())
        );
        let mut x = bar_left;
        for (k, &points) in row.points.iter().enumerate().filter(|(_, p)| **p > 0) {
            let w = bar_room * f64::from(points) / most as f64;
            let _ = write!(
                svg,
                r##"<rect x="{x:.1}" y="{y}" width="{w:.1}" height="58" fill="{}" stroke="#5d4f3c"/>"##,
                KIND_COLOURS[k % 8]
            );
            if w > 34.0 {
                let _ = write!(
                    svg,
                    r##"<text x="{:.1}" y="{}" fill="#2b2118" text-anchor="middle">{points}</text>"##,
                    x + w / 2.0,
                    y + 39.0
                );
            }
            x += w;
        }
        let _ = write!(
            svg,
            r##"<text x="{:.1}" y="{}" fill="#2b2118" font-weight="bold">{}</text>"##,
            x + 14.0,
            y + 39.0,
            row.points.iter().map(|&p| i64::from(p)).sum::<i64>()
        );
    }
    svg.push_str("</svg>");
    svg
}

/// Escapes text for XML.
pub(crate) fn escaped(text: &str) -> String {
    // Control characters are not allowed in XML, not even escaped.
    let text: String = text.chars().filter(|c| !c.is_control()).collect();
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
