//! Draws neutral pieces, tower pieces, tokens and cards.

use std::fmt::Write;

/// The drawings, keyed by word.
const DRAWINGS: [(&str, &str); 15] = [
    ("dragon", include_str!("symbols/pieces/dragon.svg")),
    ("fairy", include_str!("symbols/pieces/fairy.svg")),
    ("count", include_str!("symbols/pieces/count.svg")),
    ("tower-piece", include_str!("symbols/pieces/tower-piece.svg")),
    ("tower", include_str!("symbols/pieces/tower.svg")),
    ("wine", include_str!("symbols/pieces/wine.svg")),
    ("grain", include_str!("symbols/pieces/grain.svg")),
    ("cloth", include_str!("symbols/pieces/cloth.svg")),
    ("king", include_str!("symbols/pieces/king.svg")),
    ("robber", include_str!("symbols/pieces/robber.svg")),
    ("abbey", include_str!("symbols/pieces/abbey.svg")),
    ("ghost", include_str!("symbols/pieces/ghost.svg")),
    ("mist-rim", include_str!("symbols/pieces/mist-rim.svg")),
    ("mage", include_str!("symbols/pieces/mage.svg")),
    ("witch", include_str!("symbols/pieces/witch.svg")),
];

/// All words that [`symbol`] accepts: neutral pieces; `tower-piece`, one storey; `tower`, the symbol for a player's tower pieces; goods;
/// the cards of the king and the robber baron; the abbey; a ghost; `mist-rim`, a strip of billows along the northern side of a tile, a
/// tenth of the tile high, for mist that ends at the border.
pub const SYMBOLS: [&str; DRAWINGS.len()] = {
    let mut words = [""; DRAWINGS.len()];
    let mut i = 0;
    while i < words.len() {
        words[i] = DRAWINGS[i].0;
        i += 1;
    }
    words
};

/// Vertical distance between the storeys of a tower, in units of a tower piece's box of 100 by 100.
pub const STOREY: f64 = 30.0;

/// Returns one of [`SYMBOLS`] as coloured SVG content in a box of 100 by 100. Any other word returns a plain token.
///
/// Draw a `tower-piece` with its bottom 20 units below the anchor on which it stands, and space the storeys [`STOREY`] units apart.
pub fn symbol(word: &str) -> String {
    let drawing = DRAWINGS.iter().find(|(name, _)| *name == word);
    drawing.map_or(PLAIN, |(_, svg)| svg).to_owned()
}

const PLAIN: &str = r##"<circle cx="50" cy="50" r="40" fill="#efe2c0" stroke="#2b2118" stroke-width="5"/>"##;

/// Returns the SVG definitions of the symbols that also appear on tiles.
pub(crate) fn definitions() -> String {
    let mut svg = String::new();
    for (word, id) in [("dragon", "dragon"), ("wine", "wine-token"), ("grain", "grain-token"), ("cloth", "cloth-token")]
    {
        // Writing to a String cannot fail.
        let _ = write!(svg, r#"<g id="art-{id}">{}</g>"#, symbol(word));
    }
    svg
}
