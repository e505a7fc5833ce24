//! Tiles and figures on the table, common to all games, and the features found by walking over the tiles.

use std::collections::{BTreeMap, BTreeSet};

use bastide_core::TileText;

use super::{Figure, Points, SIDES, Spot, Whereabouts};

/// A tile on the table.
#[derive(Clone, Debug)]
pub struct TableTile {
    /// The tile, as its file describes it.
    pub text: TileText,
    /// Column, growing to the east.
    pub x: i32,
    /// Row, growing to the south.
    pub y: i32,
    /// Quarter turns clockwise.
    pub rotation: usize,
}

impl TableTile {
    /// Returns the segment at one of the twelve ports. Ports are counted clockwise from the west end of the north edge of the rotated tile.
    pub fn segment_at_port(&self, port: usize) -> usize {
        usize::from(self.text.ports[(port + 12 - 3 * self.rotation) % 12])
    }

    /// Returns whether the tile has a mark.
    pub fn has(&self, mark: &str) -> bool {
        self.text.marks.iter().any(|other| other == mark)
    }

    /// Reports whether the tile is an abbey. An abbey has no ports: it fits any edge, and ends whatever meets it (AM-02, AM-03).
    pub fn is_abbey(&self) -> bool {
        self.has("abbey")
    }

    /// Returns the kind of a segment.
    pub fn kind(&self, segment: usize) -> &str {
        &self.text.segments[segment].kind
    }

    /// Returns what must match where segments meet: the kind, or the ground under the mist (MIST-03).
    fn ground(&self, segment: usize) -> &str {
        match self.kind(segment) {
            "mist" => "field",
            kind => kind,
        }
    }

    /// Returns a number that the tile's file assigns to a segment.
    pub fn number(&self, segment: usize, name: &str) -> i32 {
        self.text.segments[segment].number(name) as i32
    }
}

/// A feature found by walking over the tiles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundFeature {
    /// Kind of feature: `city`, `road`, ...
    pub kind: String,
    /// Segments of the feature.
    pub spots: BTreeSet<Spot>,
    /// Number of open ends: one for each edge, or part of an edge, without a neighbour; for features completed by surrounding tiles, the
    /// number of free places around them.
    pub open: usize,
}

/// Kinds of feature that can be completed.
const COMPLETED: [&str; 10] =
    ["city", "road", "monastery", "castle", "cemetery", "forest", "river", "grass", "mountain", "sea"];
/// Kinds of feature that are completed by surrounding tiles (BASE-13, MIST-09, MIST-10).
const SURROUNDED: [&str; 3] = ["monastery", "castle", "cemetery"];
/// Kinds of feature that are never completed but still score.
const NEVER_COMPLETE: [&str; 3] = ["field", "meadow", "system"];

impl FoundFeature {
    /// Returns the number of tiles that the feature covers, counting each tile once.
    pub fn tiles(&self) -> i32 {
        self.spots.iter().map(|&(tile, _)| tile).collect::<BTreeSet<_>>().len() as i32
    }

    /// Reports whether the feature is complete; a field never is.
    pub fn is_complete(&self) -> bool {
        COMPLETED.contains(&self.kind.as_str()) && self.open == 0
    }

    /// Reports whether the feature can score.
    pub fn is_land(&self) -> bool {
        COMPLETED.contains(&self.kind.as_str()) || NEVER_COMPLETE.contains(&self.kind.as_str())
    }
}

/// Everything on and beside the table that is common to all games.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// The kinds of tile.
    pub texts: Vec<TileText>,
    /// Tiles on the table, in placement order.
    pub tiles: Vec<TableTile>,
    /// Index of the tile at each occupied place.
    pub places: BTreeMap<(i32, i32), usize>,
    /// Pairs of segments that belong to the same feature although no edge joins them.
    pub joins: Vec<(Spot, Spot)>,
    /// Number of tiles not drawn yet, by kind.
    pub bag: Vec<usize>,
    /// Number of tiles that fitted nowhere, by kind.
    pub discarded: Vec<usize>,
    /// Kinds of the tiles in each seat's hand, in games with hands.
    pub hands: Vec<Vec<usize>>,
    pub figures: Vec<Figure>,
    /// Points by seat.
    pub scores: Vec<i32>,
    /// Points given since the log was last taken.
    pub log: Vec<Points>,
}

impl Table {
    /// Creates an empty table, with all tiles still to be drawn.
    pub fn new(seats: usize, texts: &[TileText]) -> Self {
        Self {
            texts: texts.to_vec(),
            bag: texts.iter().map(|text| usize::from(text.count)).collect(),
            discarded: vec![0; texts.len()],
            hands: vec![Vec::new(); seats],
            scores: vec![0; seats],
            ..Self::default()
        }
    }

    pub fn seats(&self) -> usize {
        self.scores.len()
    }

    /// Returns the seat to the left of a seat.
    pub fn next(&self, seat: usize) -> usize {
        (seat + 1) % self.seats()
    }

    /// Returns the index of the newest tile.
    pub fn newest(&self) -> usize {
        self.tiles.len() - 1
    }

