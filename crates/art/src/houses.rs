//! Draws houses and fills cities with them. Streets lead from the gates and the neighbouring tiles to a square. Houses around the square
//! are large and close together; along the wall they are small and stand among trees.
//!
//! Streets cross a border at its middle. All tiles use the same houses across a border, and each tile draws its own part of them, so a city
//! continues across the border without a seam.

use crate::decor::Decor;
use crate::geometry::*;
use crate::outline::distance_to_border;
use crate::plan::{Plan, WALL};
use crate::random::Random;
use crate::town::Town;

/// A house seen from the south, as the bounding box of its picture; the bottom of the box is the front.
#[derive(Clone, Copy)]
pub struct House {
    pub left: f64,
    pub foot: f64,
    pub width: f64,
    pub height: f64,
    /// Whether the gable faces south; otherwise the eaves do.
    pub gable: bool,
    /// Index into the roof colours.
    pub hue: usize,
}

/// The contours of a house.
pub struct HouseShape {
    /// Shadow on the ground, away from the light, as the centre line of a broad stroke.
    pub shadow: [Point; 3],
    pub front: Vec<Point>,
    /// Start and end of the row of windows.
    pub windows: [Point; 2],
    /// Roof planes: facing the light, facing south, facing away from the light.
    pub roof: [Vec<Point>; 3],
}

/// Height of the houses that cross a border, from the bottom to the top of the picture.
const HEIGHT: f64 = 132.0;
/// Radius of a city's square.
const CITY_SQUARE_RADIUS: f64 = 84.0;
/// Half the width of a street, which is also the minimum distance between a house and the street's centre line.
pub const STREET: f64 = 27.0;
const MIN_STREET_DISTANCE: f64 = 33.0;
/// Minimum distance from a corner, where a wall may end, to a house that crosses a border.
const CORNER: f64 = 228.0;
/// Fraction of a house's height taken up by its front.
const FRONT: f64 = 0.28;

impl House {
    /// Creates a detached house that fits into a square.
    pub fn in_square(at: Point, size: f64, gable: bool, hue: usize) -> Self {
        let width = if gable { size * 0.8 } else { size };
        Self { left: at[0] - width / 2.0, foot: at[1] + size * 0.46, width, height: size * 0.94, gable, hue }
    }

    fn right(&self) -> f64 {
        self.left + self.width
    }

