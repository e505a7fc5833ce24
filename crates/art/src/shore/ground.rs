//! Draws ground textures of The Discovery, and what stands on them.

use std::fmt::Write;

use crate::geometry::{SIDE, add};
use crate::path::Path;
use crate::random::Random;
use crate::texture::{GroundInks, Texture, UseAs, copies, ground, scatter_points};

/// Returns the definitions of the drawings used on tiles, each centred on the origin.
pub fn definitions() -> String {
    let clip = r#"<clipPath id="art-wide"><path d="M-12-12h1024v1024h-1024z"/></clipPath>"#;
    format!(r#"{clip}<g id="art-town">{}</g>"#, include_str!("../symbols/shore/town.svg").trim())
}

/// Returns the textures of grassland, sea and bare rock.
pub fn textures() -> Vec<Texture> {
    let grass = GroundInks {
        base: "#b7cc82",
        dabs: [("#adc478", 74, 26), ("#c0d38d", 60, 26), ("#abc175", 30, 30), ("#c9da9c", 22, 36)],
        tufts: [("#7f9c4f", 84), ("#dde9b8", 30)],
    };
    vec![
        Texture { id: "art-grass", use_as: UseAs::Fill, pixels: 512, drawing: ground("grassland", &grass) },
        Texture { id: "art-sea", use_as: UseAs::Fill, pixels: 512, drawing: sea() },
        Texture { id: "art-rock", use_as: UseAs::Fill, pixels: 384, drawing: rock() },
    ]
}

/// Draws water with rows of waves.
fn sea() -> String {
    let mut random = Random::named("sea");
    let mut svg = String::from(
        r##"<path d="M-2-2h1004v1004h-1004z" fill="#5f9fba"/><g fill="none" stroke-linecap="round" stroke-linejoin="round">"##,
    );
    let mut dabs = Path::default();
    for copies in scatter_points(&mut random, SIDE, 22, 180.0) {
        let long = random.between(60.0, 150.0);
        for p in copies {
            dabs.open(&[p, add(p, [long, 0.0])]);
        }
    }
    // Writing to a String cannot fail.
    let _ = write!(svg, r##"<path d="{}" stroke="#5895b1" stroke-width="40"/>"##, dabs.into_text());
    let (mut light, mut dark) = (Path::default(), Path::default());
    let (rows, columns) = (10, 6);
    for row in 0..rows {
        for column in 0..columns {
            let shift = if row % 2 == 0 { 0.1 } else { 0.6 };
            let p = [
                (f64::from(column) + shift + random.between(-0.12, 0.12)) * SIDE / f64::from(columns),
                (f64::from(row) + 0.5 + random.between(-0.14, 0.14)) * SIDE / f64::from(rows),
            ];
            let crests = 2 + random.below(2);
            for p in copies(p, SIDE, 130.0) {
                let mut line = Vec::new();
                for i in 0..=crests {
                    line.push(add(p, [36.0 * i as f64, 0.0]));
                    if i < crests {
                        line.push(add(p, [36.0 * i as f64 + 18.0, -13.0]));
                    }
                }
                light.smooth(&line);
                dark.smooth(&line.iter().map(|&q| add(q, [3.0, 8.0])).collect::<Vec<_>>());
            }
        }
    }
    let _ = write!(svg, r##"<path d="{}" stroke="#4a86a4" stroke-width="7"/>"##, dark.into_text());
    let _ = write!(svg, r##"<path d="{}" stroke="#cfe7ec" stroke-width="7"/></g>"##, light.into_text());
    svg
}

/// Draws stony ground with strokes that slope to the south-east.
fn rock() -> String {
    let mut random = Random::named("rock");
    let mut svg =
        String::from(r##"<path d="M-2-2h1004v1004h-1004z" fill="#938a7f"/><g fill="none" stroke-linecap="round">"##);
    for (ink, width, n, long) in
        [("#897f75", 40, 40, 70.0), ("#9d9488", 26, 40, 50.0), ("#6f665e", 5, 130, 22.0), ("#b8b0a3", 5, 70, 16.0)]
    {
        let mut path = Path::default();
        for copies in scatter_points(&mut random, SIDE, n, 100.0) {
            let step = [long * random.between(0.5, 0.8), long * random.between(0.6, 1.0)];
            for p in copies {
                path.open(&[p, add(p, step)]);
            }
        }
        // Writing to a String cannot fail.
        let _ = write!(svg, r#"<path d="{}" stroke="{ink}" stroke-width="{width}"/>"#, path.into_text());
    }
    svg.push_str("</g>");
    svg
}
