//! Lays out a tile of Hunters & Gatherers, in rotation 0: forests, rivers, lakes, and the area of every segment.

use bastide_core::tile_text::TileText;

use super::reading::{ForestsAndWaters, Water, Wood};
use crate::geometry::*;
use crate::outline::{Bump, Course, courses, distance_to_border, outline};
use crate::plan::port_point;
use crate::random::Random;

/// Width of a river's band, including its banks.
pub const RIVER: f64 = 150.0;
/// Radius of a spring's pool.
pub const POOL: f64 = 88.0;
/// Minimum width of the strip of grass between forest and water.
const MIN_STRIP_WIDTH: f64 = 112.0;
/// Distance by which a river or lake extends into a forest that it meets.
const OVERLAP: f64 = 46.0;

/// A forest with its layout.
pub struct Forest {
    /// Index of the forest's segment in the tile.
    pub segment: usize,
    /// Edges that the forest owns.
    pub edges: Vec<usize>,
    /// Courses of the forest across the tile.
    pub courses: Vec<Course>,
    /// Outline of the area that the forest would cover if the tile had no water.
    pub outline: Vec<Point>,
}

/// An arm of a river.
pub struct Arm {
    /// Index of the river's segment in the tile.
    pub segment: usize,
    /// Centre line, from the border inwards.
    pub line: Vec<Point>,
    /// Centre of the spring's pool, if the river rises on the tile.
    pub pool: Option<Point>,
    /// Whether the arm runs from edge to edge.
    pub through: bool,
}

/// A lake with its layout.
pub struct Lake {
    /// Index of the lake's segment in the tile.
    pub segment: usize,
    /// Centre of the lake.
    pub at: Point,
    /// Mean distance from the centre to the shore.
    pub radius: f64,
    /// Shore of the lake, as a closed line.
    pub shore: Vec<Point>,
    /// Mean direction in which rivers leave the lake.
    pub mouth: Point,
}

/// Geometry of a tile, without styling.
pub struct Plan {
    /// The forests that own edges.
    pub forests: Vec<Forest>,
    /// The rivers, one entry for each arm.
    pub arms: Vec<Arm>,
    /// The lakes, with their shores.
    pub lakes: Vec<Lake>,
    /// Area of each segment, by index.
    pub areas: Vec<Vec<Shape>>,
}

impl Plan {
    /// Lays out a tile.
    pub fn new(tile: &TileText) -> Self {
        let mut random = Random::named(&format!("{}/{}", tile.set, tile.id));
        let reading = ForestsAndWaters::new(tile);
        let mut forests: Vec<Forest> = reading.woods.iter().map(|w| forest(w, &reading)).collect();
        let (mut lakes, mut arms) = (Vec::new(), Vec::new());
        for (w, water) in reading.waters.iter().enumerate() {
            if let Some(segment) = water.lake {
                let at = lake_place(&reading, w);
                lakes.push(lake(tile, segment, at, water, &mut random));
            }
        }
        for (w, water) in reading.waters.iter().enumerate() {
            let met = |f: usize| reading.contacts.contains(&(w, f));
            if let Some(lake) = lakes.iter().find(|l| Some(l.segment) == water.lake) {
                for (f, forest) in forests.iter_mut().enumerate() {
                    shape_by_lake(forest, lake, met(f));
                }
            }
            let wooded = (0..forests.len()).any(met);
            for (segment, edges) in &water.rivers {
                arms.extend(through(*segment, edges, water, wooded, &mut random));
            }
        }
        for (w, water) in reading.waters.iter().enumerate() {
            let springs: Vec<(usize, usize)> = springs(water).collect();
            for (f, forest) in forests.iter_mut().enumerate() {
                if reading.contacts.contains(&(w, f)) {
                    springs.iter().for_each(|&(_, edge)| extend_to_spring(forest, edge));
                }
            }
        }
        for (f, forest) in forests.iter_mut().enumerate() {
            for arm in arms.iter().filter(|a| a.through) {
                let water = reading.waters.iter().position(|w| w.rivers.iter().any(|r| r.0 == arm.segment));
                shape_by_river(forest, arm, water.is_some_and(|w| reading.contacts.contains(&(w, f))));
            }
            draw(forest, &mut random);
        }
        for (w, water) in reading.waters.iter().enumerate() {
            let met = (0..forests.len()).any(|f| reading.contacts.contains(&(w, f)));
            let lake = lakes.iter().find(|l| Some(l.segment) == water.lake);
            for (segment, edge) in springs(water) {
                arms.push(match lake {
                    Some(lake) => inflow(segment, edge, lake),
                    None => spring(segment, edge, met, &forests),
                });
            }
        }
        let mut plan = Self { forests, arms, lakes, areas: vec![Vec::new(); tile.segments.len()] };
        plan.measure(tile);
        plan
    }

