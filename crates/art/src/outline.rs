//! Computes the outline of a segment that owns whole edges: it follows the border along those edges and crosses the tile along courses
//! between them.

use crate::geometry::*;
use crate::random::Random;

/// A boundary line across the tile between a segment and its neighbours, from one corner to another, clockwise around the segment.
#[derive(Clone, Debug)]
pub struct Course {
    /// Corner where the course starts.
    pub from: usize,
    /// Number of edges outside the segment, 1 to 3, clockwise from `from`.
    pub skips: usize,
    /// Distance by which the segment extends beyond the straight line between the two corners; negative if the segment stops short of it.
    pub reach: f64,
    /// Shape of the arc at each corner: below 1, the arc leaves the corner steeply; above 1, it stays close to the straight line.
    pub ends: [f64; 2],
    /// Deviations from the arc.
    pub bumps: Vec<Bump>,
}

/// A local deviation of a course from its arc.
#[derive(Clone, Copy, Debug)]
pub struct Bump {
    /// Position of the deviation's centre, as a fraction of the way from corner to corner.
    pub at: f64,
    /// Additional distance by which the segment extends at that position.
    pub height: f64,
    /// Half the width of the deviation, as a fraction of the way from corner to corner.
    pub width: f64,
}

/// Minimum slope at which a course leaves a corner.
const MIN_SLOPE: f64 = 0.3;

impl Course {
    /// Creates a course along an arc without bumps.
    pub fn new(from: usize, skips: usize, reach: f64) -> Self {
        Self { from: from % 4, skips, reach, ends: [1.0; 2], bumps: Vec::new() }
    }

    fn chord(&self) -> (Point, Point) {
        (corner(self.from), corner(self.from + self.skips))
    }

    /// Returns the length of the straight line between the two corners.
    pub fn span(&self) -> f64 {
        let (a, b) = self.chord();
        dist(a, b)
    }

    /// Returns a point's position, as a fraction of the way from corner to corner, and its distance from the straight line. The distance is
    /// positive away from the segment's edges.
    pub fn project(&self, p: Point) -> (f64, f64) {
        let (a, b) = self.chord();
        let (d, v) = (normalize(sub(b, a)), sub(p, a));
        let out = mul(right(d), -1.0);
        ((v[0] * d[0] + v[1] * d[1]) / dist(a, b), v[0] * out[0] + v[1] * out[1])
    }

    /// Returns how far the segment extends at the fraction `t` of the way from corner to corner.
    pub fn reach_at(&self, t: f64) -> f64 {
        let t = t.clamp(0.0, 1.0);
        let arch = (std::f64::consts::PI * t).sin().max(0.0);
        let power = self.ends[0] + (self.ends[1] - self.ends[0]) * t;
        let bumps = self.bumps.iter().map(|b| b.height * (-((t - b.at) / b.width).powi(2)).exp());
        // The segments on both sides of the line must be visible at the corner, so the slope has a minimum.
        let least = (MIN_SLOPE * self.span() * t.min(1.0 - t)).min(self.reach.abs());
        let arc = (self.reach.abs() * arch.powf(power)).max(if power > 1.0 { least } else { 0.0 });
        self.reach.signum() * arc + bumps.sum::<f64>() * arch.powf(0.6)
    }

    /// Returns the course as a polyline that deviates from the arc by up to about `waver`.
    pub fn line(&self, waver: f64, random: &mut Random) -> Vec<Point> {
        let (a, b) = self.chord();
        let d = normalize(sub(b, a));
        let out = mul(right(d), -1.0);
        let n = (self.span() / 32.0).round();
        // Two slow waves, so that no bend is sharp.
        let waves = [330.0, 176.0].map(|long| (self.span() / long, random.between(0.0, std::f64::consts::TAU)));
        let mut line: Vec<Point> = (0..=n as u32)
            .map(|i| {
                let t = f64::from(i) / n;
                let calm = (t.min(1.0 - t) * 6.0).min(1.0);
                let [slow, quick] = waves.map(|(times, phase)| (std::f64::consts::TAU * times * t + phase).sin());
                let by = self.reach_at(t) + waver * (0.75 * slow + 0.45 * quick) * calm;
                move_along(move_along(a, d, self.span() * t), out, by)
            })
            .collect();
        // The ends must be exactly on the corners.
        let last = line.len() - 1;
        (line[0], line[last]) = (a, b);
        line
    }
}

