//! Paints a plan as SVG: one tile in one rotation. The light always comes from the north-west and every building is upright, so each
//! rotation is painted separately.

use std::fmt::Write;

use crate::decor::{Decor, Tree};
use crate::geometry::*;
use crate::houses::{House, Quarters, STREET, quarters};
use crate::marks::lies_flat;
use crate::outline;
use crate::path::Path;
use crate::plan::{HUB, PRECINCT_RADIUS, Plan, RING, ROAD, Road, WALL};
use crate::random::Random;
use crate::town::Town;

/// Distance by which the art extends beyond the tile's square, so that no gap shows between tiles at any zoom. Each layer extends further
/// than the one below it (the field by 2), so that where the soft edge of a layer blends with the neighbour's picture, the layers above
/// already cover it and no line shows. Parts of a city are clipped at 5 units beyond the border.
pub const LOWER_BLEED: f64 = 4.0;
/// Distance by which the uppermost layer extends.
pub const UPPER_BLEED: f64 = 6.5;
/// Height of a wall's face in the picture.
const RISE: f64 = 20.0;

/// Colours of a roof's planes: facing the light, facing south, facing away from the light.
const ROOFS: [[&str; 3]; 6] = [
    ["#e29a67", "#cf7d50", "#ad5c3d"],
    ["#d27f5b", "#b96246", "#934533"],
    ["#ddb273", "#c39458", "#9d7343"],
    ["#a3b0b8", "#8493a0", "#63727f"],
    ["#c3976f", "#a97a55", "#84593c"],
    ["#e3a894", "#cb8975", "#a66452"],
];

/// Distance by which mist extends beyond the border: further than anything under the mist, which would otherwise show between two tiles.
const BLEED: f64 = 6.0;
/// Layers of mist, widest first.
const MIST_LAYERS: [&str; 4] = [
    r##"fill="#e9eef5" fill-opacity=".36""##,
    r##"fill="#edf1f7" fill-opacity=".42""##,
    r##"fill="#f0f3f9" fill-opacity=".6""##,
    r##"fill="url(#art-mist)""##,
];

