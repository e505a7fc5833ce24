//! Derives a tile's forests and waters from its ports and letters, before any line is drawn. Determines which forests and waters must meet
//! so that exactly the meadows with different letters are separated.

use bastide_core::tile_text::TileText;

use crate::outline::rotate_to_gap;

/// A forest that owns edges.
pub struct Wood {
    /// Index of the forest's segment in the tile.
    pub segment: usize,
    /// Edges that the forest owns, clockwise.
    pub edges: Vec<usize>,
    /// Corners where the forest tapers to a point.
    pub tips: Vec<usize>,
}

/// A connected group of rivers, with its lake if it has one.
pub struct Water {
    /// Rivers, each with its edges.
    pub rivers: Vec<(usize, Vec<usize>)>,
    /// Segment of the lake, if any.
    pub lake: Option<usize>,
}

/// All forests and waters of a tile.
pub struct ForestsAndWaters {
    /// The forests that own edges.
    pub woods: Vec<Wood>,
    /// The connected groups of rivers and lakes.
    pub waters: Vec<Water>,
    /// Waters and forests that meet, as pairs of indices.
    pub contacts: Vec<(usize, usize)>,
    /// Whether any meadow has no edge and appears only at corners.
    pub enclosed: bool,
}

/// Contents of one port or corner on the tile's border.
#[derive(Clone, Copy, PartialEq)]
enum BorderContent {
    /// A meadow; `None` where only the corner of a meadow shows between two forests.
    Open(Option<usize>),
    /// A forest or a body of water, which separates meadows. Contains its index in the list of all forests followed by all waters.
    Taken(usize),
    /// A corner where different contents meet.
    Nothing,
}

/// Maximum number of water-forest pairs considered.
const MAX_PAIRS: usize = 12;

impl ForestsAndWaters {
    /// Analyses a tile.
    pub fn new(tile: &TileText) -> Self {
        let woods = woods(tile);
        let waters = waters(tile);
        let enclosed = tile.segments.iter().any(|s| s.kind == "meadow" && s.inside);
        let mut reading = Self { woods, waters, contacts: Vec::new(), enclosed };
        reading.contacts = reading.find_contacts(tile);
        reading
    }

    /// Returns the smallest set of contacts that separates the meadows by their letters; among sets of equal size, prefers long rivers.
    fn find_contacts(&self, tile: &TileText) -> Vec<(usize, usize)> {
        let pairs = (0..self.waters.len()).flat_map(|w| (0..self.woods.len()).map(move |f| (w, f)));
        let pairs: Vec<(usize, usize)> = pairs.take(MAX_PAIRS).collect();
        let ring = self.ring(tile);
        let closed = tile.segments.iter().filter(|s| s.kind == "meadow" && s.inside).count();
        let chosen = |set: u32| (0..pairs.len()).filter(move |i| set >> i & 1 == 1).collect::<Vec<_>>();
        let cost = |set: &u32| {
            let aside = chosen(*set).into_iter().filter(|&i| !self.is_opposite(pairs[i])).count();
            (set.count_ones(), aside)
        };
        let mut sets: Vec<u32> = (0..1u32 << pairs.len()).collect();
        sets.sort_by_key(cost);
        let fits = |set: &u32| {
            let met: Vec<(usize, usize)> = chosen(*set).into_iter().map(|i| pairs[i]).collect();
            parts_as_lettered(&ring, &met, self.woods.len(), self.waters.len(), closed)
        };
        let best = sets.into_iter().find(fits).unwrap_or(0);
        chosen(best).into_iter().map(|i| pairs[i]).collect()
    }

    /// Returns whether the forest owns an edge opposite an edge of the water.
    fn is_opposite(&self, (water, wood): (usize, usize)) -> bool {
        let mut edges = self.waters[water].rivers.iter().flat_map(|r| &r.1);
        edges.any(|e| self.woods[wood].edges.contains(&((e + 2) % 4)))
    }

    /// Returns the contents of the border, clockwise from the west port of the north edge, with a corner after each edge.
    fn ring(&self, tile: &TileText) -> Vec<BorderContent> {
        let mut ring = Vec::new();
        let at = |port: usize| {
            let s = usize::from(tile.ports[port % 12]);
            let wood = self.woods.iter().position(|w| w.segment == s);
            let water = self.waters.iter().position(|w| w.rivers.iter().any(|r| r.0 == s) || w.lake == Some(s));
            match (wood, water) {
                (Some(f), _) => BorderContent::Taken(f),
                (_, Some(w)) => BorderContent::Taken(self.woods.len() + w),
                _ => BorderContent::Open(Some(s)),
            }
        };
        for edge in 0..4 {
            ring.extend((0..3).map(|p| at(3 * edge + p)));
            let (a, b) = (at(3 * edge + 2), at(3 * edge + 3));
            let tip = self.woods.iter().position(|w| w.tips.contains(&((edge + 1) % 4)));
            ring.push(match (a, b, tip) {
                (_, _, Some(f)) => BorderContent::Taken(f),
                _ if a == b => a,
                (BorderContent::Taken(_), BorderContent::Taken(_), _) => BorderContent::Open(None),
                _ => BorderContent::Nothing,
            });
        }
        ring
    }
}

