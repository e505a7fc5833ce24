//! A second opinion on the rules: slow, obvious, and from scratch.
//!
//! It knows the tiles as their files describe them, where they lie and who stands where, and works everything else out anew at
//! every question, by walking from segment to segment. It shares no code with the engine, so that where the two agree, two
//! readings of the rules agree.

use std::collections::{BTreeMap, BTreeSet};

use bastide_core::TileText;
use games::Setup;

/// A segment on the table: the tile's number in the order of placing, and the segment's number on it.
pub type Spot = (usize, usize);

/// The four neighbours, clockwise from north.
const SIDES: [(i32, i32); 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];

/// A tile on the table.
#[derive(Clone, Debug)]
struct Laid {
    text: TileText,
    x: i32,
    y: i32,
    rotation: usize,
}

impl Laid {
    /// The segment at one of the twelve ports, counted clockwise from the west end of the north edge as the tile lies.
    fn at_port(&self, port: usize) -> usize {
        usize::from(self.text.ports[(port + 12 - 3 * self.rotation) % 12])
    }
}

/// A figure on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Standing {
    /// Its owner.
    pub seat: usize,
    /// A large follower, or an ordinary one.
    pub large: bool,
    /// Where it stands.
    pub spot: Spot,
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
    /// Inns and cathedrals.
    pub marks: i32,
}

impl Found {
    /// How many tiles it covers, each counted once.
    pub fn tiles(&self) -> i32 {
        self.spots.iter().map(|&(tile, _)| tile).collect::<BTreeSet<_>>().len() as i32
    }

    /// Whether it is complete; a field never is.
    pub fn is_complete(&self) -> bool {
        self.kind != "field" && self.kind != "river" && self.open == 0
    }
}

/// Points for one feature.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Points {
    /// Who gets them.
    pub seat: usize,
    /// How many.
    pub points: i32,
    /// For what.
    pub kind: String,
    /// The feature's segments.
    pub spots: BTreeSet<Spot>,
}

/// The table, as the second opinion sees it.
#[derive(Clone, Debug)]
pub struct Second {
    setup: Setup,
    tiles: Vec<Laid>,
    /// The number of the tile at each place that is taken.
    places: BTreeMap<(i32, i32), usize>,
    /// The figures on the table.
    pub figures: Vec<Standing>,
    /// Points by seat.
    pub scores: Vec<i32>,
    /// Figures in supply by seat: followers and large followers.
    pub supply: Vec<[usize; 2]>,
}

impl Second {
    /// The table before the first turn: the start tile lies in the middle (BASE-02), everybody has seven followers (BASE-01) and
    /// perhaps a large one (IC-01).
    pub fn new(setup: &Setup, texts: &[TileText]) -> Self {
        let large = usize::from(setup.expansions.iter().any(|id| id == "inns-cathedrals"));
        let seats = usize::from(setup.seats);
        let mut table = Self {
            setup: setup.clone(),
            tiles: Vec::new(),
            places: BTreeMap::new(),
            figures: Vec::new(),
            scores: vec![0; seats],
            supply: vec![[7, large]; seats],
        };
        if let Some(start) = texts.iter().find(|text| text.start) {
            table.lay(start, 0, 0, 0);
        }
        table
    }

    fn option(&self, name: &str, value: &str) -> bool {
        self.setup.options.get(name).is_some_and(|given| given == value)
    }

    /// The tile at a place.
    fn tile_at(&self, x: i32, y: i32) -> Option<usize> {
        self.places.get(&(x, y)).copied()
    }

    /// Puts a tile down, whether it fits or not.
    pub fn lay(&mut self, text: &TileText, x: i32, y: i32, rotation: usize) {
        self.places.insert((x, y), self.tiles.len());
        self.tiles.push(Laid { text: text.clone(), x, y, rotation });
    }

    /// Puts a figure down.
    pub fn stand(&mut self, standing: Standing) {
        self.supply[standing.seat][usize::from(standing.large)] -= 1;
        self.figures.push(standing);
    }

    /// Every way to lay a tile: place and rotation; of rotations that look alike only the first (BASE-05).
    pub fn placements(&self, text: &TileText) -> BTreeSet<(i32, i32, usize)> {
        let mut ways = BTreeSet::new();
        let beside = self.tiles.iter().flat_map(|tile| SIDES.map(|(x, y)| (tile.x + x, tile.y + y)));
        for (x, y) in beside.collect::<BTreeSet<_>>() {
            let mut looks = BTreeSet::new();
            for rotation in 0..4 {
                let tile = Laid { text: text.clone(), x, y, rotation };
                if looks.insert(look(&tile)) && self.fits(&tile) {
                    ways.insert((x, y, rotation));
                }
            }
        }
        ways
    }

    fn fits(&self, tile: &Laid) -> bool {
        let free = self.tile_at(tile.x, tile.y).is_none();
        free && (0..12).all(|port| match self.across(tile, port) {
            None => true,
            Some((other, segment)) => {
                tile.text.segments[tile.at_port(port)].kind == self.tiles[other].text.segments[segment].kind
            }
        })
    }

