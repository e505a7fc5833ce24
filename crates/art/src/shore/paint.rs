//! Paints a plan of The Discovery as SVG: one tile in one rotation.

use super::decor::{Decor, TOWN};
use super::peaks;
use super::plan::Plan;
use crate::geometry::*;
use crate::outline::{distance_to_border, extend_over_border, inner_lines};
use crate::paint::Canvas;
use crate::path::Path;
use crate::random::Random;

/// Distance by which terrains extend beyond the tile's square. The neighbour's picture is the same there, so that the soft edge of a lower
/// layer does not show.
const TERRAIN_BLEED: f64 = 12.0;

/// Returns the SVG of a tile after `rotation` quarter turns clockwise.
pub fn paint(name: &str, plan: &Plan, decor: &Decor, rotation: usize) -> String {
    let mut canvas = Canvas { svg: String::new(), rotation, coarse: false };
    let sea = plan.kinds.iter().any(|kind| kind == "sea");
    // The plain colour under the texture hides its seams.
    canvas.svg.push_str(if sea { BASES[0] } else { BASES[1] });
    if sea {
        draw_shallows(&mut canvas, plan);
        fill(&mut canvas, plan, "grass", "art-grass");
    }
    fill(&mut canvas, plan, "mountain", "art-rock");
    beaches(&mut canvas, plan);
    mountains(&mut canvas, name, plan, decor);
    canvas.trees(&decor.trees.iter().map(|&(p, size)| (p, size * 34.0)).collect::<Vec<_>>());
    let mut towns = decor.towns.clone();
    towns.sort_by(|a, b| turn(*a, rotation)[1].total_cmp(&turn(*b, rotation)[1]));
    for at in towns {
        canvas.symbol("town", at);
    }
    canvas.svg
}

/// Elements that fill the whole tile with sea, or with grass.
const BASES: [&str; 2] = [
    r##"<path d="M-2-2h1004v1004h-1004z" fill="#5f9fba"/><path d="M-4-4h1008v1008h-1008z" fill="url(#art-sea)"/>"##,
    r##"<path d="M-2-2h1004v1004h-1004z" fill="#b7cc82"/><path d="M-4-4h1008v1008h-1008z" fill="url(#art-grass)"/>"##,
];

/// Returns the shapes of all segments with a terrain.
fn shapes_of(plan: &Plan, kind: &str) -> Vec<Shape> {
    (0..plan.areas.len()).filter(|&s| plan.kinds[s] == kind).flat_map(|s| plan.areas[s].clone()).collect()
}

/// Fills the areas of a terrain with its texture.
fn fill(canvas: &mut Canvas, plan: &Plan, kind: &str, texture: &str) {
    let mut ground = Path::default();
    for contour in shapes_of(plan, kind).iter().flatten() {
        ground.contour(&canvas.turned(&extend_over_border(contour, TERRAIN_BLEED)));
    }
    canvas.element(ground, &format!(r#"fill="url(#{texture})""#));
}

/// Returns the coastlines, without the parts within `shy` of the tile's border.
fn coast(canvas: &Canvas, plan: &Plan, shy: f64) -> Path {
    let mut path = Path::default();
    for s in (0..plan.areas.len()).filter(|&s| plan.kinds[s] == "sea") {
        for line in inner_lines(&plan.areas[s]) {
            let kept: Vec<Point> = line.into_iter().filter(|&p| distance_to_border(p) > shy).collect();
            if kept.len() > 1 {
                path.open(&canvas.turned(&kept));
            }
        }
    }
    path
}

fn stroke(canvas: &mut Canvas, plan: &Plan, (width, shy): (f64, f64), ink: &str) {
    let path = coast(canvas, plan, shy);
    let round = r#"fill="none" stroke-linecap="round" stroke-linejoin="round""#;
    canvas.element(path, &format!(r#"{round} stroke="{ink}" stroke-width="{width}""#));
}

/// Draws shallow water and surf. The land, drawn later, covers whatever extends inland.
fn draw_shallows(canvas: &mut Canvas, plan: &Plan) {
    stroke(canvas, plan, (108.0, 62.0), "#7fbccb");
    stroke(canvas, plan, (56.0, 32.0), "#f4fbf8");
    stroke(canvas, plan, (46.0, 28.0), "#a9d9da");
}

/// Draws the beaches, which taper off towards the corners of the tile.
fn beaches(canvas: &mut Canvas, plan: &Plan) {
    for shape in [(10.0, 10.0), (18.0, 60.0), (27.0, 112.0)] {
        stroke(canvas, plan, shape, "#f3e3b6");
    }
}

/// Draws peaks on the mountains, and rocks along the foot of the mountains.
fn mountains(canvas: &mut Canvas, name: &str, plan: &Plan, decor: &Decor) {
    let turned = |shapes: &[Shape]| -> Vec<Shape> {
        shapes.iter().map(|shape| shape.iter().map(|contour| canvas.turned(contour)).collect()).collect()
    };
    let own = (0..plan.areas.len()).filter(|&s| plan.kinds[s] == "mountain");
    let each: Vec<Vec<Shape>> = own.map(|s| turned(&plan.areas[s])).collect();
    if each.is_empty() {
        return;
    }
    let shapes = each.concat();
    let edges = std::array::from_fn(|e| plan.kinds[plan.edges[(e + 4 - canvas.rotation) % 4]] == "mountain");
    let towns = canvas.turned(&decor.towns);
    let clear = |p: Point, r: f64| towns.iter().all(|&q| dist(p, q) > TOWN * 0.44 + r);
    let mut all = peaks::range(&each, edges, clear);
    let mut random = Random::named(&format!("{name}/rocks{}", canvas.rotation));
    let lines: Vec<Vec<Point>> = each.iter().flat_map(|own| inner_lines(own)).collect();
    let rocks = peaks::rocks(&shapes, &all, &lines, clear, &mut random);
    all.extend(rocks);
    all.sort_by(|a, b| a.foot[1].total_cmp(&b.foot[1]));
    let water = turned(&shapes_of(plan, "sea"));
    let mut foot = Path::default();
    for line in &lines {
        // Along the water, the beach is the outline, so no other line is needed.
        let inland =
            |p: Point| distance_to_border(p) > 5.0 && (water.is_empty() || distance_to_shapes(p, &water) > 9.0);
        for part in line.split(|&p| !inland(p)).filter(|part| part.len() > 1) {
            foot.open(part);
        }
    }
    canvas.element(
        foot,
        r##"fill="none" stroke="#5a524b" stroke-opacity=".55" stroke-width="9" stroke-linejoin="round""##,
    );
    canvas.svg.push_str(r##"<g clip-path="url(#art-wide)" stroke="#45403d" stroke-width="6" stroke-linejoin="round" stroke-linecap="round">"##);
    peaks::draw(canvas, &all);
    canvas.svg.push_str("</g>");
}
