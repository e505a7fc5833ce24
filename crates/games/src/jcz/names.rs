//! Tiles and figures by that program's names.

use bastide_core::{FigureKind, TileText};

/// A figure's name in actions, its name in the ids of figures, and our word for it.
const FIGURES: [(&str, &str, &str); 2] = [("SmallFollower", "small", "follower"), ("BigFollower", "big", "large")];

/// The kind of figure that either of its names means.
pub fn figure(name: &str) -> Option<FigureKind> {
    let (_, _, ours) = FIGURES.iter().find(|(action, id, _)| *action == name || *id == name)?;
    classic::FIGURE_WORDS.iter().position(|word| word == ours).map(|kind| kind as FigureKind)
}

/// The number of the kind of tile with this name.
///
/// # Errors
/// The set-up has no such tile.
pub fn tile(tiles: &[TileText], id: &str) -> Result<u8, String> {
    let kind = tiles.iter().position(|text| text.jcz.iter().any(|name| name == id));
    kind.map(|kind| kind as u8).ok_or_else(|| {
        let id: String = id.chars().map(|c| if c.is_control() { ' ' } else { c }).take(40).collect();
        format!("the set-up has no tile {id}")
    })
}
