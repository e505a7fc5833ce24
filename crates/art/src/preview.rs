//! Small pictures of whole boards with the scores beside them, which chats show below a link.
//!
//! A picture is put together from bitmaps: each tile is laid out once, and each tile and figure is rendered once for each size and kept in
//! [`Bitmaps`], because rendering a board as one SVG document takes many times as long. Tiles have one of a few sizes in whole pixels, so
//! that boards share bitmaps and tiles join without gaps.

use std::collections::HashMap;
use std::fmt::Write;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use resvg::tiny_skia::{Color, Pixmap, PixmapPaint, Transform};
use resvg::usvg;

use crate::board::{Board, BoardTile, GHOST, GHOST_OFFSETS, range};
use crate::drawing::{Drawing, Level};
use crate::figures::{SEAT_COLOURS, owned};
use crate::geometry::{Point, turn};
use crate::pieces::{STOREY, symbol};
use crate::raster::ArtError;
use crate::symbols::owners;

/// Width and height of a preview in pixels, as link previews expect them.
pub const PREVIEW_SIZE: [u32; 2] = [1200, 630];

/// Sides of tiles in pixels. A board is drawn in the largest size that fits, and cropped around its middle if none does.
const TILE_SIDES: [u32; 22] = [140, 120, 104, 90, 80, 72, 64, 58, 52, 47, 42, 38, 34, 30, 27, 24, 21, 18, 15, 12, 9, 6];
/// Room for the map: left, top, width and height.
const MAP: [i32; 4] = [20, 20, 930, 590];
/// Left edge and width of the scores.
const SCORES: [f64; 2] = [970.0, 210.0];
/// Maximum distance from one score to the next.
const MAX_SCORE_STEP: f64 = 118.0;
/// Size of a figure relative to a tile, and its minimum in pixels. Figures are larger than on a board, so that they can be seen.
const FIGURE: f64 = 0.36;
const MIN_FIGURE: f64 = 15.0;
/// Distance between figures on the same segment, relative to their size.
const TWIN_DISTANCE: f64 = 0.4;
/// Distance of a neutral piece from the place of the figures, relative to their size.
const PIECE_DISTANCE: f64 = 0.64;
/// Colour of the table.
const TABLE: [u8; 3] = [0xd8, 0xc8, 0xa4];
/// Maximum memory for bitmaps, in bytes; if they take more, all are dropped.
const MAX_BITMAP_BYTES: usize = 24 << 20;

/// A seat's score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PreviewScore {
    /// The seat, which determines the colour.
    pub seat: usize,
    /// Points so far.
    pub points: i32,
    /// True if the seat has won.
    pub won: bool,
}

/// Name of a tile: its set and its id.
type TileKey = (String, String);

/// The subject of a bitmap, without its size.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Subject {
    /// A tile after some quarter turns.
    Tile(TileKey, u8),
    /// A kind of figure of a seat.
    Figure(String, usize),
    /// A piece that belongs to no seat.
    Piece(String),
}

/// A cache of bitmaps and layouts. Boards with custom tiles need separate caches, since their tiles may have the same names.
#[derive(Default)]
pub struct Bitmaps(Mutex<Kept>);

#[derive(Default)]
struct Kept {
    bitmaps: HashMap<(Subject, u32), Arc<Pixmap>>,
    /// Memory of the bitmaps, in bytes.
    bytes: usize,
    layouts: HashMap<TileKey, Arc<Drawing>>,
}

impl Bitmaps {
    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns a bitmap, rendering it if it is not cached.
    fn get(
        &self,
        subject: Subject,
        side: u32,
        render: impl FnOnce() -> Result<Pixmap, ArtError>,
    ) -> Result<Arc<Pixmap>, ArtError> {
        let key = (subject, side);
        if let Some(known) = self.lock().bitmaps.get(&key) {
            return Ok(known.clone());
        }
        let made = Arc::new(render()?);
        let mut kept = self.lock();
        if kept.bytes > MAX_BITMAP_BYTES {
            kept.bitmaps.clear();
            kept.bytes = 0;
        }
        kept.bytes += made.data().len();
        kept.bitmaps.insert(key, made.clone());
        Ok(made)
    }

    /// Adds tiles that are laid out already.
    pub fn add_layouts(&self, layouts: impl IntoIterator<Item = Arc<Drawing>>) {
        let mut kept = self.lock();
        for drawing in layouts {
            kept.layouts.entry(drawing.key()).or_insert(drawing);
        }
    }

