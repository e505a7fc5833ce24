//! Lays out a tile in rotation 0: outlines, walls, roads, rivers, and the area of every segment.

use bastide_core::tile_text::{SegmentText, TileText};

use crate::geometry::*;
use crate::mist;
use crate::random::Random;
pub use crate::road::{ROAD, Road};
use crate::topology::{End, Mouth, RoadCourse, Topology, is_marked, ruin};
use crate::town::{Gate, Town, WallInputs};
use crate::water::{Bridge, River, bridges, rivers};

/// Thickness of a city wall.
pub const WALL: f64 = 30.0;
/// Radius of the square at a crossroads.
pub const HUB: f64 = 96.0;
/// Radius of a monastery's precinct.
pub const PRECINCT_RADIUS: f64 = 172.0;
/// Radius of a roundabout, including its road.
pub const RING: f64 = 168.0;
/// Radius of a tower's foundation.
pub const FOUNDATION: f64 = 92.0;
/// Radius of a ruin's ground.
pub const RUIN: f64 = 126.0;
/// Radius of a quarter.
pub const QUARTER: f64 = 190.0;
/// Distance from the border to a tunnel mouth that does not divide the field.
const MOUTH_BORDER_DISTANCE: f64 = 150.0;

/// Geometry of a tile, without styling.
pub struct Plan {
    /// The cities as drawn, with their walls.
    pub towns: Vec<Town>,
    /// The roads as drawn.
    pub roads: Vec<Road>,
    /// The rivers, one entry for each arm.
    pub rivers: Vec<River>,
    /// Road bridges.
    pub bridges: Vec<Bridge>,
    /// Whether roads meet in the middle of the tile.
    pub hub: bool,
    /// Segment of the roundabout.
    pub ring: Option<usize>,
    /// Segment and centre of the monastery, or of the castle or cemetery in its place.
    pub monastery: Option<(usize, Point)>,
    /// Names of the drawings for the monastery's ground and building.
    pub landmark: [&'static str; 2],
    /// The corner with a ruin.
    pub ruin: Option<Point>,
    /// The layers of mist, widest first.
    pub veil: Vec<Vec<Shape>>,
    /// Whether the tile is an abbey.
    pub abbey: bool,
    /// Segment and centre of the tower's foundation.
    pub tower: Option<(usize, Point)>,
    /// Segment and centre of the quarter.
    pub quarter: Option<(usize, Point)>,
    /// Name of the quarter's landmark.
    pub quarter_word: Option<&'static str>,
    /// Position of the volcano, if a road determines it.
    pub volcano: Option<Point>,
    /// Area of each segment, by index.
    pub areas: Vec<Vec<Shape>>,
}

impl Plan {
    /// Lays out a tile.
    pub fn new(tile: &TileText) -> Self {
        let topology = Topology::new(tile);
        let mut random = Random::named(&format!("{}/{}", tile.set, tile.id));
        let site = WallInputs { tile, topology: &topology };
        let towns: Vec<Town> = (0..topology.cities.len()).map(|c| site.town(c, &mut random)).collect();
        let abbey = is_marked(tile, "abbey");
        let monastery = topology.monastery.map(|m| (m, monastery_place(&topology)));
        let rivers = rivers(&topology, &towns, monastery.map(|m| m.1), &mut random);
        let tower = tile.segments.iter().position(|s| s.kind == "tower");
        let ends_at = |end| topology.roads.iter().any(|r| matches!(r, RoadCourse::Ending(_, _, e) if *e == end));
        let tower = tower.filter(|_| ends_at(End::Tower)).map(|t| (t, tower_place(tile, &topology, &towns)));
        let volcano = ends_at(End::Volcano).then_some([500.0, 470.0]);
        let ends = Ends { tower: tower.map(|t| t.1), monastery: monastery.map(|m| m.1) };
        let roads: Vec<Road> = topology.roads.iter().map(|r| road(r, &topology, &towns, &ends)).collect();
        let ring = topology.roads.iter().find_map(|r| match r {
            RoadCourse::Ending(segment, _, End::Ring) => *segment,
            _ => None,
        });
        let bridges = bridges(tile, &roads, &rivers, &towns);
        let areas = vec![Vec::new(); tile.segments.len()];
        let hub = topology.hub;
        let mut plan = Self {
            towns,
            roads,
            rivers,
            bridges,
            hub,
            ring,
            monastery,
            landmark: landmark(monastery.map(|m| &tile.segments[m.0])),
            ruin: ruin(tile).map(corner),
            veil: Vec::new(),
            abbey,
            tower,
            quarter: None,
            quarter_word: None,
            volcano,
            areas,
        };
        let mut banks = mist::banks(tile, &mut random);
        let filled = plan.measure_areas(tile, &mut banks);
        plan.veil = mist::veil(&banks, &filled, &plan.towns, &mut random);
        plan.place_inner(tile);
        plan
    }

