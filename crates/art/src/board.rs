//! Whole boards and charts.

use std::collections::BTreeMap;
use std::fmt::Write;

use bastide_core::tile_text::TileText;

use crate::figures::{SEAT_COLOURS, figure, owned};
use crate::geometry::turn;
use crate::{TileArt, tile, vector_defs};

/// A board to be drawn.
#[derive(Clone, Debug, Default)]
pub struct Board<'a> {
    /// The tiles, in any order.
    pub tiles: Vec<BoardTile<'a>>,
}

/// A tile on the board.
#[derive(Clone, Debug)]
pub struct BoardTile<'a> {
    /// Which tile.
    pub tile: &'a TileText,
    /// Its column; `x` grows to the east.
    pub x: i32,
    /// Its row; `y` grows to the south.
    pub y: i32,
    /// Quarter turns clockwise.
    pub rotation: u8,
    /// The figures on it.
    pub figures: Vec<BoardFigure>,
}

/// A figure on a tile.
#[derive(Clone, Debug)]
pub struct BoardFigure {
    /// Whose it is.
    pub seat: usize,
    /// What [`figure`] calls it: `follower`, `large-lying`, ...
    pub kind: String,
    /// The segment that it stands on; one that the tile does not have puts it in the tile's middle.
    pub segment: usize,
}

/// The width and height of a figure on the board.
const FIGURE: f64 = 150.0;
/// Room round the board.
const MARGIN: i64 = 60;

/// A whole board as an SVG document. The ground round the tiles stays transparent.
pub fn board_svg(view: &Board) -> String {
    let column = |t: &BoardTile| i64::from(t.x);
    let row = |t: &BoardTile| i64::from(t.y);
    let (west, east) = range(view.tiles.iter().map(column));
    let (north, south) = range(view.tiles.iter().map(row));
    let (width, height) = ((east - west + 1) * 1000 + 2 * MARGIN, (south - north + 1) * 1000 + 2 * MARGIN);
    let mut arts: BTreeMap<(&str, &str), TileArt> = BTreeMap::new();
    let mut drawn: BTreeMap<String, &str> = BTreeMap::new();
    for placed in &view.tiles {
        arts.entry((&placed.tile.set, &placed.tile.id)).or_insert_with(|| tile(placed.tile));
    }
    let (mut tiles, mut figures) = (String::new(), String::new());
    for placed in &view.tiles {
        let Some(art) = arts.get(&(placed.tile.set.as_str(), placed.tile.id.as_str())) else { continue };
        let r = usize::from(placed.rotation % 4);
        let id = format!("{}-{}-{r}", placed.tile.set, placed.tile.id);
        let (x, y) = ((column(placed) - west) * 1000 + MARGIN, (row(placed) - north) * 1000 + MARGIN);
        // Writing to a String cannot fail.
        let _ = write!(tiles, r##"<use href="#{id}" transform="translate({x} {y})"/>"##);
        drawn.entry(id).or_insert(&art.art[r]);
        for (nth, f) in placed.figures.iter().enumerate() {
            let anchor = art.segments.get(f.segment).map_or([500.0, 500.0], |s| s.anchor);
            let twins = placed.figures[..nth].iter().filter(|g| g.segment == f.segment).count();
            let [ax, ay] = turn(anchor, r);
            let left = x as f64 + ax - FIGURE / 2.0 + 60.0 * twins as f64;
            let top = y as f64 + ay - FIGURE / 2.0;
            let _ = write!(
                figures,
                r#"<g transform="translate({left} {top}) scale({})" color="{}">{}</g>"#,
                FIGURE / 100.0,
                SEAT_COLOURS[f.seat % SEAT_COLOURS.len()],
                owned(&f.kind, f.seat)
            );
        }
    }
    let mut svg =
        format!(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">{}<defs>"#, vector_defs());
    for (id, art) in drawn {
        let _ = write!(svg, r#"<g id="{id}">{art}</g>"#);
    }
    let _ = write!(svg, "</defs>{tiles}{figures}</svg>");
    svg
}

fn range(numbers: impl Iterator<Item = i64>) -> (i64, i64) {
    numbers
        .fold(None, |range: Option<(i64, i64)>, n| Some(range.map_or((n, n), |(a, b)| (a.min(n), b.max(n)))))
        .unwrap_or((0, 0))
}

/// One player's row of a chart.
#[derive(Clone, Debug)]
pub struct ChartRow {
    /// The name to write.
    pub name: String,
    /// The seat: colour and pattern.
    pub seat: usize,
    /// Points of each kind, in the order of the chart's kinds.
    pub points: Vec<i32>,
}

/// Colours of the kinds, in their order: city, road, monastery, field, and more for later ones.
const KIND_COLOURS: [&str; 8] =
    ["#c8744b", "#dcc489", "#7d8c99", "#8ea657", "#6ea3af", "#b58ab0", "#a3937a", "#d9a441"];

/// A chart of points by kind: a bar for each player, its parts in the order of `kinds` (their names in the reader's
/// language).
pub fn chart_svg(kinds: &[&str], rows: &[ChartRow]) -> String {
    let total = |row: &ChartRow| row.points.iter().map(|&p| i64::from(p.max(0))).sum::<i64>();
    let most = rows.iter().map(total).max().unwrap_or(0).max(1);
    let (width, bar_left, bar_room) = (1000.0, 250.0, 640.0);
    let height = 110.0 + 80.0 * rows.len() as f64;
    let mut svg = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="26">{}<rect x="2" y="2" width="{}" height="{}" rx="22" fill="#f6ecd4" stroke="#b89f6e" stroke-width="3"/>"##,
        vector_defs(),
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

fn escaped(text: &str) -> String {
    // Control characters have no place in XML, not even escaped.
    let text: String = text.chars().filter(|c| !c.is_control()).collect();
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
