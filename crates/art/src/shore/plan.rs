//! Lays out land and sea on a tile of The Discovery, in rotation 0. One terrain fills the middle of the tile, and the other terrains run
//! along their edges. Which terrain is in the middle depends on which segments must border each other.

use bastide_core::tile_text::TileText;

use crate::geometry::*;
use crate::outline::{Course, courses, outline, rotate_to_gap};
use crate::random::Random;

/// Geometry of a tile, without styling.
pub struct Plan {
    /// Area of each segment, by index.
    pub areas: Vec<Vec<Shape>>,
    /// Terrain of each segment: `grass`, `mountain`, `sea`.
    pub kinds: Vec<String>,
    /// Segment that owns each edge.
    pub edges: [usize; 4],
}

/// The terrain of a tile as its file describes it.
struct Terrain<'a> {
    tile: &'a TileText,
    /// Edges of each segment, clockwise.
    edges: Vec<Vec<usize>>,
}

impl Plan {
    /// Lays out a tile.
    pub fn new(tile: &TileText) -> Self {
        let n = tile.segments.len();
        let of = |s: usize| (0..4).filter(|e| usize::from(tile.ports[3 * e + 1]) == s).collect();
        let terrain = Terrain { tile, edges: (0..n).map(|s| rotate_to_gap(of(s))).collect() };
        let middle = (0..n).max_by_key(|&s| terrain.middle_rating(s)).unwrap_or(0);
        let mut random = Random::named(&format!("{}/{}", tile.set, tile.id));
        let mut outlines: Vec<(usize, Vec<Point>)> = Vec::new();
        for s in (0..n).filter(|&s| s != middle && !terrain.edges[s].is_empty()) {
            let courses = terrain.courses(s, middle);
            let lines: Vec<Vec<Point>> = courses.iter().map(|c| c.line(13.0, &mut random)).collect();
            outlines.push((s, outline(&terrain.edges[s], &courses, &lines)));
        }
        let mut plan = Self {
            areas: vec![Vec::new(); n],
            kinds: tile.segments.iter().map(|s| s.kind.clone()).collect(),
            edges: std::array::from_fn(|e| usize::from(tile.ports[3 * e + 1])),
        };
        for (i, (s, contour)) in outlines.iter().enumerate() {
            let over: Vec<Vec<Point>> = outlines
                .iter()
                .enumerate()
                .filter_map(|(j, (o, other))| terrain.overlap_of((i, *s), (j, *o), other))
                .collect();
            let kept = subtract(&[vec![contour.clone()]], &over);
            plan.areas[*s] = kept.into_iter().filter(|shape| area(&shape[0]) > 2500.0).collect();
        }
        let all: Vec<Vec<Point>> = outlines.into_iter().map(|o| o.1).collect();
        let rest = subtract(&[vec![CORNERS.to_vec()]], &all);
        plan.areas[middle] = rest.into_iter().filter(|shape| area(&shape[0]) > 2500.0).collect();
        plan.place_inner();
        plan
    }

    /// Gives every inside segment that still has no area a disc in the largest area.
    fn place_inner(&mut self) {
        for s in 0..self.areas.len() {
            if !self.areas[s].is_empty() {
                continue;
            }
            let size = |i: &usize| self.areas[*i].iter().map(|shape| area(&shape[0])).sum::<f64>();
            let Some(host) = (0..self.areas.len()).max_by(|a, b| size(a).total_cmp(&size(b))) else { continue };
            let Some(at) = crate::roomy::best_place(&self.areas[host], &[], &[], 200.0) else { continue };
            let hole = disc(at, (distance_to_shapes(at, &self.areas[host]) * 0.8).min(160.0));
            self.areas[host] = subtract(&self.areas[host], std::slice::from_ref(&hole));
            self.areas[s] = vec![vec![hole]];
        }
    }
}