    /// Computes the area of every segment. Returns the ground that is completely under mist.
    fn measure_areas(&mut self, tile: &TileText, banks: &mut [mist::Bank]) -> Vec<Shape> {
        let whole = || vec![vec![CORNERS.to_vec()]];
        if let (true, Some((m, _))) = (self.abbey, self.monastery) {
            self.areas[m] = whole();
            return Vec::new();
        }
        let cities: Vec<Vec<Point>> = self.towns.iter().map(|t| t.outline.clone()).collect();
        let mut solid = Vec::new();
        if self.hub {
            solid.push(disc(CENTRE, HUB));
        }
        if let Some(s) = self.ring {
            solid.push(disc(CENTRE, RING));
            self.areas[s] = vec![vec![disc(CENTRE, RING)]];
        }
        solid.extend(self.ruin.map(|at| disc(at, RUIN)));
        for (segment, at, radius) in self.discs() {
            solid.push(disc(at, radius));
            self.areas[segment] = vec![vec![disc(at, radius)]];
        }
        let decks = self.decks();
        let upper: Vec<Vec<Point>> = self.towns.iter().filter(|t| t.upper).map(|t| t.outline.clone()).collect();
        for town in &self.towns {
            let above = if town.upper { &[][..] } else { &upper };
            let over = [above, &solid, &decks.iter().map(|d| d.1.clone()).collect::<Vec<_>>()].concat();
            self.areas[town.segment] = cut(&town.outline, &over);
        }
        let bands = self.measure_roads_and_rivers(&cities, &solid, &decks);
        let open = subtract(&whole(), &[cities, solid, bands].concat());
        let mut filled = Vec::new();
        for shape in open.into_iter().filter(|s| area(&s[0]) > 400.0) {
            if banks.iter().any(|bank| owners(tile, &shape).contains(&bank.segment)) {
                filled.extend(self.divide_mist(tile, shape, banks));
            } else if let Some(field) = self.field_of(tile, &shape) {
                self.areas[field].push(shape);
            }
        }
        filled
    }

    /// Divides a piece of open ground between mist and clear fields. Returns the piece if it contains no clear field.
    fn divide_mist(&mut self, tile: &TileText, shape: Shape, banks: &mut [mist::Bank]) -> Option<Shape> {
        let owners_here = owners(tile, &shape);
        let mut here: Vec<&mut mist::Bank> = banks.iter_mut().filter(|b| owners_here.contains(&b.segment)).collect();
        let mut fields: Vec<usize> =
            owners_here.iter().copied().filter(|&s| here.iter().all(|bank| bank.segment != s)).collect();
        fields.sort_unstable();
        fields.dedup();
        if fields.is_empty() {
            self.areas[here[0].segment].push(shape.clone());
            return Some(shape);
        }
        // Only mist that extends across the tile can separate two clear fields on one piece of ground.
        here[0].across |= fields.len() > 1; // MIST-11
        let mut clear = vec![shape];
        for bank in &here {
            let contours = bank.contours(0.0, None);
            let covered = intersect(&clear, &contours);
            self.areas[bank.segment].extend(covered.into_iter().filter(|s| area(&s[0]) > 400.0));
            clear = subtract(&clear, &contours);
        }
        for piece in clear.into_iter().filter(|s| area(&s[0]) > 400.0) {
            let owner = owners(tile, &piece).first().copied().unwrap_or(here[0].segment);
            self.areas[owner].push(piece);
        }
        None
    }

