//! Where everything on a tile lies, in rotation 0: outlines, walls, roads, and the area of every segment.

use bastide_core::tile_text::TileText;

use crate::geometry::*;
use crate::random::Random;
use crate::topology::{CityCourse, End, RoadCourse, Topology, WallCourse};

/// Width of a road's band, its worn edge included.
pub const ROAD: f64 = 104.0;
/// Thickness of a city wall.
pub const WALL: f64 = 30.0;
/// Length of the first step of a wall out of a corner.
const FIRST_STEP: f64 = 84.0;
/// Radius of the square at a crossing.
pub const HUB: f64 = 96.0;
/// Radius of a monastery's precinct.
pub const PRECINCT: f64 = 172.0;

/// A city as it is drawn.
pub struct Town {
    /// The segment.
    pub segment: usize,
    /// Its area, walls included.
    pub outline: Vec<Point>,
    /// The outer line of each wall, clockwise round the city (so that the city lies to the right).
    pub walls: Vec<Vec<Point>>,
    /// The edges that it owns.
    pub edges: Vec<usize>,
    /// Where roads enter.
    pub gates: Vec<Gate>,
}

/// A gate in a wall.
#[derive(Clone, Copy)]
pub struct Gate {
    /// Its middle, on the outer line of the wall.
    pub at: Point,
    /// The direction out of the city.
    pub out: Point,
}

/// A road or a stub, from its edge (or the crossing) to its end.
pub struct Road {
    /// The segment; a stub has none.
    pub segment: Option<usize>,
    /// Its middle line; it reaches a little into what it ends at.
    pub line: Vec<Point>,
    /// It ends in the open.
    pub lone: bool,
}

/// A tile's drawing without paint.
pub struct Plan {
    /// The cities.
    pub towns: Vec<Town>,
    /// The roads.
    pub roads: Vec<Road>,
    /// Roads meet in the middle.
    pub hub: bool,
    /// The monastery's segment.
    pub monastery: Option<usize>,
    /// What each segment covers, by its index.
    pub areas: Vec<Vec<Shape>>,
}

impl Plan {
    /// Lays a tile out.
    pub fn new(tile: &TileText) -> Self {
        let topology = Topology::new(tile);
        let mut random = Random::named(&format!("{}/{}", tile.set, tile.id));
        let towns: Vec<Town> = topology.cities.iter().map(|c| town(c, &topology, &mut random)).collect();
        let roads = topology.roads.iter().map(|r| road(r, &topology, &towns)).collect();
        let mut plan = Self {
            towns,
            roads,
            hub: topology.hub,
            monastery: topology.monastery,
            areas: vec![Vec::new(); tile.segments.len()],
        };
        plan.measure_areas(tile);
        plan
    }

    fn measure_areas(&mut self, tile: &TileText) {
        let whole = || vec![vec![CORNERS.to_vec()]];
        let cities: Vec<Vec<Point>> = self.towns.iter().map(|t| t.outline.clone()).collect();
        let mut solid = Vec::new();
        if self.hub {
            solid.push(disc(CENTRE, HUB));
        }
        if let Some(m) = self.monastery {
            solid.push(disc(CENTRE, PRECINCT));
            self.areas[m] = vec![vec![disc(CENTRE, PRECINCT)]];
        }
        for town in &self.towns {
            self.areas[town.segment] = vec![vec![town.outline.clone()]];
        }
        let mut bands = Vec::new();
        for road in &self.roads {
            let contour = band(&road.line, ROAD);
            if let Some(s) = road.segment {
                let kept = minus(&[vec![clip(&contour, 0.0)]], &[&cities[..], &solid[..]].concat());
                // What lies beyond a gate or a precinct is a crumb; the road is the largest piece.
                let largest = kept.into_iter().max_by(|a, b| area(&a[0]).total_cmp(&area(&b[0])));
                self.areas[s].extend(largest);
            }
            bands.push(contour);
        }
        let open = minus(&whole(), &[cities, solid, bands].concat());
        for shape in open.into_iter().filter(|s| area(&s[0]) > 400.0) {
            if let Some(field) = self.field_of(tile, &shape) {
                self.areas[field].push(shape);
            }
        }
    }