    /// Returns the contours of all waters, each with its segment.
    pub fn waters(&self) -> Vec<(usize, Vec<Point>)> {
        let mut waters: Vec<(usize, Vec<Point>)> = self.lakes.iter().map(|l| (l.segment, l.shore.clone())).collect();
        for arm in &self.arms {
            waters.push((arm.segment, band(&arm.line, RIVER)));
            waters.extend(arm.pool.map(|at| (arm.segment, disc(at, POOL))));
        }
        waters
    }

    fn measure(&mut self, tile: &TileText) {
        let mut wet: Vec<Vec<Point>> = Vec::new();
        for (segment, contour) in self.waters() {
            let kept = subtract(&[vec![clip(&contour, 0.0)]], &wet);
            self.areas[segment].extend(kept.into_iter().filter(|shape| area(&shape[0]) > 3000.0));
            wet.push(contour);
        }
        let mut solid = wet.clone();
        for forest in &self.forests {
            let kept = subtract(&[vec![forest.outline.clone()]], &solid);
            self.areas[forest.segment] = kept.into_iter().filter(|shape| area(&shape[0]) > 3000.0).collect();
            solid.push(forest.outline.clone());
        }
        let open = subtract(&[vec![CORNERS.to_vec()]], &solid);
        self.deal_meadows(tile, open);
        self.place_inner(tile);
        for (s, segment) in tile.segments.iter().enumerate() {
            if let Some(system) = segment.along.map(usize::from).filter(|&y| y < self.areas.len()) {
                let own = self.areas[s].clone();
                self.areas[system].extend(own);
            }
        }
    }

    /// Assigns each piece of open ground to its meadow: by a port, or, for meadows without a port, the largest remaining piece first.
    fn deal_meadows(&mut self, tile: &TileText, mut open: Vec<Shape>) {
        open.sort_by(|a, b| area(&b[0]).total_cmp(&area(&a[0])));
        let mut inner =
            (0..tile.segments.len()).filter(|&s| tile.segments[s].inside && tile.segments[s].kind == "meadow");
        for shape in open {
            let port = (0..12)
                .find(|&p| tile.segments[usize::from(tile.ports[p])].kind == "meadow" && inside(port_point(p), &shape));
            let owner = match port {
                Some(port) => Some(usize::from(tile.ports[port])),
                None if area(&shape[0]) > 6000.0 => inner.next(),
                None => None,
            };
            if let Some(owner) = owner {
                self.areas[owner].push(shape);
            }
        }
    }

    /// Gives every inside segment that has no area yet a clearing in the largest area.
    fn place_inner(&mut self, tile: &TileText) {
        for s in 0..tile.segments.len() {
            if !self.areas[s].is_empty() || tile.segments[s].kind == "system" {
                continue;
            }
            let size = |i: &usize| self.areas[*i].iter().map(|shape| area(&shape[0])).sum::<f64>();
            let Some(host) = (0..self.areas.len()).max_by(|a, b| size(a).total_cmp(&size(b))) else { continue };
            let Some(at) = crate::roomy::best_place(&self.areas[host], &[], &[], 200.0) else { continue };
            let hole = disc(at, (distance_to_shapes(at, &self.areas[host]) * 0.8).min(150.0));
            self.areas[host] = subtract(&self.areas[host], std::slice::from_ref(&hole));
            self.areas[s] = vec![vec![hole]];
        }
    }
}

/// Returns the rivers in a group that begin on the tile or flow into the group's lake, as pairs of segment and edge.
fn springs(water: &Water) -> impl Iterator<Item = (usize, usize)> + '_ {
    let all = water.rivers.iter().flat_map(|(s, edges)| edges.iter().map(move |e| (*s, *e, edges.len())));
    all.filter(|&(.., n)| n == 1 || water.lake.is_some()).map(|(s, e, _)| (s, e))
}