    /// Returns the segments of the newest tile.
    pub fn newest_spots(&self) -> impl Iterator<Item = Spot> + use<> {
        let newest = self.newest();
        (0..self.tiles[newest].text.segments.len()).map(move |segment| (newest, segment))
    }

    /// Returns the index of the tile at a place.
    pub fn tile_at(&self, x: i32, y: i32) -> Option<usize> {
        self.places.get(&(x, y)).copied()
    }

    /// Places a tile, whether it fits or not.
    pub fn place_tile(&mut self, kind: usize, x: i32, y: i32, rotation: usize) {
        self.places.insert((x, y), self.tiles.len());
        self.tiles.push(TableTile { text: self.texts[kind].clone(), x, y, rotation });
    }

    /// Returns the kind of a segment.
    pub fn kind_of(&self, spot: Spot) -> &str {
        self.tiles[spot.0].kind(spot.1)
    }

    /// Reports whether a segment's feature is completed by surrounding tiles.
    pub fn is_surrounded(&self, spot: Spot) -> bool {
        SURROUNDED.contains(&self.kind_of(spot))
    }

    /// Returns the free places next to tiles.
    pub fn free_places(&self) -> BTreeSet<(i32, i32)> {
        let beside = self.tiles.iter().flat_map(|tile| SIDES.map(|(x, y)| (tile.x + x, tile.y + y)));
        beside.filter(|place| !self.places.contains_key(place)).collect()
    }

    /// Returns every way to place a tile so that all edges match, as place and rotation. Of rotations that look alike, only the first is
    /// included (BASE-05, HG-04, DISC-04).
    pub fn placements(&self, text: &TileText) -> BTreeSet<(i32, i32, usize)> {
        let mut ways = BTreeSet::new();
        for (x, y) in self.free_places() {
            let mut looks = BTreeSet::new();
            for rotation in 0..4 {
                let tile = TableTile { text: text.clone(), x, y, rotation };
                if looks.insert(appearance(&tile)) && self.fits(&tile) {
                    ways.insert((x, y, rotation));
                }
            }
        }
        ways
    }

    fn fits(&self, tile: &TableTile) -> bool {
        (0..12).all(|port| match self.facing_segment(tile, port) {
            None => true,
            Some((other, _)) if self.tiles[other].is_abbey() => true,
            Some((other, segment)) => tile.ground(tile.segment_at_port(port)) == self.tiles[other].ground(segment),
        })
    }

    /// Returns the segment that a tile's port faces, if there is a tile on that side.
    pub fn facing_segment(&self, tile: &TableTile, port: usize) -> Option<Spot> {
        let side = port / 3;
        let (x, y) = SIDES[side];
        let other = self.tile_at(tile.x + x, tile.y + y)?;
        let facing = 3 * ((side + 2) % 4) + (2 - port % 3);
        Some((other, self.tiles[other].segment_at_port(facing)))
    }

    /// Returns the feature to which a segment belongs.
    pub fn feature(&self, spot: Spot) -> FoundFeature {
        let mut spots = BTreeSet::from([spot]);
        let mut walk = vec![spot];
        let mut open = BTreeSet::new();
        while let Some((number, segment)) = walk.pop() {
            let tile = &self.tiles[number];
            let mut next = Vec::new();
            for port in (0..12).filter(|&port| !tile.is_abbey() && tile.segment_at_port(port) == segment) {
                match self.facing_segment(tile, port) {
                    // A field ends where it meets mist, and mist ends where it meets a field (MIST-11).
                    Some(spot) if self.tiles[spot.0].is_abbey() || self.kind_of(spot) != tile.kind(segment) => {}
                    Some(spot) => next.push(spot),
                    None => {
                        // An edge divided by a line counts as three open ends, one for each part; an undivided edge counts as one.
                        let edge: BTreeSet<_> = (0..3).map(|part| tile.segment_at_port(port / 3 * 3 + part)).collect();
                        let whole = edge.len() == 1;
                        open.insert((number, port / 3, if whole { 0 } else { port % 3 }));
                    }
                }
            }
            for &(one, other) in &self.joins {
                next.extend((one == (number, segment)).then_some(other));
                next.extend((other == (number, segment)).then_some(one));
            }
            walk.extend(next.into_iter().filter(|&spot| spots.insert(spot)));
        }
        let kind = self.kind_of(spot).to_owned();
        let open = if self.is_surrounded(spot) { 8 - self.neighbours(spot.0).len() } else { open.len() };
        FoundFeature { kind, spots, open }
    }

    /// Returns the tiles in the eight places around a tile.
    pub fn neighbours(&self, number: usize) -> Vec<usize> {
        let (x, y) = (self.tiles[number].x, self.tiles[number].y);
        let near = |&other: &usize| {
            let tile = &self.tiles[other];
            other != number && (tile.x - x).abs() <= 1 && (tile.y - y).abs() <= 1
        };
        (0..self.tiles.len()).filter(near).collect()
    }

