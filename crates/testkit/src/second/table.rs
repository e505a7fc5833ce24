//! The tiles on the table, and the features that a walk over them finds.

use std::collections::BTreeSet;

use bastide_core::TileText;

use super::{Figure, SIDES, Second, Spot};

/// A tile on the table.
#[derive(Clone, Debug)]
pub(super) struct Laid {
    pub text: TileText,
    pub x: i32,
    pub y: i32,
    pub rotation: usize,
}

impl Laid {
    /// The segment at one of the twelve ports, counted clockwise from the west end of the north edge as the tile lies.
    pub fn at_port(&self, port: usize) -> usize {
        usize::from(self.text.ports[(port + 12 - 3 * self.rotation) % 12])
    }

    pub fn has(&self, mark: &str) -> bool {
        self.text.marks.iter().any(|other| other == mark)
    }

    /// An abbey has no ports: it fits any edge and ends whatever meets it (AM-02, AM-03).
    pub fn is_abbey(&self) -> bool {
        self.has("abbey")
    }

    pub fn kind(&self, segment: usize) -> &str {
        &self.text.segments[segment].kind
    }

    pub fn number(&self, segment: usize, name: &str) -> i32 {
        self.text.segments[segment].number(name) as i32
    }

    /// The tile belongs to the city of Carcassonne.
    pub fn is_block(&self) -> bool {
        self.text.set == "count"
    }

    /// The field that shows at a corner, clockwise from the north-east.
    pub fn field_at_corner(&self, corner: usize) -> Option<usize> {
        let (mut one, mut other) = (self.at_port(3 * corner + 2), self.at_port((3 * corner + 3) % 12));
        // Half of an edge inside the block is field where the other side of the corner is.
        let inner = |side: usize| self.text.inner.contains(&(((side + 4 - self.rotation) % 4) as u8));
        match (inner(corner), inner((corner + 1) % 4)) {
            (true, false) => one = other,
            (false, true) => other = one,
            _ => {}
        }
        (!self.is_abbey() && one == other && self.kind(one) == "field").then_some(one)
    }
}

/// A feature, as a walk over the table finds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// `city`, `road`, ...
    pub kind: String,
    /// Its segments.
    pub spots: BTreeSet<Spot>,
    /// Places where it could go on: one for each edge or part of an edge without a neighbour; for a monastery, the free places
    /// round it.
    pub open: usize,
    /// Pennants.
    pub pennants: i32,
}

impl Found {
    /// How many tiles it covers, each counted once.
    pub fn tiles(&self) -> i32 {
        self.spots.iter().map(|&(tile, _)| tile).collect::<BTreeSet<_>>().len() as i32
    }

    /// Whether it is complete; a field never is.
    pub fn is_complete(&self) -> bool {
        ["city", "road", "monastery"].contains(&self.kind.as_str()) && self.open == 0
    }

    /// Whether followers play a role on it, and can score.
    pub fn is_land(&self) -> bool {
        ["city", "road", "monastery", "field"].contains(&self.kind.as_str())
    }
}

impl Second {
    /// The tile at a place.
    pub(super) fn tile_at(&self, x: i32, y: i32) -> Option<usize> {
        self.places.get(&(x, y)).copied()
    }

    /// Puts a tile down, whether it fits or not.
    pub(super) fn lay(&mut self, kind: usize, x: i32, y: i32, rotation: usize) {
        let number = self.tiles.len();
        self.places.insert((x, y), number);
        self.tiles.push(Laid { text: self.texts[kind].clone(), x, y, rotation });
        for segment in 0..self.texts[kind].segments.len() {
            if self.kind_of((number, segment)) == "tower" && self.has("towers") {
                self.towers.insert((number, segment), 0);
            }
        }
    }

    pub(super) fn kind_of(&self, spot: Spot) -> &str {
        self.tiles[spot.0].kind(spot.1)
    }

    /// The places beside tiles that are free.
    pub(super) fn free_places(&self) -> BTreeSet<(i32, i32)> {
        let beside = self.tiles.iter().flat_map(|tile| SIDES.map(|(x, y)| (tile.x + x, tile.y + y)));
        beside.filter(|place| !self.places.contains_key(place)).collect()
    }

    /// The gaps: free places with a tile on each of their four sides (AM-02).
    pub(super) fn gaps(&self) -> BTreeSet<(i32, i32)> {
        let closed = |&(x, y): &(i32, i32)| SIDES.iter().all(|side| self.tile_at(x + side.0, y + side.1).is_some());
        self.free_places().into_iter().filter(closed).collect()
    }

