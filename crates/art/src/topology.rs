//! Derives a tile's topology from its ports and letters, before any line is drawn: where walls run and where roads end.

use bastide_core::tile_text::TileText;

/// A boundary line between a city and the rest of the tile, from one corner to another, clockwise around the city.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WallCourse {
    /// Corner where the wall starts.
    pub from: usize,
    /// Number of edges outside the wall, 1 to 3, clockwise from `from`.
    pub skips: usize,
}

/// A city on the tile: whole edges, and the walls between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CityCourse {
    /// Index of the city's segment in the tile.
    pub segment: usize,
    /// Edges owned by the city, clockwise.
    pub edges: Vec<usize>,
    /// Walls, clockwise; none if the city fills the tile.
    pub walls: Vec<WallCourse>,
}

/// End of a road that has only one port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// At a gate: the index of a city in [`Topology::cities`] and of one of its walls.
    Gate(usize, usize),
    /// At the crossroads in the middle.
    Hub,
    /// At the monastery, the castle or the cemetery.
    Monastery,
    /// In open ground, at a detached house.
    House,
    /// At the house beside a spring.
    Spring,
    /// At the foundation of a tower.
    Tower,
    /// At the foot of a volcano.
    Volcano,
    /// At a roundabout, which is part of the road.
    Ring,
    /// At the ruin on this corner.
    Ruin(usize),
    /// In this corner, between two cities.
    Corner(usize),
}

/// Course of a road, derived from the ports. Each variant begins with the index of the road's segment, followed by the road's edges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RoadCourse {
    /// Runs from edge to edge.
    Through(usize, usize, usize),
    /// Runs from edge to edge and touches a city's wall on the way, which keeps the fields there separate. The pair contains the indices of
    /// the city and the wall.
    Touching(usize, usize, usize, (usize, usize)),
    /// Enters from an edge and disappears into a tunnel under a city, either in the city's wall or in the field in front of the wall.
    Tunnel(usize, usize, Mouth),
    /// Enters from an edge and ends. A stub between the crossroads and a gate joins no other tile, so it has no segment.
    Ending(Option<usize>, usize, End),
}

/// Location of a tunnel's mouth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mouth {
    /// In the wall; the road divides the field in front of the wall.
    Wall,
    /// In the field, which the road does not divide.
    Field,
}

/// Course of a river, derived from the ports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RiverCourse {
    /// Index of the river's segment in the tile.
    pub segment: usize,
    /// Edges that the river crosses, clockwise.
    pub edges: Vec<usize>,
    /// Source or end of the river, if either is on the tile.
    pub source: Source,
}

/// The other end of a river that crosses only one edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// None; the river flows through the tile.
    None,
    /// A spring on the tile.
    Spring,
    /// A lake in open ground.
    Lake,
    /// A lake in front of the wall of the city on this edge.
    LakeAtWall(usize),
}

/// The complete topology of a tile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Topology {
    /// The cities that own an edge.
    pub cities: Vec<CityCourse>,
    /// The roads and stubs.
    pub roads: Vec<RoadCourse>,
    /// The rivers, one entry for each segment.
    pub rivers: Vec<RiverCourse>,
    /// The segment of the monastery, or of the castle or cemetery in its place.
    pub monastery: Option<usize>,
    /// Whether roads meet in the middle of the tile.
    pub hub: bool,
    /// Index of the city that passes over another one on a bridge.
    pub upper_city: Option<usize>,
}

/// Kinds of segment that stand alone in the middle of a tile, where roads can end.
pub const MONASTERIES: [&str; 3] = ["monastery", "castle", "cemetery"];
const CORNER_NAMES: [&str; 4] = ["NW", "NE", "SE", "SW"];

