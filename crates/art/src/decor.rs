//! Places everything that stands on a tile, in rotation 0: figures, houses, trees, inns, shields. Buildings are drawn upright in every
//! rotation, so each gets a square into which it fits in any orientation of the tile.

use bastide_core::tile_text::TileText;

use crate::ThingArt;
use crate::geometry::*;
use crate::marks::{self, Mark};
use crate::plan::{FOUNDATION, HUB, PRECINCT_RADIUS, Plan, QUARTER, RING, ROAD, RUIN, WALL};
use crate::random::Random;
use crate::roomy::{MIN_FIGURE_DISTANCE, best_place};
use crate::water::RIVER;

/// A lone house and the square that it occupies.
#[derive(Clone, Copy)]
pub struct Cottage {
    /// Centre of the square.
    pub at: Point,
    /// Side of the square.
    pub size: f64,
    /// Whether the gable faces south.
    pub gable: bool,
    /// Index into the roof colours.
    pub hue: usize,
}

/// A tilled plot.
#[derive(Clone, Copy)]
pub struct Plot {
    /// Corners, clockwise; furrows run from the first side to the third.
    pub corners: [Point; 4],
    /// Number of furrows.
    pub furrows: u8,
    /// Index of the crop, 0 to 2.
    pub crop: usize,
}

/// A tree: centre and radius of the crown.
pub type Tree = (Point, f64);

/// Positions and sizes of everything that stands on a tile.
pub struct Decor {
    /// Positions of figures, one per segment.
    pub anchors: Vec<Point>,
    /// Houses outside the cities.
    pub cottages: Vec<Cottage>,
    /// Tilled plots in the fields.
    pub plots: Vec<Plot>,
    /// Sheep in the fields.
    pub sheep: Vec<Point>,
    /// Trees in the fields.
    pub trees: Vec<Tree>,
    /// Centre and radius of every other building; houses and trees keep their distance from these.
    pub built: Vec<(Point, f64)>,
    /// Centres of the pennant shields.
    pub shields: Vec<Point>,
    /// Lakes beside inns.
    pub lakes: Vec<Point>,
    /// Centre of the cathedral.
    pub cathedral: Option<Point>,
    /// Centres of the ghosts printed in the mist.
    pub ghosts: Vec<Point>,
    /// Symbols for the other marks on the tile and its segments: volcano, princess, goods, ...
    pub marks: Vec<Mark>,
}

