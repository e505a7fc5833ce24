//! Lays out cities as they are drawn: the lines of the walls, the gates and the outline.

use bastide_core::tile_text::TileText;

use crate::geometry::*;
use crate::random::Random;
use crate::topology::{CityCourse, End, Mouth, RoadCourse, Topology, WallCourse, is_marked};

/// Length of the first stretch of a wall, starting at a corner.
const FIRST_STEP_LENGTH: f64 = 108.0;
/// Distance from a corner to the point where the wall of a block of tiles crosses the border between two of the tiles.
pub const INSET: f64 = 380.0;

/// A city as drawn.
pub struct Town {
    /// Index of the city's segment in the tile.
    pub segment: usize,
    /// Outline of the city, including walls.
    pub outline: Vec<Point>,
    /// Outer line of each wall, clockwise around the city (the city is on the right).
    pub walls: Vec<Vec<Point>>,
    /// Edges that the city owns, clockwise, each with the start and end of the city on that edge.
    pub edges: Vec<(usize, [f64; 2])>,
    /// Gates where roads enter.
    pub gates: Vec<Gate>,
    /// Arches in the walls without a street: for a river, or for a road or city that passes underneath.
    pub arches: Vec<Arch>,
    /// Whether the city passes over another city, on a bridge.
    pub upper: bool,
    /// Whether the city is part of a large city that covers a block of tiles.
    pub one: bool,
}

/// A gate in a wall.
#[derive(Clone, Copy)]
pub struct Gate {
    /// Middle of the gate, on the outer line of the wall.
    pub at: Point,
    /// Direction pointing out of the city.
    pub out: Point,
}

/// An arch in a wall.
#[derive(Clone, Copy)]
pub struct Arch {
    /// Middle of the arch, on the outer line of the wall, and the direction pointing out of the city.
    pub gate: Gate,
    /// Half the width of the arch.
    pub half: f64,
    /// Whether water flows out of the arch.
    pub water: bool,
}

/// How the shape of a wall makes room for the other parts of the tile.
#[derive(Clone, Copy, PartialEq)]
enum Nesting {
    /// The wall has the tile to itself.
    Free,
    /// The wall's bay contains another city.
    Around,
    /// The wall is in another city's bay.
    Within,
    /// Something passes over or under the city, which narrows to a waist there. Contains the depth of the bay.
    Waist(f64),
    /// The wall passes over another city and ends beyond it.
    Tongue,
    /// The wall faces another city's wall across an enclosed field, and is set back by this distance.
    Facing(f64),
    /// The wall's bay is shallow because there is too little room.
    Shallow,
    /// The wall is part of a block and crosses the tile from border to border.
    Block,
}

/// Returns the curve of a wall before it is divided into straight stretches.
fn course(wall: &WallCourse, shape: Nesting) -> Vec<Point> {
    let (from, to) = ends(wall, shape);
    let d = normalize(sub(to, from));
    let half = dist(from, to) / 2.0;
    // A cap bulges away from its own edge, to the left; a bay in the city bulges to the right.
    let side = if wall.skips == 3 { mul(right(d), -1.0) } else { right(d) };
    let spot = |x: f64, y: f64| move_along(move_along(from, d, x), side, y);
    let mirrored = |points: Vec<Point>| -> Vec<Point> {
        let back = points.iter().rev().skip(1);
        let back = back.map(|&p| move_along(p, d, 2.0 * (half - dot(sub(p, from), d)))).collect::<Vec<_>>();
        [points, back].concat()
    };
    let (slope, deep, shoulder) = match (wall.skips, shape) {
        (2, Nesting::Block) => {
            let (a, b) = (inward_direction((wall.from + 3) % 4), inward_direction((wall.from + 2) % 4));
            return bezier([from, move_along(from, a, 520.0), move_along(to, b, 520.0), to], 40);
        }
        (2, _) => {
            let (outer, far) = (corner(wall.from + 1), corner(wall.from + 3));
            let lean =
                |p: Point| move_along(move_along(p, normalize(sub(far, p)), 275.0), normalize(sub(outer, p)), 245.0);
            let curve = bezier([from, lean(from), lean(to), to], 40);
            let Nesting::Facing(by) = shape else { return curve };
            // The wall leaves its corners like any other wall and is set back between them.
            let share = |i: usize| (std::f64::consts::PI * i as f64 / 40.0).sin().powi(4);
            let back = normalize(sub(far, outer));
            return curve.iter().enumerate().map(|(i, &p)| move_along(p, back, by * share(i))).collect();
        }
        (_, Nesting::Block) => return mirrored(vec![from, spot(84.0, 0.0), spot(250.0, -34.0), spot(half, -40.0)]),
        (3, Nesting::Tongue) => {
            let mut line = bezier([from, spot(250.0, 70.0), spot(400.0, 150.0), spot(404.0, 330.0)], 16);
            line.extend([spot(404.0, 640.0), spot(416.0, 740.0), spot(452.0, 790.0), spot(half, 800.0)]);
            return mirrored(line);
        }
        (3, Nesting::Within) => ([150.0, 62.0], 170.0, 270.0),
        (3, _) => ([150.0, 104.0], 282.0, 280.0),
        (1, Nesting::Around) => ([70.0, 250.0], 420.0, 230.0),
        (1, Nesting::Waist(deep)) => ([116.0, 134.0], deep, 180.0),
        (1, Nesting::Shallow) => ([105.0, 100.0], 158.0, 250.0),
        _ => ([105.0, 132.0], 230.0, 250.0),
    };
    mirrored(bezier([from, spot(slope[0], slope[1]), spot(shoulder, deep), spot(half, deep)], 20))
}

