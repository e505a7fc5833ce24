//! Draws mountains. Peaks are at the same positions on every tile in every rotation, so two tiles share the peaks that cross their border,
//! and each tile draws its own part of them.

use std::sync::LazyLock;

use crate::geometry::*;
use crate::outline::distance_to_border;
use crate::paint::Canvas;
use crate::path::Path;
use crate::random::Random;
use crate::texture::copies;

/// A peak, seen from the south.
#[derive(Clone, Copy)]
pub struct Peak {
    /// Centre of the peak's foot.
    pub foot: Point,
    /// Width at the foot.
    pub width: f64,
    /// Height in the picture.
    pub height: f64,
    /// Position at which the ridge meets the foot, as a fraction of half the width.
    pub lean: f64,
}

/// Minimum distance from a corner, where other terrain may begin, to a peak that crosses a border.
const CORNER: f64 = 110.0;
/// Minimum slope at which the boundary of another terrain leaves a corner: everything below that line is certain to be mountain.
const SLOPE: f64 = 0.44;

/// The peaks around the tile's square, the northern ones first.
static RANGE: LazyLock<Vec<Peak>> = LazyLock::new(|| {
    let mut random = Random::named("range");
    let (rows, columns) = (8, 5);
    let mut range = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            let shift = if row % 2 == 0 { 0.25 } else { 0.75 };
            let p = [
                (f64::from(column) + shift + random.between(-0.14, 0.14)) * SIDE / f64::from(columns),
                (f64::from(row) + 0.5 + random.between(-0.16, 0.16)) * SIDE / f64::from(rows),
            ];
            let (width, height, lean) =
                (random.between(168.0, 232.0), random.between(108.0, 178.0), random.between(-0.2, 0.34));
            range.extend(copies(p, SIDE, 200.0).into_iter().map(|foot| Peak { foot, width, height, lean }));
        }
    }
    range.sort_by(|a, b| a.foot[1].total_cmp(&b.foot[1]));
    range
});

/// Returns the peaks of a rotated tile: those on its mountains, and those across the borders that `edges` marks as mountain.
pub fn range(mountains: &[Vec<Shape>], edges: [bool; 4], clear: impl Fn(Point, f64) -> bool) -> Vec<Peak> {
    // Both tiles must draw a peak that crosses their border, regardless of what else is there.
    let free = |peak: &Peak| peak.crosses().contains(&true) || clear(peak.middle(), peak.width * 0.42);
    RANGE.iter().filter(|peak| is_on_mountain(peak, mountains, edges) && free(peak)).copied().collect()
}

impl Peak {
    /// Returns whether the peak crosses each border: north, east, south, west.
    fn crosses(&self) -> [bool; 4] {
        let [x, y] = self.foot;
        let (left, right) = (x - self.width / 2.0 - 4.0, x + self.width / 2.0 + 10.0);
        [y - self.height - 4.0 < 0.0, right > SIDE, y + 10.0 > SIDE, left < 0.0]
    }

    fn middle(&self) -> Point {
        add(self.foot, [0.0, -self.height * 0.4])
    }
}

fn is_on_mountain(peak: &Peak, mountains: &[Vec<Shape>], edges: [bool; 4]) -> bool {
    let [x, y] = peak.foot;
    let (left, right, top) = (x - peak.width / 2.0 - 4.0, x + peak.width / 2.0 + 10.0, y - peak.height - 4.0);
    let crossed = peak.crosses();
    if left > SIDE || right < 0.0 || y < -10.0 || top > SIDE {
        return false;
    }
    if crossed.contains(&true) {
        // The result must be the same on both sides of the border, so it can depend only on the border, not on the terrain that begins at
        // its corners.
        let lone = crossed.iter().filter(|c| **c).count() == 1;
        let edge = crossed.iter().position(|c| *c).unwrap_or(0);
        let line = if edge == 1 || edge == 2 { SIDE } else { 0.0 };
        let (to_corner, reach) = match edge % 2 {
            0 => (left.min(SIDE - right), (y - line).max((line - top) * 0.6)),
            _ => (y.min(SIDE - y).min(top + peak.height * 0.7), (right - line).max(line - left)),
        };
        return lone && to_corner > CORNER && reach < to_corner * SLOPE + 20.0 && edges[edge];
    }
    let spots = [[left, y], [right, y], [x, y], [x, y - peak.height * 0.5], [x, y - peak.height * 0.86]];
    // A peak must be on a single mountain and must not span the water between two.
    mountains.iter().any(|shapes| spots.iter().all(|&p| inside_shapes(p, shapes)))
}

