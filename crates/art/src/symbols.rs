//! What stands once in the page: the ground's patterns, the owners' patterns, and the landmarks, drawn upright.

use std::fmt::Write;
use std::sync::LazyLock;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::geometry::{Point, SIDE, add};
use crate::path::Path;
use crate::random::Random;
use crate::raster::png;

/// SVG that must stand once in a page, before any tile: the ground, the landmarks, the owners' patterns (`own-0` to
/// `own-5`, in tile units). The meadow is in it as an image: drawn line by line on every tile, it would take most of a
/// browser's time.
pub fn defs() -> String {
    static MEADOW: LazyLock<String> = LazyLock::new(|| {
        let drawn = format!(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 1004 1004">{}</svg>"#, meadow());
        match png(&drawn, MEADOW_PIXELS) {
            Ok(image) => format!(
                r#"<image id="art-meadow" x="-2" y="-2" width="1004" height="1004" href="data:image/png;base64,{}"/>"#,
                STANDARD.encode(image)
            ),
            // It can only fail for want of memory; the drawing serves as well.
            Err(_) => meadow_symbol(),
        }
    });
    page_defs(&MEADOW)
}

/// The same without an image, for renderers that have none and for pictures at any scale.
pub fn vector_defs() -> String {
    page_defs(&meadow_symbol())
}

/// The side of the meadow's image: enough for a tile that fills a third of a big screen's height, and small to load.
const MEADOW_PIXELS: u32 = 512;

fn page_defs(meadow: &str) -> String {
    // Two tiles overlap a little at their border, so that no gap shows between them at any zoom.
    let clip = r#"<clipPath id="art-tile"><path d="M-5-5h1010v1010h-1010z"/></clipPath>"#;
    let pieces = crate::pieces::definitions();
    format!("<defs>{clip}{meadow}{LANDMARKS}{pieces}{OWNERS}</defs>")
}

fn meadow_symbol() -> String {
    format!(
        r##"<clipPath id="art-field"><path d="M-2-2h1004v1004h-1004z"/></clipPath><g id="art-meadow" clip-path="url(#art-field)">{}</g>"##,
        meadow()
    )
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

/// The meadow: broad dabs of two tones and tufts of grass. Its period is a tile and it does not turn with the tile, so
/// it goes on over every border.
fn meadow() -> String {
    let mut random = Random::named("field");
    let mut svg =
        String::from(r##"<path d="M-2-2h1004v1004h-1004z" fill="#b6bf7e"/><g fill="none" stroke-linecap="round">"##);
    for (ink, width, n) in [("#aeb975", 74, 26), ("#bcc586", 60, 26), ("#acb772", 30, 34), ("#bfc98b", 22, 40)] {
        let mut path = Path::default();
        for copies in strewn(&mut random, SIDE, n, 180.0) {
            let step = [random.between(50.0, 130.0), random.between(-26.0, 26.0)];
            let sag = random.between(-16.0, 16.0);
            for p in copies {
                let middle = add(p, [step[0] / 2.0, step[1] / 2.0 + sag]);
                path.smooth(&[p, middle, add(p, step)]);
            }
        }
        let _ = write!(svg, r#"<path d="{}" stroke="{ink}" stroke-width="{width}"/>"#, path.into_text());
    }
    for (ink, n) in [("#929f5b", 44), ("#cfd69e", 30)] {
        let mut path = Path::default();
        for copies in strewn(&mut random, SIDE, n, 30.0) {
            let tall = random.between(10.0, 17.0);
            for p in copies {
                path.open(&[add(p, [-9.0, -tall * 0.7]), p, add(p, [1.0, -tall])]);
                path.open(&[p, add(p, [10.0, -tall * 0.6])]);
            }
        }
        let _ = write!(svg, r#"<path d="{}" stroke="{ink}" stroke-width="4"/>"#, path.into_text());
    }
    svg.push_str("</g>");
    svg
}

/// Landmarks, each round its own middle.
const LANDMARKS: &str = concat!(
    include_str!("symbols/walls.svg"),
    include_str!("symbols/church.svg"),
    include_str!("symbols/cathedral.svg"),
    include_str!("symbols/small.svg"),
    include_str!("symbols/marks.svg"),
    include_str!("symbols/quarters.svg"),
);

/// One pattern for each seat, to tell owners apart without colour.
const OWNERS: &str = include_str!("symbols/owners.svg");
