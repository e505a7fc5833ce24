//! The Wind Roses; its rules are in `rules.md` next to this file.

use crate::family::{ClassicPosition, ClassicRules};
use crate::kinds;
use bastide_core::board::PlacedTile;
use bastide_core::option::{OptionInfo, PartInfo};
use bastide_core::playable::StartTile;
use bastide_core::{Events, KindIndex, Place, Score, Subject, TileText};

/// Element: quarter roses score, and a rose starts the map.
pub const WIND_ROSES: u64 = kinds::element("wind-roses");

/// Score source and score term for a quarter rose.
pub const WIND_ROSE_WORD: &str = "wind-rose";
/// Points for a quarter rose in its quarter (WIND-03).
pub const QUARTER_POINTS: i16 = 3;

/// Mark of a tile with a full rose, and its bit.
pub(crate) const FULL: (&str, u32) = ("wind-rose", 1 << 22);

/// A quarter of the rose, by its letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quarter {
    /// Mark of the tile in tile files.
    pub mark: &'static str,
    /// The mark's bit.
    pub bit: u32,
    /// Direction of its first letter: 1 for south, -1 for north.
    south: i16,
    /// Direction of its second letter: 1 for east, -1 for west.
    east: i16,
}

/// The quarters of the rose.
pub const QUARTERS: [Quarter; 4] = [
    Quarter { mark: "wind-rose-ne", bit: 1 << 23, south: -1, east: 1 },
    Quarter { mark: "wind-rose-se", bit: 1 << 24, south: 1, east: 1 },
    Quarter { mark: "wind-rose-sw", bit: 1 << 25, south: 1, east: -1 },
    Quarter { mark: "wind-rose-nw", bit: 1 << 26, south: -1, east: -1 },
];

/// Marks of all quarters.
const QUARTER_MARKS: u32 = QUARTERS[0].bit | QUARTERS[1].bit | QUARTERS[2].bit | QUARTERS[3].bit;

/// The expansion's entry in the list of parts.
pub const PART: PartInfo = PartInfo {
    id: "wind-roses",
    max_seats: 5, // BASE-01
    options: &[OptionInfo::new("wind_rose_parts", &["four", "two"], "WIND-08")],
    tiles: &[("wind-roses", include_str!("tiles.toml"))], // WIND-01
};

/// Id of the tile that starts the map.
const START: &str = "fcfr-rose-orange";
/// Place of the start tile, in the middle of the map or north of the City of Carcassonne (WIND-01).
const PLACES: [Place; 2] = [Place::new(0, 0), Place::new(-1, -2)];
/// Place and rotation of a spring beside the start tile, from which the river runs away (WIND-01).
pub(crate) const SPRING: (Place, u8) = (Place::new(0, 1), 1);
/// Place and rotation of a spring with a road, which continues the start tile's road.
pub(crate) const ROAD_SPRING: (Place, u8) = (Place::new(-1, 0), 2);

/// The chosen options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Whether the rose divides the map into two halves rather than four quarters (WIND-08).
    pub two_halves: bool,
}

impl Options {
    pub(crate) fn set(&mut self, name: &str, value: &str) -> bool {
        match (name, value) {
            ("wind_rose_parts", "four" | "two") => self.two_halves = value == "two",
            _ => return false,
        }
        true
    }
}

/// Returns the rose that starts the map (WIND-01), or `None` if its tile is not in play. `with_block` says whether the City of Carcassonne
/// is on the table.
pub(crate) fn start_tile(texts: &[TileText], with_block: bool) -> Option<StartTile> {
    let kind = texts.iter().position(|text| text.set == PART.id && text.id == START && text.count > 0)?;
    Some((kind as KindIndex, PLACES[usize::from(with_block)], 0))
}

/// Awards the points for the newest tile if it shows a quarter of the rose and lies in that quarter of the map (WIND-03).
#[inline(never)]
pub(crate) fn score_placed(position: &mut ClassicPosition, rules: &ClassicRules, events: &mut impl Events) {
    let marks = position.board.newest_marks() & QUARTER_MARKS;
    let Some(quarter) = QUARTERS.iter().find(|quarter| marks & quarter.bit != 0) else { return };
    let tiles = position.board.tiles();
    // WIND-05, WIND-07: the last one rules.
    let Some(rose) = tiles.iter().rev().find(|tile| rules.kind(tile.kind).marks & FULL.1 != 0) else { return };
    let is_inside = tiles.last().is_some_and(|tile| quarter.contains(rose, tile.at, rules.options.wind_roses));
    if is_inside {
        let score = Score::of("WIND-03", WIND_ROSE_WORD, 1, QUARTER_POINTS);
        position.award(position.seat(), Subject::Named(WIND_ROSE_WORD), score, true, false, events); // WIND-06
    }
}

impl Quarter {
    /// Returns whether a place is in this quarter of the map as a rose divides it. The rose's own row and column belong to the quarters on
    /// both sides (WIND-02).
    fn contains(&self, rose: &PlacedTile, at: Place, options: Options) -> bool {
        let offset = (at.x - rose.at.x, at.y - rose.at.y);
        // WIND-04: as seen with the letters of the rose upright.
        let (east, south) = (0..rose.rotation).fold(offset, |(east, south), _| (south, -east));
        self.south * south >= 0 && (options.two_halves || self.east * east >= 0) // WIND-08
    }
}