/// Returns the SVG of a tile after `rotation` quarter turns clockwise, with less detail if `coarse` (the middle level).
pub fn paint(name: &str, plan: &Plan, decor: &Decor, rotation: usize, coarse: bool) -> String {
    let mut canvas = Canvas { svg: String::new(), rotation, coarse };
    canvas
        .svg
        .push_str(concat!(r##"<path d="M-2-2h1004v1004h-1004z" fill="#b6bf7e"/>"##, r##"<use href="#art-meadow"/>"##));
    if plan.abbey {
        canvas.svg.push_str(r##"<use href="#art-abbey-garden"/>"##);
        canvas.symbol("church", CENTRE);
        return canvas.svg;
    }
    canvas.plots(decor);
    canvas.rivers(name, plan);
    canvas.roads(name, plan);
    for bridge in plan.bridges.iter().filter(|b| !b.over_city) {
        canvas.deck(bridge);
    }
    canvas.mouths(plan);
    canvas.lakes(decor);
    canvas.precinct(plan);
    if let Some((_, at)) = plan.tower.filter(|_| plan.towns.is_empty()) {
        canvas.symbol("foundation", at);
    }
    if !coarse {
        canvas.sheep(decor);
    }
    let tall = decor.trees.iter().filter(|tree| !coarse || tree.1 > 27.0);
    canvas.trees(&tall.map(|&(at, size)| (at, if coarse { size * 1.2 } else { size })).collect::<Vec<_>>());
    canvas.mist(plan, decor);
    canvas.ruin(plan);
    let cottages = decor.cottages.iter().map(|c| House::in_square(turn(c.at, rotation), c.size, c.gable, c.hue));
    canvas.towns(name, plan, decor, false, cottages.collect());
    if plan.towns.iter().any(|t| t.upper) {
        canvas.towns(name, plan, decor, true, Vec::new());
    }
    for bridge in plan.bridges.iter().filter(|b| b.over_city) {
        canvas.deck(bridge);
    }
    canvas.landmarks(plan, decor);
    canvas.svg
}

/// A picture being painted.
pub struct Canvas {
    pub svg: String,
    pub rotation: usize,
    /// Whether small details are omitted and houses are larger.
    pub coarse: bool,
}

impl Canvas {
    pub fn turned(&self, points: &[Point]) -> Vec<Point> {
        points.iter().map(|&p| turn(p, self.rotation)).collect()
    }

    pub fn element(&mut self, path: Path, paint: &str) {
        if !path.is_empty() {
            // Writing to a String cannot fail.
            let _ = write!(self.svg, r#"<path d="{}" {paint}/>"#, path.into_text());
        }
    }

    pub fn symbol(&mut self, id: &str, at: Point) {
        let [x, y] = turn(at, self.rotation);
        let _ = write!(self.svg, r##"<use href="#art-{id}" x="{}" y="{}"/>"##, x.round(), y.round());
    }

    /// Places a symbol that is turned with the tile.
    fn turned_symbol(&mut self, id: &str, at: Point) {
        let [x, y] = turn(at, self.rotation).map(f64::round);
        let turned = 90 * self.rotation;
        let _ = write!(self.svg, r##"<use href="#art-{id}" transform="translate({x} {y}) rotate({turned})"/>"##);
    }

    /// Draws either the cities that pass over other cities (`upper`), or all remaining cities with the `cottages` outside them.
    fn towns(&mut self, name: &str, plan: &Plan, decor: &Decor, upper: bool, cottages: Vec<House>) {
        let mut built = quarters(name, plan, decor, self.rotation, upper, self.coarse);
        built.houses.extend(cottages);
        // Only cities have shapes that extend across the border and must be clipped.
        let cut = !plan.towns.is_empty();
        self.svg.push_str(if cut { r#"<g clip-path="url(#art-tile)">"# } else { "" });
        let towns: Vec<&Town> = plan.towns.iter().filter(|t| t.upper == upper).collect();
        self.town_grounds(&towns, &built);
        let rotation = self.rotation;
        let trees: Vec<Tree> = built.trees.iter().map(|&(p, r)| (turn(p, 4 - rotation), r)).collect();
        self.gardens(&built);
        self.houses(&built.houses);
        for &(symbol, at) in &built.landmarks {
            self.symbol(symbol, turn(at, 4 - rotation));
        }
        self.trees(&trees);
        self.walls(&towns);
        self.svg.push_str(if cut { "</g>" } else { "" });
    }

    /// Draws grass under the trees of a city.
    fn gardens(&mut self, built: &Quarters) {
        let mut grass = Path::default();
        built.trees.iter().for_each(|&(at, _)| grass.dot(at));
        self.element(grass, r##"stroke="#bfbf7d" stroke-width="72" stroke-linecap="round""##);
    }

    /// Draws roads in three layers. The edge and the middle wobble differently, so that the edge looks worn.
    fn roads(&mut self, name: &str, plan: &Plan) {
        if plan.roads.is_empty() {
            return;
        }
        let mut random = Random::named(&format!("{name}/road"));
        let (mut edge, mut middle, mut ruts) = (Path::default(), Path::default(), Path::default());
        for road in &plan.roads {
            for (path, reach) in [(&mut edge, LOWER_BLEED), (&mut middle, UPPER_BLEED)] {
                path.smooth(&self.turned(&wobbly_middle(road, reach, &mut random)));
            }
            for side in [-17.0, 17.0] {
                let line = offset(&road.line, side);
                let part: Vec<Point> = [0.05, 0.2, 0.4, 0.6, 0.8]
                    .iter()
                    .map(|&t| add(at(&line, t).0, [random.between(-4.0, 4.0), random.between(-4.0, 4.0)]))
                    .collect();
                ruts.smooth(&self.turned(&part));
            }
        }
        let d = edge.into_text();
        let wide = ROAD + 10.0;
        let _ = write!(
            self.svg,
            r##"<g fill="none" stroke-linejoin="round"><path d="{d}" stroke="#a0a762" stroke-width="{wide}"/><path d="{d}" stroke="#c3a76f" stroke-width="{}"/>"##,
            ROAD - 6.0
        );
        if plan.hub {
            let r = HUB - 6.0;
            let _ = write!(
                self.svg,
                r##"<circle cx="500" cy="500" r="{r}" fill="#c3a76f" stroke="#a0a762" stroke-width="8"/>"##
            );
        }
        if plan.ring.is_some() {
            let r = RING - ROAD / 2.0;
            let _ = write!(
                self.svg,
                r##"<circle cx="500" cy="500" r="{r}" stroke="#a0a762" stroke-width="{wide}"/><circle cx="500" cy="500" r="{r}" stroke="#c3a76f" stroke-width="{}"/>"##,
                ROAD - 6.0
            );
        }
        self.element(middle, r##"stroke="#ecdcb4" stroke-width="80""##);
        if plan.ring.is_some() {
            let r = RING - ROAD / 2.0;
            let _ = write!(
                self.svg,
                r##"<circle cx="500" cy="500" r="{r}" stroke="#ecdcb4" stroke-width="80"/><use href="#art-island" x="500" y="500"/>"##
            );
        }
        if plan.hub {
            let _ = write!(self.svg, r##"<circle cx="500" cy="500" r="{}" fill="#ecdcb4"/>"##, HUB - 18.0);
        }
        let ruts = if self.coarse { Path::default() } else { ruts };
        self.element(
            ruts,
            r##"stroke="#dfcb9e" stroke-width="9" stroke-linecap="round" stroke-dasharray="130 26 74 40""##,
        );
        self.svg.push_str("</g>");
    }

    fn lakes(&mut self, decor: &Decor) {
        for &lake in &decor.lakes {
            self.symbol("lake", lake);
        }
    }

    fn town_grounds(&mut self, towns: &[&Town], built: &Quarters) {
        let (mut ground, mut streets) = (Path::default(), Path::default());
        for town in towns {
            ground.contour(&self.turned(&extend_over_border(&town.outline)));
        }
        self.element(ground, r##"fill="#d9bd8d""##);
        for line in &built.streets {
            streets.smooth(line);
        }
        let wide = 2.0 * STREET;
        self.element(
            streets,
            &format!(r##"fill="none" stroke="#eddcb3" stroke-width="{wide}" stroke-linecap="round""##),
        );
        for &(at, radius) in &built.squares {
            let [x, y] = at.map(f64::round);
            // Writing to a String cannot fail.
            let _ = write!(self.svg, r##"<circle cx="{x}" cy="{y}" r="{radius:.0}" fill="#eddcb3"/>"##);
            if !self.coarse {
                let _ = write!(
                    self.svg,
                    r##"<circle cx="{x}" cy="{y}" r="{:.0}" fill="none" stroke="#d3bb8a" stroke-width="8" stroke-dasharray="16 12"/>"##,
                    radius * 0.7
                );
            }
        }
    }

    fn precinct(&mut self, plan: &Plan) {
        let Some((_, middle)) = plan.monastery.filter(|_| !self.in_city(plan)) else { return };
        self.symbol(plan.landmark[0], middle);
        let mut paths = Path::default();
        for road in plan.roads.iter().filter(|r| dist(r.line[r.line.len() - 1], middle) < 1.0) {
            let d = normalize(sub(road.line[road.line.len() - 2], middle));
            paths.open(&self.turned(&[move_along(middle, d, PRECINCT_RADIUS + 6.0), move_along(middle, d, 60.0)]));
        }
        self.element(paths, r##"stroke="#ecdcb4" stroke-width="64""##);
    }

    /// Draws mist over everything that it covers: several veils, which together are densest at the border, then the edges of the billows,
    /// then the roads under the mist, then the ghosts.
    fn mist(&mut self, plan: &Plan, decor: &Decor) {
        for (i, (shapes, paint)) in plan.veil.iter().zip(MIST_LAYERS).enumerate() {
            let (mut layer, mut edges) = (Path::default(), Path::default());
            for contour in shapes.iter().flatten() {
                layer.contour(&self.turned(&outline::extend_over_border(contour, BLEED)));
            }
            self.element(layer, paint);
            for line in outline::inner_lines(shapes).iter().filter(|_| i == 1) {
                edges.open(&self.turned(line));
            }
            self.element(edges, r##"fill="none" stroke="#fff" stroke-opacity=".55" stroke-width="5""##);
        }
        let mut roads = Path::default();
        for road in plan.roads.iter().filter(|_| !plan.veil.is_empty()) {
            let line: Vec<Point> = (0..=40).map(|i| at(&road.line, f64::from(i) / 40.0).0).collect();
            for part in line.split(|&p| !inside_shapes(clamped(p), &plan.veil[1])).filter(|part| part.len() > 1) {
                let thinned: Vec<Point> = (0..=8).map(|i| at(part, f64::from(i) / 8.0).0).collect();
                roads.smooth(&self.turned(&thinned));
            }
        }
        self.element(roads, r##"fill="none" stroke="#b99a62" stroke-opacity=".24" stroke-width="84""##);
        for &at in &decor.ghosts {
            self.symbol("wisp", at);
        }
    }

    /// Draws a quarter of a ruin. Each of the four tiles draws the whole ruin, clipped to the tile's own part.
    fn ruin(&mut self, plan: &Plan) {
        if let Some(at) = plan.ruin {
            self.svg.push_str(r#"<g clip-path="url(#art-tile)">"#);
            self.symbol("ruin", at);
            self.svg.push_str("</g>");
        }
    }

    /// Returns whether the monastery is in a city.
    fn in_city(&self, plan: &Plan) -> bool {
        plan.monastery.is_some_and(|(_, at)| plan.towns.iter().any(|t| inside(at, [&t.outline])))
    }

    /// Draws plots with their furrows.
    fn plots(&mut self, decor: &Decor) {
        let mut ground: [Path; 3] = Default::default();
        let mut furrows: [Path; 3] = Default::default();
        for plot in &decor.plots {
            let [a, b, c, d] = plot.corners.map(|p| turn(p, self.rotation));
            ground[plot.crop].contour(&[a, b, c, d]);
            for i in 0..if self.coarse { 0 } else { plot.furrows } {
                let t = (f64::from(i) + 0.5) / f64::from(plot.furrows);
                let (from, to) = (move_along(a, sub(b, a), t), move_along(d, sub(c, d), t));
                furrows[plot.crop]
                    .open(&[move_along(from, sub(to, from), 0.04), move_along(from, sub(to, from), 0.96)]);
            }
        }
        let inks = [("#a7b168", "#98a35a"), ("#cbc27e", "#bbb06b"), ("#bcae78", "#aa9b66")];
        for ((ground, furrows), (fill, stroke)) in ground.into_iter().zip(furrows).zip(inks) {
            self.element(
                ground,
                &format!(r#"fill="{fill}" stroke="{fill}" stroke-width="14" stroke-linejoin="round""#),
            );
            self.element(furrows, &format!(r#"stroke="{stroke}" stroke-width="8" stroke-linecap="round""#));
        }
    }

    fn sheep(&mut self, decor: &Decor) {
        let (mut shadow, mut wool, mut head) = (Path::default(), Path::default(), Path::default());
        for (i, &at) in decor.sheep.iter().enumerate() {
            let [x, y] = turn(at, self.rotation);
            let side = if i % 2 == 0 { 1.0 } else { -1.0 };
            shadow.open(&[[x - 7.0, y + 8.0], [x + 13.0, y + 8.0]]);
            wool.open(&[[x - 7.0, y], [x + 7.0, y]]);
            head.dot([x + 17.0 * side, y - 4.0]);
        }
        self.element(shadow, r##"stroke="#3d4522" stroke-opacity=".3" stroke-width="16" stroke-linecap="round""##);
        self.element(wool, r##"stroke="#fbf5e4" stroke-width="21" stroke-linecap="round""##);
        self.element(head, r##"stroke="#5b4a3a" stroke-width="11" stroke-linecap="round""##);
    }

    /// Draws trees. A small tree is one dot, a larger one three; dots are strokes with round caps.
    pub fn trees(&mut self, trees: &[Tree]) {
        let mut layers: [[Path; 3]; 3] = Default::default();
        for &(at, radius) in trees {
            let p = turn(at, self.rotation);
            let size = usize::from(radius > 22.0) + usize::from(radius > 33.0);
            let [shadow, crown, light] = &mut layers[size];
            shadow.dot(add(p, [radius * 0.4, radius * 0.4]));
            crown.dot(p);
            light.dot(add(p, [-radius * 0.24, -radius * 0.28]));
            if size > 0 {
                let [_, crown, light] = &mut layers[size - 1];
                crown.dot(add(p, [-radius * 0.62, radius * 0.36]));
                crown.dot(add(p, [radius * 0.62, radius * 0.3]));
                light.dot(add(p, [-radius * 0.7, radius * 0.18]));
            }
        }
        if trees.is_empty() {
            return;
        }
        self.svg.push_str(r#"<g stroke-linecap="round">"#);
        let inks = ["#3d4522\" stroke-opacity=\".3", "#6d8744", "#8ea657"];
        let widths = [[34, 34, 20], [54, 54, 31], [78, 78, 48]];
        let mut by_ink: [Vec<(Path, i32)>; 3] = Default::default();
        for (paths, widths) in layers.into_iter().zip(widths) {
            for ((path, width), ink) in paths.into_iter().zip(widths).zip(&mut by_ink) {
                ink.push((path, width));
            }
        }
        for (paths, ink) in by_ink.into_iter().zip(inks) {
            for (path, width) in paths {
                self.element(path, &format!(r#"stroke="{ink}" stroke-width="{width}""#));
            }
        }
        self.svg.push_str("</g>");
    }

    /// Draws houses: all fronts before all roofs, so that a roof hides the front behind it regardless of the order of the houses.
    fn houses(&mut self, houses: &[House]) {
        let (mut shadow, mut front, mut windows) = (Path::default(), Path::default(), Path::default());
        let mut roofs: [[Path; 3]; 6] = Default::default();
        for house in houses {
            let shape = house.shape();
            shadow.open(&shape.shadow);
            front.contour(&shape.front);
            if !self.coarse && shape.windows.iter().flatten().all(|v| (0.0..SIDE).contains(v)) {
                windows.open(&shape.windows);
            }
            for (path, plane) in roofs[house.hue % 6].iter_mut().zip(&shape.roof) {
                path.contour(plane);
            }
        }
        self.element(shadow, r##"fill="none" stroke="#4a3420" stroke-opacity=".3" stroke-width="20""##);
        self.svg.push_str(r##"<g stroke="#5b3a28" stroke-width="3" stroke-opacity=".55" stroke-linejoin="round">"##);
        self.element(front, r##"fill="#f3e4c3""##);
        self.element(windows, r##"stroke="#6f5138" stroke-width="15" stroke-opacity="1" stroke-dasharray="10 15""##);
        for (planes, inks) in roofs.into_iter().zip(ROOFS) {
            for (plane, ink) in planes.into_iter().zip(inks) {
                self.element(plane, &format!(r#"fill="{ink}""#));
            }
        }
        self.svg.push_str("</g>");
    }

    fn walls(&mut self, towns: &[&Town]) {
        let (mut shadow, mut face, mut top, mut merlons) = Default::default();
        for town in towns {
            for wall in &town.walls {
                self.wall(wall, [&mut shadow, &mut face, &mut top, &mut merlons]);
            }
        }
        self.element(shadow, r##"fill="#3f2f1c" fill-opacity=".3""##);
        self.element(face, r##"fill="#9b8b70" stroke="#5d4f3c" stroke-width="4" stroke-linejoin="round""##);
        self.element(top, r##"fill="#e2d6ba" stroke="#5d4f3c" stroke-width="4" stroke-linejoin="round""##);
        self.element(merlons, r##"fill="none" stroke="#a3937a" stroke-width="11" stroke-dasharray="13 13""##);
        for town in towns {
            self.towers(town);
        }
    }

    /// Adds a wall. Its height and shadow fade towards the corners, because the neighbouring tile may have neither there.
    fn wall(&self, wall: &[Point], [shadow, face, top, merlons]: [&mut Path; 4]) {
        // The wall continues beyond the border and is clipped there.
        let on_border = |p: Point| p.iter().any(|v| *v <= 1.0 || *v >= SIDE - 1.0);
        let line = extend_line(wall, [wall[0], wall[wall.len() - 1]].map(|p| if on_border(p) { 60.0 } else { 1.0 }));
        let line = offset(&line, WALL / 2.0);
        let contour = self.turned(&band(&line, WALL));
        let n = line.len();
        let moved = |d: Point| -> Vec<Point> {
            // A wall that continues across the border, inside a block, keeps its height.
            let ends = [wall[0], wall[wall.len() - 1]].map(|p| CORNERS.iter().any(|&c| dist(p, c) < 1.0));
            let low = |i: usize| {
                let i = if i < n { i } else { 2 * n - 1 - i };
                ends[0] && i < 2 || ends[1] && i >= n - 2
            };
            contour.iter().enumerate().map(|(i, &p)| if low(i) { p } else { add(p, d) }).collect()
        };
        shadow.contour(&moved([18.0, RISE + 12.0]));
        face.contour(&moved([0.0, RISE]));
        top.contour(&contour);
        let mut walk = offset(wall, 8.0);
        let last = walk.len() - 1;
        let shy = |p: Point| if CORNERS.iter().any(|&c| dist(p, c) < 1.0) { 40.0 } else { 20.0 };
        walk[0] = move_along(walk[0], normalize(sub(walk[1], walk[0])), shy(wall[0]));
        walk[last] = move_along(walk[last], normalize(sub(walk[last - 1], walk[last])), shy(wall[last]));
        merlons.open(&self.turned(&walk));
    }

    /// Draws towers at the bends and two turrets at each gate, the southern ones in front.
    fn towers(&mut self, town: &Town) {
        let mut standing: Vec<(Point, &str)> = Vec::new();
        for wall in &town.walls {
            let bends = offset(wall, WALL / 2.0);
            // The turrets of a gate replace the nearby towers.
            let arch = |p: &Point| town.arches.iter().all(|a| dist(*p, a.gate.at) > a.half + 40.0);
            let free = |p: &Point| town.gates.iter().all(|g| dist(*p, g.at) > 130.0) && arch(p);
            for (i, &p) in bends.iter().enumerate().skip(2).take(wall.len() - 4).filter(|(_, p)| free(p)) {
                standing.push((p, if i % 2 == 0 { "tower" } else { "spire" }));
            }
        }
        let mut passages = Path::default();
        for gate in &town.gates {
            let d = right(gate.out);
            let inner = move_along(gate.at, gate.out, -WALL - 2.0);
            let outer = move_along(gate.at, gate.out, 2.0);
            let quad = [
                move_along(outer, d, -30.0),
                move_along(outer, d, 30.0),
                move_along(inner, d, 30.0),
                move_along(inner, d, -30.0),
            ];
            passages.contour(&self.turned(&quad));
            for side in [-46.0, 46.0] {
                standing.push((move_along(move_along(gate.at, gate.out, -WALL / 2.0), d, side), "turret"));
            }
        }
        let mut water = Path::default();
        for arch in &town.arches {
            let (gate, d) = (arch.gate, right(arch.gate.out));
            let (inner, outer) = (move_along(gate.at, gate.out, -WALL - 2.0), move_along(gate.at, gate.out, 2.0));
            let quad = |half: f64, deep: Point| {
                [
                    move_along(outer, d, -half),
                    move_along(outer, d, half),
                    move_along(deep, d, half),
                    move_along(deep, d, -half),
                ]
            };
            passages.contour(&self.turned(&quad(arch.half, inner)));
            if arch.water {
                water.contour(&self.turned(&quad(arch.half - 12.0, move_along(outer, gate.out, -14.0))));
            }
            for side in [-arch.half - 14.0, arch.half + 14.0] {
                standing.push((move_along(move_along(gate.at, gate.out, -WALL / 2.0), d, side), "turret"));
            }
        }
        self.element(passages, r##"fill="#54422f" stroke="#463623" stroke-width="6""##);
        self.element(water, r##"fill="#5b919f""##);
        standing.sort_by(|a, b| turn(a.0, self.rotation)[1].total_cmp(&turn(b.0, self.rotation)[1]));
        for (at, symbol) in standing {
            self.symbol(symbol, at);
        }
    }

    fn landmarks(&mut self, plan: &Plan, decor: &Decor) {
        if let Some((_, at)) = plan.monastery {
            if self.in_city(plan) {
                self.symbol(plan.landmark[0], at);
            }
            self.symbol(plan.landmark[1], at);
        }
        if let Some((_, at)) = plan.tower.filter(|_| !plan.towns.is_empty()) {
            self.symbol("foundation", at);
        }
        if let (Some((_, at)), Some(word)) = (plan.quarter, plan.quarter_word) {
            self.symbol(word, at);
        }
        if plan.hub {
            self.symbol("well", CENTRE);
        }
        if let Some(at) = decor.cathedral {
            self.symbol("cathedral", at);
        }
        for &lake in &decor.lakes {
            self.symbol("sign", lake);
        }
        for &at in &decor.shields {
            self.symbol("shield", at);
        }
        let mut marks = decor.marks.clone();
        marks.sort_by(|a, b| turn(a.1, self.rotation)[1].total_cmp(&turn(b.1, self.rotation)[1]));
        for (name, at) in marks {
            if lies_flat(name) { self.turned_symbol(name, at) } else { self.symbol(name, at) }
        }
    }
}

/// Returns a road's centre line. It wobbles except near its ends, where roads must meet and so cross the border at a right angle.
fn wobbly_middle(road: &Road, reach: f64, random: &mut Random) -> Vec<Point> {
    let pieces = ((length(&road.line) / 130.0) as u32).clamp(2, 7);
    let ((start, forth), (end, on)) = (at(&road.line, 0.0), at(&road.line, 1.0));
    let mut points = vec![move_along(start, forth, -reach), move_along(start, forth, 30.0)];
    points.extend((1..pieces).map(|i| {
        let (p, d) = at(&road.line, f64::from(i) / f64::from(pieces));
        move_along(p, right(d), random.between(-7.0, 7.0) * f64::from(pieces.min(5)) / 5.0)
    }));
    points.extend([move_along(end, on, -30.0), move_along(end, on, reach)]);
    points
}

/// Moves a point on the tile's border slightly inwards.
fn clamped(p: Point) -> Point {
    p.map(|v| v.clamp(1.0, SIDE - 1.0))
}

/// Extends an outline beyond the border where the outline runs along it.
fn extend_over_border(outline: &[Point]) -> Vec<Point> {
    let out = |v: f64| match v {
        v if v <= 0.0 => -LOWER_BLEED,
        v if v >= SIDE => SIDE + LOWER_BLEED,
        v => v,
    };
    outline.iter().map(|&[x, y]| [out(x), out(y)]).collect()
}