    /// Computes the areas of roads and rivers. Returns the bands that they occupy.
    fn measure_roads_and_rivers(
        &mut self,
        cities: &[Vec<Point>],
        solid: &[Vec<Point>],
        decks: &[(usize, Vec<Point>)],
    ) -> Vec<Vec<Point>> {
        let mut bands = Vec::new();
        for (r, road) in self.roads.iter().enumerate() {
            let contour = band(&road.line, ROAD);
            if let Some(s) = road.segment {
                // A road on a bridge is not cut, and divides what it crosses.
                let bridge = decks.iter().any(|d| d.0 == r);
                let over = decks.iter().filter(|d| d.0 != r && !bridge).map(|d| d.1.clone()).collect::<Vec<_>>();
                let towns = if bridge { &[][..] } else { cities };
                let kept = subtract(&[vec![clip(&contour, 0.0)]], &[towns, solid, &over].concat());
                // Small pieces beyond a gate or a precinct are dropped.
                self.areas[s].extend(kept.into_iter().filter(|shape| area(&shape[0]) > 4000.0));
            }
            bands.push(contour);
        }
        let roads = bands.clone();
        let mut water: Vec<Vec<Point>> = Vec::new();
        for river in &self.rivers {
            for contour in river.contours() {
                let kept = subtract(&[vec![clip(&contour, 0.0)]], &[cities, solid, &roads, &water].concat());
                self.areas[river.segment].extend(kept.into_iter().filter(|shape| area(&shape[0]) > 4000.0));
                water.push(contour);
            }
        }
        bands.extend(water);
        bands
    }

    /// Returns the bands of roads on bridges, each with the road's index.
    fn decks(&self) -> Vec<(usize, Vec<Point>)> {
        self.bridges.iter().map(|b| (b.road, band(&self.roads[b.road].line, ROAD))).collect()
    }

    /// Returns the segments whose area is a disc, as segment, centre and radius.
    fn discs(&self) -> Vec<(usize, Point, f64)> {
        let discs = [(self.monastery, PRECINCT_RADIUS), (self.tower, FOUNDATION), (self.quarter, QUARTER)];
        discs.into_iter().filter_map(|(disc, radius)| disc.map(|(segment, at)| (segment, at, radius))).collect()
    }

    /// Finds room for a quarter and for a foundation where no road ends, and cuts both out of the areas that they occupy.
    fn place_inner(&mut self, tile: &TileText) {
        let find = |kind: &str| (0..tile.segments.len()).find(|&s| tile.segments[s].kind == kind);
        if let Some(t) = find("tower").filter(|_| self.tower.is_none()) {
            let at = self.roomiest(tile, &["field", "city"], 150.0);
            self.tower = Some((t, at));
            self.cut_out(t, at, FOUNDATION);
        }
        if let Some(q) = find("quarter") {
            let at = self.roomiest(tile, &["city"], 262.0);
            let word = tile.segments[q].word("quarter");
            self.quarter = Some((q, at));
            self.quarter_word = ["castle", "blacksmith", "cathedral", "market"].into_iter().find(|w| word == Some(w));
            self.cut_out(q, at, QUARTER);
        }
    }

    fn cut_out(&mut self, segment: usize, at: Point, radius: f64) {
        let hole = [disc(at, radius)];
        for area in &mut self.areas {
            *area = subtract(area, &hole);
        }
        self.areas[segment] = vec![hole.to_vec()];
    }

    /// Returns the roomiest point in segments of these kinds, listed in order of preference.
    fn roomiest(&self, tile: &TileText, kinds: &[&str], deep: f64) -> Point {
        let mut best = (f64::NEG_INFINITY, CENTRE);
        for (s, area) in self.areas.iter().enumerate().filter(|(_, area)| !area.is_empty()) {
            let Some(rank) = kinds.iter().position(|k| *k == tile.segments[s].kind) else { continue };
            for i in 0..49 * 49 {
                let p = [f64::from(i % 49 + 1) * 20.0, f64::from(i / 49 + 1) * 20.0];
                if !inside_shapes(p, area) {
                    continue;
                }
                let border = p[0].min(p[1]).min(SIDE - p[0]).min(SIDE - p[1]);
                let room = distance_to_shapes(p, area).min(border).min(deep);
                let score = room - rank as f64 * 30.0 - dist(p, CENTRE) * 0.03;
                if score > best.0 {
                    best = (score, p);
                }
            }
        }
        best.1
    }