/// Returns whether these contacts between waters and forests separate the meadows correctly: meadows with the same letter are connected,
/// others are not, and the number of meadows that appear only at corners is `closed`.
fn parts_as_lettered(
    ring: &[BorderContent],
    met: &[(usize, usize)],
    woods: usize,
    waters: usize,
    closed: usize,
) -> bool {
    let mut group: Vec<usize> = (0..woods + waters).collect();
    for &(water, wood) in met {
        let (from, to) = (group[woods + water], group[wood]);
        group.iter_mut().filter(|g| **g == from).for_each(|g| *g = to);
    }
    let open: Vec<usize> = (0..ring.len()).filter(|&i| matches!(ring[i], BorderContent::Open(_))).collect();
    let joined = |i: usize, j: usize| {
        let of = |g: usize, slot: BorderContent| matches!(slot, BorderContent::Taken(t) if group[t] == g);
        let within = |k: usize| i < k && k < j;
        (0..woods + waters).all(|g| {
            let (mut inner, mut outer) = (false, false);
            for k in (0..ring.len()).filter(|&k| of(g, ring[k])) {
                inner |= within(k);
                outer |= !within(k);
            }
            !(inner && outer)
        })
    };
    let letter = |i: usize| match ring[i] {
        BorderContent::Open(letter) => letter,
        _ => None,
    };
    for (a, &i) in open.iter().enumerate() {
        for &j in &open[a + 1..] {
            if let (Some(x), Some(y)) = (letter(i), letter(j))
                && (x == y) != joined(i, j)
            {
                return false;
            }
        }
    }
    // Connected corners that belong to no edge are counted as one meadow.
    let first = |i: usize| {
        let mut hang = open.iter().filter(|&&j| i == j || joined(i.min(j), i.max(j)));
        hang.all(|&j| letter(j).is_none() && j >= i)
    };
    open.iter().filter(|&&i| first(i)).count() == closed
}

/// Returns the edges whose middle port a segment owns.
pub fn edges_of(tile: &TileText, segment: usize) -> Vec<usize> {
    (0..4).filter(|e| usize::from(tile.ports[3 * e + 1]) == segment).collect()
}

fn segments_of<'a>(tile: &'a TileText, kind: &'a str) -> impl Iterator<Item = usize> + 'a {
    (0..tile.segments.len()).filter(move |&s| tile.segments[s].kind == kind)
}

fn woods(tile: &TileText) -> Vec<Wood> {
    let mut woods: Vec<Wood> = segments_of(tile, "forest")
        .map(|segment| Wood { segment, edges: rotate_to_gap(edges_of(tile, segment)), tips: Vec::new() })
        .filter(|wood| !wood.edges.is_empty())
        .collect();
    let cut = |name: &str| tile.cuts.iter().any(|c| c == name);
    for i in (0..4).filter(|&i| cut(["NW", "NE", "SE", "SW"][i])) {
        // The tip belongs to the largest forest that owns neither edge at the corner.
        let free = |w: &&mut Wood| !w.edges.contains(&i) && !w.edges.contains(&((i + 3) % 4));
        if let Some(wood) = woods.iter_mut().filter(free).max_by_key(|w| w.edges.len()) {
            wood.tips.push(i);
        }
    }
    woods
}

fn waters(tile: &TileText) -> Vec<Water> {
    let lake_of = |river: usize| {
        let mut touched = tile.segments[river].touches.iter().map(|&t| usize::from(t));
        touched.find(|&t| tile.segments[t].kind == "lake")
    };
    let river = |s: usize| (s, edges_of(tile, s));
    let rivers = || segments_of(tile, "river").filter(|&s| !edges_of(tile, s).is_empty());
    let lakes = segments_of(tile, "lake").map(|lake| Water {
        rivers: rivers().filter(|&r| lake_of(r) == Some(lake)).map(river).collect(),
        lake: Some(lake),
    });
    let alone = rivers().filter(|&r| lake_of(r).is_none()).map(|r| Water { rivers: vec![river(r)], lake: None });
    lakes.chain(alone).collect()
}