impl Terrain<'_> {
    fn kind(&self, s: usize) -> &str {
        &self.tile.segments[s].kind
    }

    /// Returns whether the file says that two segments border each other: mountain and grass, or the two sides of a coast with a town.
    fn must_meet(&self, a: usize, b: usize) -> bool {
        let touches = |a: usize, b: usize| self.tile.segments[a].touches.iter().any(|&t| usize::from(t) == b);
        let both = |s: &[u8]| [a, b].iter().all(|&x| s.iter().any(|&t| usize::from(t) == x));
        touches(a, b) || touches(b, a) || self.tile.landmarks.iter().any(|l| both(&l.segments))
    }

    /// Returns whether two segments must be apart: segments of the same terrain, or mountain and grass that do not touch according to the
    /// file.
    fn must_not_meet(&self, a: usize, b: usize) -> bool {
        let land = |s: usize| self.kind(s) != "sea";
        self.kind(a) == self.kind(b) || land(a) && land(b) && !self.must_meet(a, b)
    }

    /// Returns the corners where two segments are adjacent.
    fn shared_corners(&self, a: usize, b: usize) -> Vec<usize> {
        let owns = |s: usize, e: usize| self.edges[s].contains(&(e % 4));
        let meet = |c: &usize| owns(a, *c) && owns(b, c + 3) || owns(b, *c) && owns(a, c + 3);
        (0..4).filter(meet).collect()
    }

    /// Rates how well a segment suits the middle of the tile: ideally, it borders all other segments, and these meet each other only at
    /// corners.
    fn middle_rating(&self, middle: usize) -> (i32, usize, bool) {
        let others: Vec<usize> = (0..self.edges.len()).filter(|&s| s != middle).collect();
        let mut merit = 0;
        for (i, &a) in others.iter().enumerate() {
            merit -= 10 * i32::from(self.must_not_meet(a, middle));
            let parted = self.edges[a].len() == 2 && self.edges[a][0] % 2 == self.edges[a][1] % 2;
            merit -= 20 * i32::from(parted || self.edges[a].is_empty());
            for &b in &others[i + 1..] {
                let apart = self.shared_corners(a, b).is_empty();
                merit -= if self.must_meet(a, b) { if apart { 10 } else { 1 } } else { 0 };
            }
        }
        (merit, self.edges[middle].len(), self.edges[middle].contains(&2))
    }

    /// Returns the courses of a segment that runs along its edges instead of filling the middle.
    fn courses(&self, s: usize, middle: usize) -> Vec<Course> {
        let mut courses = courses(&self.edges[s], &[]);
        let owner = |edge: usize| usize::from(self.tile.ports[3 * (edge % 4) + 1]);
        let crowd = self.edges.iter().enumerate().filter(|(o, e)| *o != middle && !e.is_empty()).count();
        for course in &mut courses {
            let neighbours = [owner(course.from), owner(course.from + course.skips + 3)];
            let apart = neighbours.map(|o| o != middle && self.must_not_meet(s, o));
            let met = neighbours.map(|o| o != middle && !self.must_not_meet(s, o));
            let shy = |i: usize, apart_end: f64, met_end: f64, free: f64| match (apart[i], met[i]) {
                (true, _) => apart_end,
                (_, true) => met_end,
                _ => free,
            };
            match course.skips {
                3 => {
                    course.reach = if crowd > 2 { 286.0 } else { 318.0 };
                    course.ends = [0, 1].map(|i| shy(i, 1.3, 0.5, 0.8));
                }
                2 => {
                    course.reach = if apart.contains(&true) { -170.0 } else { -30.0 };
                    course.ends = [0, 1].map(|i| shy(i, 0.95, 1.0, 1.0));
                }
                _ => {
                    course.reach = -350.0;
                    course.ends = [0, 1].map(|i| shy(i, 0.6, 0.8, 0.8));
                }
            }
        }
        courses
    }

    /// Returns the part of another segment's outline that covers segment `s`. Two segments with one edge each meet on the line from their
    /// common corner to the middle; otherwise the one with fewer edges is on top, or, if both have the same number, the later one.
    fn overlap_of(&self, (i, s): (usize, usize), (j, other): (usize, usize), outline: &[Point]) -> Option<Vec<Point>> {
        let corners = self.shared_corners(s, other);
        let (a, b) = (&self.edges[s], &self.edges[other]);
        match (&a[..], &b[..], corners.first()) {
            _ if i == j => None,
            (&[_], &[edge], Some(&corner_of)) => {
                let far = if edge == corner_of { edge + 1 } else { edge };
                Some(vec![corner(corner_of), CENTRE, corner(far)])
            }
            _ => (b.len() < a.len() || b.len() == a.len() && j > i).then(|| outline.to_vec()),
        }
    }
}
