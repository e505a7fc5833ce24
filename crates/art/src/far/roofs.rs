//! Draws the large roofs that represent a city at the far level.

use std::fmt::Write;

use super::FarCanvas;
use crate::decor::Decor;
use crate::geometry::*;
use crate::path::Path;
use crate::plan::{Plan, ROAD};
use crate::random::Random;
use crate::town::Town;

/// A roof: its upright bounding box in the picture, and an index into the roof colours.
#[derive(Clone, Copy)]
struct Roof {
    left: f64,
    top: f64,
    width: f64,
    height: f64,
    hue: usize,
}

/// Colours of a roof's planes: the back, the side towards the light, the south side, and the side away from the light. They are darker than
/// in the near pictures, so that a city stands out from the fields.
const HUES: [[&str; 4]; 3] = [
    ["#bd6f48", "#d99262", "#a65d3d", "#7d4430"],
    ["#ab6246", "#c57856", "#934e38", "#6e392a"],
    ["#ad8247", "#c49a5a", "#956d38", "#705028"],
];
/// Roof widths and heights to try, largest first.
const SIZES: [[f64; 2]; 4] = [[300.0, 224.0], [236.0, 186.0], [186.0, 156.0], [132.0, 116.0]];
/// Maximum number of roofs in one tile's city, not counting those that cross its borders.
const MAX_ROOFS: usize = 6;
/// Minimum distance between a roof and the outer line of a wall.
const MIN_WALL_DISTANCE: f64 = 76.0;

/// Draws the roofs of a tile's city.
pub fn draw(sketch: &mut FarCanvas, name: &str, plan: &Plan, decor: &Decor, town: &Town) {
    let mut random = Random::named(&format!("{name}/roofs"));
    let mut roofs = border_roofs(town, sketch.rotation);
    let own = plan.areas[town.segment].iter().map(|shape| area(&shape[0])).sum::<f64>();
    let wanted = roofs.len() + ((own / 105_000.0) as usize).clamp(1, MAX_ROOFS);
    let site = RoofLimits { plan, decor, town, rotation: sketch.rotation };
    for size in SIZES {
        for _ in 0..260 {
            if roofs.len() >= wanted {
                break;
            }
            let [width, height] = size.map(|v| v * random.between(0.94, 1.06));
            let [x, y] = [random.between(0.0, SIDE), random.between(0.0, SIDE)];
            let roof = Roof { left: x - width / 2.0, top: y - height / 2.0, width, height, hue: random.below(3) };
            if roofs.iter().all(|other| roof.is_apart_from(other)) && site.has_room(&roof) {
                roofs.push(roof);
            }
        }
    }
    roofs.sort_by(|a, b| (a.top + a.height).total_cmp(&(b.top + b.height)));
    draw_roofs(sketch, &roofs);
}

/// Returns one roof across each border that the city owns from corner to corner; the neighbouring tile draws the same roof.
fn border_roofs(town: &Town, rotation: usize) -> Vec<Roof> {
    let whole = town.edges.iter().filter(|(_, [begin, end])| *begin <= 0.0 && *end >= SIDE);
    whole
        .map(|&(edge, _)| {
            let [x, y] = edge_middle((edge + rotation) % 4);
            let (width, height) = if x == 500.0 { (250.0, 214.0) } else { (280.0, 176.0) };
            Roof { left: x - width / 2.0, top: y - height / 2.0, width, height, hue: usize::from(x == 500.0) }
        })
        .collect()
}

impl Roof {
    fn is_apart_from(&self, other: &Roof) -> bool {
        let gap = 26.0;
        self.left > other.left + other.width + gap
            || other.left > self.left + self.width + gap
            || self.top > other.top + other.height + gap
            || other.top > self.top + self.height + gap
    }

    /// Returns the distance from a point to the roof's box, or 0 if the point is inside.
    fn gap(&self, p: Point) -> f64 {
        let dx = (self.left - p[0]).max(p[0] - self.left - self.width).max(0.0);
        let dy = (self.top - p[1]).max(p[1] - self.top - self.height).max(0.0);
        dx.hypot(dy)
    }
}

