//! Draws Hunters & Gatherers at the far level: meadows, forests, rivers and lakes.

use super::{FarCanvas, LOWER_BLEED, UPPER_BLEED, extend_ends};
use crate::geometry::*;
use crate::outline::{extend_over_border, inner_lines};
use crate::path::Path;
use crate::wild::{Decor, POOL, Plan, RIVER, is_drawn};

/// Returns the SVG of a tile after `rotation` quarter turns clockwise.
pub fn paint(plan: &Plan, decor: &Decor, rotation: usize) -> String {
    let mut sketch = FarCanvas::new(rotation);
    sketch.svg.push_str(r##"<path d="M-12-12h1024v1024h-1024z" fill="#e6d49b"/><use href="#far-steppe"/>"##);
    sketch.draw_unrotated(|sketch| waters(sketch, plan));
    forests(&mut sketch, plan);
    let things = decor.things.iter().map(|thing| (thing.word.as_str(), thing.at));
    let all = things.chain(decor.signs.iter().copied()).filter(|(word, _)| is_drawn(word));
    let sized = all.map(|(word, at)| {
        let scale = match word {
            "fish" => 1.15,
            "spring" => 1.1,
            _ => 1.35,
        };
        (format!("art-wild-{word}"), at, scale)
    });
    let sized = sized.collect();
    sketch.put_symbols(sized);
    sketch.svg
}

fn waters(sketch: &mut FarCanvas, plan: &Plan) {
    for (wider, ink, reach) in [(24.0, "#fbf0cb", LOWER_BLEED), (-18.0, "#3580ac", UPPER_BLEED)] {
        let (mut lines, mut pools) = (Path::default(), Path::default());
        for arm in &plan.arms {
            let line = if arm.through { extend_ends(&arm.line, reach) } else { extend_line(&arm.line, [reach, 0.5]) };
            lines.open(&line);
            if let Some(at) = arm.pool {
                pools.contour(&disc(at, POOL));
            }
        }
        for lake in &plan.lakes {
            pools.contour(&lake.shore);
        }
        let swell = (wider + 18.0) * 0.9 + 1.0;
        sketch.element(lines, &format!(r#"fill="none" stroke="{ink}" stroke-width="{}""#, RIVER + wider));
        sketch
            .element(pools, &format!(r#"fill="{ink}" stroke="{ink}" stroke-width="{swell}" stroke-linejoin="round""#));
    }
}

/// Draws dark forests, filled with a texture of large crowns that does not rotate with the tile.
fn forests(sketch: &mut FarCanvas, plan: &Plan) {
    let (mut ground, mut rim) = (Path::default(), Path::default());
    let turned = |line: &[Point], r: usize| line.iter().map(|&p| turn(p, r)).collect::<Vec<_>>();
    for forest in &plan.forests {
        for contour in plan.areas[forest.segment].iter().flatten() {
            ground.contour(&turned(&extend_over_border(contour, UPPER_BLEED), sketch.rotation));
        }
        for line in inner_lines(&plan.areas[forest.segment]) {
            rim.open(&turned(&line, sketch.rotation));
        }
    }
    let ground = ground.into_text();
    if !ground.is_empty() {
        sketch.svg.push_str(&format!(r##"<path d="{ground}" fill="url(#far-forest)"/>"##));
    }
    sketch.element(
        rim,
        r##"fill="none" stroke="#22381f" stroke-width="34" stroke-linejoin="round" stroke-linecap="round""##,
    );
}
