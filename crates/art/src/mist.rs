//! Lays out mist: banks that cover fields and roads along the misty edges of a tile, in rotation 0.
//!
//! A bank runs along the border from corner to corner. Its profile is the same on every misty edge, so that it continues across the border
//! if the next tile is misty too; otherwise it ends abruptly at the border. Towards the middle of the tile it thins out in billows.

use bastide_core::tile_text::TileText;

use crate::geometry::*;
use crate::outline::{inner_lines, rotate_to_gap};
use crate::random::Random;
use crate::town::Town;

/// Distances by which the layers of a veil extend beyond the bank, from the widest layer to the densest.
const VEIL_EXTENTS: [f64; 4] = [58.0, 12.0, -54.0, -122.0];
/// Half the width of a tongue of mist that separates two fields.
const TONGUE_HALF_WIDTH: f64 = 118.0;

/// A bank of mist, derived from the ports.
pub struct Bank {
    /// Index of the bank's segment in the tile.
    pub segment: usize,
    /// Runs of adjacent misty edges, clockwise.
    runs: Vec<Vec<usize>>,
    /// Distance from the edge to the inner line.
    depth: f64,
    /// Whether a tongue of the bank extends across the tile from its first edge, to separate two fields.
    pub across: bool,
    /// Deviations of the inner line, as fractions of the depth, two per edge.
    waver: [f64; 8],
}

/// Returns the banks of a tile.
pub fn banks(tile: &TileText, random: &mut Random) -> Vec<Bank> {
    let misty = |s: &usize| tile.segments[*s].kind == "mist";
    let has = |kinds: &[&str]| tile.segments.iter().any(|s| kinds.contains(&s.kind.as_str()));
    let depth = match () {
        () if has(&["castle", "cemetery", "monastery"]) => 196.0,
        () if has(&["road"]) => 236.0,
        () => 300.0,
    };
    let segments = (0..tile.segments.len()).filter(misty);
    let bank = |segment: usize| {
        let owns = |port: usize| usize::from(tile.ports[port]) == segment;
        let edges = rotate_to_gap((0..4).filter(|e| owns(3 * e) || owns(3 * e + 2)).collect());
        let mut runs: Vec<Vec<usize>> = Vec::new();
        for edge in edges {
            match runs.last_mut() {
                Some(run) if (run[run.len() - 1] + 1) % 4 == edge => run.push(edge),
                _ => runs.push(vec![edge]),
            }
        }
        let waver = std::array::from_fn(|_| random.between(-0.08, 0.08));
        Bank { segment, runs, depth, across: false, waver }
    };
    segments.map(bank).collect()
}

impl Bank {
    /// Returns the contours that the bank covers, extended into the tile by `by`. If a random generator is given, the contours billow.
    pub fn contours(&self, by: f64, mut random: Option<&mut Random>) -> Vec<Vec<Point>> {
        let mut contours = Vec::new();
        let mut puffed = |line: Vec<Point>, ends: f64| match &mut random {
            Some(random) => billows(&line, ends, random),
            None => line,
        };
        for run in &self.runs {
            let mut contour = CORNERS.to_vec();
            if run.len() < 4 {
                contour = puffed(self.line(run, by), 70.0);
                contour.extend(run.iter().rev().skip(1).map(|&e| corner(e + 1)));
            }
            contours.push(contour);
        }
        if let Some(&edge) = self.runs.first().and_then(|run| run.first()).filter(|_| self.across) {
            let (d, half) = (right(mul(inward_direction(edge), -1.0)), TONGUE_HALF_WIDTH + by * 0.7);
            let spot =
                |x: f64, deep: f64| move_along(move_along(edge_middle(edge), d, x), inward_direction(edge), deep);
            let side = |x: f64| [-10.0, 180.0, 360.0, 560.0, 780.0, 960.0].map(|deep| spot(x, deep)).to_vec();
            let mut contour = puffed(side(-half), 0.0);
            contour.extend(puffed(side(half).into_iter().rev().collect(), 0.0));
            contours.push(contour);
        }
        contours
    }