/// Lays out a forest before waters change its shape.
fn forest(wood: &Wood, reading: &ForestsAndWaters) -> Forest {
    let mut courses = courses(&wood.edges, &wood.tips);
    let other = |edge: usize| reading.woods.iter().any(|w| w.segment != wood.segment && w.edges.contains(&(edge % 4)));
    for course in &mut courses {
        let ends = [course.from, course.from + course.skips + 3].map(other);
        // Beside another forest, leave a strip of grass that narrows towards the corner.
        let shy = |end: bool, shy: f64, free: f64| if end { shy } else { free };
        match course.skips {
            3 => {
                let crowded = reading.woods.len() > 2 || other(course.from + 1);
                course.reach = if crowded { 196.0 } else { 236.0 };
                course.ends = ends.map(|end| shy(end, if reading.enclosed { 2.0 } else { 1.3 }, 0.82));
            }
            2 => {
                course.reach = if ends.contains(&true) { -180.0 } else { -50.0 };
                course.ends = ends.map(|end| shy(end, 0.95, 1.0));
            }
            _ => {
                let opposite = wood.edges.contains(&((course.from + 2) % 4));
                let tips = [course.from, course.from + 1].map(|c| wood.tips.contains(&(c % 4)));
                let narrow = opposite && wood.edges.len() < 3 || tips.contains(&true);
                let flows = |w: &Water, edge: usize| w.rivers.iter().any(|r| r.1.contains(&(edge % 4)));
                let wet = |edge: usize| reading.waters.iter().any(|w| flows(w, edge));
                let dry = |w: &&Water| flows(w, course.from) && w.lake.is_none();
                course.reach = match (narrow, wet(course.from)) {
                    // If there is a spring on one side of a band of forest and a lake on the other, the forest stays between them.
                    _ if wet(course.from + 2) && reading.waters.iter().any(|w| dry(&w)) => -236.0,
                    (_, true) => -390.0,
                    (true, _) if tips.contains(&true) => -276.0,
                    (true, _) => -310.0,
                    (false, _) => -360.0,
                };
                // Leaves room for the tip of the forest in that corner.
                course.ends = tips.map(|tip| if tip { 1.25 } else { 0.85 });
            }
        }
    }
    Forest { segment: wood.segment, edges: wood.edges.clone(), courses, outline: Vec::new() }
}

fn draw(forest: &mut Forest, random: &mut Random) {
    let lines: Vec<Vec<Point>> = forest.courses.iter().map(|c| c.line(9.0, random)).collect();
    forest.outline = outline(&forest.edges, &forest.courses, &lines);
}

/// Returns the centre of a lake: the centre of the tile, shifted towards forests that the lake touches and away from other forests, with
/// room for its rivers.
fn lake_place(reading: &ForestsAndWaters, w: usize) -> Point {
    let water = &reading.waters[w];
    let edges: Vec<usize> = water.rivers.iter().flat_map(|r| r.1.clone()).collect();
    let inwards = |edges: &[usize]| edges.iter().fold([0.0, 0.0], |sum, &e| add(sum, inward_direction(e)));
    if reading.waters.iter().filter(|w| w.lake.is_some()).count() > 1 && !edges.is_empty() {
        return move_along(CENTRE, normalize(inwards(&edges)), -262.0);
    }
    let mut at = CENTRE;
    for (f, wood) in reading.woods.iter().enumerate() {
        let away = normalize(inwards(&wood.edges));
        let met = reading.contacts.contains(&(w, f));
        let by = match (met, wood.edges.len()) {
            (true, 1) => -64.0,
            (true, 2) => 92.0,
            // The bulge of a forest that owns three edges lies between the lake and the middle.
            (true, _) => 110.0,
            (false, 1) => 66.0,
            (false, _) => 120.0,
        };
        at = move_along(at, away, by);
    }
    if edges.len() == 1 {
        at = move_along(at, inward_direction(edges[0]), 34.0);
    }
    // If a forest forms a band between two meadows, the lake is in the meadow that contains its river.
    let band = reading.woods.iter().any(|w| w.edges.len() == 2 && w.edges[0] % 2 == w.edges[1] % 2);
    if band && edges.len() == 1 {
        at = move_along(CENTRE, inward_direction(edges[0]), -172.0);
    }
    at.map(|v| v.clamp(300.0, 700.0))
}