/// Returns the ends of a wall: two corners or, in a block, points on the block's inner borders.
fn ends(wall: &WallCourse, shape: Nesting) -> (Point, Point) {
    let (from, to) = (corner(wall.from), corner(wall.from + wall.skips));
    if shape != Nesting::Block {
        return (from, to);
    }
    let (before, after) = (corner(wall.from + 3), corner(wall.from + wall.skips + 1));
    (move_along(from, normalize(sub(before, from)), INSET), move_along(to, normalize(sub(after, to)), INSET))
}

fn dot(a: Point, b: Point) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

/// Everything that determines the shape of a tile's walls.
pub struct WallInputs<'a> {
    pub tile: &'a TileText,
    pub topology: &'a Topology,
}

impl WallInputs<'_> {
    fn owner(&self, edge: usize) -> Option<usize> {
        self.topology.cities.iter().position(|c| c.edges.contains(&(edge % 4)))
    }

    fn nesting(&self, index: usize, wall: &WallCourse) -> Nesting {
        let city = &self.topology.cities[index];
        if self.tile.segments[city.segment].number("carcassonne") > 0 {
            return if city.walls.is_empty() { Nesting::Free } else { Nesting::Block };
        }
        let crossed = !self.topology.rivers.is_empty() || ["bridge", "tunnel"].iter().any(|m| is_marked(self.tile, m));
        match wall.skips {
            3 if self.topology.upper_city == Some(index) => Nesting::Tongue,
            1 if self.topology.upper_city.is_some() => Nesting::Waist(416.0),
            1 if crossed && city.edges.len() == 2 && city.walls.len() == 2 => Nesting::Waist(310.0),
            1 if self.owner(wall.from).is_some() => Nesting::Around,
            1 if city.walls.len() > 1 && self.setback_from_facing_wall(index).is_some() => Nesting::Shallow,
            2 if city.edges.len() == 2 => self.setback_from_facing_wall(index).map_or(Nesting::Free, Nesting::Facing),
            3 => {
                let (before, after) = (self.owner(city.edges[0] + 3), self.owner(city.edges[0] + 1));
                if before.is_some() && before == after { Nesting::Within } else { Nesting::Free }
            }
            _ => Nesting::Free,
        }
    }

    /// Returns how far a wall must be set back from another city's wall on the other side of an enclosed field, or `None` if there is no
    /// such city. The distance is smaller if the other wall can be set back as well.
    fn setback_from_facing_wall(&self, index: usize) -> Option<f64> {
        let cities = &self.topology.cities;
        let diagonal = |c: &CityCourse| c.walls.iter().find(|w| w.skips == 2).map(|w| w.from);
        let own = diagonal(&cities[index])?;
        let other = cities.iter().find(|c| diagonal(c) == Some((own + 2) % 4))?;
        Some(if other.edges.len() == 2 && cities[index].edges.len() == 2 { 100.0 } else { 165.0 })
    }

    /// Lays out a city.
    pub fn town(&self, index: usize, random: &mut Random) -> Town {
        let city = &self.topology.cities[index];
        let (mut walls, mut gates, mut arches) = (Vec::new(), Vec::new(), Vec::new());
        let upper = self.topology.upper_city == Some(index);
        let others = self.topology.cities.iter().filter(|c| c.segment != city.segment);
        let others: Vec<usize> = others.flat_map(|c| c.edges.iter().copied()).collect();
        for (w, wall) in city.walls.iter().enumerate() {
            let shape = self.nesting(index, wall);
            let mut sides = self.gate_sides(index, w);
            sides.sort_unstable();
            let (mut cuts, gated) = wall_bends(wall.skips, &sides, random);
            if shape == Nesting::Tongue {
                cuts = vec![0.0, 0.23, 0.40, 0.465, 0.535, 0.6, 0.77, 1.0];
            }
            let curve = course(wall, shape);
            let mut line: Vec<Point> = cuts.iter().map(|&t| at(&curve, t).0).collect();
            // The last point must be exact, because the outline uses it to find the next wall.
            let last = line.len() - 1;
            line[last] = ends(wall, shape).1;
            let gate = |stretch: usize| {
                let (a, b) = (line[stretch], line[stretch + 1]);
                Gate { at: mul(add(a, b), 0.5), out: mul(right(normalize(sub(b, a))), -1.0) }
            };
            gates.extend(gated.iter().map(|&stretch| gate(stretch)));
            arches.extend(self.arch(wall).map(|(half, water)| Arch { gate: gate(cuts.len() / 2 - 1), half, water }));
            if upper && shape == Nesting::Tongue {
                arches.extend([1, 5].map(|stretch| Arch { gate: gate(stretch), half: 70.0, water: false }));
            }
            walls.push(if shape == Nesting::Block {
                with_inset_ends(line)
            } else {
                with_ends(line, city, wall, &others)
            });
        }
        let block = city.walls.first().is_some_and(|w| self.nesting(index, w) == Nesting::Block);
        let spans = city.edges.iter().map(|&edge| {
            let begins = block && !city.edges.contains(&((edge + 3) % 4));
            let ends = block && !city.edges.contains(&((edge + 1) % 4));
            (edge, [if begins { INSET } else { 0.0 }, if ends { SIDE - INSET } else { SIDE }])
        });
        let edges: Vec<(usize, [f64; 2])> = spans.collect();
        let one = self.tile.segments[city.segment].number("carcassonne") > 0;
        Town { segment: city.segment, outline: outline(&edges, &walls), walls, edges, gates, arches, upper, one }
    }

    /// Returns the edges whose roads lead to a wall's gates, numbered along the wall.
    fn gate_sides(&self, index: usize, w: usize) -> Vec<usize> {
        let from = self.topology.cities[index].walls[w].from;
        let roads = self.topology.roads.iter().filter_map(|r| match r {
            RoadCourse::Ending(_, edge, End::Gate(c, gate)) if *c == index && *gate == w => Some((edge + 4 - from) % 4),
            _ => None,
        });
        roads.collect()
    }

    /// Returns half the width of the arch in the middle of a wall and whether the arch is for a river, or `None` if the wall has no arch.
    fn arch(&self, wall: &WallCourse) -> Option<(f64, bool)> {
        let over = self.topology.upper_city.is_some_and(|top| self.topology.cities[top].walls.contains(wall));
        let river = self.topology.rivers.iter().any(|r| r.edges.len() == 2 && r.edges.contains(&wall.from));
        let into = |r: &RoadCourse| matches!(r, RoadCourse::Tunnel(_, edge, Mouth::Wall) if *edge == wall.from);
        match wall.skips {
            1 if over => Some((70.0, false)),
            1 if river => Some((54.0, true)),
            1 if self.topology.roads.iter().any(into) => Some((44.0, false)),
            _ => None,
        }
    }
}

