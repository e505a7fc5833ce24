//! Plane geometry in tile units: a tile is a square of 1000 by 1000, and `y` grows to the south.

use i_overlay::core::fill_rule::FillRule;
use i_overlay::core::overlay_rule::OverlayRule;
use i_overlay::float::single::SingleFloatOverlay;

/// The side of a tile.
pub const SIDE: f64 = 1000.0;
/// The middle of a tile.
pub const CENTRE: Point = [500.0, 500.0];
/// Corners of a tile, clockwise from the north-west; edge `e` runs from corner `e` to corner `e + 1`.
pub const CORNERS: [Point; 4] = [[0.0, 0.0], [SIDE, 0.0], [SIDE, SIDE], [0.0, SIDE]];

/// A point, or a direction as a vector.
pub type Point = [f64; 2];
/// An area: the outer contour and its holes.
pub type Shape = Vec<Vec<Point>>;

pub fn add(a: Point, b: Point) -> Point {
    [a[0] + b[0], a[1] + b[1]]
}

pub fn sub(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1]]
}

pub fn mul(a: Point, k: f64) -> Point {
    [a[0] * k, a[1] * k]
}

/// Returns `a` moved by `k` times the direction `d`.
pub fn move_along(a: Point, d: Point, k: f64) -> Point {
    add(a, mul(d, k))
}

pub fn dist(a: Point, b: Point) -> f64 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

/// Returns `a` scaled to length 1; the zero vector is returned unchanged.
pub fn normalize(a: Point) -> Point {
    let n = a[0].hypot(a[1]);
    if n == 0.0 { a } else { mul(a, 1.0 / n) }
}

/// Returns the direction `d` rotated a quarter turn to the right.
pub fn right(d: Point) -> Point {
    [-d[1], d[0]]
}

/// Returns the corner at the start of edge `e`, counted modulo 4.
pub fn corner(e: usize) -> Point {
    CORNERS[e % 4]
}

/// Returns the middle of edge `e`.
pub fn edge_middle(e: usize) -> Point {
    mul(add(corner(e), corner(e + 1)), 0.5)
}

/// Returns the direction into the tile from an edge.
pub fn inward_direction(e: usize) -> Point {
    normalize(sub(CENTRE, edge_middle(e)))
}

/// Rotates a point of the tile by `r` quarter turns clockwise.
pub fn turn(p: Point, r: usize) -> Point {
    (0..r % 4).fold(p, |[x, y], _| [SIDE - y, x])
}

/// Approximates a cubic Bézier curve by `n` straight pieces, returned as `n + 1` points.
pub fn bezier(p: [Point; 4], n: usize) -> Vec<Point> {
    (0..=n)
        .map(|i| {
            let t = i as f64 / n as f64;
            let u = 1.0 - t;
            let w = [u * u * u, 3.0 * u * u * t, 3.0 * u * t * t, t * t * t];
            p.iter().zip(w).fold([0.0, 0.0], |sum, (&q, k)| move_along(sum, q, k))
        })
        .collect()
}

pub fn length(line: &[Point]) -> f64 {
    line.windows(2).map(|w| dist(w[0], w[1])).sum()
}

/// Returns the point at the fraction `t` of a line's length, and the line's direction there.
pub fn at(line: &[Point], t: f64) -> (Point, Point) {
    let mut left = t.clamp(0.0, 1.0) * length(line);
    for w in line.windows(2) {
        let step = dist(w[0], w[1]);
        let d = normalize(sub(w[1], w[0]));
        if left <= step {
            return (move_along(w[0], d, left), d);
        }
        left -= step;
    }
    let last = line[line.len() - 1];
    (last, normalize(sub(last, line[line.len() - 2])))
}

/// Offsets a line by `d` to the right, with mitred bends.
pub fn offset(line: &[Point], d: f64) -> Vec<Point> {
    let n = line.len();
    (0..n)
        .map(|i| {
            let before = right(normalize(sub(line[i], line[i.max(1) - 1])));
            let after = right(normalize(sub(line[(i + 1).min(n - 1)], line[i])));
            let (a, b) = match i {
                0 => (after, after),
                _ if i == n - 1 => (before, before),
                _ => (before, after),
            };
            let m = normalize(add(a, b));
            let stretch = (m[0] * a[0] + m[1] * a[1]).max(0.4);
            move_along(line[i], m, d / stretch)
        })
        .collect()
}

/// Returns the outline of a band of this width around a line, with square ends.
pub fn band(line: &[Point], width: f64) -> Vec<Point> {
    let mut contour = offset(line, -width / 2.0);
    contour.extend(offset(line, width / 2.0).into_iter().rev());
    contour
}

/// Extends a line straight ahead by `by[0]` at its start and by `by[1]` at its end.
pub fn extend_line(line: &[Point], by: [f64; 2]) -> Vec<Point> {
    let n = line.len();
    let first = move_along(line[0], normalize(sub(line[0], line[1])), by[0]);
    let last = move_along(line[n - 1], normalize(sub(line[n - 1], line[n - 2])), by[1]);
    [&[first], line, &[last]].concat()
}

/// Returns a regular 20-sided polygon that approximates a circle.
pub fn disc(centre: Point, radius: f64) -> Vec<Point> {
    (0..20)
        .map(|i| {
            let a = f64::from(i) * std::f64::consts::TAU / 20.0;
            move_along(centre, [a.cos(), a.sin()], radius)
        })
        .collect()
}