fn lake(tile: &TileText, segment: usize, at: Point, water: &Water, random: &mut Random) -> Lake {
    let fish = tile.segments[segment].number("fish").clamp(0, 6) as f64;
    let small = tile.segments.iter().filter(|s| s.kind == "lake").count() > 1;
    let radius = if small { 166.0 } else { 150.0 + 22.0 * fish };
    let (phase, second) = (random.between(0.0, 6.0), random.between(0.0, 6.0));
    let shore = (0..36).map(|i| {
        let a = f64::from(i) * std::f64::consts::TAU / 36.0;
        let r = radius * (1.0 + 0.045 * (2.0 * a + phase).sin() + 0.025 * (5.0 * a + second).sin());
        move_along(at, [a.cos(), a.sin()], r)
    });
    let edges = water.rivers.iter().flat_map(|r| r.1.iter());
    let mouth = normalize(edges.fold([0.0, 0.0], |sum, &e| move_along(sum, inward_direction(e), -1.0)));
    Lake { segment, at, radius, shore: shore.collect(), mouth }
}

/// Extends a forest to a lake that it must touch, or keeps the forest away from the lake.
fn shape_by_lake(forest: &mut Forest, lake: &Lake, met: bool) {
    let mut least: Option<(f64, usize, Bump)> = None;
    for (c, course) in forest.courses.iter_mut().enumerate() {
        let (t, out) = course.project(lake.at);
        if !(0.05..0.95).contains(&t) {
            continue;
        }
        let (now, near) = (course.reach_at(t), out - lake.radius);
        let width = (lake.radius * if met { 0.8 } else { 1.35 }) / course.span();
        if met {
            let wanted = now.clamp(near + OVERLAP, near + OVERLAP + 40.0);
            let bump = Bump { at: t, height: wanted - now, width };
            if least.is_none_or(|(height, ..)| bump.height.abs() < height) {
                least = Some((bump.height.abs(), c, bump));
            }
        } else if now > near - MIN_STRIP_WIDTH && out > now - lake.radius {
            course.bumps.push(Bump { at: t, height: near - MIN_STRIP_WIDTH - now, width });
        }
    }
    if let Some((_, c, bump)) = least {
        forest.courses[c].bumps.push(bump);
    }
}

/// Extends a forest to a river that it must touch, or keeps the forest away from the river.
fn shape_by_river(forest: &mut Forest, arm: &Arm, met: bool) {
    let mut best: Option<(f64, usize, Bump)> = None;
    for (c, course) in forest.courses.iter_mut().enumerate() {
        let gaps: Vec<(f64, f64)> = (3..=17)
            .map(|i| course.project(at(&arm.line, f64::from(i) / 20.0).0))
            .filter(|(t, _)| (0.12..0.88).contains(t))
            .map(|(t, out)| (t, out - RIVER / 2.0 - course.reach_at(t)))
            .collect();
        let Some(&(t, gap)) = gaps.iter().min_by(|a, b| a.1.total_cmp(&b.1)) else { continue };
        if met {
            let bump = Bump { at: t, height: gap + 34.0, width: 150.0 / course.span() };
            if best.is_none_or(|(height, ..)| bump.height.abs() < height) {
                best = Some((bump.height.abs(), c, bump));
            }
        } else if (-300.0..MIN_STRIP_WIDTH).contains(&gap) {
            course.bumps.push(Bump { at: t, height: gap - MIN_STRIP_WIDTH, width: 0.24 });
        }
    }
    if let Some((_, c, bump)) = best.filter(|_| met) {
        forest.courses[c].bumps.push(bump);
    }
}