/// Radius of the lake beside an inn.
pub const LAKE: f64 = 52.0;
/// Side of an inn's square.
const INN: f64 = 112.0;
/// Half the side of a shield's square.
const SHIELD: f64 = 74.0;
/// Half the side of the square reserved for a ghost in the mist.
const GHOST_SPACE: f64 = 48.0;
impl Decor {
    /// Places everything on a tile.
    pub fn new(tile: &TileText, plan: &Plan) -> Self {
        let mut random = Random::named(&format!("{}/{}/decor", tile.set, tile.id));
        let n = tile.segments.len();
        let mut decor = Self {
            anchors: vec![CENTRE; n],
            cottages: Vec::new(),
            built: Vec::new(),
            plots: Vec::new(),
            sheep: Vec::new(),
            trees: Vec::new(),
            shields: Vec::new(),
            lakes: Vec::new(),
            cathedral: tile.segments.iter().any(|s| s.number("cathedral") > 0).then_some(CENTRE),
            ghosts: Vec::new(),
            marks: Vec::new(),
        };
        if let (true, Some((m, at))) = (plan.abbey, plan.monastery) {
            decor.anchors[m] = at;
            return decor;
        }
        // Centres and radii of the areas that figures, trees and houses must avoid.
        let mut taken: Vec<(Point, f64)> = Vec::new();
        let mut placed: Vec<Point> = Vec::new();
        for (own, radius) in [(plan.monastery, 0.0), (plan.tower, FOUNDATION), (plan.quarter, QUARTER)] {
            if let Some((s, at)) = own {
                decor.anchors[s] = at;
                placed.push(at);
                taken.push((at, radius));
            }
        }
        for s in (0..n).filter(|&s| tile.segments[s].kind == "road") {
            decor.anchors[s] = road_anchor(plan, s, &placed);
            placed.push(decor.anchors[s]);
        }
        for s in (0..n).filter(|&s| tile.segments[s].number("inn") > 0) {
            decor.add_inn(plan, s, &placed, &mut taken, &mut random);
        }
        taken.extend(plan.ruin.map(|at| (at, RUIN + 34.0)));
        if plan.hub {
            decor.add_village(plan, &mut taken, &mut random);
        }
        for end in plan.roads.iter().filter_map(|r| r.house) {
            decor.cottages.push(Cottage { at: end, size: 112.0, gable: true, hue: 0 });
            taken.push((end, 66.0));
        }
        if let Some(at) = decor.cathedral {
            taken.push((at, 235.0));
        }
        decor.marks.extend(marks::before_figures(tile, plan, &placed, &mut taken));
        let mut others: Vec<usize> =
            (0..n).filter(|&s| ["field", "city"].contains(&tile.segments[s].kind.as_str())).collect();
        let size = |s: &usize| plan.areas[*s].iter().map(|shape| area(&shape[0])).sum::<f64>();
        others.sort_by(|a, b| size(a).total_cmp(&size(b)));
        for s in others {
            // A figure lying in a field must not look as if it stood on a wall.
            let deep = if tile.segments[s].kind == "field" { 150.0 } else { 100.0 };
            if let Some(at) = best_place(&plan.areas[s], &placed, &taken, deep) {
                decor.anchors[s] = at;
                placed.push(at);
            }
        }
        for s in (0..n).filter(|&s| tile.segments[s].kind == "city") {
            for _ in 0..tile.segments[s].number("pennants").clamp(0, 3) {
                let figures: Vec<(Point, f64)> = placed.iter().map(|&p| (p, 62.0)).collect();
                let near = [&taken[..], &figures].concat();
                if let Some(at) = best_place(&plan.areas[s], &[], &near, SHIELD + WALL) {
                    decor.shields.push(at);
                    taken.push((at, SHIELD));
                }
            }
        }
        decor.marks.extend(marks::after_figures(tile, plan, &placed, &mut taken));
        for s in (0..n).filter(|&s| tile.segments[s].kind == "river") {
            decor.anchors[s] = river_anchor(plan, s, &placed);
            placed.push(decor.anchors[s]);
        }
        decor.haunt(tile, plan, &mut placed, &taken);
        decor.add_plots(tile, plan, &placed, &taken, &mut random);
        decor.plant(tile, plan, &placed, &taken, &mut random);
        decor.add_sheep(tile, plan, &placed, &taken, &mut random);
        decor.built = taken;
        decor
    }

    /// Returns the printed things in the order of [`TileText::printed`], each at the point where it is drawn, or else at the anchor of its
    /// segment.
    pub fn things(&self, tile: &TileText, plan: &Plan) -> Vec<ThingArt> {
        let (mut shields, mut lakes, mut ghosts) = (self.shields.iter(), self.lakes.iter(), self.ghosts.iter());
        let printed = tile.printed().into_iter().map(|printed| {
            let own = printed.segments.first().map_or(0, |&s| usize::from(s));
            let sign = match printed.word.as_str() {
                "pig_herd" => "pigs",
                "besieged" => "camp",
                word => word,
            };
            let river = plan.rivers.iter().find(|r| r.segment == own);
            let (at, size) = match printed.word.as_str() {
                "pennants" => (shields.next().copied(), 2.0 * SHIELD),
                "inn" => (lakes.next().copied(), 2.0 * LAKE),
                "ghosts" => (ghosts.next().copied(), 2.0 * GHOST_SPACE),
                "cathedral" => (self.cathedral, 470.0),
                "spring" => (river.and_then(|r| r.spring), 2.0 * crate::water::SPRING),
                _ => (self.marks.iter().find(|m| m.0 == sign).map(|m| m.1), 150.0),
            };
            ThingArt { word: printed.word, at: at.unwrap_or(self.anchors[own]), size }
        });
        printed.collect()
    }

