//! What stands once in the page: the ground's patterns, the owners' patterns, and the landmarks, drawn upright.

use std::fmt::Write;

use crate::geometry::{Point, add};
use crate::path::Path;
use crate::random::Random;

/// The `defs` element.
pub fn defs() -> String {
    // Two tiles overlap a little at their border, so that no gap shows between them at any zoom.
    let mut svg = String::from(r#"<defs><clipPath id="art-tile"><path d="M-5-5h1010v1010h-1010z"/></clipPath>"#);
    svg.push_str(&field());
    svg.push_str(&town());
    svg.push_str(LANDMARKS);
    svg.push_str(OWNERS);
    svg.push_str("</defs>");
    svg
}

/// Points strewn over a square of `side` that repeats: those near its border come again on the other side.
fn strewn(random: &mut Random, side: f64, n: usize, reach: f64) -> Vec<Vec<Point>> {
    (0..n)
        .map(|_| {
            let p = [random.between(0.0, side), random.between(0.0, side)];
            let mut copies = Vec::new();
            for dx in [-side, 0.0, side] {
                for dy in [-side, 0.0, side] {
                    let q = add(p, [dx, dy]);
                    if q.iter().all(|&v| v > -reach && v < side + reach) {
                        copies.push(q);
                    }
                }
            }
            copies
        })
        .collect()
}

/// The meadow: broad dabs of two tones and tufts of grass. Its period is a tile, so it goes on over every border.
fn field() -> String {
    let mut random = Random::named("field");
    let mut svg = String::from(
        r##"<pattern id="art-field" width="1000" height="1000" patternUnits="userSpaceOnUse"><g fill="none" stroke-linecap="round">"##,
    );
    for (ink, width, n, opacity) in
        [("#a8b56d", 74, 26, ".55"), ("#bfc98a", 60, 26, ".6"), ("#a9b56f", 30, 34, ".6"), ("#c3cc90", 22, 40, ".6")]
    {
        let mut path = Path::default();
        for copies in strewn(&mut random, 1000.0, n, 180.0) {
            let step = [random.between(50.0, 130.0), random.between(-26.0, 26.0)];
            let sag = random.between(-16.0, 16.0);
            for p in copies {
                let middle = add(p, [step[0] / 2.0, step[1] / 2.0 + sag]);
                path.smooth(&[p, middle, add(p, step)]);
            }
        }
        let _ = write!(
            svg,
            r#"<path d="{}" stroke="{ink}" stroke-width="{width}" stroke-opacity="{opacity}"/>"#,
            path.into_text()
        );
    }
    for (ink, n) in [("#8f9d57", 44), ("#d2d8a2", 30)] {
        let mut path = Path::default();
        for copies in strewn(&mut random, 1000.0, n, 30.0) {
            let tall = random.between(10.0, 17.0);
            for p in copies {
                path.open(&[add(p, [-9.0, -tall * 0.7]), p, add(p, [1.0, -tall])]);
                path.open(&[p, add(p, [10.0, -tall * 0.6])]);
            }
        }
        let _ = write!(svg, r#"<path d="{}" stroke="{ink}" stroke-width="4"/>"#, path.into_text());
    }
    svg.push_str("</g></pattern>");
    svg
}

/// The trodden ground of a city.
fn town() -> String {
    let mut random = Random::named("town");
    let mut svg = String::from(
        r##"<pattern id="art-town" width="500" height="500" patternUnits="userSpaceOnUse"><path d="M0 0h500v500h-500z" fill="#dcc193"/><g stroke-linecap="round">"##,
    );
    for (ink, width, n) in [("#d2b483", 26, 22), ("#e5cfa5", 20, 22), ("#c5a573", 7, 46)] {
        let mut path = Path::default();
        for copies in strewn(&mut random, 500.0, n, 60.0) {
            let step = [random.between(4.0, 26.0), random.between(-6.0, 6.0)];
            for p in copies {
                path.open(&[p, add(p, step)]);
            }
        }
        let _ = write!(svg, r#"<path d="{}" stroke="{ink}" stroke-width="{width}"/>"#, path.into_text());
    }
    svg.push_str("</g></pattern>");
    svg
}

/// Landmarks, each round its own middle.
const LANDMARKS: &str = concat!(
    include_str!("symbols/walls.svg"),
    include_str!("symbols/church.svg"),
    include_str!("symbols/cathedral.svg"),
    include_str!("symbols/small.svg"),
);

/// One pattern for each seat, to tell owners apart without colour.
const OWNERS: &str = include_str!("symbols/owners.svg");
