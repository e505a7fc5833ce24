//! Places everything that stands on a tile of Hunters & Gatherers, in rotation 0: figures, animals, fish and finds.

use bastide_core::tile_text::{Attribute, TileText};

use super::plan::{Lake, POOL, Plan};
use crate::ThingArt;
use crate::geometry::*;
use crate::random::Random;
use crate::roomy::best_place;

/// A thing printed on a tile, such as an animal, with the square that it occupies.
#[derive(Clone, Debug)]
pub struct Thing {
    /// Index of the thing's segment in the tile.
    pub segment: usize,
    /// Kind of thing, such as `deer`, `fish` or `gold`.
    pub word: String,
    /// Centre of the square.
    pub at: Point,
    /// Side of the square.
    pub size: f64,
}

/// Positions and sizes of everything that stands on a tile.
pub struct Decor {
    /// Positions of figures, one per segment.
    pub anchors: Vec<Point>,
    /// The printed things, in the order in which they were placed.
    pub things: Vec<Thing>,
    /// Symbols of powers and scenery, with their centres.
    pub signs: Vec<(&'static str, Point)>,
    /// Centres of the low shrubs.
    pub shrubs: Vec<Point>,
    /// Centres of the boulders.
    pub stones: Vec<Point>,
}

/// Symbols on tiles that do not represent countable things.
const UNCOUNTED_SYMBOLS: [&str; 6] = ["shaman", "raft", "pit_trap", "logboat", "hunting_trap", "wild_fire"];
/// Side of a fish's square.
const FISH: f64 = 124.0;
/// Distance from one fish to the next.
const SHOAL: f64 = 136.0;

/// Returns the side of the square for a kind of thing.
fn size_of(word: &str) -> f64 {
    match word {
        "mammoth" => 246.0,
        "deer" | "tiger" | "aurochs" => 228.0,
        "fish" => FISH,
        "spring" => 2.0 * POOL,
        "fire" | "shrine" => 156.0,
        "menhir" => 136.0,
        _ => 124.0,
    }
}

impl Decor {
    /// Places everything on a tile.
    pub fn new(tile: &TileText, plan: &Plan) -> Self {
        let n = tile.segments.len();
        let mut decor = Self {
            anchors: vec![CENTRE; n],
            things: Vec::new(),
            signs: Vec::new(),
            shrubs: Vec::new(),
            stones: Vec::new(),
        };
        let mut placed: Vec<Point> = Vec::new();
        decor.stock(tile, plan);
        for s in of_kind(tile, &["river"]) {
            decor.anchors[s] = decor.river_anchor(plan, s, &placed);
            placed.push(decor.anchors[s]);
        }
        for s in of_kind(tile, &["system"]) {
            decor.anchors[s] = decor.hut_place(plan, s, &placed);
            placed.push(decor.anchors[s]);
        }
        let mut grounds = of_kind(tile, &["meadow", "forest"]);
        let size = |s: &usize| plan.areas[*s].iter().map(|shape| area(&shape[0])).sum::<f64>();
        grounds.sort_by(|a, b| size(a).total_cmp(&size(b)));
        for &s in &grounds {
            decor.add_animals_and_finds(tile, plan, s, &mut placed);
        }
        for s in of_kind(tile, &["lake"]) {
            decor.anchors[s] = free_place(&plan.areas[s], &placed).unwrap_or(decor.anchors[s]);
            placed.push(decor.anchors[s]);
        }
        decor.scatter(tile, plan, &placed);
        decor
    }

    /// Returns the centres and radii of the areas that figures and shrubs must avoid.
    fn taken(&self) -> Vec<(Point, f64)> {
        let things = self.things.iter().map(|t| (t.at, t.size / 2.0));
        things.chain(self.signs.iter().map(|s| (s.1, if s.0 == "volcano" { 120.0 } else { 62.0 }))).collect()
    }

    fn put(&mut self, segment: usize, word: &str, at: Point) {
        self.things.push(Thing { segment, word: word.to_owned(), at, size: size_of(word) });
    }

    /// Places fish and springs.
    fn stock(&mut self, tile: &TileText, plan: &Plan) {
        for lake in &plan.lakes {
            for at in shoal(lake, tile.segments[lake.segment].number("fish").clamp(0, 16) as usize) {
                self.put(lake.segment, "fish", at);
            }
        }
        for s in of_kind(tile, &["river"]) {
            let arms: Vec<_> = plan.arms.iter().filter(|a| a.segment == s).collect();
            for arm in arms.iter().filter(|a| a.pool.is_some() && tile.segments[s].number("spring") > 0) {
                self.put(s, "spring", arm.pool.unwrap_or(CENTRE));
            }
            let fish = tile.segments[s].number("fish").clamp(0, 16);
            for i in 0..fish {
                let Some(arm) = arms.first() else { break };
                let share = if arm.through { 0.7 } else { 0.62 };
                let t = share - i as f64 * (FISH + 6.0) / length(&arm.line).max(1.0);
                self.put(s, "fish", at(&arm.line, t).0);
            }
        }
    }

