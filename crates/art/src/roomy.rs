//! Finds room on a tile.

use crate::geometry::*;

/// Minimum distance between the anchors of two figures.
pub const MIN_FIGURE_DISTANCE: f64 = 112.0;

/// Returns the point with the most room in an area: deep inside it, and away from the figures in `placed` and from everything in `taken`.
pub fn best_place(shapes: &[Shape], placed: &[Point], taken: &[(Point, f64)], deep: f64) -> Option<Point> {
    let mut best: Option<(f64, Point)> = None;
    let spots: Vec<Point> =
        (1..20).flat_map(|x| (1..20).map(move |y| [50.0 * f64::from(x), 50.0 * f64::from(y)])).collect();
    let within: Vec<Point> = spots.into_iter().filter(|&p| inside_shapes(p, shapes)).collect();
    let middle = mul(within.iter().fold([0.0, 0.0], |sum, &p| add(sum, p)), 1.0 / within.len().max(1) as f64);
    for x in 1..50 {
        for y in 1..50 {
            let p = [f64::from(x) * 20.0, f64::from(y) * 20.0];
            if !inside_shapes(p, shapes) {
                continue;
            }
            let depth = distance_to_shapes(p, shapes).min(deep);
            let room = placed.iter().map(|&q| dist(p, q)).fold(400.0, f64::min);
            let free = taken.iter().map(|&(q, r)| dist(p, q) - r).fold(deep, f64::min);
            let central = dist(p, middle) * 0.04;
            let score = depth + room.min(MIN_FIGURE_DISTANCE) * 1.5 + room * 0.06 + free.min(80.0) - central;
            if best.is_none_or(|(s, _)| score > s) {
                best = Some((score, p));
            }
        }
    }
    best.map(|(_, p)| p)
}
