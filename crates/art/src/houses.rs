//! Houses: their shape, and the rows in which they fill a city.
//!
//! The rows lie at the same heights on every tile in every rotation, and the houses that stand across a border are the
//! same for all tiles, each drawing its part. So a city goes on over the border without a seam.

use crate::decor::Decor;
use crate::geometry::*;
use crate::plan::{Plan, WALL};
use crate::random::Random;
use crate::town::Town;

/// A house as it is seen from the south: the box of its picture, whose foot is its front.
#[derive(Clone, Copy)]
pub struct House {
    pub left: f64,
    pub foot: f64,
    pub width: f64,
    pub height: f64,
    /// The gable looks south; otherwise the eaves do.
    pub gable: bool,
    /// Which roof it has.
    pub hue: usize,
}

/// The contours of a house.
pub struct HouseShape {
    /// On the ground, away from the light: the middle of a broad line.
    pub shadow: [Point; 3],
    pub front: Vec<Point>,
    /// Where the windows run.
    pub windows: [Point; 2],
    /// Roof planes: towards the light, to the south, away from the light.
    pub roof: [Vec<Point>; 3],
}

/// The distance between rows; it divides the tile's side.
const ROW: f64 = 125.0;
/// Where the front of the row across the northern border stands.
const FIRST_FOOT: f64 = 42.0;
/// A house's height, foot to top.
const HEIGHT: f64 = 132.0;
/// How far houses that stand across a border keep away from the corners, where walls may end.
const CORNER: f64 = 228.0;
/// The share of a house's height that is its front.
const FRONT: f64 = 0.28;

impl House {
    /// A lone house that fits into a square.
    pub fn boxed(at: Point, size: f64, gable: bool, hue: usize) -> Self {
        let width = if gable { size * 0.8 } else { size };
        Self { left: at[0] - width / 2.0, foot: at[1] + size * 0.46, width, height: size * 0.94, gable, hue }
    }

    fn right(&self) -> f64 {
        self.left + self.width
    }

    pub fn shape(&self) -> HouseShape {
        let Self { left, foot, width: w, height: h, .. } = *self;
        let eaves = foot - FRONT * h;
        let top = foot - h;
        let right = left + w;
        let over = 0.035 * h;
        let shadow = [[left + 16.0, foot + 1.0], [right + 9.0, foot + 1.0], [right + 9.0, foot - 0.4 * h]];
        let sill = foot - FRONT * h * 0.5;
        if self.gable {
            let middle = left + w / 2.0;
            let peak = eaves - (w * 0.36).min(0.32 * h);
            let back = peak - top;
            let plane = |x: f64| vec![[middle, peak], [x, eaves + over], [x, eaves + over - back], [middle, top]];
            HouseShape {
                shadow,
                front: vec![[left, foot], [left, eaves], [middle, peak], [right, eaves], [right, foot]],
                windows: [[left + w * 0.24, sill], [right - w * 0.12, sill]],
                roof: [plane(left - over), Vec::new(), plane(right + over)],
            }
        } else {
            let ridge = top + 0.2 * h;
            let hip = 0.16 * h;
            let low = eaves + over;
            HouseShape {
                shadow,
                front: vec![[left, foot], [left, eaves], [right, eaves], [right, foot]],
                windows: [[left + 16.0, sill], [right - 8.0, sill]],
                roof: [
                    vec![[left - over, low], [left + hip, ridge], [right - hip, ridge], [right, top], [left, top]],
                    vec![[left - over, low], [right + over, low], [right - hip, ridge], [left + hip, ridge]],
                    Vec::new(),
                ],
            }
        }
    }
}

/// All houses and yard trees of a tile's cities, turned, the northern rows first: of those that run over others on a
/// bridge, or of the rest.
pub fn rows(name: &str, plan: &Plan, decor: &Decor, rotation: usize, upper: bool) -> (Vec<House>, Vec<(Point, f64)>) {
    let mut street =
        Street { plan, decor, rotation, random: Random::named(&format!("{name}/houses")), houses: Vec::new() };
    let mut trees = Vec::new();
    for town in plan.towns.iter().filter(|t| t.upper == upper) {
        let edges: Vec<usize> = town.edges.iter().map(|(e, _)| (e + rotation) % 4).collect();
        for (&edge, &(_, span)) in edges.iter().zip(&town.edges) {
            street.houses.extend(across(edge).into_iter().filter(|house| stands_within(house, edge, span)));
        }
        for row in 0..=8 {
            street.fill_row(town, row, &edges);
        }
        trees.extend(street.yard_trees(town));
    }
    let mut houses = street.houses;
    houses.sort_by(|a, b| a.foot.total_cmp(&b.foot));
    (houses, trees)
}