    /// Returns the layout of a tile, making it on first use.
    fn layout(&self, placed: &BoardTile) -> Arc<Drawing> {
        let key = key_of(placed);
        if let Some(known) = self.lock().layouts.get(&key) {
            return known.clone();
        }
        let made = Arc::new(Drawing::new(placed.tile));
        self.lock().layouts.insert(key, made.clone());
        made
    }

    fn figure(&self, kind: &str, seat: usize, side: u32) -> Result<Arc<Pixmap>, ArtError> {
        let colour = SEAT_COLOURS[seat % SEAT_COLOURS.len()];
        self.get(Subject::Figure(kind.to_owned(), seat), side, || render_box(&owned(kind, seat), colour, side))
    }

    fn piece(&self, kind: &str, side: u32) -> Result<Arc<Pixmap>, ArtError> {
        self.get(Subject::Piece(kind.to_owned()), side, || render_box(&symbol(kind), "#000", side))
    }
}

fn key_of(placed: &BoardTile) -> TileKey {
    (placed.tile.set.clone(), placed.tile.id.clone())
}

/// Draws a board and the scores as a PNG picture of [`PREVIEW_SIZE`]. It contains no text except the points.
///
/// # Errors
/// A drawing is not valid SVG, which would be a bug, or there is not enough memory.
pub fn preview_png(board: &Board, scores: &[PreviewScore], bitmaps: &Bitmaps) -> Result<Vec<u8>, ArtError> {
    let mut canvas = blank(PREVIEW_SIZE)?;
    let [red, green, blue] = TABLE;
    canvas.fill(Color::from_rgba8(red, green, blue, u8::MAX));
    draw_map(&mut canvas, board, bitmaps)?;
    render(&scores_svg(scores), Transform::identity(), &mut canvas)?;
    encode(&canvas)
}

fn blank([width, height]: [u32; 2]) -> Result<Pixmap, ArtError> {
    Pixmap::new(width, height).ok_or(ArtError::Size(width, height))
}

fn render(svg: &str, transform: Transform, onto: &mut Pixmap) -> Result<(), ArtError> {
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default()).map_err(|why| ArtError::Svg(why.to_string()))?;
    resvg::render(&tree, transform, &mut onto.as_mut());
    Ok(())
}

/// Renders a tile without the strip by which its picture extends beyond its square.
fn render_tile(drawing: &Drawing, rotation: u8, side: u32) -> Result<Pixmap, ArtError> {
    let mut map = blank([side; 2])?;
    let scale = side as f32 / 1000.0;
    let offset = -(crate::OVERHANG as f32) * scale;
    let transform = Transform::from_row(scale, 0.0, 0.0, scale, offset, offset);
    render(&drawing.picture(usize::from(rotation), Level::Far), transform, &mut map)?;
    Ok(map)
}

/// Renders a drawing whose box is 100 by 100, with a margin of a tenth for its shadow.
fn render_box(drawing: &str, colour: &str, side: u32) -> Result<Pixmap, ArtError> {
    let mut map = blank([side; 2])?;
    let svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="-10 -10 120 120"><defs>{}</defs><g color="{colour}">{drawing}</g></svg>"#,
        owners()
    );
    let scale = side as f32 / 120.0;
    render(&svg, Transform::from_scale(scale, scale), &mut map)?;
    Ok(map)
}

/// Puts a bitmap on the canvas with its middle at a point.
fn put(canvas: &mut Pixmap, bitmap: &Pixmap, [x, y]: Point) {
    let half = f64::from(bitmap.width()) / 2.0;
    // Boards are far smaller than the type's limits.
    let at = [x - half, y - half].map(|v| v.round() as i32);
    canvas.draw_pixmap(at[0], at[1], bitmap.as_ref(), &PixmapPaint::default(), Transform::identity(), None);
}

/// The map on the canvas.
struct Map<'a> {
    canvas: &'a mut Pixmap,
    bitmaps: &'a Bitmaps,
    /// Side of a tile, and of the bitmap of a figure with its margin.
    side: u32,
    figure: u32,
}

