//! Draws The Discovery at the far level: grassland, mountains and sea.

use super::{FarCanvas, UPPER_BLEED};
use crate::geometry::*;
use crate::outline::{distance_to_border, extend_over_border, inner_lines};
use crate::path::Path;
use crate::shore::{Decor, Plan};

/// Returns the SVG of a tile after `rotation` quarter turns clockwise.
pub fn paint(plan: &Plan, decor: &Decor, rotation: usize) -> String {
    let mut sketch = FarCanvas::new(rotation);
    sketch.svg.push_str(r##"<path d="M-12-12h1024v1024h-1024z" fill="#3f86ad"/>"##);
    for (kind, ground) in [("sea", "far-sea"), ("grass", "far-lawn"), ("mountain", "far-rock")] {
        let mut area = Path::default();
        for contour in own(plan, kind).flat_map(|s| plan.areas[s].iter().flatten()) {
            area.contour(
                &extend_over_border(contour, UPPER_BLEED).iter().map(|&p| turn(p, rotation)).collect::<Vec<_>>(),
            );
        }
        sketch.element(area, &format!(r#"fill="url(#{ground})""#));
    }
    sketch.draw_unrotated(|sketch| lines(sketch, plan));
    let peaks = own(plan, "mountain").flat_map(|s| summits(plan, decor, s));
    let towns = decor.towns.iter().map(|&at| ("art-town".to_owned(), at, 1.35));
    let all = peaks.map(|at| ("far-peak".to_owned(), at, 1.0)).chain(towns).collect();
    sketch.put_symbols(all);
    sketch.svg
}

fn own<'a>(plan: &'a Plan, kind: &'a str) -> impl Iterator<Item = usize> + 'a {
    (0..plan.areas.len()).filter(move |&s| plan.kinds[s] == kind)
}

/// Draws beaches along the coast, and a dark line where mountains meet grass.
fn lines(sketch: &mut FarCanvas, plan: &Plan) {
    let parts = |kind: &str, shy: f64| {
        let mut path = Path::default();
        for line in own(plan, kind).flat_map(|s| inner_lines(&plan.areas[s])) {
            let kept: Vec<Point> = line.into_iter().filter(|&p| distance_to_border(p) > shy).collect();
            if kept.len() > 1 {
                path.open(&kept);
            }
        }
        path
    };
    let round = r#"fill="none" stroke-linecap="round" stroke-linejoin="round""#;
    sketch.element(parts("mountain", 6.0), &format!(r##"{round} stroke="#4a4038" stroke-width="30""##));
    sketch.element(parts("sea", 10.0), &format!(r##"{round} stroke="#fdf3d0" stroke-width="30""##));
    sketch.element(parts("sea", 60.0), &format!(r##"{round} stroke="#fdf3d0" stroke-width="52""##));
}

/// Returns positions for a few large peaks, spread out and away from other terrain, towns and the border.
fn summits(plan: &Plan, decor: &Decor, segment: usize) -> Vec<Point> {
    let mut found: Vec<Point> = Vec::new();
    let (across, down) = (9, 11);
    for i in 0..across * down {
        let (column, row) = (i % across, i / across);
        let p = [110.0 + 97.5 * f64::from(column) + 40.0 * f64::from(row % 2), 110.0 + 78.0 * f64::from(row)];
        let clear = inside_shapes(p, &plan.areas[segment]) && distance_to_shapes(p, &plan.areas[segment]) > 88.0;
        let free = decor.towns.iter().all(|&q| dist(p, q) > 210.0) && distance_to_border(p) > 104.0;
        if clear && free && found.iter().all(|&q| dist(p, q) > 232.0) {
            found.push(p);
        }
    }
    found
}