impl Topology {
    /// Analyses a tile.
    pub fn new(tile: &TileText) -> Self {
        let cities = cities(tile);
        let rivers = rivers(tile);
        let monastery = tile.segments.iter().position(|s| MONASTERIES.contains(&s.kind.as_str()));
        let ways = segments_of(tile, "road").map(|s| (s, edges_of(tile, s))).collect::<Vec<_>>();
        let ends: Vec<(usize, usize)> = ways.iter().filter(|w| w.1.len() == 1).map(|(s, e)| (*s, e[0])).collect();
        let mut roads = Vec::new();
        for &(segment, edge) in &ends {
            let end = road_end(tile, &cities, monastery, (segment, edge), ends.len() == 1);
            roads.push(RoadCourse::Ending(Some(segment), edge, end));
        }
        let mut whole = Vec::new();
        for (segment, edges) in ways.iter().filter(|w| w.1.len() > 1) {
            whole.extend(long_road(tile, &cities, *segment, edges));
        }
        // Mist can separate the fields too, so a tile with mist needs no stub.
        let parted = !rivers.is_empty() || segments_of(tile, "mist").next().is_some();
        let stubs = if !parted { gate_stubs(tile, &cities, &[&roads[..], &whole].concat()) } else { Vec::new() };
        let met = roads.iter().any(|r| matches!(r, RoadCourse::Ending(_, _, End::Hub)));
        let hub = met || !stubs.is_empty();
        for road in whole {
            match road {
                RoadCourse::Through(segment, a, b) if hub && !is_marked(tile, "bridge") => {
                    roads.extend([a, b].map(|e| RoadCourse::Ending(Some(segment), e, End::Hub)));
                }
                road => roads.push(road),
            }
        }
        roads.extend(stubs);
        let only_cities = ways.is_empty() && rivers.is_empty();
        let upper_city = (is_marked(tile, "bridge") && only_cities && cities.len() == 2).then_some(0);
        Self { cities, roads, rivers, monastery, hub, upper_city }
    }
}

/// Returns whether the tile has a mark.
pub fn is_marked(tile: &TileText, mark: &str) -> bool {
    tile.marks.iter().any(|m| m == mark)
}

/// Returns the corner with a ruin (MIST-01).
pub fn ruin(tile: &TileText) -> Option<usize> {
    let marks = ["ruin-nw", "ruin-ne", "ruin-se", "ruin-sw"];
    marks.iter().position(|mark| is_marked(tile, mark))
}

/// Determines the end of a road that has one port.
fn road_end(
    tile: &TileText,
    cities: &[CityCourse],
    monastery: Option<usize>,
    (segment, edge): (usize, usize),
    alone: bool,
) -> End {
    let (left, right) = (field_at(tile, 3 * edge), field_at(tile, 3 * edge + 2));
    let leads_to = |kind: &str| {
        let mut links = tile.segments[segment].links.iter();
        links.find(|&&other| tile.segments[usize::from(other)].kind == kind).copied()
    };
    let shared = tile.segments[left].touches.iter().find(|c| tile.segments[right].touches.contains(c)).copied();
    // Beyond a bridge, the fields at the edge do not determine the gate; the file's link from the road to the city does.
    let bridge = is_marked(tile, "bridge");
    let gate = shared.filter(|_| left != right).or_else(|| leads_to("city").filter(|_| bridge));
    let gate = gate.and_then(|city| wall_facing(cities, usize::from(city), edge));
    // Under mist, the fields at the edge do not determine the gate either. A lone road there leads to the tile's city, if any.
    let misty = tile.segments[left].kind == "mist" && left == right && alone;
    let gate = gate.or_else(|| cities.iter().filter(|_| misty).find_map(|c| wall_facing(cities, c.segment, edge)));
    let spring = tile.segments.iter().any(|s| s.number("spring") > 0);
    if let Some(corner) = ruin(tile) {
        return End::Ruin(corner);
    }
    if let (None, Some(corner)) = (gate, meeting_corner(tile, left, right)) {
        return End::Corner(corner);
    }
    match gate {
        _ if monastery.is_some() => End::Monastery,
        _ if is_marked(tile, "tower") && tile.segments[segment].links.is_empty() => End::Tower,
        _ if is_marked(tile, "volcano") && left == right => End::Volcano,
        _ if spring && left != right => End::Spring,
        Some((city, wall)) => End::Gate(city, wall),
        None if bridge || left == right && alone => End::House,
        _ => End::Hub,
    }
}