/// The houses that stand across a border between two city tiles.
fn across(edge: usize) -> Vec<House> {
    // The northern and southern borders lie, the others stand.
    let lies = edge.is_multiple_of(2);
    let mut random = Random::named(if lies { "row" } else { "column" });
    let mut houses = Vec::new();
    let mut house = |left: f64, foot: f64, width: f64, gable: bool| {
        let height = HEIGHT + random.between(-10.0, 8.0);
        houses.push(House { left, foot, width, height, gable, hue: hue(&mut random) });
    };
    if lies {
        let foot = if edge == 0 { FIRST_FOOT } else { SIDE + FIRST_FOOT };
        for (left, width, gable, rise) in [
            (CORNER, 92.0, true, 4.0),
            (332.0, 152.0, false, -6.0),
            (500.0, 94.0, true, 5.0),
            (606.0, 158.0, false, 0.0),
        ] {
            house(left, foot + rise, width, gable);
        }
    } else {
        let middle = if edge == 1 { SIDE } else { 0.0 };
        for (row, shift, width, gable) in [
            (2.0, -52.0, 96.0, true),
            (3.0, -50.0, 104.0, false),
            (4.0, -46.0, 90.0, true),
            (5.0, -54.0, 102.0, false),
            (6.0, -44.0, 92.0, true),
        ] {
            house(middle + shift, FIRST_FOOT + row * ROW, width, gable);
        }
    }
    houses
}

/// Whether a house that stands across a border does so where the city reaches the border, clear of a wall that ends it
/// there. It asks the same on both sides of the border.
fn stands_within(house: &House, edge: usize, [begin, end]: [f64; 2]) -> bool {
    let (low, high) =
        if edge.is_multiple_of(2) { (house.left, house.right()) } else { (house.foot - house.height, house.foot) };
    // Edges run clockwise: the southern one to the west, the western one to the north.
    let (low, high) = if edge > 1 { (SIDE - high, SIDE - low) } else { (low, high) };
    (begin <= 0.0 || low > begin + 62.0) && (end >= SIDE || high < end - 62.0)
}

fn hue(random: &mut Random) -> usize {
    [0, 0, 0, 1, 1, 2][random.below(6)]
}

/// The houses of one tile, being placed.
struct Street<'a> {
    plan: &'a Plan,
    decor: &'a Decor,
    rotation: usize,
    random: Random,
    houses: Vec<House>,
}

