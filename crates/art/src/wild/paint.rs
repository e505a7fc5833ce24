//! Paints a plan of Hunters & Gatherers as SVG: one tile in one rotation.

use super::decor::Decor;
use super::ground::is_drawn;
use super::plan::{POOL, Plan, RIVER};
use crate::geometry::*;
use crate::outline::{distance_to_border, extend_over_border, inner_lines};
use crate::paint::Canvas;
use crate::path::Path;
use crate::random::Random;

/// Layers of water, outermost first: inset from the edge of the band, and colour.
const LAYERS: [(f64, &str); 4] = [(0.0, "#a58f55"), (8.0, "#efe0b4"), (19.0, "#457f97"), (28.0, "#6ba6b9")];

/// Distance by which forests and waters extend beyond the tile's square, where the neighbour's picture is the same. Upper layers extend
/// further, so that the soft edge of a lower layer does not show there.
const LOWER_BLEED: f64 = 8.0;
/// Distance by which the uppermost layer extends.
const UPPER_BLEED: f64 = 12.0;

/// Returns the SVG of a tile after `rotation` quarter turns clockwise.
pub fn paint(name: &str, plan: &Plan, decor: &Decor, rotation: usize) -> String {
    let mut canvas = Canvas { svg: String::new(), rotation, coarse: false };
    canvas
        .svg
        .push_str(concat!(r##"<path d="M-2-2h1004v1004h-1004z" fill="#dcc88f"/>"##, r##"<use href="#art-steppe"/>"##));
    draw_forest_shadows(&mut canvas, plan);
    waters(&mut canvas, name, plan);
    forests(&mut canvas, name, plan);
    scatter(&mut canvas, decor);
    things(&mut canvas, decor);
    canvas.svg
}

/// Draws the shadows of the forests, which fade out towards the border.
fn draw_forest_shadows(canvas: &mut Canvas, plan: &Plan) {
    let mut path = Path::default();
    for forest in &plan.forests {
        for line in inner_lines(&plan.areas[forest.segment]) {
            let line = canvas.turned(&line);
            let kept: Vec<Point> =
                line.into_iter().filter(|&p| distance_to_border(p) > 46.0).map(|p| add(p, [9.0, 13.0])).collect();
            if kept.len() > 1 {
                path.open(&kept);
            }
        }
    }
    canvas.element(
        path,
        r##"fill="none" stroke="#5a4a1e" stroke-opacity=".32" stroke-width="58" stroke-linejoin="round" stroke-linecap="round""##,
    );
}

/// Draws rivers and lakes in four layers, from banks to water, with ripples.
fn waters(canvas: &mut Canvas, name: &str, plan: &Plan) {
    if plan.arms.is_empty() && plan.lakes.is_empty() {
        return;
    }
    let mut random = Random::named(&format!("{name}/water"));
    let flows: Vec<Vec<Point>> = plan.arms.iter().map(|a| flow(&a.line, a.through, &mut random)).collect();
    canvas.svg.push_str(r#"<g fill="none" stroke-linejoin="round">"#);
    for (i, (within, ink)) in LAYERS.into_iter().enumerate() {
        let (mut lines, mut pools) = (Path::default(), Path::default());
        let reach = LOWER_BLEED + (UPPER_BLEED - LOWER_BLEED) * i as f64 / 3.0;
        for (arm, points) in plan.arms.iter().zip(&flows) {
            let mut points = points.clone();
            points[0] = move_along(points[0], normalize(sub(points[1], points[0])), -reach);
            if arm.through {
                let last = points.len() - 1;
                points[last] = move_along(points[last], normalize(sub(points[last], points[last - 1])), reach);
            }
            lines.smooth(&canvas.turned(&points));
            if let Some(at) = arm.pool {
                pools.contour(&canvas.turned(&disc(at, POOL - within)));
            }
        }
        for lake in &plan.lakes {
            let shore: Vec<Point> =
                lake.shore.iter().map(|&p| move_along(p, normalize(sub(lake.at, p)), within)).collect();
            pools.contour(&canvas.turned(&shore));
        }
        canvas.element(lines, &format!(r#"stroke="{ink}" stroke-width="{}""#, RIVER - 2.0 * within));
        canvas.element(pools, &format!(r#"fill="{ink}" stroke="{ink}" stroke-width="6""#));
    }
    let (mut ripples, mut deep) = (Path::default(), Path::default());
    for arm in &plan.arms {
        let whole = length(&arm.line);
        let mut way = random.between(40.0, 70.0);
        while way < whole - 60.0 {
            let (p, d) = at(&arm.line, way / whole);
            let p = move_along(p, right(d), random.between(-30.0, 30.0));
            let spot = |x: f64, y: f64| move_along(move_along(p, d, x), right(d), y);
            ripples.smooth(&canvas.turned(&[spot(-25.0, 0.0), spot(-9.0, 5.0), spot(8.0, -5.0), spot(25.0, 0.0)]));
            way += random.between(46.0, 84.0);
        }
    }
    for lake in &plan.lakes {
        let within =
            |by: f64| lake.shore.iter().map(|&p| move_along(p, normalize(sub(lake.at, p)), by)).collect::<Vec<_>>();
        deep.contour(&canvas.turned(&within(62.0)));
        let ring = canvas.turned(&within(44.0));
        for part in [&ring[2..6], &ring[9..15], &ring[19..22], &ring[26..33]] {
            ripples.smooth(part);
        }
    }
    canvas.element(deep, r##"fill="#5b98ae""##);
    canvas.element(ripples, r##"stroke="#c9e3e4" stroke-width="6" stroke-linecap="round""##);
    canvas.svg.push_str("</g>");
}

/// Returns a river's centre line, which wobbles except near its ends, so that the river crosses the border at a right angle.
fn flow(line: &[Point], through: bool, random: &mut Random) -> Vec<Point> {
    let pieces = ((length(line) / 110.0) as u32).clamp(3, 9);
    let (start, forth) = at(line, 0.0);
    let mut points = vec![start, move_along(start, forth, 34.0)];
    points.extend((1..pieces).map(|i| {
        let (p, d) = at(line, f64::from(i) / f64::from(pieces));
        move_along(p, right(d), random.between(-7.0, 7.0))
    }));
    let (end, on) = at(line, 1.0);
    if through {
        points.push(move_along(end, on, -34.0));
    }
    points.push(end);
    points
}

/// A tree at the rim of a forest: its centre in the picture, its size, and whether it is a spruce.
struct Tree {
    at: Point,
    size: f64,
    spruce: bool,
}

/// Draws forests: a texture that continues across the border, and trees along the rim that hide the cut edge of the texture.
fn forests(canvas: &mut Canvas, name: &str, plan: &Plan) {
    if plan.forests.is_empty() {
        return;
    }
    let (mut under, mut ground) = (Path::default(), Path::default());
    let mut trees = Vec::new();
    let mut random = Random::named(&format!("{name}/rim{}", canvas.rotation));
    for forest in &plan.forests {
        for contour in plan.areas[forest.segment].iter().flatten() {
            under.contour(&canvas.turned(&extend_over_border(contour, LOWER_BLEED)));
            ground.contour(&canvas.turned(&extend_over_border(contour, UPPER_BLEED)));
        }
        rim(canvas, &plan.areas[forest.segment], &mut random, &mut trees);
    }
    canvas.element(under, r##"fill="#40573b""##);
    canvas.element(ground, r##"fill="url(#art-forest)""##);
    trees.sort_by(|a: &Tree, b: &Tree| a.at[1].total_cmp(&b.at[1]));
    let mut rows: Vec<Vec<&Tree>> = Vec::new();
    for tree in &trees {
        let row = (tree.at[1] / 96.0) as usize;
        rows.resize_with(rows.len().max(row + 1), Vec::new);
        rows[row].push(tree);
    }
    for row in rows.iter().filter(|row| !row.is_empty()) {
        draw_row(canvas, row);
    }
}

fn rim(canvas: &Canvas, shapes: &[Shape], random: &mut Random, trees: &mut Vec<Tree>) {
    for line in inner_lines(shapes) {
        let (whole, mut way) = (length(&line), 0.0);
        while way < whole {
            let (p, d) = at(&line, way / whole);
            // The area may be on either side of its contour, so find out which side is inside.
            let side = if inside_shapes(move_along(p, right(d), 8.0), shapes) { 1.0 } else { -1.0 };
            let p = turn(move_along(p, right(d), side * 20.0), canvas.rotation);
            let size = random.between(0.84, 1.14).min((distance_to_border(p) - 5.0) / 52.0);
            if size > 0.33 {
                let spruce = size > 0.7 && random.below(3) > 0;
                trees.push(Tree { at: p, size, spruce });
            }
            way += if size > 0.7 { random.between(44.0, 60.0) } else { 24.0 };
        }
    }
}

/// Draws one row of trees: shadows, crowns, highlights.
fn draw_row(canvas: &mut Canvas, row: &[&Tree]) {
    let (mut dark, mut light) = (Path::default(), Path::default());
    let mut crowns: [Path; 2] = Default::default();
    let mut tops: [Path; 2] = Default::default();
    for tree in row {
        let spot = |x: f64, y: f64| add(tree.at, [x * tree.size, y * tree.size]);
        if tree.spruce {
            let outline = [(0., -48.), (25., -8.), (15., -8.), (34., 34.), (-34., 34.), (-15., -8.), (-25., -8.)];
            dark.contour(&outline.map(|(x, y)| spot(x, y)));
            let lit = [(0., -48.), (-25., -8.), (-13., -9.), (-34., 34.), (-6., 26.), (-2., -8.)];
            light.contour(&lit.map(|(x, y)| spot(x, y)));
        } else {
            let small = usize::from(tree.size < 0.75);
            crowns[small].dot(spot(0.0, 2.0));
            tops[small].dot(spot(-7.0, -6.0));
        }
    }
    let edge = r##"stroke="#26351f" stroke-width="5" stroke-linejoin="round""##;
    canvas.element(dark, &format!(r##"fill="#3c5539" {edge}"##));
    canvas.element(light, r##"fill="#62804f""##);
    let round = |ink: &str, wide: f64| format!(r#"stroke="{ink}" stroke-width="{wide}" stroke-linecap="round""#);
    for (crowns, wide) in crowns.into_iter().zip([60.0, 36.0]) {
        canvas.element(crowns, &round("#4b673f", wide));
    }
    for (tops, wide) in tops.into_iter().zip([38.0, 20.0]) {
        canvas.element(tops, &round("#78935a", wide));
    }
}

/// Draws shrubs and boulders.
fn scatter(canvas: &mut Canvas, decor: &Decor) {
    let (mut shadow, mut shrubs, mut lights) = (Path::default(), Path::default(), Path::default());
    let (mut stones, mut tops) = (Path::default(), Path::default());
    for p in canvas.turned(&decor.shrubs) {
        shadow.open(&[add(p, [-10.0, 13.0]), add(p, [20.0, 13.0])]);
        shrubs.open(&[add(p, [-11.0, 4.0]), add(p, [12.0, 4.0])]);
        shrubs.dot(add(p, [0.0, -7.0]));
        lights.dot(add(p, [-5.0, -9.0]));
    }
    for p in canvas.turned(&decor.stones) {
        shadow.open(&[add(p, [-12.0, 12.0]), add(p, [22.0, 12.0])]);
        let face = [(-22.0, 13.0), (-15.0, -9.0), (6.0, -15.0), (21.0, -1.0), (23.0, 13.0)];
        stones.contour(&face.map(|(x, y)| add(p, [x, y])));
        tops.contour(
            &[(-22.0, 13.0), (-15.0, -9.0), (6.0, -15.0), (-2.0, 0.0), (-4.0, 13.0)].map(|(x, y)| add(p, [x, y])),
        );
    }
    let round = |ink: &str, wide: u32| format!(r#"stroke="{ink}" stroke-width="{wide}" stroke-linecap="round""#);
    canvas.element(shadow, &format!(r#"{} stroke-opacity=".25""#, round("#5a4a1e", 16)));
    canvas.element(shrubs, &round("#97924d", 24));
    canvas.element(lights, &round("#b9b26a", 13));
    canvas.element(stones, r##"fill="#8d8471" stroke="#5f5644" stroke-width="4" stroke-linejoin="round""##);
    canvas.element(tops, r##"fill="#c3b9a0""##);
}

/// Draws fish, animals, finds and symbols, the northern ones first.
fn things(canvas: &mut Canvas, decor: &Decor) {
    let mut all: Vec<(&str, Point)> = decor.things.iter().map(|t| (t.word.as_str(), t.at)).collect();
    all.extend(decor.signs.iter().copied());
    all.retain(|(word, _)| is_drawn(word));
    all.sort_by(|a, b| turn(a.1, canvas.rotation)[1].total_cmp(&turn(b.1, canvas.rotation)[1]));
    for (word, p) in all {
        canvas.symbol(&format!("wild-{word}"), p);
    }
}