/// Extends a forest far enough that the river from an edge can have its spring at the forest's rim.
fn extend_to_spring(forest: &mut Forest, edge: usize) {
    let end = move_along(edge_middle(edge), inward_direction(edge), 600.0);
    let mut best: Option<(f64, usize, Bump)> = None;
    for (c, course) in forest.courses.iter().enumerate() {
        let (t, out) = course.project(end);
        if !(0.1..0.9).contains(&t) {
            continue;
        }
        let height = out - course.reach_at(t);
        let bump = Bump { at: t, height: height + 20.0, width: 170.0 / course.span() };
        if best.is_none_or(|(least, ..)| height.abs() < least) {
            best = Some((height.abs(), c, bump));
        }
    }
    // Two springs at one forest must not merge, so the forest extends between them until it meets both.
    let diagonal = forest.courses.len() == 1 && forest.courses[0].skips == 2;
    if diagonal && forest.courses[0].bumps.is_empty() {
        forest.courses[0].bumps.push(Bump { at: 0.5, height: 260.0, width: 0.24 });
    } else if let Some((_, c, bump)) = best.filter(|b| b.2.height > 0.0) {
        forest.courses[c].bumps.push(bump);
    }
}

/// Returns the arms of a river with several edges.
fn through(segment: usize, edges: &[usize], water: &Water, wooded: bool, random: &mut Random) -> Vec<Arm> {
    let arm = |line: Vec<Point>, through| Arm { segment, line, pool: None, through };
    match *edges {
        _ if water.lake.is_some() => Vec::new(),
        [a, b] => {
            let (from, to) = (edge_middle(a), edge_middle(b));
            if a % 2 != b % 2 {
                let reach = if wooded { 390.0 } else { 276.0 };
                return vec![arm(
                    bezier(
                        [
                            from,
                            move_along(from, inward_direction(a), reach),
                            move_along(to, inward_direction(b), reach),
                            to,
                        ],
                        22,
                    ),
                    true,
                )];
            }
            // The river meanders a little, unless it meets a forest.
            let wind = if wooded { 0.0 } else { [-44.0, 44.0][random.below(2)] };
            let (on, side) = (inward_direction(a), right(inward_direction(a)));
            let spot = |far: f64, by: f64| move_along(move_along(from, on, far), side, by);
            let mut line = bezier([from, spot(170.0, 0.0), spot(190.0, wind), spot(330.0, wind)], 8);
            line.extend(bezier([spot(330.0, wind), spot(470.0, wind), spot(530.0, -wind), spot(670.0, -wind)], 8));
            line.extend(bezier([spot(670.0, -wind), spot(810.0, -wind), spot(830.0, 0.0), to], 8));
            line.dedup_by(|a, b| dist(*a, *b) < 1.0);
            vec![arm(line, true)]
        }
        [] | [_] => Vec::new(),
        _ => edges.iter().map(|&e| arm(bezier([edge_middle(e), edge_middle(e), CENTRE, CENTRE], 8), false)).collect(),
    }
}

/// Returns a river that flows into a lake.
fn inflow(segment: usize, edge: usize, lake: &Lake) -> Arm {
    let from = edge_middle(edge);
    let reach = dist(from, lake.at) * 0.45;
    let line = bezier(
        [
            from,
            move_along(from, inward_direction(edge), reach),
            move_along(lake.at, inward_direction(edge), -reach * 0.5),
            lake.at,
        ],
        14,
    );
    // The river ends slightly inside the shore.
    let cut = line.iter().position(|&p| dist(p, lake.at) < lake.radius * 0.8).unwrap_or(line.len() - 1).max(1);
    Arm { segment, line: line[..=cut].to_vec(), pool: None, through: false }
}

/// Returns a river that begins on the tile: at the rim of the forest opposite its edge, or in open ground.
fn spring(segment: usize, edge: usize, met: bool, forests: &[Forest]) -> Arm {
    let from = edge_middle(edge);
    let wooded = |p: Point| forests.iter().any(|f| inside(p, [&f.outline]));
    let ahead = |by: f64| move_along(from, inward_direction(edge), by);
    let rim = (20..85).map(|i| f64::from(i) * 10.0).find(|&by| wooded(ahead(by)));
    let end = match rim {
        Some(by) if met => by + 24.0,
        Some(by) => (by - POOL - 90.0).clamp(190.0, 430.0),
        None => 430.0,
    };
    let to = ahead(end);
    debug_assert!(distance_to_border(to) > 0.0);
    Arm { segment, line: bezier([from, from, to, to], 10), pool: Some(to), through: false }
}
