//! Draws cities, roads, fields and monasteries at the far level.

use super::{FarCanvas, LOWER_BLEED, UPPER_BLEED, extend_ends, roofs};
use crate::decor::Decor;
use crate::geometry::*;
use crate::outline::extend_over_border;
use crate::path::Path;
use crate::plan::{HUB, Plan, RING, ROAD};
use crate::town::Town;
use crate::water::RIVER;

/// Background of a field.
const GROUND: &str = r##"<path d="M-12-12h1024v1024h-1024z" fill="#b7c273"/><use href="#far-grass"/>"##;
/// Width of a road without its dark edges. Each edge is `EDGE` wide.
const ROAD_SURFACE: f64 = ROAD + 16.0;
const EDGE: f64 = 20.0;
/// Thickness of a city wall.
const WALL: f64 = 58.0;

/// Returns the SVG of a tile after `rotation` quarter turns clockwise.
pub fn paint(name: &str, plan: &Plan, decor: &Decor, rotation: usize) -> String {
    let mut sketch = FarCanvas::new(rotation);
    sketch.svg.push_str(GROUND);
    if plan.abbey {
        sketch.svg.push_str(r##"<use href="#far-garden"/>"##);
        sketch.put_symbol("far-church", CENTRE, 1.25);
        return sketch.svg;
    }
    trees(&mut sketch, decor);
    sketch.draw_unrotated(|sketch| {
        rivers(sketch, plan);
        let on_ground = |r: usize| !plan.bridges.iter().any(|b| b.road == r && b.over_city);
        roads(sketch, plan, &on_ground);
        for &lake in &decor.lakes {
            sketch.disc(lake, 100.0, r##"fill="#3f86ad" stroke="#f3e7bf" stroke-width="28""##);
        }
        precinct(sketch, plan);
        mist(sketch, plan);
    });
    if let Some(at) = plan.ruin {
        sketch.svg.push_str(r##"<g clip-path="url(#far-tile)">"##);
        sketch.put_symbol("art-ruin", at, 1.12);
        sketch.svg.push_str("</g>");
    }
    for upper in [false, true] {
        towns(&mut sketch, name, plan, decor, upper);
    }
    let over_city = |r: usize| plan.bridges.iter().any(|b| b.road == r && b.over_city);
    sketch.draw_unrotated(|sketch| roads(sketch, plan, &over_city));
    signs(&mut sketch, plan, decor);
    sketch.svg
}

/// Draws up to four of the largest trees, so that fields are not bare.
fn trees(sketch: &mut FarCanvas, decor: &Decor) {
    let (mut crowns, mut lights) = (Path::default(), Path::default());
    let mut large: Vec<_> = decor.trees.iter().filter(|tree| tree.1 > 30.0).collect();
    large.sort_by(|a, b| b.1.total_cmp(&a.1));
    for &&(at, _) in large.iter().take(4) {
        let p = turn(at, sketch.rotation);
        crowns.dot(p);
        lights.dot(add(p, [-12.0, -14.0]));
    }
    sketch.element(crowns, r##"stroke="#7f9a4b" stroke-width="104" stroke-linecap="round""##);
    sketch.element(lights, r##"stroke="#95ae58" stroke-width="62" stroke-linecap="round""##);
}

fn rivers(sketch: &mut FarCanvas, plan: &Plan) {
    for (wider, ink, reach) in [(26.0, "#f3e7bf", LOWER_BLEED), (-14.0, "#3f86ad", UPPER_BLEED)] {
        let (mut lines, mut pools) = (Path::default(), Path::default());
        for river in &plan.rivers {
            lines.open(&extend_ends(&river.line, reach));
            for pool in river.contours().iter().skip(1) {
                pools.contour(pool);
            }
        }
        sketch.element(lines, &format!(r#"fill="none" stroke="{ink}" stroke-width="{}""#, RIVER + wider));
        let swell = (wider + 14.0) * 0.9 + 1.0;
        sketch.element(pools, &format!(r#"fill="{ink}" stroke="{ink}" stroke-width="{swell}""#));
    }
}

/// Draws the roads selected by `which`. All edges are drawn before any middles, so that no edge separates roads that join.
fn roads(sketch: &mut FarCanvas, plan: &Plan, which: &dyn Fn(usize) -> bool) {
    let drawn: Vec<_> = plan.roads.iter().enumerate().filter(|(r, _)| which(*r)).map(|(_, road)| road).collect();
    if drawn.is_empty() {
        return;
    }
    for (wider, ink, reach) in [(2.0 * EDGE, "#6f5632", LOWER_BLEED), (0.0, "#fff4d6", UPPER_BLEED)] {
        let mut lines = Path::default();
        drawn.iter().for_each(|road| lines.open(&extend_ends(&road.line, reach)));
        let stroke = format!(r#"fill="none" stroke="{ink}" stroke-width="{}""#, ROAD_SURFACE + wider);
        sketch.element(lines, &format!(r#"{stroke} stroke-linejoin="round""#));
        if plan.hub && which(0) {
            sketch.disc(CENTRE, HUB + 8.0 + wider / 2.0, &format!(r#"fill="{ink}""#));
        }
        if plan.ring.is_some() && which(0) {
            sketch.disc(CENTRE, RING - ROAD / 2.0, &stroke);
        }
    }
}

fn precinct(sketch: &mut FarCanvas, plan: &Plan) {
    let Some((_, at)) = plan.monastery else { return };
    let fill = match plan.landmark[0] {
        "moat" => "#1f5277",
        "graveyard" => "#566156",
        "sanctuary" => "#7a5a2e",
        _ => "#4a4173",
    };
    sketch.disc(at, 196.0, &format!(r##"fill="{fill}" stroke="#352e52" stroke-width="26""##));
}

fn mist(sketch: &mut FarCanvas, plan: &Plan) {
    for (shapes, paint) in plan.veil.iter().zip([r##"fill="#eef2f8" fill-opacity=".5""##, r##"fill="#f1f4f9""##]) {
        let mut layer = Path::default();
        for contour in shapes.iter().flatten() {
            layer.contour(&extend_over_border(contour, LOWER_BLEED));
        }
        sketch.element(layer, paint);
    }
    if !plan.veil.is_empty() {
        // Roads continue under the mist and remain visible.
        let mut lines = Path::default();
        plan.roads.iter().for_each(|road| lines.open(&extend_ends(&road.line, LOWER_BLEED)));
        sketch.element(
            lines,
            &format!(r##"fill="none" stroke="#8c6f41" stroke-opacity=".3" stroke-width="{ROAD_SURFACE}""##),
        );
    }
}

/// Draws either the cities that pass over other cities (`upper`), or all remaining cities.
fn towns(sketch: &mut FarCanvas, name: &str, plan: &Plan, decor: &Decor, upper: bool) {
    let all: Vec<&Town> = plan.towns.iter().filter(|t| t.upper == upper).collect();
    if all.is_empty() {
        return;
    }
    sketch.svg.push_str(r##"<g clip-path="url(#far-tile)">"##);
    sketch.draw_unrotated(|sketch| {
        let mut ground = Path::default();
        for town in &all {
            ground.contour(&extend_over_border(&town.outline, LOWER_BLEED));
        }
        sketch.element(ground, r##"fill="#b0865c""##);
    });
    for town in &all {
        roofs::draw(sketch, name, plan, decor, town);
    }
    sketch.draw_unrotated(|sketch| walls(sketch, &all));
    sketch.svg.push_str("</g>");
}

/// Draws walls with their light wall walk, towers, and openings for roads.
fn walls(sketch: &mut FarCanvas, towns: &[&Town]) {
    let (mut lines, mut walks, mut towers) = (Path::default(), Path::default(), Path::default());
    let (mut gates, mut arches) = (Path::default(), Path::default());
    for town in towns {
        for wall in &town.walls {
            let line = offset(&extend_ends(wall, UPPER_BLEED), WALL / 2.0 - 6.0);
            lines.open(&line);
            walks.open(&line);
            let free = |p: &&Point| town.gates.iter().all(|g| dist(**p, g.at) > 110.0);
            for &p in line.iter().skip(2).take(line.len().saturating_sub(4)).filter(free) {
                towers.dot(p);
            }
        }
        for gate in &town.gates {
            gates.open(&[move_along(gate.at, gate.out, 26.0), move_along(gate.at, gate.out, -WALL - 26.0)]);
        }
        for arch in &town.arches {
            let path = if arch.water { &mut arches } else { &mut gates };
            path.open(&[move_along(arch.gate.at, arch.gate.out, 26.0), move_along(arch.gate.at, arch.gate.out, -30.0)]);
        }
    }
    let round = r#"fill="none" stroke-linejoin="round""#;
    sketch.element(lines, &format!(r##"{round} stroke="#33261e" stroke-width="{WALL}""##));
    sketch.element(walks, &format!(r##"{round} stroke="#8f7b62" stroke-width="18""##));
    let towers = towers.into_text();
    if !towers.is_empty() {
        for (wide, ink) in [(98, "#33261e"), (62, "#7c8b99")] {
            sketch.svg.push_str(&format!(
                r#"<path d="{towers}" stroke="{ink}" stroke-width="{wide}" stroke-linecap="round"/>"#
            ));
        }
    }
    sketch.element(gates, r##"stroke="#fff4d6" stroke-width="84""##);
    sketch.element(arches, r##"stroke="#3f86ad" stroke-width="84""##);
}

/// Draws everything prominent: monasteries, pennants, cathedrals and the symbols of expansions.
fn signs(sketch: &mut FarCanvas, plan: &Plan, decor: &Decor) {
    let mut all: Vec<(String, Point, f64)> = Vec::new();
    let mut put = |id: &str, at: Point, scale: f64| all.push((id.to_owned(), at, scale));
    if let Some((_, at)) = plan.monastery {
        match plan.landmark[1] {
            "church" => put("far-church", at, 1.16),
            "shrine" => put("far-shrine", at, 1.16),
            other => put(&format!("art-{other}"), at, 1.3),
        }
    }
    if let Some((_, at)) = plan.tower {
        put("far-base", at, 1.3);
        put("art-foundation", at, 0.86);
    }
    if let (Some((_, at)), Some(word)) = (plan.quarter, plan.quarter_word) {
        put(&format!("art-{word}"), at, 1.05);
    }
    if let Some(at) = decor.cathedral {
        put("art-cathedral", at, 1.2);
    }
    for &lake in &decor.lakes {
        put("art-sign", lake, 3.2);
    }
    for &at in &decor.ghosts {
        put("art-wisp", at, 1.5);
    }
    for &at in &decor.shields {
        put("far-shield", at, 1.0);
    }
    for &(name, at) in &decor.marks {
        let scale = match name {
            "volcano" => 1.05,
            "portal" => 2.1,
            _ => 1.4,
        };
        put(&format!("art-{name}"), at, scale);
    }
    sketch.put_symbols(all);
}
