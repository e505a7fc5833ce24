//! Draws ground textures of Hunters & Gatherers, and what stands on them.

use std::fmt::Write;

use crate::geometry::{Point, SIDE, add};
use crate::path::Path;
use crate::random::Random;
use crate::texture::{GroundInks, Texture, UseAs, copies, ground};

/// The drawings, keyed by word.
const DRAWINGS: [(&str, &str); 18] = [
    ("mammoth", include_str!("../symbols/wild/mammoth.svg")),
    ("deer", include_str!("../symbols/wild/deer.svg")),
    ("tiger", include_str!("../symbols/wild/tiger.svg")),
    ("aurochs", include_str!("../symbols/wild/aurochs.svg")),
    ("fish", include_str!("../symbols/wild/fish.svg")),
    ("gold", include_str!("../symbols/wild/gold.svg")),
    ("mushrooms", include_str!("../symbols/wild/mushrooms.svg")),
    ("menhir", include_str!("../symbols/wild/menhir.svg")),
    ("fire", include_str!("../symbols/wild/fire.svg")),
    ("shrine", include_str!("../symbols/wild/shrine.svg")),
    ("spring", include_str!("../symbols/wild/spring.svg")),
    ("volcano", include_str!("../symbols/wild/volcano.svg")),
    ("shaman", include_str!("../symbols/wild/shaman.svg")),
    ("raft", include_str!("../symbols/wild/raft.svg")),
    ("pit_trap", include_str!("../symbols/wild/pit_trap.svg")),
    ("logboat", include_str!("../symbols/wild/logboat.svg")),
    ("hunting_trap", include_str!("../symbols/wild/hunting_trap.svg")),
    ("wild_fire", include_str!("../symbols/wild/fire.svg")),
];

/// Returns whether there is a drawing for a word.
pub fn is_drawn(word: &str) -> bool {
    DRAWINGS.iter().any(|(name, _)| *name == word)
}

/// Returns the definitions of the drawings used on tiles, each centred on the origin.
pub fn definitions() -> String {
    let mut svg = String::new();
    for (word, drawing) in DRAWINGS {
        // Writing to a String cannot fail.
        let _ = write!(svg, r#"<g id="art-wild-{word}">{}</g>"#, drawing.trim());
    }
    svg
}

/// Returns the textures of steppe and forest.
pub fn textures() -> Vec<Texture> {
    let steppe = GroundInks {
        base: "#dcc88f",
        dabs: [("#d5bf83", 74, 26), ("#e2d09b", 60, 26), ("#d2ba7b", 30, 30), ("#e8d8a8", 22, 36)],
        tufts: [("#a99352", 58), ("#f0e3ba", 30)],
    };
    vec![
        Texture { id: "art-steppe", use_as: UseAs::Picture, pixels: 512, drawing: ground("steppe", &steppe) },
        Texture { id: "art-forest", use_as: UseAs::Fill, pixels: 512, drawing: forest() },
    ]
}

/// A tree in the forest texture.
struct Tree {
    at: Point,
    size: f64,
    kind: usize,
}

/// Draws spruces and broad crowns close together, with the northern trees behind the southern ones.
fn forest() -> String {
    let mut random = Random::named("forest");
    let mut trees: Vec<Tree> = Vec::new();
    let rows = 16;
    for row in 0..rows {
        let columns = 13;
        for column in 0..columns {
            let shift = if row % 2 == 0 { 0.0 } else { 0.5 };
            let p = [
                (f64::from(column) + shift + random.between(-0.16, 0.16)) * SIDE / f64::from(columns),
                (f64::from(row) + random.between(-0.2, 0.2)) * SIDE / f64::from(rows),
            ];
            let (size, kind) = (random.between(1.0, 1.32), [0, 0, 0, 1, 2][random.below(5)]);
            trees.extend(copies(p, SIDE, 80.0).into_iter().map(|at| Tree { at, size, kind }));
        }
    }
    trees.sort_by(|a, b| a.at[1].total_cmp(&b.at[1]));
    let mut svg = String::from(r##"<path d="M-2-2h1004v1004h-1004z" fill="#33482f"/>"##);
    for row in trees.chunks(7) {
        draw(&mut svg, row);
    }
    svg
}

fn draw(svg: &mut String, row: &[Tree]) {
    let (mut dark, mut light): ([Path; 2], [Path; 2]) = Default::default();
    let (mut crowns, mut tops) = (Path::default(), Path::default());
    for tree in row {
        let spot = |x: f64, y: f64| add(tree.at, [x * tree.size, y * tree.size]);
        if tree.kind == 2 {
            crowns.dot(spot(0.0, 0.0));
            tops.dot(spot(-8.0, -9.0));
            continue;
        }
        let outline = [(0., -50.), (25., -8.), (15., -8.), (34., 36.), (-34., 36.), (-15., -8.), (-25., -8.)];
        dark[tree.kind].contour(&outline.map(|(x, y)| spot(x, y)));
        let lit = [(0., -50.), (-25., -8.), (-13., -9.), (-34., 36.), (-6., 28.), (-2., -8.)];
        light[tree.kind].contour(&lit.map(|(x, y)| spot(x, y)));
    }
    let mut put = |path: Path, paint: &str| {
        if !path.is_empty() {
            // Writing to a String cannot fail.
            let _ = write!(svg, r#"<path d="{}" {paint}/>"#, path.into_text());
        }
    };
    let edge = r##"stroke="#26351f" stroke-width="4" stroke-linejoin="round""##;
    for ((dark, light), inks) in dark.into_iter().zip(light).zip([["#3c5539", "#5b7a4c"], ["#4a6140", "#768a4e"]]) {
        put(dark, &format!(r#"fill="{}" {edge}"#, inks[0]));
        put(light, &format!(r#"fill="{}""#, inks[1]));
    }
    put(crowns, r##"stroke="#48643d" stroke-width="64" stroke-linecap="round""##);
    put(tops, r##"stroke="#6f8b55" stroke-width="40" stroke-linecap="round""##);
}
