//! JCloisterZone's names for tiles and figures.

use bastide_core::{FigureKind, KindIndex, TileText};
use classic::{abbey_mayor, base, inns_cathedrals, phantom, traders_builders};

use super::fault::MessageError;
use super::version4::modern_tile;

/// Each figure's name in actions, its name in figure ids, and our kind.
const FIGURES: [(&str, &str, FigureKind); 8] = [
    ("SmallFollower", "small", base::FOLLOWER),
    ("BigFollower", "big", inns_cathedrals::LARGE),
    ("Mayor", "mayor", abbey_mayor::MAYOR),
    ("Wagon", "wagon", abbey_mayor::WAGON),
    ("Barn", "barn", abbey_mayor::BARN),
    ("Builder", "builder", traders_builders::BUILDER),
    ("Pig", "pig", traders_builders::PIG),
    ("Phantom", "phantom", phantom::PHANTOM),
];

/// Returns the kind of figure with this name, as used either in actions or in figure ids.
pub fn figure(name: &str) -> Option<FigureKind> {
    FIGURES.iter().find(|(action, id, _)| *action == name || *id == name).map(|(.., kind)| *kind)
}

/// Returns the name used in actions for a kind of figure; `None` if JCloisterZone has no such figure.
pub fn figure_name(kind: FigureKind) -> Option<&'static str> {
    FIGURES.iter().find(|(.., known)| *known == kind).map(|(action, ..)| *action)
}

/// Returns the kind of tile with this name.
///
/// # Errors
/// Fails if the set-up has no such tile.
pub fn tile(tiles: &[TileText], id: &str) -> Result<KindIndex, MessageError> {
    let later = modern_tile(id);
    let kind = tiles.iter().position(|text| text.jcz.contains(&later));
    kind.map(|kind| kind as KindIndex).ok_or_else(|| {
        let id: String = id.chars().map(|c| if c.is_control() { ' ' } else { c }).take(40).collect();
        MessageError::Tile(id)
    })
}