/// Returns the courses of a segment that owns these edges, which must be listed clockwise, starting at the beginning of a run. A course
/// that passes a corner in `cuts` is split there.
pub fn courses(edges: &[usize], cuts: &[usize]) -> Vec<Course> {
    let mut courses = Vec::new();
    for (i, &edge) in edges.iter().enumerate() {
        let next = edges[(i + 1) % edges.len()];
        let (mut from, end) = (edge + 1, edge + 1 + (next + 7 - edge) % 4);
        for stop in (from + 1..end).filter(|c| cuts.contains(&(c % 4))).chain([end]) {
            if stop > from {
                courses.push(Course::new(from, stop - from, 0.0));
            }
            from = stop;
        }
    }
    courses
}

/// Rotates a clockwise list of edges so that it starts after a gap and no run wraps around the end of the list.
pub fn rotate_to_gap(mut edges: Vec<usize>) -> Vec<usize> {
    if let Some(first) = edges.iter().position(|e| !edges.contains(&((e + 3) % 4))) {
        edges.rotate_left(first);
    }
    edges
}

/// Returns the outline of a segment: its edges, connected by `lines` (the lines of its courses).
pub fn outline(edges: &[usize], courses: &[Course], lines: &[Vec<Point>]) -> Vec<Point> {
    if edges.len() == 4 {
        return CORNERS.to_vec();
    }
    let mut outline = Vec::new();
    for &edge in edges {
        outline.push(corner(edge));
        let mut at = edge + 1;
        while let Some(i) = courses.iter().position(|c| c.from == at % 4) {
            outline.extend(&lines[i][..lines[i].len() - 1]);
            at += courses[i].skips;
            if edges.contains(&(at % 4)) {
                break;
            }
        }
    }
    outline
}

/// Returns the parts of an area's contours that are not on the tile's border.
pub fn inner_lines(shapes: &[Shape]) -> Vec<Vec<Point>> {
    let on_border = |a: Point, b: Point| {
        (0..2).any(|i| [0.0, SIDE].iter().any(|&v| (a[i] - v).abs() < 1.0 && (b[i] - v).abs() < 1.0))
    };
    let mut lines: Vec<Vec<Point>> = Vec::new();
    for contour in shapes.iter().flatten() {
        let n = contour.len();
        let steps: Vec<bool> = (0..n).map(|i| on_border(contour[i], contour[(i + 1) % n])).collect();
        let corner = || (0..n).find(|&i| distance_to_border(contour[i]) < 1.0).map(|i| (i + n - 1) % n);
        let Some(first) = steps.iter().position(|b| *b).or_else(corner) else {
            lines.push([&contour[..], &contour[..1]].concat());
            continue;
        };
        let mut line: Vec<Point> = Vec::new();
        for k in 1..=n {
            let i = (first + k) % n;
            if steps[i] {
                if line.len() > 1 {
                    lines.push(std::mem::take(&mut line));
                }
                line.clear();
                continue;
            }
            if line.is_empty() {
                line.push(contour[i]);
            }
            let next = contour[(i + 1) % n];
            line.push(next);
            // A line that only touches a corner ends there, and another line begins.
            if distance_to_border(next) < 1.0 && line.len() > 1 {
                lines.push(std::mem::take(&mut line));
            }
        }
    }
    lines
}

/// Extends an area's contour beyond the tile's border where it runs along the border, except near the tile's corners, where the
/// neighbour's area may be narrower.
pub fn extend_over_border(contour: &[Point], by: f64) -> Vec<Point> {
    let n = contour.len();
    let mut bled = Vec::with_capacity(n + 8);
    for i in 0..n {
        let (a, b) = (contour[i], contour[(i + 1) % n]);
        bled.push(a);
        let axis = (0..2).find(|&k| [0.0, SIDE].iter().any(|&v| (a[k] - v).abs() < 1.0 && (b[k] - v).abs() < 1.0));
        let Some(k) = axis.filter(|_| dist(a, b) > 4.0 * by) else { continue };
        let mut out = [0.0, 0.0];
        out[k] = if a[k] < SIDE / 2.0 { -by } else { by };
        let d = normalize(sub(b, a));
        let shy = |p: Point| if CORNERS.iter().any(|&c| dist(p, c) < 1.0) { 1.8 * by } else { 0.0 };
        bled.push(add(move_along(a, d, shy(a)), out));
        bled.push(add(move_along(b, d, -shy(b)), out));
    }
    bled
}

/// Returns the distance from a point to the tile's border.
pub fn distance_to_border([x, y]: Point) -> f64 {
    x.min(y).min(SIDE - x).min(SIDE - y)
}