    /// Places the ghosts printed in the mist, and the anchor of each bank of mist, even though no figure ever stands there.
    fn haunt(&mut self, tile: &TileText, plan: &Plan, placed: &mut Vec<Point>, taken: &[(Point, f64)]) {
        for s in (0..tile.segments.len()).filter(|&s| tile.segments[s].kind == "mist") {
            if let Some(at) = best_place(&plan.areas[s], placed, taken, 100.0) {
                self.anchors[s] = at;
            }
            for _ in 0..tile.segments[s].number("ghosts").clamp(0, 3) {
                if let Some(at) = best_place(&plan.areas[s], placed, taken, 90.0) {
                    self.ghosts.push(at);
                    placed.push(at);
                }
            }
        }
    }

    /// Places a lake that touches the road, and an inn on the far side of the lake.
    fn add_inn(
        &mut self,
        plan: &Plan,
        road: usize,
        placed: &[Point],
        taken: &mut Vec<(Point, f64)>,
        random: &mut Random,
    ) {
        let mut best: Option<(f64, Point, Point)> = None;
        for way in plan.roads.iter().filter(|r| r.segment == Some(road)) {
            for step in 2..=18 {
                let (p, d) = at(&way.line, f64::from(step) / 20.0);
                for side in [-1.0, 1.0] {
                    let out = mul(right(d), side);
                    let lake = move_along(p, out, ROAD / 2.0 + LAKE - 4.0);
                    for lean in [-1.2, -0.6, 0.0, 0.6, 1.2f64] {
                        let away = normalize(add(mul(out, lean.cos()), mul(d, lean.sin())));
                        let house = move_along(lake, away, LAKE + INN * 0.44);
                        let room = clearance(plan, lake, Some(road)).min(clearance(plan, house, None));
                        let figures = placed.iter().map(|&q| dist(q, lake).min(dist(q, house))).fold(200.0, f64::min);
                        let score = room.min(90.0) + figures.min(150.0) * 0.35 - lean.abs() * 4.0;
                        if best.is_none_or(|(s, ..)| score > s) {
                            best = Some((score, lake, house));
                        }
                    }
                }
            }
        }
        if let Some((_, lake, house)) = best {
            self.lakes.push(lake);
            self.cottages.push(Cottage { at: house, size: INN, gable: true, hue: random.below(2) });
            taken.push((lake, LAKE + 6.0));
            taken.push((house, INN * 0.56));
        }
    }

    /// Places the houses around a crossroads.
    fn add_village(&mut self, plan: &Plan, taken: &mut Vec<(Point, f64)>, random: &mut Random) {
        let start = random.below(8);
        for i in 0..8 {
            let turn = f64::from((start as u32 + 3 * i) % 8) * std::f64::consts::TAU / 8.0;
            let house = move_along(CENTRE, [turn.cos(), turn.sin()], HUB + 66.0 + random.between(0.0, 14.0));
            let size = random.between(92.0, 106.0);
            let free = taken.iter().all(|&(p, r)| dist(p, house) > r + size * 0.6);
            if self.cottages.len() < 4 && free && clearance(plan, house, None) > size * 0.55 {
                self.cottages.push(Cottage { at: house, size, gable: random.below(2) == 0, hue: random.below(3) });
                taken.push((house, size * 0.6));
            }
        }
    }

