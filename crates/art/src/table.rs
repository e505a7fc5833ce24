//! Draws textures for the table under a board: small pictures that repeat.

use std::fmt::Write;

use crate::geometry::{Point, add};
use crate::path::Path;
use crate::random::Random;
use crate::texture::scatter_points;

/// Names of all table textures.
pub const TABLES: [&str; 3] = ["wood", "felt", "slate"];

/// Side of a texture, in pixels.
const SIDE: f64 = 480.0;

/// Draws one of [`TABLES`] in translucent black and white, which darken and lighten the colour below. The picture repeats in both
/// directions.
pub fn table_svg(table: &str) -> String {
    let body = match table {
        "wood" => wood(),
        "felt" => specks("felt", [[0.9, 240.0], [0.9, 200.0]], 5.0),
        _ => draw_slate(),
    };
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{SIDE}" height="{SIDE}" viewBox="0 0 {SIDE} {SIDE}"><g fill="none" stroke-linecap="round">{body}</g></svg>"#
    )
}

fn stroke(svg: &mut String, path: Path, ink: &str, opacity: f64, width: f64) {
    // Writing to a String cannot fail.
    let _ = write!(
        svg,
        r#"<path d="{}" stroke="{ink}" stroke-opacity="{opacity}" stroke-width="{width}"/>"#,
        path.into_text()
    );
}

/// Draws planks with their grain and staggered joints.
fn wood() -> String {
    let mut random = Random::named("wood");
    let mut svg = String::new();
    let planks = 5;
    let high = SIDE / f64::from(planks);
    for plank in 0..planks {
        let top = high * f64::from(plank);
        let shade = [0.0, 0.04, 0.015, 0.055, 0.03][plank as usize % 5];
        let _ = write!(svg, r##"<path d="M0 {top}h{SIDE}v{high}h-{SIDE}z" fill="#000" fill-opacity="{shade}"/>"##);
        let (mut dark, mut light) = (Path::default(), Path::default());
        for line in 0..7 {
            let y = top + high * (f64::from(line) + random.between(0.3, 0.8)) / 7.0;
            let sag = random.between(-4.0, 4.0);
            // Both ends of the line must be at the same height, because the picture repeats.
            let points = [[0.0, y], [SIDE * 0.3, y + sag], [SIDE * 0.65, y - sag * 0.6], [SIDE, y]];
            if line % 3 == 2 { light.smooth(&points) } else { dark.smooth(&points) }
        }
        stroke(&mut svg, dark, "#000", 0.06, 1.6);
        stroke(&mut svg, light, "#fff", 0.05, 2.2);
        let joint = SIDE * (0.17 + 0.37 * f64::from(plank % 3));
        let mut seams = Path::default();
        seams.open(&[[0.0, top], [SIDE, top]]);
        seams.open(&[[joint, top], [joint, top + high]]);
        stroke(&mut svg, seams, "#000", 0.2, 1.6);
        let mut edge = Path::default();
        edge.open(&[[0.0, top + 2.0], [SIDE, top + 2.0]]);
        stroke(&mut svg, edge, "#fff", 0.1, 1.2);
    }
    svg
}

/// Draws short fibres, some dark and some light.
fn specks(name: &str, kinds: [[f64; 2]; 2], long: f64) -> String {
    let mut random = Random::named(name);
    let mut svg = String::new();
    for ([width, n], ink) in kinds.into_iter().zip(["#000", "#fff"]) {
        let mut path = Path::default();
        for copies in scatter_points(&mut random, SIDE, n as usize, long) {
            let step = [random.between(-long, long), random.between(-long, long)];
            copies.into_iter().for_each(|p: Point| path.open(&[p, add(p, step)]));
        }
        stroke(&mut svg, path, ink, if ink == "#000" { 0.13 } else { 0.08 }, width);
    }
    svg
}

/// Draws stone with parallel veins.
fn draw_slate() -> String {
    let mut random = Random::named("slate");
    let mut svg = specks("slate-specks", [[1.4, 90.0], [1.2, 60.0]], 2.0);
    for (n, ink, opacity, width) in [(16, "#000", 0.1, 5.0), (12, "#fff", 0.05, 3.0), (7, "#fff", 0.09, 1.0)] {
        let mut path = Path::default();
        for copies in scatter_points(&mut random, SIDE, n, 170.0) {
            let (long, sag) = (random.between(50.0, 150.0), random.between(-9.0, 9.0));
            for p in copies {
                path.smooth(&[p, add(p, [long * 0.5, sag + long * 0.12]), add(p, [long, long * 0.24])]);
            }
        }
        stroke(&mut svg, path, ink, opacity, width);
    }
    svg
}