    /// Every way to lay a tile: place and rotation; of rotations that look alike only the first (BASE-05, RIV-06).
    pub fn placements(&self, text: &TileText) -> BTreeSet<(i32, i32, usize)> {
        let mut ways = BTreeSet::new();
        for (x, y) in self.free_places() {
            let mut looks = BTreeSet::new();
            for rotation in 0..4 {
                let tile = Laid { text: text.clone(), x, y, rotation };
                if looks.insert(look(&tile)) && self.fits(&tile) && self.river_goes_on(&tile) {
                    ways.insert((x, y, rotation));
                }
            }
        }
        ways
    }

    fn fits(&self, tile: &Laid) -> bool {
        (0..12).all(|port| match self.across(tile, port) {
            None => true,
            Some((other, _)) if self.tiles[other].is_abbey() => true,
            Some(spot) => tile.kind(tile.at_port(port)) == self.kind_of(spot),
        })
    }

    /// The segment that a port of a tile faces, if a tile lies there.
    pub(super) fn across(&self, tile: &Laid, port: usize) -> Option<Spot> {
        let side = port / 3;
        let (x, y) = SIDES[side];
        let other = self.tile_at(tile.x + x, tile.y + y)?;
        let facing = 3 * ((side + 2) % 4) + (2 - port % 3);
        Some((other, self.tiles[other].at_port(facing)))
    }

    /// The feature that a segment belongs to.
    pub fn feature(&self, spot: Spot) -> Found {
        let mut spots = BTreeSet::from([spot]);
        let mut walk = vec![spot];
        let mut open = BTreeSet::new();
        while let Some((number, segment)) = walk.pop() {
            let tile = &self.tiles[number];
            let mut next = Vec::new();
            for port in (0..12).filter(|&port| !tile.is_abbey() && tile.at_port(port) == segment) {
                match self.across(tile, port) {
                    Some((other, _)) if self.tiles[other].is_abbey() => {}
                    Some(spot) => next.push(spot),
                    None => {
                        // An edge with a line on it is open three times, one for each part; a whole edge once.
                        let edge: BTreeSet<_> = (0..3).map(|part| tile.at_port(port / 3 * 3 + part)).collect();
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
        let open = if kind == "monastery" { 8 - self.neighbours(spot.0).len() } else { open.len() };
        let pennants = spots.iter().map(|&(tile, segment)| self.tiles[tile].number(segment, "pennants")).sum();
        Found { kind, spots, open, pennants }
    }

    /// The tiles on the eight places round a tile.
    pub(super) fn neighbours(&self, number: usize) -> Vec<usize> {
        let (x, y) = (self.tiles[number].x, self.tiles[number].y);
        let near = |&other: &usize| {
            let tile = &self.tiles[other];
            other != number && (tile.x - x).abs() <= 1 && (tile.y - y).abs() <= 1
        };
        (0..self.tiles.len()).filter(near).collect()
    }

    /// All features on the table.
    pub fn features(&self) -> Vec<Found> {
        let mut seen = BTreeSet::new();
        let mut found = Vec::new();
        for (number, tile) in self.tiles.iter().enumerate() {
            for segment in 0..tile.text.segments.len() {
                if !seen.contains(&(number, segment)) {
                    let feature = self.feature((number, segment));
                    seen.extend(feature.spots.iter().copied());
                    found.push(feature);
                }
            }
        }
        found
    }

    /// The numbers of the figures on a feature.
    pub(super) fn standing_on(&self, feature: &Found) -> Vec<usize> {
        self.figures_where(|_, spot| feature.spots.contains(&spot))
    }

    /// The numbers of the figures that stand where the question says yes.
    pub(super) fn figures_where(&self, is: impl Fn(&Figure, Spot) -> bool) -> Vec<usize> {
        let stands = |figure: &Figure| figure.spot().is_some_and(|spot| is(figure, spot));
        (0..self.figures.len()).filter(|&number| stands(&self.figures[number])).collect()
    }
}

/// What a tile looks like as it lies, in a text that two rotations share if and only if nobody can tell them apart.
fn look(tile: &Laid) -> String {
    let mut order = Vec::new();
    for port in 0..12 {
        if !order.contains(&tile.at_port(port)) {
            order.push(tile.at_port(port));
        }
    }
    let segments = &tile.text.segments;
    order.extend((0..segments.len()).filter(|&segment| segments[segment].inside));
    let name = |segment: usize| order.iter().position(|other| *other == segment);
    let ports: Vec<_> = (0..12).map(|port| name(tile.at_port(port))).collect();
    let nature: Vec<_> = order
        .iter()
        .map(|&segment| {
            let words = &segments[segment];
            let touches: BTreeSet<_> = words.touches.iter().map(|&city| name(usize::from(city))).collect();
            let links: BTreeSet<_> = words.links.iter().map(|&other| name(usize::from(other))).collect();
            format!("{} {touches:?} {links:?} {:?}", words.kind, words.attributes)
        })
        .collect();
    format!("{ports:?} {nature:?}")
}