    /// The field that a piece of open ground belongs to: by a port on the border, or by the cities round it.
    fn field_of(&self, tile: &TileText, shape: &Shape) -> Option<usize> {
        let port = (0..12).find(|&p| p % 3 != 1 && inside(port_point(p), shape));
        let port = port.or_else(|| (0..12).find(|&p| inside(port_point(p), shape)));
        if let Some(port) = port {
            return Some(usize::from(tile.ports[port]));
        }
        let near = |city: u8| {
            let town = self.towns.iter().find(|t| t.segment == usize::from(city));
            town.is_some_and(|t| shape[0].iter().any(|&p| distance_to_contour(p, &t.outline) < 2.0))
        };
        let fields = (0..tile.segments.len()).filter(|&s| tile.segments[s].inside && tile.segments[s].kind == "field");
        let mut fields = fields.filter(|&s| tile.segments[s].touches.iter().all(|&c| near(c)));
        fields.find(|&s| self.areas[s].is_empty())
    }
}

/// A point of the tile just inside a port.
pub fn port_point(port: usize) -> Point {
    let edge = port / 3;
    let t = [0.14, 0.5, 0.86][port % 3];
    let on_edge = add(mul(corner(edge), 1.0 - t), mul(corner(edge + 1), t));
    along(on_edge, inward(edge), 10.0)
}

/// The curve of a wall before it is cut into straight stretches.
fn course(wall: &WallCourse, shape: Nesting) -> Vec<Point> {
    let (from, to) = (corner(wall.from), corner(wall.from + wall.skips));
    let d = unit(sub(to, from));
    let half = dist(from, to) / 2.0;
    let (slope, deep, shoulder) = match (wall.skips, shape) {
        (3, Nesting::Within) => ([150.0, 62.0], 170.0, 270.0),
        (3, _) => ([150.0, 104.0], 282.0, 280.0),
        (1, Nesting::Around) => ([70.0, 250.0], 420.0, 230.0),
        _ => ([105.0, 132.0], 230.0, 250.0),
    };
    let mut curve;
    if wall.skips == 2 {
        let outer = corner(wall.from + 1);
        let lean = |p: Point, back: Point| along(along(p, unit(sub(back, p)), 275.0), unit(sub(outer, p)), 245.0);
        let far = corner(wall.from + 3);
        curve = bezier([from, lean(from, far), lean(to, far), to], 40);
    } else {
        // A cap bulges away from its own edge, to the left; a bay in the city bulges to the right.
        let side = if wall.skips == 3 { mul(right(d), -1.0) } else { right(d) };
        let spot = |x: f64, y: f64| along(along(from, d, x), side, y);
        curve = bezier([from, spot(slope[0], slope[1]), spot(shoulder, deep), spot(half, deep)], 20);
        let back = [spot(half, deep), spot(2.0 * half - shoulder, deep), spot(2.0 * half - slope[0], slope[1]), to];
        curve.extend(bezier(back, 20).into_iter().skip(1));
    }
    curve
}

/// How a wall shares the tile with another city behind it.
#[derive(Clone, Copy, PartialEq)]
enum Nesting {
    /// It does not.
    Free,
    /// Its bay holds another city.
    Around,
    /// It lies in another city's bay.
    Within,
}

fn nesting(city: &CityCourse, wall: &WallCourse, all: &[CityCourse]) -> Nesting {
    let owner = |edge: usize| all.iter().position(|c| c.edges.contains(&(edge % 4)));
    match wall.skips {
        1 if owner(wall.from).is_some() => Nesting::Around,
        3 => {
            let (before, after) = (owner(city.edges[0] + 3), owner(city.edges[0] + 1));
            if before.is_some() && before == after { Nesting::Within } else { Nesting::Free }
        }
        _ => Nesting::Free,
    }
}

fn town(city: &CityCourse, topology: &Topology, random: &mut Random) -> Town {
    let index = topology.cities.iter().position(|c| c == city);
    let mut walls = Vec::new();
    let mut gates = Vec::new();
    for (w, wall) in city.walls.iter().enumerate() {
        let mut sides: Vec<usize> = topology
            .roads
            .iter()
            .filter_map(|r| match r {
                RoadCourse::Ending(_, edge, End::Gate(c, gate)) if Some(*c) == index && *gate == w => {
                    Some((edge + 4 - wall.from) % 4)
                }
                _ => None,
            })
            .collect();
        sides.sort_unstable();
        let (cuts, gated) = stretches(wall.skips, &sides, random);
        let curve = course(wall, nesting(city, wall, &topology.cities));
        let mut line: Vec<Point> = cuts.iter().map(|&t| at(&curve, t).0).collect();
        // Exactly the corner: the outline finds the next wall by it.
        let last = line.len() - 1;
        line[last] = corner(wall.from + wall.skips);
        for stretch in gated {
            let (a, b) = (line[stretch], line[stretch + 1]);
            gates.push(Gate { at: mul(add(a, b), 0.5), out: mul(right(unit(sub(b, a))), -1.0) });
        }
        walls.push(with_ends(line, city, wall));
    }
    Town { segment: city.segment, outline: outline(city, &walls), walls, edges: city.edges.clone(), gates }
}

