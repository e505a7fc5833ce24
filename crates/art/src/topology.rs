//! What a tile's ports and letters say about its drawing, before any line is drawn: where walls run, where roads end.

use bastide_core::tile_text::TileText;

/// A stretch of border between a city and the rest of the tile, from one corner to another, clockwise round the city.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WallCourse {
    /// The corner at which it starts.
    pub from: usize,
    /// The edges that lie outside it, 1 to 3 of them, clockwise from `from`.
    pub skips: usize,
}

/// One city of the tile: whole edges, and the walls between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CityCourse {
    /// The segment.
    pub segment: usize,
    /// Its edges, clockwise.
    pub edges: Vec<usize>,
    /// Its walls, clockwise; none if it fills the tile.
    pub walls: Vec<WallCourse>,
}

/// Where a road that has a single port ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// At the gate of a city (index into [`Topology::cities`]) in one of its walls.
    Gate(usize, usize),
    /// At the crossing in the middle.
    Hub,
    /// At the monastery.
    Monastery,
    /// In the open: a lone house.
    House,
}

/// A road as the ports tell it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RoadCourse {
    /// It runs through, from edge to edge.
    Through(usize, usize, usize),
    /// It comes in from an edge and ends. The segment is missing for a stub between a crossing and a gate, which joins
    /// no other tile.
    Ending(Option<usize>, usize, End),
}

/// All of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Topology {
    /// The cities that own an edge.
    pub cities: Vec<CityCourse>,
    /// The roads and stubs.
    pub roads: Vec<RoadCourse>,
    /// The monastery's segment.
    pub monastery: Option<usize>,
    /// Whether roads meet in the middle.
    pub hub: bool,
}

const CORNER_NAMES: [&str; 4] = ["NW", "NE", "SE", "SW"];

impl Topology {
    /// Reads a tile.
    pub fn new(tile: &TileText) -> Self {
        let cities = cities(tile);
        let monastery = tile.segments.iter().position(|s| s.kind == "monastery");
        let ways = segments_of(tile, "road").map(|s| (s, edges_of(tile, s))).collect::<Vec<_>>();
        let ends: Vec<(usize, usize)> = ways.iter().filter(|w| w.1.len() == 1).map(|(s, e)| (*s, e[0])).collect();
        let mut roads = Vec::new();
        let mut met = 0;
        for &(segment, edge) in &ends {
            let (left, right) = (field_at(tile, 3 * edge), field_at(tile, 3 * edge + 2));
            let shared = tile.segments[left].touches.iter().find(|c| tile.segments[right].touches.contains(c));
            let gate = shared.and_then(|&c| wall_before(&cities, usize::from(c), edge));
            let end = match (monastery, gate) {
                (Some(_), _) => End::Monastery,
                (None, Some((city, wall))) if left != right => End::Gate(city, wall),
                _ if left == right && ends.len() == 1 => End::House,
                _ => {
                    met += 1;
                    End::Hub
                }
            };
            roads.push(RoadCourse::Ending(Some(segment), edge, end));
        }
        let stubs = stubs(tile, &cities, &roads);
        let hub = met > 0 || !stubs.is_empty() || ways.iter().any(|w| w.1.len() > 2);
        for (segment, edges) in ways.iter().filter(|w| w.1.len() > 1) {
            match (hub, &edges[..]) {
                (false, &[a, b]) => roads.push(RoadCourse::Through(*segment, a, b)),
                _ => roads.extend(edges.iter().map(|&e| RoadCourse::Ending(Some(*segment), e, End::Hub))),
            }
        }
        roads.extend(stubs);
        Self { cities, roads, monastery, hub }
    }
}

fn segments_of<'a>(tile: &'a TileText, kind: &'a str) -> impl Iterator<Item = usize> + 'a {
    (0..tile.segments.len()).filter(move |&s| tile.segments[s].kind == kind)
}

fn field_at(tile: &TileText, port: usize) -> usize {
    usize::from(tile.ports[port % 12])
}

/// The edges whose middle port a segment owns.
fn edges_of(tile: &TileText, segment: usize) -> Vec<usize> {
    (0..4).filter(|e| field_at(tile, 3 * e + 1) == segment).collect()
}

fn cities(tile: &TileText) -> Vec<CityCourse> {
    let mut cities = Vec::new();
    for segment in segments_of(tile, "city") {
        let mut edges = edges_of(tile, segment);
        // Start after a gap, so that a run of edges is never split between the end and the start of the list.
        if let Some(first) = edges.iter().position(|e| !edges.contains(&((e + 3) % 4))) {
            edges.rotate_left(first);
        }
        let mut walls = Vec::new();
        for (i, &edge) in edges.iter().enumerate() {
            let next = edges[(i + 1) % edges.len()];
            let (mut from, mut skips) = (edge + 1, (next + 7 - edge) % 4);
            // A cut lets the city come to a point in a corner: the wall goes there and back.
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

/// Whether this city comes to a point in a corner: the tile is cut there and both fields touch the city.
fn is_cut(tile: &TileText, city: usize, corner: usize) -> bool {
    let corner = corner % 4;
    let (before, after) = (field_at(tile, 3 * corner + 11), field_at(tile, 3 * corner));
    tile.cuts.iter().any(|c| c == CORNER_NAMES[corner])
        && [before, after].iter().all(|&f| tile.segments[f].touches.iter().any(|&c| usize::from(c) == city))
}

/// The wall of a city that looks towards an edge: indices of city and wall.
fn wall_before(cities: &[CityCourse], segment: usize, edge: usize) -> Option<(usize, usize)> {
    let city = cities.iter().position(|c| c.segment == segment)?;
    let wall = cities[city].walls.iter().position(|w| (edge + 4 - w.from) % 4 < w.skips)?;
    Some((city, wall))
}

/// Stubs from the crossing to a gate: where two different fields meet round a city that has no gate yet and does not
/// part them by its own shape, only a way between them can.
fn stubs(tile: &TileText, cities: &[CityCourse], roads: &[RoadCourse]) -> Vec<RoadCourse> {
    let gated = |city| roads.iter().any(|r| matches!(r, RoadCourse::Ending(_, _, End::Gate(c, _)) if *c == city));
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
    fn roads_end_where_the_fields_say() {
        let ends = |set, id| {
            let t = topology(set, id);
            let ends = t.roads.iter().filter_map(|r| match r {
                RoadCourse::Ending(_, _, end) => Some(*end),
                RoadCourse::Through(..) => None,
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
    }
}