/// Parts of a tile's layout that limit where roofs may stand.
struct RoofLimits<'a> {
    plan: &'a Plan,
    decor: &'a Decor,
    town: &'a Town,
    rotation: usize,
}

impl RoofLimits<'_> {
    fn has_room(&self, roof: &Roof) -> bool {
        let back = 4 - self.rotation;
        let edge = 16.0;
        let on_tile = roof.left > edge
            && roof.top > edge
            && roof.left + roof.width < SIDE - edge
            && roof.top + roof.height < SIDE - edge;
        let spots = (0..16).map(|i| {
            let [x, y] = [f64::from(i % 4) / 3.0, f64::from(i / 4) / 3.0];
            turn([roof.left + x * roof.width, roof.top + y * roof.height], back)
        });
        let upper = |p: Point| !self.town.upper && self.plan.towns.iter().any(|t| t.upper && inside(p, [&t.outline]));
        let free = |p: Point| {
            inside(p, [&self.town.outline])
                && !upper(p)
                && self.town.walls.iter().all(|w| distance_to_line(p, w) > MIN_WALL_DISTANCE)
        };
        on_tile && spots.into_iter().all(free) && self.avoids_roof(roof)
    }

    fn avoids_roof(&self, roof: &Roof) -> bool {
        let gap = |p: Point| roof.gap(turn(p, self.rotation));
        let built = self.decor.built.iter().all(|&(p, r)| gap(p) > r.min(200.0) + 22.0);
        let gates =
            self.town.gates.iter().all(|g| (0..=4).all(|i| gap(move_along(g.at, g.out, -30.0 * f64::from(i))) > 46.0));
        let decks =
            self.plan.bridges.iter().filter(|b| b.over_city).all(|b| {
                (-6..=6).all(|i| gap(move_along(b.at, b.along, b.half * f64::from(i) / 6.0)) > ROAD / 2.0 + 30.0)
            });
        built && gates && decks
    }
}

/// Draws roofs, grouped by colour.
fn draw_roofs(sketch: &mut FarCanvas, roofs: &[Roof]) {
    let (mut shadow, mut front) = (Path::default(), Path::default());
    let mut planes: [[Path; 4]; 3] = Default::default();
    for roof in roofs {
        let (left, top, right) = (roof.left, roof.top, roof.left + roof.width);
        let foot = roof.top + roof.height;
        let eaves = foot - 34.0;
        let (ridge, hip) = (top + (eaves - top) * 0.46, (roof.width * 0.22).min(58.0));
        shadow.contour(&[
            [left + 20.0, top + 26.0],
            [right + 24.0, top + 26.0],
            [right + 24.0, foot + 16.0],
            [left + 20.0, foot + 16.0],
        ]);
        front.contour(&[[left + 8.0, eaves], [right - 8.0, eaves], [right - 8.0, foot], [left + 8.0, foot]]);
        let (west, east) = ([left + hip, ridge], [right - hip, ridge]);
        let [nw, ne, sw, se] = [[left, top], [right, top], [left, eaves], [right, eaves]];
        for (path, plane) in planes[roof.hue].iter_mut().zip([
            [nw, ne, east, west],
            [nw, west, sw, nw],
            [sw, west, east, se],
            [ne, se, east, ne],
        ]) {
            path.contour(&plane);
        }
    }
    sketch.element(shadow, r##"fill="#2c1c12" fill-opacity=".34""##);
    let _ = write!(sketch.svg, r##"<g stroke="#42231a" stroke-width="9" stroke-linejoin="round">"##);
    sketch.element(front, r##"fill="#f6e3bd""##);
    for (planes, inks) in planes.into_iter().zip(HUES) {
        for (plane, ink) in planes.into_iter().zip(inks) {
            sketch.element(plane, &format!(r#"fill="{ink}""#));
        }
    }
    sketch.svg.push_str("</g>");
}