    /// Returns all features on the table.
    pub fn features(&self) -> Vec<FoundFeature> {
        self.features_by(|spot| self.feature(spot))
    }

    /// Returns all features on the table, using `feature` to find each from one of its segments.
    pub fn features_by(&self, feature: impl Fn(Spot) -> FoundFeature) -> Vec<FoundFeature> {
        let mut seen = BTreeSet::new();
        let mut found = Vec::new();
        for (number, tile) in self.tiles.iter().enumerate() {
            for segment in 0..tile.text.segments.len() {
                if !seen.contains(&(number, segment)) {
                    let feature = feature((number, segment));
                    seen.extend(feature.spots.iter().copied());
                    found.push(feature);
                }
            }
        }
        found
    }

    /// Adds up a number that the tile files assign to segments, over all segments of a feature.
    pub fn sum(&self, feature: &FoundFeature, name: &str) -> i32 {
        feature.spots.iter().map(|&(tile, segment)| self.tiles[tile].number(segment, name)).sum()
    }

    /// Returns the indices of the figures on a feature.
    pub fn figures_on(&self, feature: &FoundFeature) -> Vec<usize> {
        self.figures_where(|_, spot| feature.spots.contains(&spot))
    }

    /// Returns the indices of the figures on the table that satisfy a predicate.
    pub fn figures_where(&self, is: impl Fn(&Figure, Spot) -> bool) -> Vec<usize> {
        let stands = |figure: &Figure| figure.spot().is_some_and(|spot| is(figure, spot));
        (0..self.figures.len()).filter(|&number| stands(&self.figures[number])).collect()
    }

    /// Returns the index of one of a seat's figures of this kind in supply, if there is one.
    pub fn in_supply(&self, seat: usize, kind: &str) -> Option<usize> {
        let at_home = |figure: &Figure| figure.seat == seat && figure.kind == kind;
        self.figures.iter().position(|figure| at_home(figure) && figure.place == Whereabouts::Supply)
    }

    /// Returns how many figures of this kind a seat has in supply.
    pub fn supply(&self, seat: usize, kind: &str) -> usize {
        let at_home = |figure: &&Figure| figure.seat == seat && figure.kind == kind;
        self.figures.iter().filter(at_home).filter(|figure| figure.place == Whereabouts::Supply).count()
    }

    /// Moves one of a seat's figures of this kind from supply onto a segment.
    pub fn put_figure(&mut self, seat: usize, kind: &str, spot: Spot) {
        if let Some(figure) = self.in_supply(seat, kind) {
            self.figures[figure].place = Whereabouts::At(spot);
        }
    }

    /// Adds or subtracts points; no score falls below 0 (MIST-08).
    pub fn give_points(&mut self, seat: usize, points: i32, kind: &str, spots: BTreeSet<Spot>) {
        self.scores[seat] = (self.scores[seat] + points).max(0);
        self.log.push(Points { seat, points, kind: kind.to_owned(), spots });
    }

    /// Reapplies the points given since the log had length `from` and the scores were `before`: first additions, then subtractions
    /// (MIST-08).
    pub fn apply_gains_first(&mut self, from: usize, before: Vec<i32>) {
        self.scores = before;
        let mut given = self.log.split_off(from);
        given.sort_by_key(|points| points.points < 0);
        for Points { seat, points, kind, spots } in given {
            self.give_points(seat, points, &kind, spots);
        }
    }
}

/// Describes a rotated tile with a text that is the same for two rotations if and only if they cannot be distinguished.
fn appearance(tile: &TableTile) -> String {
    let segments = &tile.text.segments;
    let mut order = Vec::new();
    for port in 0..12 {
        if !order.contains(&tile.segment_at_port(port)) {
            order.push(tile.segment_at_port(port));
        }
    }
    // Inner segments come next, in the order in which they are reached from the segments at the edges.
    let mut walked = 0;
    while walked < order.len() {
        let words = &segments[order[walked]];
        for inner in words.touches.iter().chain(&words.along).map(|&other| usize::from(other)) {
            if !order.contains(&inner) {
                order.push(inner);
            }
        }
        walked += 1;
    }
    order.extend((0..segments.len()).filter(|segment| !order.contains(segment)).collect::<Vec<_>>());
    let name = |segment: usize| order.iter().position(|other| *other == segment);
    let names = |all: &[u8]| all.iter().map(|&other| name(usize::from(other))).collect::<BTreeSet<_>>();
    let ports: Vec<_> = (0..12).map(|port| name(tile.segment_at_port(port))).collect();
    let nature: Vec<_> = order
        .iter()
        .map(|&segment| {
            let words = &segments[segment];
            let (touches, links) = (names(&words.touches), names(&words.links));
            let along = words.along.map(|other| name(usize::from(other)));
            format!("{} {touches:?} {links:?} {along:?} {:?}", words.kind, words.attributes)
        })
        .collect();
    let mut landmarks: Vec<_> = tile.text.landmarks.iter().map(|mark| (&mark.word, names(&mark.segments))).collect();
    landmarks.sort();
    format!("{ports:?} {nature:?} {landmarks:?}")
}