    /// Places adjacent plots where a field has room to spare.
    fn add_plots(
        &mut self,
        tile: &TileText,
        plan: &Plan,
        placed: &[Point],
        taken: &[(Point, f64)],
        random: &mut Random,
    ) {
        for s in (0..tile.segments.len()).filter(|&s| tile.segments[s].kind == "field") {
            let shapes = &plan.areas[s];
            let strips = 1 + random.below(3);
            for _ in 0..120 {
                let middle = [random.between(120.0, 880.0), random.between(120.0, 880.0)];
                let turn = random.between(-0.45, 0.45) + [0.0, std::f64::consts::FRAC_PI_2][random.below(2)];
                let (across, down) = ([turn.cos(), turn.sin()], [-turn.sin(), turn.cos()]);
                let (wide, tall) = (random.between(46.0, 58.0) * strips as f64, random.between(66.0, 92.0));
                let lean = random.between(-16.0, 16.0);
                let spot = |x: f64, y: f64| move_along(move_along(middle, across, wide * x + lean * y), down, tall * y);
                let sample = [(-1.0, -1.0), (0.0, -1.0), (1.0, -1.0), (1.0, 1.0), (0.0, 1.0), (-1.0, 1.0), (0.0, 0.0)];
                let free = sample.iter().map(|&(x, y)| spot(x, y)).all(|p| {
                    inside_shapes(p, shapes)
                        && distance_to_shapes(p, shapes) > 24.0
                        && taken.iter().all(|&(q, r)| dist(p, q) > r + 40.0)
                });
                if !free || placed.iter().any(|&p| dist(p, middle) < 90.0 + wide * 0.5) {
                    continue;
                }
                let edge = |i: usize| -1.0 + 2.0 * i as f64 / strips as f64;
                for i in 0..strips {
                    let (left, right) = (edge(i) + 9.0 / wide, edge(i + 1) - 9.0 / wide);
                    let [a, b, c, d] = [spot(left, -1.0), spot(right, -1.0), spot(right, 1.0), spot(left, 1.0)];
                    let lengthwise = random.below(2) == 0;
                    let corners = if lengthwise { [a, b, c, d] } else { [b, c, d, a] };
                    let room = if lengthwise { dist(a, b) } else { dist(b, c) };
                    self.plots.push(Plot { corners, furrows: (room / 24.0) as u8, crop: random.below(3) });
                }
                break;
            }
            if self.plots.len() > 3 {
                break;
            }
        }
    }

    /// Places a few sheep in some fields.
    fn add_sheep(
        &mut self,
        tile: &TileText,
        plan: &Plan,
        placed: &[Point],
        taken: &[(Point, f64)],
        random: &mut Random,
    ) {
        for s in (0..tile.segments.len()).filter(|&s| tile.segments[s].kind == "field") {
            if random.below(3) > 0 {
                continue;
            }
            let spot = [random.between(100.0, 900.0), random.between(100.0, 900.0)];
            for _ in 0..3 {
                let p = add(spot, [random.between(-70.0, 70.0), random.between(-50.0, 50.0)]);
                let apart = self.sheep.iter().all(|&q| dist(p, q) > 40.0);
                if apart && self.tree_fits(&plan.areas[s], p, 18.0, placed, taken) {
                    self.sheep.push(p);
                }
            }
        }
    }

    /// Places trees in small groups, away from roads, walls and figures.
    fn plant(&mut self, tile: &TileText, plan: &Plan, placed: &[Point], taken: &[(Point, f64)], random: &mut Random) {
        for s in (0..tile.segments.len()).filter(|&s| tile.segments[s].kind == "field") {
            let shapes = &plan.areas[s];
            let size: f64 = shapes.iter().map(|shape| area(&shape[0])).sum();
            let groups = 1 + (size / 150_000.0) as usize;
            for _ in 0..groups {
                let (wanted, largest) = (1 + random.below(5), random.between(28.0, 46.0));
                let Some(first) = (0..60)
                    .map(|_| [random.between(40.0, 960.0), random.between(40.0, 960.0)])
                    .find(|&p| self.tree_fits(shapes, p, largest, placed, taken))
                else {
                    continue;
                };
                self.trees.push((first, largest));
                for _ in 1..wanted {
                    let turn = random.between(0.0, std::f64::consts::TAU);
                    let radius = random.between(18.0, 40.0);
                    let p = move_along(first, [turn.cos(), turn.sin()], random.between(48.0, 92.0));
                    if self.tree_fits(shapes, p, radius, placed, taken) {
                        self.trees.push((p, radius));
                    }
                }
            }
        }
    }