fn draw_map(canvas: &mut Pixmap, board: &Board, bitmaps: &Bitmaps) -> Result<(), ArtError> {
    let (west, east) = range(board.tiles.iter().map(|tile| i64::from(tile.x)));
    let (north, south) = range(board.tiles.iter().map(|tile| i64::from(tile.y)));
    let (columns, rows) = (east - west + 1, south - north + 1);
    let [left, top, width, height] = MAP.map(i64::from);
    let fits = |side: &&u32| columns * i64::from(**side) <= width && rows * i64::from(**side) <= height;
    let side = *TILE_SIDES.iter().find(fits).unwrap_or(&TILE_SIDES[TILE_SIDES.len() - 1]);
    let size = i64::from(side);
    let origin = [left + (width - columns * size) / 2, top + (height - rows * size) / 2];
    let corner = |tile: &BoardTile| {
        [origin[0] + (i64::from(tile.x) - west) * size, origin[1] + (i64::from(tile.y) - north) * size]
            .map(|v| v as f64)
    };
    let figure = (FIGURE * f64::from(side)).max(MIN_FIGURE) * 1.2;
    let mut map = Map { canvas, bitmaps, side, figure: figure.round() as u32 };
    let half = f64::from(side) / 2.0;
    for placed in &board.tiles {
        let subject = Subject::Tile(key_of(placed), placed.rotation % 4);
        let bitmap = bitmaps.get(subject, side, || render_tile(&bitmaps.layout(placed), placed.rotation % 4, side))?;
        put(map.canvas, &bitmap, corner(placed).map(|v| v + half));
    }
    for placed in &board.tiles {
        if !(placed.figures.is_empty() && placed.pieces.is_empty() && placed.towers.is_empty()) {
            let anchors: Vec<Point> = bitmaps.layout(placed).anchors().collect();
            map.draw_figures(placed, &anchors, corner(placed))?;
        }
    }
    Ok(())
}

impl Map<'_> {
    /// Draws the towers, then the figures, then the neutral pieces of one tile whose north-western corner is at `[x, y]`.
    fn draw_figures(&mut self, placed: &BoardTile, anchors: &[Point], [x, y]: Point) -> Result<(), ArtError> {
        let (scale, size) = (f64::from(self.side) / 1000.0, f64::from(self.figure) / 1.2);
        let at = |tile: Point| {
            let [px, py] = turn(tile, usize::from(placed.rotation % 4));
            [x + px * scale, y + py * scale]
        };
        let place = |segment: Option<usize>| at(segment.and_then(|s| anchors.get(s)).copied().unwrap_or([500.0; 2]));
        for &(segment, height) in &placed.towers {
            let [px, py] = place(Some(segment));
            let piece = self.bitmaps.piece("tower-piece", self.figure)?;
            for storey in 0..height {
                put(self.canvas, &piece, [px, py - size / 100.0 * STOREY * f64::from(storey)]);
            }
        }
        for (nth, figure) in placed.figures.iter().enumerate() {
            let same = |other: &&crate::BoardFigure| other.segment == figure.segment && other.corner == figure.corner;
            let twins = placed.figures[..nth].iter().filter(same).count() as f64;
            let corner = figure.corner.map(|corner| {
                let [cx, cy] = turn([1000.0, 0.0], usize::from(corner % 4));
                [x + cx * scale, y + cy * scale]
            });
            let [px, py] = corner.unwrap_or_else(|| place(Some(figure.segment)));
            // A watchman stands on top of the tower.
            let tower = placed.towers.iter().find(|(segment, _)| *segment == figure.segment && corner.is_none());
            let raised = tower.map_or(0.0, |&(_, height)| size / 100.0 * STOREY * f64::from(height));
            let [fx, fy] = [px + TWIN_DISTANCE * size * twins, py - raised];
            let bitmap = self.bitmaps.figure(&figure.kind, figure.seat, self.figure)?;
            put(self.canvas, &bitmap, [fx, fy]);
            for [dx, dy] in GHOST_OFFSETS.into_iter().take(usize::from(figure.ghosts)) {
                let ghost = self.bitmaps.piece("ghost", (f64::from(self.figure) * GHOST) as u32)?;
                put(self.canvas, &ghost, [fx + dx * size, fy + dy * size]);
            }
        }
        for (nth, piece) in placed.pieces.iter().enumerate() {
            let [px, py] = place(piece.segment);
            let bitmap = self.bitmaps.piece(&piece.kind, self.figure)?;
            let beside = (PIECE_DISTANCE + TWIN_DISTANCE * nth as f64) * size;
            put(self.canvas, &bitmap, [px + beside, py]);
        }
        Ok(())
    }
}