pub fn distance_to_segment(p: Point, a: Point, b: Point) -> f64 {
    let d = sub(b, a);
    let n = d[0] * d[0] + d[1] * d[1];
    let t = if n == 0.0 { 0.0 } else { (((p[0] - a[0]) * d[0] + (p[1] - a[1]) * d[1]) / n).clamp(0.0, 1.0) };
    dist(p, move_along(a, d, t))
}

pub fn distance_to_line(p: Point, line: &[Point]) -> f64 {
    line.windows(2).map(|w| distance_to_segment(p, w[0], w[1])).fold(f64::INFINITY, f64::min)
}

/// Returns the distance from a point to the nearest point of a contour, whether the point is inside or outside.
pub fn distance_to_contour(p: Point, contour: &[Point]) -> f64 {
    let n = contour.len();
    (0..n).map(|i| distance_to_segment(p, contour[i], contour[(i + 1) % n])).fold(f64::INFINITY, f64::min)
}

pub fn distance_to_shapes(p: Point, shapes: &[Shape]) -> f64 {
    shapes.iter().flatten().map(|c| distance_to_contour(p, c)).fold(f64::INFINITY, f64::min)
}

/// Returns whether a point is inside the contours, by the even-odd rule.
pub fn inside<'a>(p: Point, contours: impl IntoIterator<Item = &'a Vec<Point>>) -> bool {
    let mut odd = false;
    for contour in contours {
        let n = contour.len();
        for i in 0..n {
            let (a, b) = (contour[i], contour[(i + 1) % n]);
            if (a[1] > p[1]) != (b[1] > p[1]) && p[0] < a[0] + (p[1] - a[1]) / (b[1] - a[1]) * (b[0] - a[0]) {
                odd = !odd;
            }
        }
    }
    odd
}

pub fn inside_shapes(p: Point, shapes: &[Shape]) -> bool {
    inside(p, shapes.iter().flatten())
}

/// Returns twice the area that a contour encloses, which is positive if the contour runs clockwise in the picture.
fn winding(contour: &[Point]) -> f64 {
    let n = contour.len();
    (0..n).map(|i| (contour[i], contour[(i + 1) % n])).map(|(a, b)| a[0] * b[1] - b[0] * a[1]).sum()
}

/// Returns the area that a contour encloses.
pub fn area(contour: &[Point]) -> f64 {
    winding(contour).abs() / 2.0
}

/// Subtracts contours from shapes.
pub fn subtract(shapes: &[Shape], contours: &[Vec<Point>]) -> Vec<Shape> {
    let contours: Vec<Vec<Point>> = contours.iter().map(|contour| clockwise(contour)).collect();
    shapes.to_vec().overlay(&contours, OverlayRule::Difference, FillRule::NonZero)
}

/// Intersects shapes with contours.
pub fn intersect(shapes: &[Shape], contours: &[Vec<Point>]) -> Vec<Shape> {
    let contours: Vec<Vec<Point>> = contours.iter().map(|contour| clockwise(contour)).collect();
    shapes.to_vec().overlay(&contours, OverlayRule::Intersect, FillRule::NonZero)
}

/// Returns the union of the areas that the contours enclose.
pub fn union(contours: &[Vec<Point>]) -> Vec<Shape> {
    let contours: Vec<Vec<Point>> = contours.iter().map(|contour| clockwise(contour)).collect();
    contours.overlay(&Vec::<Vec<Point>>::new(), OverlayRule::Union, FillRule::NonZero)
}

/// Returns a contour in clockwise order, because overlapping contours in opposite directions would cancel each other out.
fn clockwise(contour: &[Point]) -> Vec<Point> {
    if is_clockwise(contour) { contour.to_vec() } else { contour.iter().rev().copied().collect() }
}

/// Returns whether a contour runs clockwise in the picture.
pub fn is_clockwise(contour: &[Point]) -> bool {
    winding(contour) >= 0.0
}

/// Clips a contour to the tile's square, extended by `bleed` on every side.
pub fn clip(contour: &[Point], bleed: f64) -> Vec<Point> {
    let mut contour = contour.to_vec();
    for axis in 0..2 {
        for (limit, sign) in [(-bleed, 1.0), (SIDE + bleed, -1.0)] {
            let depth = |p: Point| (p[axis] - limit) * sign;
            let mut kept = Vec::with_capacity(contour.len() + 4);
            for i in 0..contour.len() {
                let (a, b) = (contour[i], contour[(i + 1) % contour.len()]);
                let (da, db) = (depth(a), depth(b));
                if da >= 0.0 {
                    kept.push(a);
                }
                if (da >= 0.0) != (db >= 0.0) {
                    kept.push(move_along(a, sub(b, a), da / (da - db)));
                }
            }
            contour = kept;
        }
    }
    contour
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quarter_turn_moves_north_to_east() {
        assert_eq!(turn(edge_middle(0), 1), edge_middle(1));
        assert_eq!(turn([100.0, 0.0], 1), [1000.0, 100.0]);
        assert_eq!(turn([123.0, 45.0], 4), [123.0, 45.0]);
    }

    #[test]
    fn clipping_removes_what_is_outside() {
        let cut = clip(&[[-500.0, 200.0], [500.0, 200.0], [500.0, 400.0], [-500.0, 400.0]], 0.0);
        assert_eq!(area(&cut), 100_000.0);
        assert!(clip(&[[-9.0, 0.0], [-5.0, 0.0], [-5.0, 9.0]], 2.0).is_empty());
        let square = vec![vec![CORNERS.to_vec()]];
        let left = subtract(&square, &[band(&[[-10.0, 500.0], [1010.0, 500.0]], 100.0)]);
        assert_eq!(left.len(), 2);
        assert!(!inside_shapes(CENTRE, &left) && inside_shapes([500.0, 100.0], &left));
    }
}
