//! Places everything that stands on a tile of The Discovery, in rotation 0: towns, figures and trees.

use bastide_core::tile_text::TileText;

use super::plan::Plan;
use crate::ThingArt;
use crate::geometry::*;
use crate::outline::{distance_to_border, inner_lines};
use crate::random::Random;
use crate::roomy::best_place;

/// Side of a town's square.
pub const TOWN: f64 = 214.0;
/// Distance inland from the coast to the centre of a town.
const TOWN_COAST_DISTANCE: f64 = 26.0;

/// Positions and sizes of everything that stands on a tile.
pub struct Decor {
    /// Positions of figures, one per segment.
    pub anchors: Vec<Point>,
    /// Centres of the towns, in the order in which the tile file lists them.
    pub towns: Vec<Point>,
    /// Trees in the grass: centre and size.
    pub trees: Vec<(Point, f64)>,
}

impl Decor {
    /// Places everything on a tile.
    pub fn new(tile: &TileText, plan: &Plan) -> Self {
        let n = tile.segments.len();
        let mut decor = Self { anchors: vec![CENTRE; n], towns: Vec::new(), trees: Vec::new() };
        for landmark in &tile.landmarks {
            let of: Vec<usize> = landmark.segments.iter().map(|&s| usize::from(s)).filter(|&s| s < n).collect();
            let at = decor.town_place(plan, &of);
            decor.towns.push(at);
        }
        let taken: Vec<(Point, f64)> = decor.towns.iter().map(|&p| (p, TOWN * 0.56)).collect();
        let mut order: Vec<usize> = (0..n).collect();
        let size = |s: &usize| plan.areas[*s].iter().map(|shape| area(&shape[0])).sum::<f64>();
        order.sort_by(|a, b| size(a).total_cmp(&size(b)));
        let mut placed: Vec<Point> = Vec::new();
        for s in order {
            if let Some(at) = best_place(&plan.areas[s], &placed, &taken, 96.0) {
                decor.anchors[s] = at;
                placed.push(at);
            }
        }
        decor.plant(tile, plan, &placed);
        decor
    }

    /// Returns a point on the coast between a town's segments, away from the border and other towns.
    fn town_place(&self, plan: &Plan, of: &[usize]) -> Point {
        let land = of.iter().copied().find(|&s| plan.kinds[s] != "sea");
        let (Some(land), Some(&other)) = (land, of.iter().find(|&&s| Some(s) != land)) else {
            return of.first().and_then(|&s| best_place(&plan.areas[s], &self.towns, &[], 120.0)).unwrap_or(CENTRE);
        };
        let mut best = (f64::NEG_INFINITY, CENTRE);
        for line in inner_lines(&plan.areas[other]) {
            let steps = (length(&line) / 16.0).max(1.0) as u32;
            for i in 0..=steps {
                let (p, d) = at(&line, f64::from(i) / f64::from(steps));
                if distance_to_shapes(p, &plan.areas[land]) > 6.0 {
                    continue;
                }
                let side = if inside_shapes(move_along(p, right(d), 12.0), &plan.areas[land]) { 1.0 } else { -1.0 };
                let spot = move_along(p, right(d), side * TOWN_COAST_DISTANCE);
                let third = (0..plan.areas.len()).filter(|s| !of.contains(s));
                let third = third.map(|s| distance_to_shapes(spot, &plan.areas[s])).fold(260.0, f64::min);
                let towns = self.towns.iter().map(|&q| dist(q, spot)).fold(400.0, f64::min);
                // Avoids the exact centre, where the land has the most room for figures.
                let score = distance_to_border(spot).min(150.0) * 2.0 + third * 0.6 + towns - dist(spot, CENTRE) * 0.08;
                if score > best.0 {
                    best = (score, spot);
                }
            }
        }
        best.1
    }

    fn plant(&mut self, tile: &TileText, plan: &Plan, placed: &[Point]) {
        let mut random = Random::named(&format!("{}/{}/trees", tile.set, tile.id));
        for s in (0..plan.areas.len()).filter(|&s| plan.kinds[s] == "grass") {
            let size: f64 = plan.areas[s].iter().map(|shape| area(&shape[0])).sum();
            for _ in 0..1 + (size / 110_000.0) as usize {
                let mut first: Option<Point> = None;
                for _ in 0..40 {
                    let p = match first {
                        None => [random.between(40.0, 960.0), random.between(40.0, 960.0)],
                        Some(q) => add(q, [random.between(-80.0, 80.0), random.between(-60.0, 60.0)]),
                    };
                    let radius = random.between(0.7, 1.15);
                    let free = inside_shapes(p, &plan.areas[s])
                        && distance_to_shapes(p, &plan.areas[s]) > 64.0
                        && placed.iter().all(|&q| dist(p, q) > 104.0)
                        && self.towns.iter().all(|&q| dist(p, q) > TOWN * 0.5 + 40.0)
                        && self.trees.iter().all(|&(q, _)| dist(p, q) > 46.0);
                    if free {
                        self.trees.push((p, radius));
                        first = first.or(Some(p));
                    }
                    if self.trees.len() > 14 || first.is_some() && random.below(4) == 0 {
                        break;
                    }
                }
            }
        }
    }

    /// Returns the printed things, in the order of [`TileText::printed`].
    pub fn things(&self, tile: &TileText) -> Vec<ThingArt> {
        let mut towns = self.towns.iter();
        let printed = tile.printed().into_iter().map(|printed| {
            let own = printed.segments.first().map_or(0, |&s| usize::from(s));
            let at = if tile.landmarks.contains(&printed) { towns.next() } else { self.anchors.get(own) };
            ThingArt { word: printed.word, at: at.copied().unwrap_or(CENTRE), size: TOWN }
        });
        printed.collect()
    }
}