/// Returns the corner in which two cities meet that two fields touch, one each: there a road between the fields ends.
fn meeting_corner(tile: &TileText, left: usize, right: usize) -> Option<usize> {
    let touch = |field: usize, city: usize| tile.segments[field].touches.iter().any(|&c| usize::from(c) == city);
    (0..4).find(|corner| {
        let (before, after) = (field_at(tile, 3 * corner + 11), field_at(tile, 3 * corner));
        let apart = |one, other| touch(left, one) && !touch(left, other) && touch(right, other) && !touch(right, one);
        apart(before, after) || apart(after, before)
    })
}

/// Returns the courses of a road with several ports: through the tile, along a wall, under a city, or to a roundabout.
fn long_road(tile: &TileText, cities: &[CityCourse], segment: usize, edges: &[usize]) -> Vec<RoadCourse> {
    let &[a, b] = edges else {
        return edges.iter().map(|&e| RoadCourse::Ending(Some(segment), e, End::Ring)).collect();
    };
    if is_marked(tile, "tunnel") {
        let mouth = |e: usize| {
            let parted = field_at(tile, 3 * e) != field_at(tile, 3 * e + 2);
            RoadCourse::Tunnel(segment, e, if parted { Mouth::Wall } else { Mouth::Field })
        };
        return vec![mouth(a), mouth(b)];
    }
    // Finds two fields on the same side of the road, one at each end, separated by a wall that the road touches.
    let touched = [(a, b), (b, a)].into_iter().find_map(|(from, to)| {
        let (first, last) = (field_at(tile, 3 * from + 2), field_at(tile, 3 * to));
        let both = |c: &u8| tile.segments[last].touches.contains(c);
        let city = *tile.segments[first].touches.iter().find(|c| first != last && both(c))?;
        let city = cities.iter().position(|town| town.segment == usize::from(city))?;
        let one = cities[city].walls.len() == 1;
        one.then_some(((from, to), (city, 0)))
    });
    match touched {
        Some(((from, to), wall)) => vec![RoadCourse::Touching(segment, from, to, wall)],
        None => vec![RoadCourse::Through(segment, a, b)],
    }
}

fn rivers(tile: &TileText) -> Vec<RiverCourse> {
    let rivers = segments_of(tile, "river").map(|segment| {
        let edges = edges_of(tile, segment);
        let (first, text) = (edges[0], &tile.segments[segment]);
        let parted = field_at(tile, 3 * first) != field_at(tile, 3 * first + 2);
        let source = match (edges.len(), text.number("lake") > 0) {
            (1, true) if parted => Source::LakeAtWall((first + 2) % 4),
            (1, true) => Source::Lake,
            (1, false) => Source::Spring,
            _ => Source::None,
        };
        RiverCourse { segment, edges, source }
    });
    rivers.collect()
}

fn segments_of<'a>(tile: &'a TileText, kind: &'a str) -> impl Iterator<Item = usize> + 'a {
    (0..tile.segments.len()).filter(move |&s| tile.segments[s].kind == kind)
}

fn field_at(tile: &TileText, port: usize) -> usize {
    usize::from(tile.ports[port % 12])
}

/// Returns the edges whose middle port a segment owns.
fn edges_of(tile: &TileText, segment: usize) -> Vec<usize> {
    (0..4).filter(|e| field_at(tile, 3 * e + 1) == segment).collect()
}

fn cities(tile: &TileText) -> Vec<CityCourse> {
    let mut cities = Vec::new();
    for segment in segments_of(tile, "city") {
        let mut edges = edges_of(tile, segment);
        // The list starts after a gap, so that no run of edges wraps around its end.
        if let Some(first) = edges.iter().position(|e| !edges.contains(&((e + 3) % 4))) {
            edges.rotate_left(first);
        }
        let mut walls = Vec::new();
        for (i, &edge) in edges.iter().enumerate() {
            let next = edges[(i + 1) % edges.len()];
            let (mut from, mut skips) = (edge + 1, (next + 7 - edge) % 4);
            // At a cut, the city ends in a point in that corner, so two walls meet there.
            let mut done = 0;
            for k in 1..skips {
                if is_cut(tile, segment, edge + 1 + k) {
                    walls.push(WallCourse { from: from % 4, skips: k - done });
                    from = edge + 1 + k;
                    done = k;
                }
            }
            skips -= done;
            if skips > 0 {
                walls.push(WallCourse { from: from % 4, skips });
            }
        }
        if !edges.is_empty() {
            cities.push(CityCourse { segment, edges, walls });
        }
    }
    cities
}