/// The wall with its first and last steps: every wall leaves every corner in the same direction, so that walls of
/// neighbours meet alike, whatever their further course.
fn with_ends(mut line: Vec<Point>, city: &CityCourse, wall: &WallCourse) -> Vec<Point> {
    let end = wall.from + wall.skips;
    let step = |from: usize, edge: usize, own: usize| {
        // At a corner where the city only comes to a point, both its walls must leave room for each other.
        let angle: f64 = if city.edges.contains(&(own % 4)) { 50.0 } else { 34.0 };
        let other = if edge % 4 == from % 4 { corner(from + 1) } else { corner(from + 3) };
        let (sin, cos) = angle.to_radians().sin_cos();
        along(along(corner(from), unit(sub(other, corner(from))), cos * FIRST_STEP), inward(edge % 4), sin * FIRST_STEP)
    };
    line.insert(1, step(wall.from, wall.from, wall.from + 3));
    line.insert(line.len() - 1, step(end, end + 3, end));
    line
}

/// Where a wall bends, as shares of its length, and which of its straight stretches have a gate.
fn stretches(skips: usize, sides: &[usize], random: &mut Random) -> (Vec<f64>, Vec<usize>) {
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

fn outline(city: &CityCourse, walls: &[Vec<Point>]) -> Vec<Point> {
    let mut outline: Vec<Point> = Vec::new();
    for &edge in &city.edges {
        outline.push(corner(edge));
        // All walls that start where this edge ends, and go on from one another (cuts).
        let mut here = corner(edge + 1);
        while let Some(wall) = walls.iter().find(|w| w[0] == here && !outline.contains(&w[1])) {
            outline.extend(&wall[..wall.len() - 1]);
            here = wall[wall.len() - 1];
        }
    }
    outline
}

fn road(course: &RoadCourse, topology: &Topology, towns: &[Town]) -> Road {
    match *course {
        RoadCourse::Through(segment, a, b) => {
            let (from, to) = (edge_middle(a), edge_middle(b));
            let reach = if a % 2 == b % 2 { 330.0 } else { 276.0 };
            let curve = [from, along(from, inward(a), reach), along(to, inward(b), reach), to];
            Road { segment: Some(segment), line: bezier(curve, 22), lone: false }
        }
        RoadCourse::Ending(segment, edge, end) => {
            let start = if segment.is_some() { edge_middle(edge) } else { CENTRE };
            let line = match end {
                End::Gate(city, wall) => {
                    gate_road(start, edge, nearest_gate(&towns[city], topology, (city, wall), edge))
                }
                End::Hub | End::Monastery => bezier([start, start, CENTRE, CENTRE], 8),
                End::House => {
                    bezier([start, start, along(start, inward(edge), 400.0), along(start, inward(edge), 400.0)], 8)
                }
            };
            Road { segment, line, lone: end == End::House }
        }
    }
}

/// The gate that was made for the road from an edge: roads and gates of one wall have the same order.
fn nearest_gate(town: &Town, topology: &Topology, which: (usize, usize), edge: usize) -> Gate {
    let from = topology.cities[which.0].walls[which.1].from;
    let rank = |e: usize| (e + 4 - from) % 4;
    let before = topology.roads.iter().filter(|r| {
        matches!(r, RoadCourse::Ending(_, e, End::Gate(c, w)) if *c == which.0 && (*w < which.1 || *w == which.1 && rank(*e) < rank(edge)))
    });
    town.gates[before.count()]
}

fn gate_road(start: Point, edge: usize, gate: Gate) -> Vec<Point> {
    // It goes on under the gate, so that no field shows between.
    let end = along(gate.at, gate.out, -20.0);
    let reach = 0.42 * dist(start, gate.at);
    let first = if start == CENTRE { start } else { along(start, inward(edge), reach) };
    bezier([start, first, along(gate.at, gate.out, reach), end], 16)
}