    /// Returns the distance from a point to the house's picture, or 0 if the point is inside.
    fn gap(&self, p: Point) -> f64 {
        let dx = (self.left - p[0]).max(p[0] - self.right()).max(0.0);
        dx.hypot((self.foot - self.height - p[1]).max(p[1] - self.foot).max(0.0))
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

/// Houses, streets, squares and trees in the cities of a tile, after rotation.
#[derive(Default)]
pub struct Quarters {
    /// Houses, the northern ones first.
    pub houses: Vec<House>,
    /// Trees: centre and radius.
    pub trees: Vec<(Point, f64)>,
    /// Centre lines of the streets.
    pub streets: Vec<Vec<Point>>,
    /// Centres and radii of the squares.
    pub squares: Vec<(Point, f64)>,
    /// Symbols on or beside a square, each with its position.
    pub landmarks: Vec<(&'static str, Point)>,
}

/// Fills either the cities that pass over other cities on a bridge (`upper`), or all remaining cities. With `coarse`, houses are fewer and
/// larger.
pub fn quarters(name: &str, plan: &Plan, decor: &Decor, rotation: usize, upper: bool, coarse: bool) -> Quarters {
    let random = Random::named(&format!("{name}/houses"));
    let grain = if coarse { 1.5 } else { 1.0 };
    let mut builder = Builder { plan, decor, rotation, grain, random, built: Quarters::default() };
    for town in plan.towns.iter().filter(|t| t.upper == upper) {
        builder.add_square_and_streets(town);
        for &(edge, span) in &town.edges {
            let turned = (edge + rotation) % 4;
            let standing =
                border_houses(turned, coarse).into_iter().filter(|house| is_within_border(house, turned, span));
            builder.built.houses.extend(standing);
        }
        if town.one {
            builder.built.houses.extend(corner_houses(town, rotation));
        }
        builder.raise_landmark(town);
        builder.add_houses(town);
        builder.plant(town, if coarse { 6 } else { 14 });
    }
    let mut built = builder.built;
    built.houses.sort_by(|a, b| a.foot.total_cmp(&b.foot));
    built
}

/// Returns the houses that cross a border between two city tiles, clear of the street that crosses the middle of the border.
fn border_houses(edge: usize, coarse: bool) -> Vec<House> {
    // The northern and southern borders are horizontal, the others vertical.
    let lies = edge.is_multiple_of(2);
    let mut random = Random::named(if lies { "row" } else { "column" });
    let mut houses = Vec::new();
    let mut house = |left: f64, foot: f64, width: f64, gable: bool, high: f64| {
        let height = high + random.between(-8.0, 8.0);
        houses.push(House { left, foot, width, height, gable, hue: hue(&mut random) });
    };
    let (border_y, border_x) = (if edge == 0 { 0.0 } else { SIDE }, if edge == 1 { SIDE } else { 0.0 });
    match (lies, coarse) {
        (true, false) => {
            for (left, foot, width, gable, high) in [
                (CORNER, 30.0, 88.0, true, 112.0),
                (328.0, 52.0, 122.0, false, 136.0),
                (548.0, 40.0, 92.0, true, 140.0),
                (650.0, 62.0, 118.0, false, 120.0),
            ] {
                house(left, border_y + foot, width, gable, high);
            }
        }
        (true, true) => {
            house(CORNER + 16.0, border_y + 80.0, 196.0, false, 186.0);
            house(556.0, border_y + 66.0, 190.0, false, 176.0);
        }
        (false, false) => {
            for (middle, foot, width, gable) in [
                (-60.0, 326.0, 90.0, true),
                (-40.0, 442.0, 112.0, false),
                (-66.0, 694.0, 132.0, false),
                (-34.0, 806.0, 86.0, true),
            ] {
                house(border_x + middle, foot, width, gable, HEIGHT - 14.0);
            }
        }
        (false, true) => {
            house(border_x - 100.0, 438.0, 196.0, false, 176.0);
            house(border_x - 88.0, 756.0, 186.0, true, 180.0);
        }
    }
    houses
}

/// Returns the houses at the corners of a tile inside a block; all four tiles that meet at a corner show the same houses.
fn corner_houses(town: &Town, rotation: usize) -> Vec<House> {
    let span = |edge: usize| town.edges.iter().find(|(e, _)| *e == edge % 4).map(|(_, span)| *span);
    let whole =
        |c: &usize| span(*c).is_some_and(|[begin, _]| begin <= 0.0) && span(c + 3).is_some_and(|[_, end]| end >= SIDE);
    let house = |c: usize| {
        let [x, y] = turn(corner(c), rotation);
        [
            House { left: x - 96.0, foot: y + 22.0, width: 104.0, height: 128.0, gable: true, hue: 0 },
            House { left: x + 18.0, foot: y + 78.0, width: 146.0, height: 136.0, gable: false, hue: 1 },
        ]
    };
    (0..4).filter(whole).flat_map(house).collect()
}

/// Returns whether a house that crosses a border is within the part of the border that belongs to the city, clear of a wall that ends
/// there. The result is the same on both sides of the border.
fn is_within_border(house: &House, edge: usize, [begin, end]: [f64; 2]) -> bool {
    let (low, high) =
        if edge.is_multiple_of(2) { (house.left, house.right()) } else { (house.foot - house.height, house.foot) };
    // Edges run clockwise: the southern edge runs west, the western one runs north.
    let (low, high) = if edge > 1 { (SIDE - high, SIDE - low) } else { (low, high) };
    (begin <= 0.0 || low > begin + 62.0) && (end >= SIDE || high < end - 62.0)
}

/// Returns the centre and radius of a city's square, in rotation 0.
fn square(plan: &Plan, decor: &Decor, town: &Town) -> (Point, f64) {
    let size = plan.areas[town.segment].iter().map(|shape| area(&shape[0])).sum::<f64>();
    match decor.cathedral {
        Some(at) => (at, 214.0),
        None if town.one => (middle_of(&town.outline), 0.0),
        None => (decor.anchors[town.segment], CITY_SQUARE_RADIUS * (size / 420_000.0).sqrt().clamp(0.6, 1.12)),
    }
}

/// Returns a city's streets in rotation 0: from the neighbouring tiles and from the gates to the square.
fn streets(plan: &Plan, decor: &Decor, town: &Town) -> Vec<Vec<Point>> {
    let (middle, _) = square(plan, decor, town);
    let wide = town.edges.iter().filter(|(_, [begin, end])| *begin < 380.0 && *end > 620.0);
    let from_edges = wide.map(|&(edge, _)| (edge_middle(edge), inward_direction(edge)));
    let from_gates = town.gates.iter().map(|gate| (move_along(gate.at, gate.out, 20.0), mul(gate.out, -1.0)));
    let street = |(from, ahead): (Point, Point)| {
        let reach = dist(from, middle) * 0.45;
        bezier([move_along(from, ahead, -7.0), move_along(from, ahead, reach), middle, middle], 12)
    };
    from_edges.chain(from_gates).map(street).collect()
}

/// Returns the positions of a city's street lamps, in rotation 0; the lamps are lit when the city is complete.
pub fn lamps(plan: &Plan, decor: &Decor, town: &Town) -> Vec<Point> {
    let on = |line: Vec<Point>| {
        let whole = length(&line);
        let count = (whole / 170.0).floor().clamp(1.0, 4.0);
        (0..count as u32).map(move |i| {
            let (p, d) = at(&line, (f64::from(i) + 0.5) / count);
            move_along(p, right(d), if i % 2 == 0 { STREET } else { -STREET })
        })
    };
    let free =
        |p: &Point| distance_to_border(*p) > 30.0 && town.walls.iter().all(|w| distance_to_line(*p, w) > WALL + 10.0);
    streets(plan, decor, town).into_iter().flat_map(on).filter(free).collect()
}

fn middle_of(outline: &[Point]) -> Point {
    mul(outline.iter().fold([0.0, 0.0], |sum, &p| add(sum, p)), 1.0 / outline.len() as f64)
}

fn hue(random: &mut Random) -> usize {
    [0, 0, 0, 1, 1, 1, 2, 2, 3, 4, 5][random.below(11)]
}

/// Builds the contents of one tile's cities.
struct Builder<'a> {
    plan: &'a Plan,
    decor: &'a Decor,
    rotation: usize,
    /// Scale of the houses: 1, or more for a coarse picture.
    grain: f64,
    random: Random,
    built: Quarters,
}

impl Builder<'_> {
    fn turned(&self, p: Point) -> Point {
        turn(p, self.rotation)
    }

    fn unturned(&self, p: Point) -> Point {
        turn(p, 4 - self.rotation % 4)
    }

    /// Adds the square, which has room for a figure, and the streets that lead to it.
    fn add_square_and_streets(&mut self, town: &Town) {
        let (middle, radius) = square(self.plan, self.decor, town);
        for line in streets(self.plan, self.decor, town) {
            let line: Vec<Point> = line.into_iter().map(|p| self.turned(p)).collect();
            self.built.streets.push(line);
        }
        let middle = self.turned(middle);
        self.built.squares.push((middle, radius));
    }

    /// Adds a parish church or a market beside the square of a large city, or a well beside that of a small one.
    fn raise_landmark(&mut self, town: &Town) {
        let Some(&(square, radius)) = self.built.squares.last().filter(|_| self.decor.cathedral.is_none() && !town.one)
        else {
            return;
        };
        let size = self.plan.areas[town.segment].iter().map(|shape| area(&shape[0])).sum::<f64>();
        let choices: &[(&'static str, f64, f64)] = match self.random.below(3) {
            _ if size < 150_000.0 => &[],
            0 | 1 if size > 300_000.0 => &[("parish", 132.0, 186.0), ("stalls", 128.0, 80.0)],
            _ => &[("stalls", 128.0, 80.0), ("parish", 132.0, 186.0)],
        };
        for &(symbol, width, height) in choices {
            for [dx, dy] in [[0.0, -1.0], [-1.0, -0.4], [1.0, -0.4], [-0.9, 0.7], [0.9, 0.7], [0.0, 1.25]] {
                let middle = add(square, [dx * (radius + width * 0.5), dy * (radius + height * 0.4)]);
                let house = House {
                    left: middle[0] - width / 2.0,
                    foot: middle[1] + height / 2.0,
                    width,
                    height,
                    gable: true,
                    hue: 0,
                };
                if self.is_clear_of_built(&house) && self.has_room(town, &house, 12.0) {
                    self.built.landmarks.push((symbol, [middle[0], house.foot]));
                    return;
                }
            }
        }
    }

    /// Adds houses at random positions: the largest first and near the square, the smallest wherever there is room.
    fn add_houses(&mut self, town: &Town) {
        let Some(&(square, radius)) = self.built.squares.last() else { return };
        // Width, height, distance from the square, number of tries.
        let kinds = [
            ([128.0, 196.0], [128.0, 156.0], 360.0, 170),
            ([92.0, 156.0], [104.0, 136.0], 560.0, 440),
            ([60.0, 96.0], [76.0, 106.0], 2000.0, 560),
        ];
        let box_of =
            town.outline.iter().map(|&p| self.turned(p)).fold([SIDE, SIDE, 0.0f64, 0.0f64], |[l, t, r, b], p| {
                [l.min(p[0]), t.min(p[1]), r.max(p[0]), b.max(p[1])]
            });
        for ([least, most], [low, high], far, tries) in kinds {
            for _ in 0..tries {
                let gable = self.random.below(2) == 0;
                let width = self.random.between(least, most) * if gable { 0.74 } else { 1.0 } * self.grain;
                let height = self.random.between(low, high) * self.grain;
                let middle = [self.random.between(box_of[0], box_of[2]), self.random.between(box_of[1], box_of[3])];
                let house = House {
                    left: middle[0] - width / 2.0,
                    foot: middle[1] + height / 2.0,
                    width,
                    height,
                    gable,
                    hue: hue(&mut self.random),
                };
                let near = dist(middle, square) - radius < far;
                if near && self.is_on_tile(&house) && self.is_clear_of_built(&house) && self.has_room(town, &house, 5.0)
                {
                    self.built.houses.push(house);
                }
            }
        }
    }

    fn is_on_tile(&self, house: &House) -> bool {
        house.left > 8.0 && house.right() < SIDE - 24.0 && house.foot - house.height > 6.0 && house.foot < SIDE - 14.0
    }

    /// Returns whether a house is clear of other houses, streets, squares and landmarks.
    fn is_clear_of_built(&self, house: &House) -> bool {
        let (top, gap) = (house.foot - house.height, 7.0);
        let free = self.built.houses.iter().all(|h| {
            // A roof may hide up to half of the front of the house behind it.
            let behind =
                h.foot - 0.5 * FRONT * h.height < top || house.foot - 0.5 * FRONT * house.height < h.foot - h.height;
            behind || house.left > h.right() + gap || house.right() + gap < h.left
        });
        let space = |p: Point| house.gap(p);
        // A roof may cover a street behind its house, where the street would be hidden anyway.
        let street = |line: &Vec<Point>| {
            line.windows(2).all(|w| {
                (0..4).all(|i| {
                    let p = move_along(w[0], sub(w[1], w[0]), f64::from(i) / 4.0);
                    let lower = House { height: house.height * 0.72, ..*house };
                    lower.gap(p) > MIN_STREET_DISTANCE
                })
            })
        };
        let landmark = |&(symbol, [x, foot]): &(&str, Point)| {
            let high = if symbol == "parish" { 180.0 } else { 84.0 };
            (x - 74.0 > house.right() || house.left > x + 74.0) || foot + 4.0 < top || house.foot < foot - high
        };
        free && self.built.streets.iter().all(street)
            && self.built.squares.iter().all(|&(at, radius)| space(at) > radius)
            && self.built.landmarks.iter().all(landmark)
    }

    /// Returns whether a house is on the city's free ground, at least `off_wall` from its walls and clear of all other buildings.
    fn has_room(&self, town: &Town, house: &House, off_wall: f64) -> bool {
        let (top, right) = (house.foot - house.height, house.right());
        self.clear(town, [house.left, top, right, house.foot], off_wall)
    }

    /// Returns whether a box is on the city's free ground, at least `off_wall` from its walls.
    fn clear(&self, town: &Town, [left, top, right, foot]: [f64; 4], off_wall: f64) -> bool {
        let middle = [(left + right) / 2.0, (top + foot) / 2.0];
        let points = [left, middle[0], right].into_iter().flat_map(|x| [top, middle[1], foot].map(|y| [x, y]));
        points.into_iter().all(|p| {
            // A wall to the north hides a strip of the ground.
            let (here, above) = (self.unturned(p), self.unturned(add(p, [0.0, -22.0])));
            let near = |q: Point, room: f64| town.walls.iter().any(|w| distance_to_line(q, w) < room);
            let buried = |t: &Town| !town.upper && inside(here, [&t.outline]);
            inside(here, [&town.outline])
                && !self.plan.towns.iter().filter(|t| t.upper).any(buried)
                && !near(here, WALL + off_wall)
                && (above.iter().any(|v| !(0.0..=SIDE).contains(v))
                    || inside(above, [&town.outline]) && !near(above, WALL))
        }) && self.avoids_box([left, top, right, foot])
    }

    fn avoids_box(&self, [left, top, right, foot]: [f64; 4]) -> bool {
        let gap = |p: Point| (left - p[0]).max(p[0] - right).max(0.0).hypot((top - p[1]).max(p[1] - foot).max(0.0));
        self.decor.built.iter().all(|&(p, r)| gap(self.turned(p)) > r)
            && self.plan.bridges.iter().filter(|b| b.over_city).all(|b| {
                let ends = [move_along(b.at, b.along, -b.half), move_along(b.at, b.along, b.half)];
                (0..=12)
                    .all(|i| gap(self.turned(move_along(ends[0], sub(ends[1], ends[0]), f64::from(i) / 12.0))) > 84.0)
            })
    }

    /// Adds at most `most` trees between the houses, where there is room.
    fn plant(&mut self, town: &Town, most: usize) {
        let mut trees: Vec<(Point, f64)> = Vec::new();
        for _ in 0..500 {
            let p = [self.random.between(60.0, 940.0), self.random.between(60.0, 940.0)];
            let r = self.random.between(15.0, 30.0) * self.grain.sqrt();
            let tree = House { left: p[0] - r, foot: p[1] + r, width: 2.0 * r, height: 2.0 * r, gable: true, hue: 0 };
            let apart = trees.iter().all(|&(q, s)| dist(p, q) > (r + s) * 0.8);
            let off_roofs = self.built.houses.iter().all(|h| {
                tree.right() < h.left
                    || tree.left > h.right() + 8.0
                    || tree.foot < h.foot - h.height
                    || p[1] - r > h.foot + 4.0
            });
            if trees.len() < most
                && apart
                && off_roofs
                && self.is_clear_of_built(&tree)
                && self.clear(town, [p[0] - r, p[1] - r, p[0] + r, p[1] + r], 4.0)
            {
                trees.push((p, r));
            }
        }
        self.built.trees.extend(trees);
    }
}