    /// Returns the middle of a river, or the nearest point that is clear of fish, springs and other figures.
    fn river_anchor(&self, plan: &Plan, segment: usize, placed: &[Point]) -> Point {
        let mut best = (f64::NEG_INFINITY, CENTRE);
        for arm in plan.arms.iter().filter(|a| a.segment == segment) {
            // Leaves room for a hut beside the figure.
            let middle = if arm.through { 0.3 } else { 0.42 };
            for step in 2..=36 {
                let t = f64::from(step) / 40.0;
                let (p, _) = at(&arm.line, t);
                if !inside_shapes(p, &plan.areas[segment]) {
                    continue;
                }
                let depth = distance_to_shapes(p, &plan.areas[segment]).min(64.0);
                let room = placed.iter().map(|&q| dist(p, q)).fold(200.0, f64::min);
                let free = self.things.iter().filter(|t| t.word == "fish");
                let free = free.map(|f| dist(p, f.at)).fold(150.0, f64::min);
                let score = depth + room + free - (t - middle).abs() * 60.0;
                if score > best.0 {
                    best = (score, p);
                }
            }
        }
        best.1
    }

    /// Returns the position of a hut: on the water, away from fishers and fish.
    fn hut_place(&self, plan: &Plan, system: usize, placed: &[Point]) -> Point {
        let mut best = (f64::NEG_INFINITY, CENTRE);
        for i in 0..61 * 61 {
            let p = [50.0 + f64::from(i % 61) * 15.0, 50.0 + f64::from(i / 61) * 15.0];
            let shapes: Vec<&Shape> = plan.areas[system].iter().filter(|shape| inside(p, *shape)).collect();
            let Some(shape) = shapes.first() else { continue };
            let depth = distance_to_contour(p, &shape[0]).min(66.0);
            let room = placed.iter().map(|&q| dist(p, q)).fold(190.0, f64::min);
            let free = self.things.iter().filter(|t| t.word == "fish").map(|f| dist(p, f.at)).fold(140.0, f64::min);
            let lake = plan.lakes.iter().any(|l| dist(p, l.at) < l.radius);
            let score = depth * 1.4 + room * 1.6 + free * 1.5 + if lake { 24.0 } else { 0.0 } - dist(p, CENTRE) * 0.02;
            if score > best.0 {
                best = (score, p);
            }
        }
        best.1
    }

    /// Places the animals and finds of a meadow or a forest, and the figure on it.
    fn add_animals_and_finds(&mut self, tile: &TileText, plan: &Plan, s: usize, placed: &mut Vec<Point>) {
        let text = &tile.segments[s];
        let land = &plan.areas[s];
        let mut words: Vec<String> = Vec::new();
        for (name, value) in &text.attributes {
            match value {
                Attribute::Words(list) => words.extend(list.iter().cloned()),
                Attribute::Number(count) => words.extend((0..(*count).clamp(0, 16)).map(|_| name.clone())),
                Attribute::Word(_) => {}
            }
        }
        for word in words {
            let size = size_of(&word);
            let taken = self.taken();
            if let Some(at) = roomiest(land, &taken, size / 2.0) {
                self.put(s, &word, at);
            }
        }
        let sign = text.word("power").and_then(|word| UNCOUNTED_SYMBOLS.into_iter().find(|sign| *sign == word));
        // A fire is drawn as a thing and needs no additional symbol.
        let sign = sign.filter(|sign| *sign != "wild_fire" || text.number("fire") == 0);
        let scenery = tile.marks.iter().any(|m| m == "volcano").then_some("volcano");
        if let Some(at) = sign.and_then(|_| roomiest(land, &self.taken(), 62.0)) {
            self.signs.extend(sign.map(|sign| (sign, at)));
        }
        if text.kind == "forest"
            && !self.signs.iter().any(|s| s.0 == "volcano")
            && let Some(at) = scenery.and_then(|_| roomiest(land, &self.taken(), 150.0))
        {
            self.signs.push(("volcano", at));
        }
        if let Some(at) = best_place(land, placed, &self.taken(), 84.0) {
            self.anchors[s] = at;
            placed.push(at);
        }
    }

    /// Places shrubs and boulders on free grass.
    fn scatter(&mut self, tile: &TileText, plan: &Plan, placed: &[Point]) {
        let mut random = Random::named(&format!("{}/{}/scatter", tile.set, tile.id));
        let taken = self.taken();
        for s in of_kind(tile, &["meadow"]) {
            let size: f64 = plan.areas[s].iter().map(|shape| area(&shape[0])).sum();
            for k in 0..2 + (size / 70_000.0) as usize {
                let free = |p: Point, room: f64| {
                    inside_shapes(p, &plan.areas[s])
                        && distance_to_shapes(p, &plan.areas[s]) > room
                        && taken.iter().all(|&(q, r)| dist(p, q) > r + 24.0)
                        && placed.iter().all(|&q| dist(p, q) > 84.0)
                };
                let spot = (0..30)
                    .map(|_| [random.between(30.0, 970.0), random.between(30.0, 970.0)])
                    .find(|&p| free(p, 40.0));
                match spot {
                    Some(p) if k % 3 == 0 => self.stones.push(p),
                    Some(p) => self.shrubs.push(p),
                    None => {}
                }
            }
        }
        for s in of_kind(tile, &["lake"]) {
            let raft =
                tile.segments[s].word("power").and_then(|w| UNCOUNTED_SYMBOLS.into_iter().find(|sign| *sign == w));
            let near: Vec<(Point, f64)> = self.taken().into_iter().chain(placed.iter().map(|&p| (p, 48.0))).collect();
            if let Some(at) = raft.and_then(|_| roomiest(&plan.areas[s], &near, 50.0)) {
                self.signs.extend(raft.map(|sign| (sign, at)));
            }
        }
    }