/// Adds the first and last stretches to a wall of a block; the wall crosses the border at a right angle.
fn with_inset_ends(mut line: Vec<Point>) -> Vec<Point> {
    let step = |p: Point| {
        let edge = (0..4).min_by(|a, b| {
            dot(sub(p, corner(*a)), inward_direction(*a)).total_cmp(&dot(sub(p, corner(*b)), inward_direction(*b)))
        });
        move_along(p, inward_direction(edge.unwrap_or(0)), FIRST_STEP_LENGTH)
    };
    line.insert(1, step(line[0]));
    line.insert(line.len() - 1, step(line[line.len() - 1]));
    line
}

/// Adds the first and last stretches to a wall. Every wall leaves a corner in the same direction, so that the walls of neighbouring tiles
/// meet, however they continue.
fn with_ends(mut line: Vec<Point>, city: &CityCourse, wall: &WallCourse, others: &[usize]) -> Vec<Point> {
    let end = wall.from + wall.skips;
    let step = |from: usize, edge: usize, own: usize| {
        // In a corner where the city tapers to a point, its two walls must leave room for each other.
        let angle: f64 = if city.edges.contains(&(own % 4)) { 50.0 } else { 34.0 };
        point_from_corner(from, edge, angle, FIRST_STEP_LENGTH)
    };
    // If another city owns that corner, the point leans against that city's wall.
    let tip = |from: usize, edge: usize, own: usize| {
        let [taken, shared] = [edge, own].map(|e| others.contains(&(e % 4)));
        let outside = if taken { own } else { edge };
        let leans = !city.edges.contains(&(own % 4)) && (taken || shared);
        leans.then(|| point_from_corner(from, outside, 52.5, 78.0))
    };
    let last = line.len() - 1;
    match tip(end, end + 3, end) {
        Some(tip) => line[last] = tip,
        None => line.insert(last, step(end, end + 3, end)),
    }
    match tip(wall.from, wall.from, wall.from + 3) {
        Some(tip) => line[0] = tip,
        None => line.insert(1, step(wall.from, wall.from, wall.from + 3)),
    }
    line
}

