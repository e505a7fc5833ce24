//! Generates the definitions that a page needs once: ground textures, owners' patterns, and upright landmarks.

use std::sync::LazyLock;

use bastide_core::tile_text::TileText;

use crate::look::TileStyle;
use crate::texture::{GroundInks, Texture, UseAs, ground};

/// Returns the SVG definitions that a page must contain once, before these tiles: ground textures, drawings, and the owners' patterns
/// (`own-0` to `own-5`, in tile units). Textures are included as images, because drawing them line by line on every tile would take up most
/// of a browser's time. Tiles of one family need the same definitions; definitions that two families share are identical in both.
pub fn defs<'a>(tiles: impl IntoIterator<Item = &'a TileText>) -> String {
    static DRAWN: [LazyLock<String>; 3] = [
        LazyLock::new(|| textures(TileStyle::Classic, true)),
        LazyLock::new(|| textures(TileStyle::Wild, true)),
        LazyLock::new(|| textures(TileStyle::Shore, true)),
    ];
    page_defs(tiles, |look| DRAWN[look as usize].clone())
}

/// Returns the same definitions as [`defs`], but with textures as drawings, for renderers that cannot show images and for pictures at any
/// scale.
pub fn vector_defs<'a>(tiles: impl IntoIterator<Item = &'a TileText>) -> String {
    page_defs(tiles, |look| textures(look, false))
}

fn page_defs<'a>(tiles: impl IntoIterator<Item = &'a TileText>, textures: impl Fn(TileStyle) -> String) -> String {
    let mut looks: Vec<TileStyle> = tiles.into_iter().map(TileStyle::of).collect();
    looks.sort_unstable();
    looks.dedup();
    // Adjacent tiles overlap slightly at their border, so that no gap shows between them at any zoom.
    let mut defs = String::from(r#"<defs><clipPath id="art-tile"><path d="M-5-5h1010v1010h-1010z"/></clipPath>"#);
    for look in looks {
        defs.push_str(&textures(look));
        defs.push_str(&match look {
            TileStyle::Classic => format!("{LANDMARKS}{}", crate::pieces::definitions()),
            TileStyle::Wild => crate::wild::definitions(),
            TileStyle::Shore => crate::shore::definitions(),
        });
    }
    defs.push_str(OWNERS);
    defs.push_str("</defs>");
    defs
}

/// Returns all definitions that a picture of a tile can refer to: one string per style, and one for far pictures.
pub fn picture_defs() -> Vec<String> {
    let clip = r#"<clipPath id="art-tile"><path d="M-5-5h1010v1010h-1010z"/></clipPath>"#.to_owned();
    let own = [
        format!("{LANDMARKS}{}", crate::pieces::definitions()),
        crate::wild::definitions(),
        crate::shore::definitions(),
        crate::far::SYMBOLS.to_owned(),
    ];
    let grounds = [TileStyle::Classic, TileStyle::Wild, TileStyle::Shore].map(|look| textures(look, false));
    std::iter::once(clip).chain(own).chain(grounds).collect()
}

/// Returns the definitions of a style's textures, as images or as drawings.
fn textures(look: TileStyle, image: bool) -> String {
    let textures = match look {
        TileStyle::Classic => vec![
            Texture { id: "art-meadow", use_as: UseAs::Picture, pixels: 512, drawing: meadow() },
            Texture { id: "art-mist", use_as: UseAs::Fill, pixels: 256, drawing: mist() },
        ],
        TileStyle::Wild => crate::wild::textures(),
        TileStyle::Shore => crate::shore::textures(),
    };
    textures.iter().map(|texture| texture.definition(image)).collect()
}

/// Draws the meadow of the classic family.
fn meadow() -> String {
    let inks = GroundInks {
        base: "#b6bf7e",
        dabs: [("#aeb975", 74, 26), ("#bcc586", 60, 26), ("#acb772", 30, 34), ("#bfc98b", 22, 40)],
        tufts: [("#929f5b", 44), ("#cfd69e", 30)],
    };
    ground("field", &inks)
}

/// Draws mist at its densest, with drifting wisps.
fn mist() -> String {
    let inks = GroundInks {
        base: "#f0f3f8",
        dabs: [("#e2e8f1", 70, 22), ("#fdfdfe", 58, 22), ("#d6dde9", 20, 20), ("#ffffff", 24, 26)],
        tufts: [("#fff", 0); 2],
    };
    ground("mist", &inks)
}

/// Landmarks, each centred on the origin.
const LANDMARKS: &str = concat!(
    include_str!("symbols/walls.svg"),
    include_str!("symbols/church.svg"),
    include_str!("symbols/cathedral.svg"),
    include_str!("symbols/small.svg"),
    include_str!("symbols/town.svg"),
    include_str!("symbols/marks.svg"),
    include_str!("symbols/quarters.svg"),
    include_str!("symbols/mists.svg"),
);

/// Returns only the owners' patterns (`own-0` to `own-5`, in tile units), for pages that show tiles as pictures.
pub const fn owners() -> &'static str {
    OWNERS
}

/// One pattern per seat, so that owners can be told apart without relying on colour.
const OWNERS: &str = include_str!("symbols/owners.svg");
