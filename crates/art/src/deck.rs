//! Draws water and what crosses it: rivers, lakes, springs, bridge decks and tunnel mouths.

use crate::geometry::*;
use crate::paint::{Canvas, LOWER_BLEED, UPPER_BLEED};
use crate::path::Path;
use crate::plan::{Plan, ROAD};
use crate::random::Random;
use crate::water::{Bridge, RIVER, River, SPRING};

/// Layers of water, outermost first: inset from the edge of the band, and colour.
const LAYERS: [(f64, &str); 4] = [(0.0, "#97a35c"), (9.0, "#d3c491"), (19.0, "#5b919f"), (27.0, "#74a9b5")];
/// Height of a bridge's visible southern face.
const FACE: f64 = 34.0;

impl Canvas {
    /// Draws the rivers with their springs and lakes.
    pub fn rivers(&mut self, name: &str, plan: &Plan) {
        if plan.rivers.is_empty() {
            return;
        }
        let mut random = Random::named(&format!("{name}/river"));
        let flows: Vec<Vec<Point>> = plan.rivers.iter().map(|r| flow(r, &mut random)).collect();
        self.svg.push_str(r#"<g fill="none" stroke-linejoin="round">"#);
        for (i, (within, ink)) in LAYERS.into_iter().enumerate() {
            let (mut lines, mut pools) = (Path::default(), Path::default());
            for (river, points) in plan.rivers.iter().zip(&flows) {
                let reach = LOWER_BLEED + (UPPER_BLEED - LOWER_BLEED) * i as f64 / 3.0;
                let mut points = points.clone();
                points[0] = move_along(points[0], normalize(sub(points[1], points[0])), -reach);
                if river.spring.is_none() && river.lake.is_none() {
                    let last = points.len() - 1;
                    points[last] = move_along(points[last], normalize(sub(points[last], points[last - 1])), reach);
                }
                lines.smooth(&self.turned(&points));
                for pool in pools_of(river, within) {
                    pools.contour(&self.turned(&pool));
                }
            }
            self.element(lines, &format!(r#"stroke="{ink}" stroke-width="{}""#, RIVER - 2.0 * within));
            self.element(pools, &format!(r#"fill="{ink}" stroke="{ink}" stroke-width="6""#));
        }
        let mut ripples = Path::default();
        for (river, points) in plan.rivers.iter().zip(&flows) {
            for side in [-22.0, 16.0] {
                let line = offset(points, side);
                let part: Vec<Point> = [0.06, 0.3, 0.55, 0.8, 0.94].iter().map(|&t| at(&line, t).0).collect();
                ripples.smooth(&self.turned(&part));
            }
            for pool in pools_of(river, 84.0) {
                ripples.smooth(&self.turned(&pool[2..14]));
            }
        }
        self.element(
            ripples,
            r##"stroke="#c4e0e2" stroke-width="6" stroke-linecap="round" stroke-dasharray="56 70 24 96""##,
        );
        self.svg.push_str("</g>");
        for at in plan.rivers.iter().filter_map(|r| r.spring) {
            self.symbol("spring", at);
        }
    }

    /// Draws the deck of a bridge, with arches on its southern face.
    pub fn deck(&mut self, bridge: &Bridge) {
        let d = sub(turn(add(CENTRE, bridge.along), self.rotation), CENTRE);
        let middle = turn(bridge.at, self.rotation);
        // Point the direction from west to east, or from north to south.
        let d = if d[0] + d[1] * 0.5 < 0.0 { mul(d, -1.0) } else { d };
        let n = right(d);
        let spot = |x: f64, y: f64| move_along(move_along(middle, d, x), n, y);
        let (half, wide) = (bridge.half, ROAD / 2.0 + 8.0);
        let rect = |wide: f64| [spot(-half, -wide), spot(half, -wide), spot(half, wide), spot(-half, wide)];
        let (mut shadow, mut face, mut arches) = (Path::default(), Path::default(), Path::default());
        shadow.contour(&rect(wide).map(|p| add(p, [16.0, 20.0])));
        if d[0].abs() > d[1].abs() {
            let low = |x: f64| add(spot(x, wide), [0.0, FACE]);
            face.contour(&[spot(-half, wide - 8.0), spot(half, wide - 8.0), low(half), low(-half)]);
            // One wide arch, or a row of them over a city.
            let count = if bridge.over_city { (half / 62.0).round().max(1.0) } else { 1.0 };
            let step = (2.0 * half - 40.0) / count;
            for i in 0..count as i32 {
                let x = 20.0 - half + step * (f64::from(i) + 0.5);
                let r = (step / 2.0 - 9.0).min(62.0);
                let arch = (0..=8).map(|k| {
                    let turn = std::f64::consts::PI * f64::from(k) / 8.0;
                    add(spot(x - r * turn.cos(), wide), [0.0, FACE - 1.0 - (FACE - 9.0) * turn.sin()])
                });
                arches.contour(&arch.collect::<Vec<_>>());
            }
        }
        self.element(shadow, r##"fill="#3f2f1c" fill-opacity=".3""##);
        self.element(face, r##"fill="#b3a285" stroke="#5d4f3c" stroke-width="4" stroke-linejoin="round""##);
        self.element(arches, r##"fill="#4a4a44""##);
        let (mut top, mut way, mut walks) = (Path::default(), Path::default(), Path::default());
        top.contour(&rect(wide));
        way.contour(&rect(wide - 20.0));
        for side in [-wide + 10.0, wide - 10.0] {
            walks.open(&[spot(-half + 6.0, side), spot(half - 6.0, side)]);
        }
        self.element(top, r##"fill="#e2d6ba" stroke="#5d4f3c" stroke-width="4" stroke-linejoin="round""##);
        self.element(way, r##"fill="#ecdcb4" stroke="#a3937a" stroke-width="3""##);
        self.element(walks, r##"stroke="#a3937a" stroke-width="9" stroke-dasharray="12 12""##);
    }

    /// Draws the mouths of tunnels.
    pub fn mouths(&mut self, plan: &Plan) {
        let (mut shadow, mut mound, mut top) = (Path::default(), Path::default(), Path::default());
        let (mut frame, mut hole, mut trace) = (Path::default(), Path::default(), Path::default());
        for road in plan.roads.iter().filter(|r| r.mouth) {
            let (p, d) = at(&road.line, 1.0);
            let n = right(d);
            let spot = |x: f64, y: f64| move_along(move_along(p, n, x), d, y);
            let hill = |grow: f64| {
                let bumps = [
                    (-96.0, 2.0),
                    (-74.0, 40.0),
                    (-28.0, 66.0),
                    (26.0, 68.0),
                    (76.0, 42.0),
                    (98.0, 4.0),
                    (60.0, -22.0),
                    (-60.0, -22.0),
                ];
                bumps.map(|(x, y)| spot(x * grow, 12.0 + (y - 12.0) * grow))
            };
            shadow.contour(&self.turned(&hill(1.0)).iter().map(|&p| add(p, [12.0, 14.0])).collect::<Vec<_>>());
            mound.contour(&self.turned(&hill(1.0)));
            top.contour(&self.turned(&hill(0.6)));
            frame.contour(&self.turned(&[spot(-60.0, -26.0), spot(60.0, -26.0), spot(52.0, 28.0), spot(-52.0, 28.0)]));
            hole.contour(&self.turned(&[spot(-40.0, -32.0), spot(40.0, -32.0), spot(32.0, 8.0), spot(-32.0, 8.0)]));
            trace.open(&self.turned(&[spot(0.0, 96.0), spot(0.0, 150.0)]));
        }
        self.element(trace, r##"stroke="#dccb9c" stroke-width="56" stroke-dasharray="16 14""##);
        let round = r#"stroke-width="24" stroke-linejoin="round""#;
        self.element(shadow, &format!(r##"fill="#3d4522" stroke="#3d4522" opacity=".3" {round}"##));
        self.element(mound, &format!(r##"fill="#93a356" stroke="#93a356" {round}"##));
        self.element(top, &format!(r##"fill="#a9b768" stroke="#a9b768" {round}"##));
        self.element(frame, r##"fill="#d8cbae" stroke="#5d4f3c" stroke-width="5" stroke-linejoin="round""##);
        self.element(hole, r##"fill="#43372a""##);
    }
}

/// Returns a river's centre line, which wobbles except near its ends, so that the river crosses the border at a right angle.
fn flow(river: &River, random: &mut Random) -> Vec<Point> {
    let pieces = ((length(&river.line) / 120.0) as u32).clamp(3, 8);
    let (start, forth) = at(&river.line, 0.0);
    let mut points = vec![start, move_along(start, forth, 34.0)];
    points.extend((1..pieces).map(|i| {
        let (p, d) = at(&river.line, f64::from(i) / f64::from(pieces));
        move_along(p, right(d), random.between(-6.0, 6.0))
    }));
    let (end, on) = at(&river.line, 1.0);
    points.extend([move_along(end, on, -34.0), end]);
    points
}

/// Returns the outlines of a river's spring and lake, inset by `within`.
fn pools_of(river: &River, within: f64) -> Vec<Vec<Point>> {
    let mut pools: Vec<Vec<Point>> = Vec::new();
    pools.extend(river.spring.filter(|_| within < SPRING).map(|at| disc(at, SPRING - within)));
    pools.extend(river.lake.iter().map(|shore| {
        let middle = mul(shore.iter().fold([0.0, 0.0], |sum, &p| add(sum, p)), 1.0 / shore.len() as f64);
        shore.iter().map(|&p| move_along(p, normalize(sub(middle, p)), within)).collect()
    }));
    pools
}
