//! The Spiel Doch! promos; their rules are in `rules.md` next to this file.

use bastide_core::option::{OptionInfo, PartInfo};
use bastide_core::playable::StartTile;
use bastide_core::{KindIndex, Place, TileText};

/// The expansion's entry in the list of parts.
pub const PART: PartInfo = PartInfo {
    id: "spiel-doch",
    max_seats: 5,
    options: &[OptionInfo::new("spiel_doch_start", &["true", "false"], "PROMO-06")],
    tiles: &[("spiel-doch", include_str!("tiles.toml"))],
};

/// Ids of the two tiles: the city, and the village east of it, with its rotation.
const CITY: &str = "cffd";
const VILLAGE: (&str, u8) = ("frst", 3);

/// The chosen options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Whether both tiles are shuffled in (PROMO-06).
    pub shuffled: bool,
}

impl Options {
    pub(crate) fn set(&mut self, name: &str, value: &str) -> bool {
        match (name, value) {
            ("spiel_doch_start", "true" | "false") => self.shuffled = value == "false",
            _ => return false,
        }
        true
    }
}

/// Returns the two tiles as they begin the table (PROMO-06), or `None` if they are not in play or are shuffled in.
pub(crate) fn start_pair(texts: &[TileText], options: Options) -> Option<[StartTile; 2]> {
    let find = |id: &str| texts.iter().position(|text| text.set == PART.id && text.id == id && text.count > 0);
    let (city, village) = (find(CITY)? as KindIndex, find(VILLAGE.0)? as KindIndex);
    (!options.shuffled).then_some([(city, Place::new(0, 0), 0), (village, Place::new(1, 0), VILLAGE.1)])
}