    fn tree_fits(&self, shapes: &[Shape], p: Point, radius: f64, placed: &[Point], taken: &[(Point, f64)]) -> bool {
        inside_shapes(p, shapes)
            && distance_to_shapes(p, shapes) > radius + 20.0
            && placed.iter().all(|&q| dist(p, q) > 96.0)
            && taken.iter().all(|&(q, r)| dist(p, q) > r + radius + 6.0)
            && self.trees.iter().all(|&(q, r)| dist(p, q) > (r + radius) * 0.72)
            && self.plots.iter().all(|plot| {
                distance_to_contour(p, &plot.corners) > radius * 0.6 && !inside(p, [&plot.corners.to_vec()])
            })
    }
}

/// Returns the distance from a point to the nearest part of the tile that is not field, ignoring the road `near`.
fn clearance(plan: &Plan, p: Point, near: Option<usize>) -> f64 {
    let mut room = p[0].min(p[1]).min(SIDE - p[0]).min(SIDE - p[1]) - 6.0;
    for town in &plan.towns {
        let d = distance_to_contour(p, &town.outline) - 24.0;
        room = room.min(if inside(p, [&town.outline]) { -1.0 } else { d });
    }
    for road in plan.roads.iter().filter(|r| near.is_none() || r.segment != near) {
        room = room.min(distance_to_line(p, &road.line) - ROAD / 2.0);
    }
    for river in &plan.rivers {
        room = room.min(distance_to_line(p, &river.line) - RIVER / 2.0);
        for shore in river.contours().iter().skip(1) {
            room = room.min(if inside(p, [shore]) { -1.0 } else { distance_to_contour(p, shore) });
        }
    }
    let discs = [(plan.monastery, PRECINCT_RADIUS), (plan.tower, FOUNDATION), (plan.quarter, QUARTER)];
    for (at, radius) in discs.into_iter().filter_map(|(own, radius)| own.map(|(_, at)| (at, radius))) {
        room = room.min(dist(p, at) - radius);
    }
    if let Some(mist) = plan.veil.first() {
        room = room.min(if inside_shapes(p, mist) { -1.0 } else { distance_to_shapes(p, mist) });
    }
    if plan.hub {
        room = room.min(dist(p, CENTRE) - HUB);
    }
    if plan.ring.is_some() {
        room = room.min(dist(p, CENTRE) - RING);
    }
    room
}

/// Returns the middle of a road, or the nearest point that leaves room for the figures in `placed`.
fn road_anchor(plan: &Plan, segment: usize, placed: &[Point]) -> Point {
    let lines = plan.roads.iter().filter(|r| r.segment == Some(segment)).map(|r| &r.line);
    way_anchor(plan, segment, lines.collect(), placed)
}

/// Returns the anchor of a river, found the same way as in [`road_anchor`], even though no figure stands on a river.
fn river_anchor(plan: &Plan, segment: usize, placed: &[Point]) -> Point {
    way_anchor(plan, segment, plan.rivers.iter().filter(|r| r.segment == segment).map(|r| &r.line).collect(), placed)
}

fn way_anchor(plan: &Plan, segment: usize, lines: Vec<&Vec<Point>>, placed: &[Point]) -> Point {
    let mut best = (f64::NEG_INFINITY, CENTRE);
    for line in lines {
        for step in 2..=18 {
            let t = f64::from(step) / 20.0;
            let (p, _) = at(line, t);
            if !inside_shapes(p, &plan.areas[segment]) {
                continue;
            }
            let depth = distance_to_shapes(p, &plan.areas[segment]).min(48.0);
            let room = placed.iter().map(|&q| dist(p, q)).fold(260.0, f64::min);
            let score = depth + room.min(MIN_FIGURE_DISTANCE) + room * 0.1 - (t - 0.5).abs() * 60.0;
            if score > best.0 {
                best = (score, p);
            }
        }
    }
    best.1
}