impl Street<'_> {
    /// Walks a row from west to east and puts a house wherever one fits.
    fn fill_row(&mut self, town: &Town, row: usize, edges: &[usize]) {
        // The first and last rows belong to the border; near its corners there are huts that stay on the tile.
        let border = match row {
            0 => edges.contains(&0),
            8 => edges.contains(&2),
            _ => true,
        };
        if !border {
            return;
        }
        let (foot, height) = match row {
            0 => (62.0, 58.0),
            8 => (SIDE - 16.0, 68.0),
            _ => (FIRST_FOOT + ROW * row as f64, HEIGHT),
        };
        let mut left = 4.0;
        while left < SIDE - 50.0 {
            let gable = self.random.below(2) == 0;
            let full = if gable { self.random.between(88.0, 112.0) } else { self.random.between(130.0, 204.0) };
            let width = if height < 100.0 { full * 0.62 } else { full };
            let house = House {
                left,
                foot: if height < 100.0 { foot } else { foot + self.random.between(-9.0, 7.0) },
                width,
                height: height + self.random.between(-0.09, 0.04) * height,
                gable,
                hue: hue(&mut self.random),
            };
            let low = House { height: house.height * 0.8, ..house };
            let slim = House { width: 66.0, gable: true, ..low };
            if let Some(house) = [house, low, slim].into_iter().find(|h| self.fits(town, h)) {
                self.houses.push(house);
                let alley = self.random.below(5) == 0;
                left +=
                    house.width + if alley { self.random.between(26.0, 44.0) } else { self.random.between(5.0, 12.0) };
            } else {
                left += 14.0;
            }
        }
    }

    fn fits(&self, town: &Town, house: &House) -> bool {
        let (top, right) = (house.foot - house.height, house.right());
        let hut = house.foot < ROW || house.foot > SIDE - ROW * 0.3;
        let at_corner = right < CORNER || house.left > SIDE - CORNER;
        let on_tile =
            (at_corner || !hut) && house.left > 8.0 && right < SIDE - 24.0 && top > 6.0 && house.foot < SIDE - 14.0;
        let gap = 5.0;
        let free = self.houses.iter().all(|h| {
            // A roof may hide the front behind it, nothing more.
            let behind = h.foot - FRONT * h.height < top || house.foot - FRONT * house.height < h.foot - h.height;
            behind || house.left > h.right() + gap || right + gap < h.left
        });
        on_tile && free && self.clear(town, [house.left, top, right, house.foot])
    }

    /// Whether a box lies on free ground of a city.
    fn clear(&self, town: &Town, [left, top, right, foot]: [f64; 4]) -> bool {
        let middle = [(left + right) / 2.0, (top + foot) / 2.0];
        let points = [left, middle[0], right].into_iter().flat_map(|x| [top, middle[1], foot].map(|y| [x, y]));
        points.into_iter().all(|p| {
            // A wall to the north hangs down over the ground.
            let (here, above) = (self.unturned(p), self.unturned(add(p, [0.0, -22.0])));
            let near = |q: Point, room: f64| town.walls.iter().any(|w| distance_to_line(q, w) < room);
            let buried = |t: &Town| !town.upper && inside(here, [&t.outline]);
            inside(here, [&town.outline])
                && !self.plan.towns.iter().filter(|t| t.upper).any(buried)
                && !near(here, WALL + 6.0)
                && (above.iter().any(|v| !(0.0..=SIDE).contains(v))
                    || inside(above, [&town.outline]) && !near(above, WALL))
        }) && self.keeps_off([left, top, right, foot])
    }

    fn keeps_off(&self, [left, top, right, foot]: [f64; 4]) -> bool {
        let gap = |p: Point| (left - p[0]).max(p[0] - right).max(0.0).hypot((top - p[1]).max(p[1] - foot).max(0.0));
        let street =
            |from: Point, to: Point| (0..=5).all(|i| gap(along(from, sub(to, from), f64::from(i) / 5.0)) > 38.0);
        let turned = |p: Point| turn(p, self.rotation);
        self.decor.built.iter().all(|&(p, r)| gap(turned(p)) > r)
            && self
                .plan
                .towns
                .iter()
                .flat_map(|t| &t.gates)
                .all(|g| street(turned(g.at), turned(along(g.at, g.out, -120.0))))
            && self.plan.bridges.iter().filter(|b| b.over_city).all(|b| {
                let ends = [along(b.at, b.along, -b.half), along(b.at, b.along, b.half)];
                (0..=12).all(|i| gap(turned(along(ends[0], sub(ends[1], ends[0]), f64::from(i) / 12.0))) > 84.0)
            })
    }

    fn unturned(&self, p: Point) -> Point {
        turn(p, 4 - self.rotation % 4)
    }

    /// Trees where no house found room.
    fn yard_trees(&mut self, town: &Town) -> Vec<(Point, f64)> {
        let mut trees: Vec<(Point, f64)> = Vec::new();
        for _ in 0..400 {
            let p = [self.random.between(34.0, 958.0), self.random.between(34.0, 958.0)];
            let r = self.random.between(17.0, 21.0);
            let off_houses = self.houses.iter().all(|h| {
                p[0] + r < h.left
                    || p[0] - r > h.right() + 8.0
                    || p[1] + r < h.foot - h.height
                    || p[1] - r > h.foot + 4.0
            });
            let apart = trees.iter().all(|&(q, s)| dist(p, q) > r + s);
            if trees.len() < 10 && off_houses && apart && self.clear(town, [p[0] - r, p[1] - r, p[0] + r, p[1] + r]) {
                trees.push((p, r));
            }
        }
        trees
    }
}