    /// Returns the field that a piece of open ground belongs to, determined by a port on the border or by the adjacent cities.
    fn field_of(&self, tile: &TileText, shape: &Shape) -> Option<usize> {
        // Half of a block's inner edge may be field even though the city owns all ports of that edge.
        let ports = (0..12).filter(|&p| !tile.inner.contains(&(p as u8 / 3)) && inside(port_point(p), shape));
        let mut ports = ports.collect::<Vec<_>>();
        ports.sort_by_key(|p| p % 3 == 1);
        if let Some(&port) = ports.first() {
            return Some(usize::from(tile.ports[port]));
        }
        let fields: Vec<usize> =
            (0..tile.segments.len()).filter(|&s| tile.segments[s].inside && tile.segments[s].kind == "field").collect();
        if let Some(top) = self.towns.iter().find(|t| t.upper) {
            // An enclosed field continues under the bridge. The upper city's first edge determines which of the two enclosed fields this
            // is.
            let middle = mul(shape[0].iter().fold([0.0, 0.0], |sum, &p| add(sum, p)), 1.0 / shape[0].len() as f64);
            let edge = top.edges[0].0;
            let far = dist(middle, edge_middle(edge)) > dist(middle, edge_middle(edge + 2));
            return fields.get(usize::from(far)).or(fields.first()).copied();
        }
        let near = |city: u8| {
            let town = self.towns.iter().find(|t| t.segment == usize::from(city));
            town.is_some_and(|t| shape[0].iter().any(|&p| distance_to_contour(p, &t.outline) < 2.0))
        };
        let mut fields = fields.into_iter().filter(|&s| tile.segments[s].touches.iter().all(|&c| near(c)));
        fields.find(|&s| self.areas[s].is_empty())
    }
}

/// Returns the names of the drawings for a monastery, or for what is in its place: the ground, and the building on it.
fn landmark(monastery: Option<&SegmentText>) -> [&'static str; 2] {
    match monastery.map(|own| own.kind.as_str()) {
        Some("castle") => ["moat", "stronghold"],
        Some("cemetery") => ["graveyard", "graves"],
        _ if monastery.is_some_and(|own| own.number("shrine") > 0) => ["sanctuary", "shrine"],
        _ => ["precinct", "church"],
    }
}

/// Returns the segments that own the ports on a piece of ground.
fn owners(tile: &TileText, shape: &Shape) -> Vec<usize> {
    (0..12).filter(|&port| inside(port_point(port), shape)).map(|port| usize::from(tile.ports[port])).collect()
}

/// Subtracts the shapes in `over` from a contour and drops small pieces.
fn cut(contour: &[Point], over: &[Vec<Point>]) -> Vec<Shape> {
    if over.is_empty() {
        return vec![vec![contour.to_vec()]];
    }
    subtract(&[vec![contour.to_vec()]], over).into_iter().filter(|shape| area(&shape[0]) > 4000.0).collect()
}

/// Returns the centre of a monastery: the centre of the tile, unless a river or a wall is there.
fn monastery_place(topology: &Topology) -> Point {
    if !topology.rivers.is_empty() {
        return [500.0, 264.0];
    }
    match topology.cities.first() {
        Some(city) if city.edges.len() == 3 => {
            let open = (0..4).find(|e| !city.edges.contains(e)).unwrap_or(2);
            move_along(CENTRE, inward_direction(open), 90.0)
        }
        _ => CENTRE,
    }
}

/// Returns the centre of a tower where roads end: the centre of the tile, or a point touching the wall if the tower separates two fields
/// beside the same city.
fn tower_place(tile: &TileText, topology: &Topology, towns: &[Town]) -> Point {
    let open = (0..4).find(|&e| tile.segments[usize::from(tile.ports[3 * e + 1])].kind == "road");
    match (topology.cities.first().and_then(|c| c.walls.first()), open) {
        (Some(wall), Some(edge)) if wall.skips == 3 => {
            let (p, _) = at(&towns[0].walls[0], 0.5);
            move_along(p, normalize(sub(edge_middle(edge), p)), FOUNDATION - 15.0)
        }
        _ => CENTRE,
    }
}

/// Returns a point just inside the tile's border, at a port.
pub fn port_point(port: usize) -> Point {
    let edge = port / 3;
    let t = [0.14, 0.5, 0.86][port % 3];
    let on_edge = add(mul(corner(edge), 1.0 - t), mul(corner(edge + 1), t));
    move_along(on_edge, inward_direction(edge), 10.0)
}

/// Points on the tile where roads can end.
struct Ends {
    tower: Option<Point>,
    monastery: Option<Point>,
}

fn road(course: &RoadCourse, topology: &Topology, towns: &[Town], ends: &Ends) -> Road {
    let whole = |segment: usize, line: Vec<Point>| Road { segment: Some(segment), line, house: None, mouth: false };
    match *course {
        RoadCourse::Through(segment, a, b) => {
            let (from, to) = (edge_middle(a), edge_middle(b));
            let reach = if a % 2 == b % 2 { 330.0 } else { 276.0 };
            let curve =
                [from, move_along(from, inward_direction(a), reach), move_along(to, inward_direction(b), reach), to];
            whole(segment, bezier(curve, 22))
        }
        RoadCourse::Touching(segment, a, b, (city, wall)) => whole(segment, touching(a, b, &towns[city].walls[wall])),
        RoadCourse::Tunnel(segment, edge, mouth) => {
            let wall = towns.iter().flat_map(|t| &t.arches).find(|arch| {
                let d = sub(arch.gate.at, edge_middle(edge));
                d[0] * inward_direction(edge)[0] + d[1] * inward_direction(edge)[1] < SIDE / 2.0
            });
            let from = edge_middle(edge);
            let to = match (mouth, wall) {
                (Mouth::Wall, Some(arch)) => move_along(arch.gate.at, arch.gate.out, -20.0),
                _ => move_along(from, inward_direction(edge), MOUTH_BORDER_DISTANCE),
            };
            Road { mouth: mouth == Mouth::Field, ..whole(segment, bezier([from, from, to, to], 8)) }
        }
        RoadCourse::Ending(segment, edge, end) => {
            let start = if segment.is_some() { edge_middle(edge) } else { CENTRE };
            let straight = |to: Point| bezier([start, start, to, to], 8);
            let ahead = |by: f64| straight(move_along(start, inward_direction(edge), by));
            let line = match end {
                End::Gate(city, wall) => {
                    gate_road(start, edge, nearest_gate(&towns[city], topology, (city, wall), edge))
                }
                End::Hub | End::Ring => straight(CENTRE),
                End::Monastery => bend(start, edge, ends.monastery.unwrap_or(CENTRE)),
                End::Ruin(at) => {
                    bend(start, edge, move_along(corner(at), normalize(sub(CENTRE, corner(at))), RUIN - 40.0))
                }
                End::Corner(at) => bend(start, edge, corner(at)),
                End::Tower => bend(start, edge, ends.tower.unwrap_or(CENTRE)),
                End::Volcano => ahead(380.0),
                End::Spring => ahead(500.0),
                // This house is beyond the bridge.
                End::House if topology.roads.len() > 1 => ahead(730.0),
                End::House => ahead(400.0),
            };
            let last = line[line.len() - 1];
            let house = match end {
                End::House => Some(last),
                End::Spring => Some(add(last, [-70.0, -106.0])),
                _ => None,
            };
            Road { segment, line, house, mouth: false }
        }
    }
}

/// Returns a road that ends at a point and crosses its edge at a right angle.
fn bend(start: Point, edge: usize, to: Point) -> Vec<Point> {
    bezier([start, move_along(start, inward_direction(edge), dist(start, to) * 0.4), to, to], 10)
}

/// Returns a road that runs beside a wall and touches it.
fn touching(a: usize, b: usize, wall: &[Point]) -> Vec<Point> {
    let (p, along_wall) = at(wall, 0.5);
    let (from, to) = (edge_middle(a), edge_middle(b));
    let out = mul(right(along_wall), -1.0);
    let touch = move_along(p, out, ROAD / 2.0 - 16.0);
    let ahead = sub(to, from);
    let d = if ahead[0] * along_wall[0] + ahead[1] * along_wall[1] < 0.0 { mul(along_wall, -1.0) } else { along_wall };
    let mut line =
        bezier([from, move_along(from, inward_direction(a), 230.0), move_along(touch, d, -190.0), touch], 14);
    line.extend(
        bezier([touch, move_along(touch, d, 190.0), move_along(to, inward_direction(b), 230.0), to], 14)
            .into_iter()
            .skip(1),
    );
    line
}

/// Returns the gate for the road from an edge. The roads that lead to a wall are in the same order as the wall's gates.
fn nearest_gate(town: &Town, topology: &Topology, which: (usize, usize), edge: usize) -> Gate {
    let from = topology.cities[which.0].walls[which.1].from;
    let rank = |e: usize| (e + 4 - from) % 4;
    let before = topology.roads.iter().filter(|r| {
        matches!(r, RoadCourse::Ending(_, e, End::Gate(c, w)) if *c == which.0 && (*w < which.1 || *w == which.1 && rank(*e) < rank(edge)))
    });
    town.gates[before.count()]
}

fn gate_road(start: Point, edge: usize, gate: Gate) -> Vec<Point> {
    // The road continues under the gate, so that no field shows between them.
    let end = move_along(gate.at, gate.out, -20.0);
    let reach = 0.42 * dist(start, gate.at);
    let first = if start == CENTRE { start } else { move_along(start, inward_direction(edge), reach) };
    bezier([start, first, move_along(gate.at, gate.out, reach), end], 16)
}
