//! Lays out rivers, lakes, springs and road bridges.

use bastide_core::tile_text::TileText;

use crate::geometry::*;
use crate::random::Random;
use crate::road::{ROAD, Road};
use crate::topology::{RiverCourse, Source, Topology, is_marked};
use crate::town::Town;

/// Width of a river's band, including the banks.
pub const RIVER: f64 = 132.0;
/// Radius of a spring's pool.
pub const SPRING: f64 = 82.0;

/// An arm of a river.
pub struct River {
    /// Index of the river's segment in the tile.
    pub segment: usize,
    /// Centre line, from the border inwards.
    pub line: Vec<Point>,
    /// Centre of the spring's pool, if the river rises on the tile.
    pub spring: Option<Point>,
    /// Shore of the lake, if the river ends on the tile.
    pub lake: Option<Vec<Point>>,
}

impl River {
    /// Returns the contours that the river covers, including its banks, spring and lake.
    pub fn contours(&self) -> Vec<Vec<Point>> {
        let mut contours = vec![band(&self.line, RIVER)];
        contours.extend(self.spring.map(|at| disc(at, SPRING)));
        contours.extend(self.lake.clone());
        contours
    }
}

/// A bridge that carries a road.
#[derive(Clone, Copy)]
pub struct Bridge {
    /// Index of the road in the plan.
    pub road: usize,
    /// Centre of the bridge.
    pub at: Point,
    /// Direction of the road.
    pub along: Point,
    /// Half the length of the bridge.
    pub half: f64,
    /// Whether the bridge crosses a city.
    pub over_city: bool,
}

/// Lays out the rivers, one entry for each arm.
pub fn rivers(topology: &Topology, towns: &[Town], monastery: Option<Point>, random: &mut Random) -> Vec<River> {
    let mut rivers = Vec::new();
    for course in &topology.rivers {
        let river = |line: Vec<Point>| River { segment: course.segment, line, spring: None, lake: None };
        match course.edges[..] {
            [edge] => rivers.push(ending(course, edge, towns, random)),
            [a, b] => rivers.push(river(through(a, b, monastery, random))),
            _ => {
                // Arms at opposite edges flow into each other, and the third arm joins them.
                let opposite = |&&e: &&usize| course.edges.contains(&((e + 2) % 4));
                let main: Vec<usize> = course.edges.iter().filter(opposite).copied().collect();
                rivers.push(river(through(main[0], main[1], None, random)));
                for &edge in course.edges.iter().filter(|e| !main.contains(e)) {
                    let from = edge_middle(edge);
                    let to = move_along(CENTRE, inward_direction(edge), 6.0);
                    let side = mul(right(inward_direction(edge)), 90.0);
                    rivers.push(river(bezier(
                        [from, move_along(from, inward_direction(edge), 240.0), add(CENTRE, side), to],
                        16,
                    )));
                }
            }
        }
    }
    rivers
}

fn through(a: usize, b: usize, monastery: Option<Point>, random: &mut Random) -> Vec<Point> {
    let (from, to) = (edge_middle(a), edge_middle(b));
    let (first, second) = (move_along(from, inward_direction(a), 300.0), move_along(to, inward_direction(b), 300.0));
    if a % 2 != b % 2 {
        return bezier([from, first, second, to], 22);
    }
    // The river crosses both borders at right angles and winds in between.
    let ahead = inward_direction(a);
    let winding = |points: &[Point]| {
        let mut line = vec![from];
        for w in points.windows(2) {
            let reach = 0.42 * ((w[1][0] - w[0][0]) * ahead[0] + (w[1][1] - w[0][1]) * ahead[1]);
            line.extend(
                bezier([w[0], move_along(w[0], ahead, reach), move_along(w[1], ahead, -reach), w[1]], 10)
                    .into_iter()
                    .skip(1),
            );
        }
        line
    };
    if let Some(at) = monastery {
        // The river makes room for the monastery.
        return winding(&[from, move_along(CENTRE, normalize(sub(CENTRE, at)), 190.0), to]);
    }
    let wave = mul(right(ahead), random.between(34.0, 56.0) * [1.0, -1.0][random.below(2)]);
    let third = |t: f64| move_along(from, sub(to, from), t);
    winding(&[from, add(third(0.34), wave), sub(third(0.66), wave), to])
}