/// The digits as lines in a box of 50 by 80; pictures contain no other text, so that they need no font.
const DIGITS: [&str; 10] = [
    "M25 5C10 5 5 22 5 40s5 35 20 35 20-17 20-35S40 5 25 5z",
    "M10 20L28 5v70",
    "M6 22C8 10 16 5 26 5c12 0 19 8 19 18C45 40 20 52 6 75h40",
    "M8 5h35L23 33c14 0 22 9 22 20 0 13-9 22-22 22-9 0-15-4-18-11",
    "M35 75V5L5 54h41",
    "M42 5H13L9 36c4-4 9-6 15-6 13 0 21 9 21 22s-9 23-21 23c-9 0-15-4-19-11",
    "M40 9C36 6 32 5 27 5 12 5 5 22 5 46c0 18 8 29 20 29s20-9 20-22-8-21-19-21S7 40 5 50",
    "M5 5h40L20 75",
    "M25 36c-10 0-16-6-16-15S15 5 25 5s16 7 16 16-6 15-16 15-20 7-20 19 8 20 20 20 20-8 20-20-10-19-20-19z",
    "M10 71c4 3 8 4 13 4 15 0 22-17 22-41C45 16 37 5 25 5S5 14 5 27s8 21 19 21 19-8 21-18",
];
/// The minus sign.
const MINUS: &str = "M8 42h34";
/// Distance from one digit to the next.
const DIGIT_STEP: f64 = 66.0;

/// Draws the scores from top to bottom: a card for each seat with a figure in its colour and its points. A winner's card has a star.
fn scores_svg(scores: &[PreviewScore]) -> String {
    let [width, height] = PREVIEW_SIZE;
    let [left, card_width] = SCORES;
    let step = ((f64::from(height) - 40.0) / scores.len().max(1) as f64).min(MAX_SCORE_STEP);
    let card = step - 14.0;
    let top = (f64::from(height) - step * scores.len() as f64 + 14.0) / 2.0;
    let mut svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"><defs>{}</defs>"#,
        owners()
    );
    for (nth, score) in scores.iter().enumerate() {
        let (y, colour) = (top + step * nth as f64, SEAT_COLOURS[score.seat % SEAT_COLOURS.len()]);
        let figure = owned("follower", score.seat);
        // Writing to a String cannot fail.
        let _ = write!(
            svg,
            r##"<rect x="{left}" y="{y}" width="{card_width}" height="{card}" rx="16" fill="#f6ecd4" stroke="{colour}" stroke-width="7"/><g transform="translate({} {}) scale({})" color="{colour}">{figure}</g>"##,
            left + 12.0,
            y + 0.12 * card,
            0.0072 * card
        );
        put_points(&mut svg, score.points, [left + card_width - 18.0, y + 0.27 * card], 0.46 * card / 80.0);
        if score.won {
            let _ = write!(
                svg,
                r##"<path transform="translate({} {})" d="M0-20L6-7l14 2-10 10 2 14-12-7-12 7 2-14-10-10 14-2z" fill="#f2b72e" stroke="#5d3f0c" stroke-width="3" stroke-linejoin="round"/>"##,
                left + 6.0,
                y + 6.0
            );
        }
    }
    svg.push_str("</svg>");
    svg
}

/// Draws a number that ends at `[right, top]`, at most four digits wide.
fn put_points(svg: &mut String, points: i32, [right, top]: Point, scale: f64) {
    let text = points.clamp(-999, 9999).to_string();
    let left = right - scale * (DIGIT_STEP * text.len() as f64 - DIGIT_STEP + 50.0);
    // Writing to a String cannot fail.
    let _ = write!(
        svg,
        r##"<g transform="translate({left} {top}) scale({scale})" fill="none" stroke="#2b2118" stroke-width="14" stroke-linecap="round" stroke-linejoin="round">"##
    );
    for (nth, sign) in text.chars().enumerate() {
        let line = sign.to_digit(10).map_or(MINUS, |digit| DIGITS[digit as usize]);
        let _ = write!(svg, r#"<path transform="translate({} 0)" d="{line}"/>"#, DIGIT_STEP * nth as f64);
    }
    svg.push_str("</g>");
}

/// Encodes an opaque picture as PNG.
fn encode(canvas: &Pixmap) -> Result<Vec<u8>, ArtError> {
    // In an opaque picture, premultiplied colours are the colours themselves.
    let colours: Vec<u8> = canvas.data().chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    let mut data = Vec::new();
    let mut encoder = png::Encoder::new(&mut data, canvas.width(), canvas.height());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    let failed = |why: png::EncodingError| ArtError::Png(why.to_string());
    let mut writer = encoder.write_header().map_err(failed)?;
    writer.write_image_data(&colours).map_err(failed)?;
    writer.finish().map_err(failed)?;
    Ok(data)
}