/// Returns whether this city tapers to a point in a corner: either the tile is cut there and both fields touch the city, or the city
/// separates a field that begins in the corner from another city that ends there.
fn is_cut(tile: &TileText, city: usize, corner: usize) -> bool {
    let corner = corner % 4;
    let (before, after) = (field_at(tile, 3 * corner + 11), field_at(tile, 3 * corner));
    let wedged = [(before, after), (after, before)].iter().any(|&(field, other)| {
        let touches = |c: usize| tile.segments[field].touches.iter().any(|&t| usize::from(t) == c);
        tile.segments[other].kind == "city" && other != city && touches(city) && !touches(other)
    });
    if wedged {
        return true;
    }
    tile.cuts.iter().any(|c| c == CORNER_NAMES[corner])
        && [before, after].iter().all(|&f| tile.segments[f].touches.iter().any(|&c| usize::from(c) == city))
}

/// Returns the index of a city and the index of its wall that faces an edge.
fn wall_facing(cities: &[CityCourse], segment: usize, edge: usize) -> Option<(usize, usize)> {
    let city = cities.iter().position(|c| c.segment == segment)?;
    let wall = cities[city].walls.iter().position(|w| (edge + 4 - w.from) % 4 < w.skips)?;
    Some((city, wall))
}

/// Returns the stubs from the crossroads to gates. A stub is needed where two different fields meet at a city that has no gate and whose
/// shape does not separate them: then only a road between the fields can.
fn gate_stubs(tile: &TileText, cities: &[CityCourse], roads: &[RoadCourse]) -> Vec<RoadCourse> {
    let gated = |city| {
        roads.iter().any(|r| match r {
            RoadCourse::Ending(_, _, End::Gate(c, _)) | RoadCourse::Touching(_, _, _, (c, _)) => *c == city,
            RoadCourse::Ending(_, _, end) => *end == End::Tower,
            RoadCourse::Through(..) | RoadCourse::Tunnel(..) => false,
        })
    };
    let mut stubs = Vec::new();
    for (index, city) in cities.iter().enumerate() {
        if city.walls.len() != 1 || gated(index) {
            continue;
        }
        let (first, last) = (city.edges[0], city.edges[city.edges.len() - 1]);
        let (before, after) = (field_at(tile, 3 * first + 11), field_at(tile, 3 * last + 3));
        if before != after && [before, after].iter().all(|&f| tile.segments[f].kind == "field") {
            let across = (last + 1 + city.walls[0].skips / 2) % 4;
            stubs.push(RoadCourse::Ending(None, across, End::Gate(index, 0)));
        }
    }
    stubs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn topology(set: &str, id: &str) -> Topology {
        let (name, text) = games::catalogue::files().find(|(name, _)| *name == set).unwrap();
        let set = games::catalogue::parse(name, text).unwrap();
        Topology::new(set.tiles.iter().find(|t| t.id == id).unwrap())
    }

    #[test]
    fn walls_run_between_the_edges_of_a_city() {
        let t = topology("base", "fcfc");
        assert_eq!(t.cities[0].walls, [WallCourse { from: 2, skips: 1 }, WallCourse { from: 0, skips: 1 }]);
        assert_eq!(topology("base", "cffc").cities[0].walls, [WallCourse { from: 1, skips: 2 }]);
        assert_eq!(topology("base", "cfff").cities[0].walls, [WallCourse { from: 1, skips: 3 }]);
        assert!(topology("base", "cccc-pennant").cities[0].walls.is_empty());
        let wedge = topology("inns-cathedrals", "cfff-wedge");
        assert_eq!(wedge.cities[0].walls, [WallCourse { from: 1, skips: 1 }, WallCourse { from: 2, skips: 2 }]);
    }

    #[test]
    fn road_ends_follow_from_the_fields() {
        let ends = |set, id| {
            let t = topology(set, id);
            let ends = t.roads.iter().filter_map(|r| match r {
                RoadCourse::Ending(_, _, end) => Some(*end),
                _ => None,
            });
            ends.collect::<Vec<_>>()
        };
        assert_eq!(ends("base", "ccrc"), [End::Gate(0, 0)]);
        assert_eq!(ends("base", "rstu"), [End::Hub; 4]);
        assert_eq!(ends("base", "crst"), [End::Hub; 3]);
        assert_eq!(ends("base", "ffrf-monastery"), [End::Monastery]);
        assert_eq!(ends("base", "crfr"), []);
        assert_eq!(ends("inns-cathedrals", "cfrf"), [End::Gate(0, 0)]);
        assert_eq!(ends("inns-cathedrals", "rcsc-pennant"), [End::Gate(0, 1), End::Gate(0, 0)]);
        assert_eq!(ends("inns-cathedrals", "crds"), [End::Hub, End::Hub, End::Gate(0, 0), End::Gate(1, 0)]);
        assert_eq!(ends("tower", "rsft"), [End::Tower; 3]);
        assert_eq!(ends("tower", "cfrf"), [End::Tower]);
        assert_eq!(ends("princess-dragon", "ffrf-volcano"), [End::Volcano]);
        assert_eq!(ends("games-quarterly", "fvfr-spring"), [End::Spring]);
        assert_eq!(ends("traders-builders", "cfrs"), [End::Gate(0, 0), End::House]);
        assert_eq!(ends("river-1", "cvrv"), [End::Gate(0, 0)]);
        assert_eq!(ends("abbey-mayor", "rrfr"), [End::Ring; 3]);
        assert_eq!(ends("abbey-mayor", "ffrf"), [End::House]);
    }

    #[test]
    fn roads_that_touch_a_wall_or_run_under_a_city_are_not_crossings() {
        for (set, id, from, to) in
            [("abbey-mayor", "crrf", 2, 1), ("abbey-mayor", "cfrr", 3, 2), ("tower", "crfr", 3, 1)]
        {
            let t = topology(set, id);
            assert!(matches!(t.roads[..], [RoadCourse::Touching(_, a, b, (0, 0))] if (a, b) == (from, to)), "{id}");
            assert!(!t.hub);
        }
        let tunnel = topology("abbey-mayor", "rcrc-tunnel-pennant");
        let mouths: Vec<_> = tunnel.roads.iter().map(|r| matches!(r, RoadCourse::Tunnel(_, _, Mouth::Wall))).collect();
        assert_eq!(mouths, [true, false]);
        assert!(matches!(topology("tower", "rcrc").roads[..], [RoadCourse::Through(..)]));
        assert_eq!(topology("abbey-mayor", "cdcd-pennant").upper_city, Some(0));
        assert_eq!(topology("king-robber", "cdcd").upper_city, Some(0));
        assert_eq!(topology("traders-builders", "fcdc-wine").upper_city, None);
    }

    #[test]
    fn a_city_ends_in_a_point_between_a_field_and_another_city() {
        let t = topology("princess-dragon", "cddf-princess-pennant");
        assert_eq!(t.cities[0].walls, [WallCourse { from: 1, skips: 2 }, WallCourse { from: 3, skips: 1 }]);
        assert_eq!(t.cities[1].walls, [WallCourse { from: 3, skips: 2 }]);
    }

    #[test]
    fn rivers_with_one_edge_begin_or_end_on_the_tile() {
        let source = |set, id| topology(set, id).rivers[0].source;
        assert_eq!(source("river-1", "fvff-spring"), Source::Spring);
        assert_eq!(source("river-1", "fffv-lake"), Source::Lake);
        assert_eq!(source("river-2", "fcfv-lake"), Source::LakeAtWall(1));
        assert_eq!(source("river-2", "vvfv-fork"), Source::None);
    }
}