/// Returns a river that begins or ends on the tile.
fn ending(course: &RiverCourse, edge: usize, towns: &[Town], random: &mut Random) -> River {
    let from = edge_middle(edge);
    let side = right(inward_direction(edge));
    if course.source == Source::Spring {
        let to = move_along(from, inward_direction(edge), 440.0);
        let bent = [
            from,
            move_along(from, inward_direction(edge), 180.0),
            move_along(move_along(from, inward_direction(edge), 290.0), side, 60.0),
            to,
        ];
        return River { segment: course.segment, line: bezier(bent, 16), spring: Some(to), lake: None };
    }
    let (middle, reach) = match course.source {
        // The lake must touch the wall; otherwise the two fields would meet between them.
        Source::LakeAtWall(wall) => {
            let at_wall = towns.iter().flat_map(|t| &t.walls).map(|w| at(w, 0.5).0);
            let near = at_wall.min_by(|a, b| dist(*a, edge_middle(wall)).total_cmp(&dist(*b, edge_middle(wall))));
            let near = near.unwrap_or(CENTRE);
            (move_along(near, inward_direction(wall), 120.0), 178.0)
        }
        _ => (move_along(CENTRE, inward_direction(edge), 20.0), 190.0),
    };
    let line = bezier(
        [
            from,
            move_along(from, inward_direction(edge), 150.0),
            move_along(middle, inward_direction(edge), -150.0),
            middle,
        ],
        14,
    );
    let shore = (0..24).map(|i| {
        let turn = f64::from(i) * std::f64::consts::TAU / 24.0;
        let uneven = 1.0 + 0.09 * (2.0 * turn + 0.7).sin() + 0.05 * (3.0 * turn).sin() + random.between(-0.015, 0.015);
        add(middle, [turn.cos() * reach * uneven, turn.sin() * reach * 0.86 * uneven])
    });
    River { segment: course.segment, line, spring: None, lake: Some(shore.collect()) }
}

/// Returns the road bridges: over every river, and over roads and cities if the tile has the bridge mark.
pub fn bridges(tile: &TileText, roads: &[Road], rivers: &[River], towns: &[Town]) -> Vec<Bridge> {
    let mut bridges = Vec::new();
    for (index, road) in roads.iter().enumerate() {
        let mut bridge = |(at, along): (Point, Point), half: f64, over_city: bool| {
            bridges.push(Bridge { road: index, at, along, half, over_city });
        };
        for river in rivers.iter().filter(|r| r.spring.is_none()) {
            if let Some(crossing) = meeting(&road.line, &river.line) {
                bridge(crossing, RIVER / 2.0 + 34.0, false);
            }
        }
        if !is_marked(tile, "bridge") || !rivers.is_empty() {
            continue;
        }
        for lower in &roads[..index] {
            if let Some(crossing) = meeting(&road.line, &lower.line) {
                bridge(crossing, ROAD / 2.0 + 62.0, false);
            }
        }
        for town in towns {
            let within = |t: f64| inside(at(&road.line, t).0, [&town.outline]);
            if !within(0.0) && within(0.5) && !within(1.0) {
                let inner = (0..=100).filter(|i| within(f64::from(*i) / 100.0)).count() as f64 / 100.0;
                bridge(at(&road.line, 0.5), inner * length(&road.line) / 2.0 + 34.0, true);
            }
        }
    }
    bridges
}

/// Returns the point where two lines cross, and the direction of the first line there.
fn meeting(a: &[Point], b: &[Point]) -> Option<(Point, Point)> {
    for v in a.windows(2) {
        for w in b.windows(2) {
            let (d, e) = (sub(v[1], v[0]), sub(w[1], w[0]));
            let det = d[0] * e[1] - d[1] * e[0];
            if det.abs() < 1e-9 {
                continue;
            }
            let c = sub(w[0], v[0]);
            let (t, u) = ((c[0] * e[1] - c[1] * e[0]) / det, (c[0] * d[1] - c[1] * d[0]) / det);
            if (0.0..=1.0).contains(&t) && (0.0..=1.0).contains(&u) {
                return Some((move_along(v[0], d, t), normalize(d)));
            }
        }
    }
    None
}