    /// Returns the inner line of a run, from its first corner to its last. The line is steep at both ends, because the adjacent edges have
    /// no mist, and follows the bends of the run in between.
    fn line(&self, run: &[usize], by: f64) -> Vec<Point> {
        let depth = self.depth + by;
        let mut points = vec![corner(run[0])];
        for (i, &edge) in run.iter().enumerate() {
            let spot = |t: f64, deep: f64| {
                let on = move_along(corner(edge), sub(corner(edge + 1), corner(edge)), t);
                move_along(on, inward_direction(edge), deep * depth)
            };
            let (first, last) = (i == 0, i + 1 == run.len());
            let rise = [(0.025, 0.24), (0.085, 0.6), (0.18, 0.88)];
            if first {
                points.extend(rise.map(|(t, deep)| spot(t, deep)));
            }
            let near = (depth * 1.7 / SIDE).min(0.44);
            let (from, to) = (if first { 0.34 } else { near }, if last { 0.66 } else { 1.0 - near });
            points.push(spot(from, 1.0 + self.waver[2 * edge]));
            if to > from + 0.1 {
                points.push(spot(to, 1.0 + self.waver[2 * edge + 1]));
            }
            if last {
                points.extend(rise.into_iter().rev().map(|(t, deep)| spot(1.0 - t, deep)));
            } else {
                let next = run[i + 1];
                let bend = move_along(
                    move_along(corner(next), inward_direction(edge), depth * 1.2),
                    inward_direction(next),
                    depth * 1.2,
                );
                points.push(bend);
            }
        }
        points.push(corner(run[run.len() - 1] + 1));
        spline(&points)
    }
}

/// Returns the layers of a tile's veil of mist, widest first. `filled` is ground that is completely under mist.
pub fn veil(banks: &[Bank], filled: &[Shape], towns: &[Town], random: &mut Random) -> Vec<Vec<Shape>> {
    if banks.is_empty() {
        return Vec::new();
    }
    let drifts: Vec<Vec<Point>> = filled.iter().flat_map(|shape| drift(shape, towns, random)).collect();
    let layer = |by: f64| {
        let mut contours: Vec<Vec<Point>> = banks.iter().flat_map(|bank| bank.contours(by, Some(random))).collect();
        contours.extend(drifts.iter().cloned());
        let contours: Vec<Vec<Point>> = contours.iter().map(|contour| clip(contour, 0.0)).collect();
        union(&contours).into_iter().filter(|shape| area(&shape[0]) > 400.0).collect()
    };
    VEIL_EXTENTS.into_iter().map(layer).collect()
}

/// Returns the contours of the ground completely under mist, and of the billows that drift from there over adjacent roads.
fn drift(shape: &Shape, towns: &[Town], random: &mut Random) -> Vec<Vec<Point>> {
    let mut contours = shape[..1].to_vec();
    let walled = |p: &Point| towns.iter().any(|town| distance_to_contour(*p, &town.outline) < 20.0);
    for line in inner_lines(&[contours.clone()]) {
        for part in line.split(walled).filter(|part| length(part) > 300.0) {
            let mut part = part.to_vec();
            if is_clockwise(&shape[0]) {
                part.reverse();
            }
            let mut billow = billows(&part, 70.0, random);
            billow.extend(part.into_iter().rev());
            contours.push(billow);
        }
    }
    contours
}

/// Returns a smooth line through the points.
fn spline(points: &[Point]) -> Vec<Point> {
    let n = points.len();
    let mut line = vec![points[0]];
    for i in 0..n - 1 {
        let (before, after) = (points[i.saturating_sub(1)], points[(i + 2).min(n - 1)]);
        let (a, b) = (points[i], points[i + 1]);
        let handles = [move_along(a, sub(b, before), 1.0 / 6.0), move_along(b, sub(a, after), 1.0 / 6.0)];
        line.extend(bezier([a, handles[0], handles[1], b], 4).into_iter().skip(1));
    }
    line
}

/// Turns a line into billows that swell to its right, except within a distance of `ends` from either end.
fn billows(line: &[Point], ends: f64, random: &mut Random) -> Vec<Point> {
    let whole = length(line);
    let mut marks = vec![0.0, ends];
    while let Some(&last) = marks.last().filter(|&&last| last < whole - ends - 60.0) {
        let room = whole - ends - last;
        let step = random.between(96.0, 176.0);
        marks.push(if room < step * 1.6 { whole - ends } else { last + step });
    }
    marks.push(whole);
    let mut billowed = vec![line[0]];
    for pair in marks.windows(2).filter(|pair| pair[1] > pair[0]) {
        let (p, q) = (at(line, pair[0] / whole).0, at(line, pair[1] / whole).0);
        // Near the corners a bank is narrow and the adjacent edge has no mist.
        let beside = ((pair[0] + pair[1]) / 2.0).min(whole - (pair[0] + pair[1]) / 2.0);
        let high = if ends > 0.0 { (0.3 * (beside - ends)).max(0.0) } else { f64::INFINITY };
        let (out, swell) = (right(normalize(sub(q, p))), (0.36 * dist(p, q)).min(high));
        if swell < 8.0 {
            billowed.push(q);
            continue;
        }
        // Half an ellipse, with shorter steps where it curves more.
        billowed.extend((1..=6).map(|k| {
            let turn = std::f64::consts::PI * f64::from(k) / 6.0;
            move_along(move_along(p, sub(q, p), 0.5 - 0.5 * turn.cos()), out, swell * turn.sin())
        }));
    }
    billowed
}