/// Returns small rocks along the visible parts of the mountain's foot.
pub fn rocks(
    shapes: &[Shape],
    peaks: &[Peak],
    lines: &[Vec<Point>],
    clear: impl Fn(Point, f64) -> bool,
    random: &mut Random,
) -> Vec<Peak> {
    let mut rocks: Vec<Peak> = Vec::new();
    for line in lines {
        let (whole, mut way) = (length(line), 18.0);
        while way < whole {
            let (p, d) = at(line, way / whole);
            let side = if inside_shapes(move_along(p, right(d), 8.0), shapes) { 1.0 } else { -1.0 };
            let size = random.between(0.75, 1.2);
            let foot = add(move_along(p, right(d), side * 34.0 * size), [0.0, 16.0]);
            let (width, height) = (62.0 * size, 50.0 * size);
            let middle = add(foot, [0.0, -height * 0.4]);
            let behind = |peak: &&Peak| {
                let m = peak.middle();
                (m[0] - middle[0]).abs() < peak.width * 0.36 && (m[1] - middle[1]).abs() < peak.height * 0.45
            };
            let fits = distance_to_border(middle) > width * 0.62 + 6.0 && inside_shapes(middle, shapes);
            if fits && clear(middle, width * 0.5) && !peaks.iter().any(|p| behind(&p)) {
                rocks.push(Peak { foot, width, height, lean: random.between(-0.1, 0.3) });
            }
            way += random.between(60.0, 96.0);
        }
    }
    rocks
}

/// Draws peaks row by row: the faces towards the light, the faces away from it, and the snow.
pub fn draw(canvas: &mut Canvas, peaks: &[Peak]) {
    let mut rows: Vec<Vec<&Peak>> = Vec::new();
    for peak in peaks {
        let row = ((peak.foot[1] + 20.0) / 70.0).max(0.0) as usize;
        rows.resize_with(rows.len().max(row + 1), Vec::new);
        rows[row].push(peak);
    }
    for row in rows.into_iter().filter(|row| !row.is_empty()) {
        let [mut whole, mut dark, mut snow, mut hatch]: [Path; 4] = Default::default();
        for Peak { foot: [x, y], width, height, lean } in row.into_iter().copied() {
            let half = width / 2.0;
            let spot = |across: f64, up: f64| [x + across * half, y - up * height];
            let (top, left, right, base) = (spot(0.0, 1.0), spot(-1.0, 0.0), spot(1.0, 0.0), spot(lean * 0.9, -0.05));
            if height < 80.0 {
                whole.contour(&[top, right, base, left]);
                dark.contour(&[top, right, base]);
                continue;
            }
            let (shoulder, spur, crag) = (spot(0.3, 0.6), spot(0.6, 0.36), spot(-0.34, 0.58));
            whole.contour(&[top, shoulder, spur, right, base, left, spot(-0.68, 0.24), crag]);
            dark.contour(&[
                top,
                shoulder,
                spur,
                right,
                base,
                spot(lean * 0.5 - 0.1, 0.3),
                spot(lean * 0.3 + 0.13, 0.52),
            ]);
            snow.contour(&[top, spot(0.2, 0.74), spot(0.06, 0.62), spot(-0.04, 0.76), spot(-0.18, 0.6)]);
            hatch.open(&[spot(-0.36, 0.4), spot(-0.46, 0.14)]);
        }
        canvas.element(whole, r##"fill="#d5ccbf""##);
        canvas.element(dark, r##"fill="#7d7673" stroke="none""##);
        canvas.element(hatch, r##"stroke="#9a9189""##);
        canvas.element(snow, r##"fill="#fffdf6" stroke="none""##);
    }
}