/// Returns a point at a given distance from a corner, at an angle to one of the corner's edges.
fn point_from_corner(at: usize, edge: usize, angle: f64, far: f64) -> Point {
    let other = if edge % 4 == at % 4 { corner(at + 1) } else { corner(at + 3) };
    let (sin, cos) = angle.to_radians().sin_cos();
    move_along(
        move_along(corner(at), normalize(sub(other, corner(at))), cos * far),
        inward_direction(edge % 4),
        sin * far,
    )
}

/// Returns the points where a wall bends, as fractions of its length, and the indices of its straight stretches with a gate.
fn wall_bends(skips: usize, sides: &[usize], random: &mut Random) -> (Vec<f64>, Vec<usize>) {
    let (bends, gated): (&[f64], Vec<usize>) = match sides {
        [] if skips == 2 => (&[0.2, 0.4, 0.6, 0.8], vec![]),
        [] => (&[0.23, 0.41, 0.59, 0.77], vec![]),
        [side] => match (skips, side) {
            (3, 0) => (&[0.26, 0.42, 0.58, 0.78], vec![1]),
            (3, 2) => (&[0.22, 0.42, 0.58, 0.74], vec![3]),
            (2, 0) => (&[0.2, 0.38, 0.52, 0.76], vec![2]),
            (2, _) => (&[0.24, 0.48, 0.62, 0.8], vec![2]),
            _ => (&[0.24, 0.42, 0.58, 0.76], vec![2]),
        },
        [_, _] => (&[0.22, 0.4, 0.6, 0.78], vec![1, 3]),
        _ => (&[0.1, 0.27, 0.42, 0.58, 0.73, 0.9], vec![1, 3, 5]),
    };
    let mut cuts = vec![0.0];
    cuts.extend(bends.iter().map(|b| b + random.between(-0.014, 0.014)));
    cuts.push(1.0);
    (cuts, gated)
}

fn outline(edges: &[(usize, [f64; 2])], walls: &[Vec<Point>]) -> Vec<Point> {
    let mut outline: Vec<Point> = Vec::new();
    for &(edge, [begin, end]) in edges {
        let on_edge = |x: f64| move_along(corner(edge), normalize(sub(corner(edge + 1), corner(edge))), x);
        outline.push(on_edge(begin));
        // Adds all walls that start at the end of this edge; where the city is cut, each one starts where the previous one ends.
        let mut here = on_edge(end);
        while let Some(wall) = walls.iter().find(|w| dist(w[0], here) < 1.0 && !outline.contains(&w[1])) {
            outline.extend(&wall[..wall.len() - 1]);
            here = wall[wall.len() - 1];
        }
    }
    outline
}