    /// The segment that a port of a tile faces, if a tile lies there.
    fn across(&self, tile: &Laid, port: usize) -> Option<Spot> {
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
            for port in (0..12).filter(|&port| tile.at_port(port) == segment) {
                match self.across(tile, port) {
                    Some(next) => {
                        if spots.insert(next) {
                            walk.push(next);
                        }
                    }
                    None => {
                        // An edge with a line on it is open three times, one for each part; a whole edge once.
                        let edge: BTreeSet<_> = (0..3).map(|part| tile.at_port(port / 3 * 3 + part)).collect();
                        let whole = edge.len() == 1;
                        open.insert((number, port / 3, if whole { 0 } else { port % 3 }));
                    }
                }
            }
        }
        let words = |(tile, segment): Spot| &self.tiles[tile].text.segments[segment];
        let kind = words(spot).kind.clone();
        let open = if kind == "monastery" { 8 - self.neighbours(spot.0) } else { open.len() };
        let count = |name: &str| spots.iter().map(|&spot| words(spot).number(name) as i32).sum::<i32>();
        let (pennants, marks) = (count("pennants"), count("inn") + count("cathedral"));
        Found { kind, spots, open, pennants, marks }
    }

    /// How many of the eight places round a tile are taken.
    fn neighbours(&self, number: usize) -> usize {
        let (x, y) = (self.tiles[number].x, self.tiles[number].y);
        self.tiles.iter().filter(|tile| (tile.x - x).abs() <= 1 && (tile.y - y).abs() <= 1).count() - 1
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

    fn standing_on(&self, feature: &Found) -> Vec<Standing> {
        self.figures.iter().copied().filter(|figure| feature.spots.contains(&figure.spot)).collect()
    }

    /// Every way for a seat to put a figure onto the newest tile (BASE-08, BASE-09, BASE-10): segment, and whether it is the
    /// large follower.
    pub fn deployments(&self, seat: usize) -> BTreeSet<(usize, bool)> {
        let newest = self.tiles.len() - 1;
        let mut ways = BTreeSet::new();
        for (segment, words) in self.tiles[newest].text.segments.iter().enumerate() {
            let farming = words.kind == "field";
            if words.kind == "river" || farming && self.option("farmers", "false") {
                continue;
            }
            if self.standing_on(&self.feature((newest, segment))).is_empty() {
                let large = [false, true].into_iter().filter(|&large| self.supply[seat][usize::from(large)] > 0);
                ways.extend(large.map(|large| (segment, large)));
            }
        }
        ways
    }

    /// Scores what the newest tile completed, takes the figures there back, and says who got what.
    pub fn score_turn(&mut self) -> Vec<Points> {
        let (x, y) = self.tiles.last().map_or((0, 0), |tile| (tile.x, tile.y));
        let newest = self.tiles.len() - 1;
        let mut all = Vec::new();
        for feature in self.features() {
            let beside = |&(tile, _): &Spot| {
                let tile = &self.tiles[tile];
                (tile.x - x).abs() <= 1 && (tile.y - y).abs() <= 1
            };
            let of_turn = match feature.kind.as_str() {
                "monastery" => feature.spots.iter().any(beside),
                _ => feature.spots.iter().any(|&(tile, _)| tile == newest),
            };
            if of_turn && feature.is_complete() {
                all.extend(self.award(&feature, true));
                for figure in self.standing_on(&feature) {
                    self.supply[figure.seat][usize::from(figure.large)] += 1;
                    self.figures.retain(|other| *other != figure);
                }
            }
        }
        all
    }

    /// The final scoring (BASE-20, BASE-21).
    pub fn score_end(&mut self) -> Vec<Points> {
        self.features().iter().flat_map(|feature| self.award(feature, false)).collect()
    }

    /// Gives the points of a feature to whoever is strongest there (BASE-14).
    fn award(&mut self, feature: &Found, complete: bool) -> Vec<Points> {
        let mut strength: BTreeMap<usize, u32> = BTreeMap::new();
        for figure in self.standing_on(feature) {
            *strength.entry(figure.seat).or_default() += if figure.large { 2 } else { 1 };
        }
        let most = strength.values().max().copied();
        let points = self.worth(feature, complete);
        let winners = strength.into_iter().filter(|(_, strength)| Some(*strength) == most);
        let awarded: Vec<_> = winners
            .map(|(seat, _)| Points { seat, points, kind: feature.kind.clone(), spots: feature.spots.clone() })
            .collect();
        for points in &awarded {
            self.scores[points.seat] += points.points;
        }
        awarded
    }

    /// What a feature gives.
    pub fn worth(&self, feature: &Found, complete: bool) -> i32 {
        let (tiles, pennants) = (feature.tiles(), feature.pennants);
        let spoilt = feature.marks > 0 && !complete && !self.option("inn_cathedral_final", "ignore");
        match feature.kind.as_str() {
            _ if spoilt => 0,
            "road" if complete && feature.marks > 0 => 2 * tiles,
            "road" => tiles,
            "city" if !complete => tiles + pennants,
            "city" if feature.marks > 0 => 3 * (tiles + pennants),
            "city" if tiles == 2 && self.option("small_city", "2") => tiles + pennants,
            "city" => 2 * (tiles + pennants),
            "monastery" => 1 + feature.spots.iter().map(|&(tile, _)| self.neighbours(tile) as i32).sum::<i32>(),
            "field" => 3 * self.cities_of(feature).len() as i32,
            _ => 0,
        }
    }

    /// The complete cities that a field touches, each by its lowest segment.
    pub fn cities_of(&self, field: &Found) -> BTreeSet<Spot> {
        let mut cities = BTreeSet::new();
        for &(tile, segment) in &field.spots {
            for &city in &self.tiles[tile].text.segments[segment].touches {
                let city = self.feature((tile, usize::from(city)));
                if city.is_complete() {
                    cities.extend(city.spots.first().copied());
                }
            }
        }
        cities
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
            format!("{} {touches:?} {:?}", words.kind, words.attributes)
        })
        .collect();
    format!("{ports:?} {nature:?}")
}