    /// Returns the printed things, in the order of [`TileText::printed`].
    pub fn things(&self, tile: &TileText) -> Vec<ThingArt> {
        let mut left = self.things.clone();
        let printed = tile.printed().into_iter().map(|printed| {
            let own = printed.segments.first().map_or(0, |&s| usize::from(s));
            let found = left.iter().position(|t| t.segment == own && t.word == printed.word);
            match found.map(|i| left.remove(i)) {
                Some(thing) => ThingArt { word: printed.word, at: thing.at, size: thing.size },
                None => {
                    let at = self.anchors.get(own).copied().unwrap_or(CENTRE);
                    ThingArt { size: size_of(&printed.word), word: printed.word, at }
                }
            }
        });
        printed.collect()
    }
}

fn of_kind(tile: &TileText, kinds: &[&str]) -> Vec<usize> {
    (0..tile.segments.len()).filter(|&s| kinds.contains(&tile.segments[s].kind.as_str())).collect()
}

/// Returns the positions of a lake's fish, on the side away from the mouths of its rivers, where a hut needs room.
fn shoal(lake: &Lake, fish: usize) -> Vec<Point> {
    // Fish are aligned with the axes of the tile, so that they stay side by side in every rotation.
    let [x, y] = lake.mouth;
    let back = if x.abs() > y.abs() { [-x.signum(), 0.0] } else { [0.0, if y > 0.0 { -1.0 } else { 1.0 }] };
    let side = right(back);
    let half = SHOAL / 2.0;
    let rows: &[(f64, f64)] = match fish {
        0 => &[],
        1 => &[(0.0, 0.42)],
        2 => &[(-1.0, 0.36), (1.0, 0.36)],
        3 => &[(-1.0, 0.42), (1.0, 0.42), (0.0, -1.6)],
        _ => &[(-1.0, 0.5), (1.0, 0.5), (-1.0, -1.5), (1.0, -1.5)],
    };
    let spot = |&(across, deep): &(f64, f64)| {
        let from = lake.radius * if fish > 2 { 0.22 } else { 0.0 };
        let by = if deep < 0.0 { from + (deep + 0.5) * half * 1.1 } else { from.max(deep * lake.radius) };
        move_along(move_along(lake.at, side, across * half), back, by)
    };
    rows.iter().map(spot).chain((4..fish).map(|_| lake.at)).collect()
}

/// Returns a point in an area, away from the figures in `placed`.
fn free_place(shapes: &[Shape], placed: &[Point]) -> Option<Point> {
    let spots = (0..66 * 66).map(|i| [12.0 + f64::from(i % 66) * 15.0, 12.0 + f64::from(i / 66) * 15.0]);
    let score = |p: Point| {
        let room = placed.iter().map(|&q| dist(p, q)).fold(400.0, f64::min);
        distance_to_shapes(p, shapes).min(62.0) * 2.0 + room.min(126.0) * 3.0
    };
    let scored = spots.filter(|&p| inside_shapes(p, shapes)).map(|p| (score(p), p));
    scored.max_by(|a, b| a.0.total_cmp(&b.0)).map(|best| best.1)
}

/// Returns the point in an area with the most room for something of this radius, preferably near the middle of the tile.
fn roomiest(shapes: &[Shape], taken: &[(Point, f64)], radius: f64) -> Option<Point> {
    let mut best: Option<(f64, Point)> = None;
    for i in 0..66 * 66 {
        let p = [12.0 + f64::from(i % 66) * 15.0, 12.0 + f64::from(i / 66) * 15.0];
        if !inside_shapes(p, shapes) {
            continue;
        }
        let depth = distance_to_shapes(p, shapes);
        let free = taken.iter().map(|&(q, r)| dist(p, q) - r).fold(400.0, f64::min);
        // The terms are capped, because additional distance gains little and a figure needs room as well.
        let score = depth.min(radius + 8.0) * 2.0
            + free.min(radius + 10.0) * 3.0
            + free.min(radius + 130.0) * 0.2
            + depth.min(radius * 1.7) * 0.1
            - dist(p, CENTRE) * 0.01;
        if best.is_none_or(|(s, _)| score > s) {
            best = Some((score, p));
        }
    }
    best.map(|b| b.1)
}
