//! Inns & Cathedrals; its rules are in `rules.md` next to this file.

use crate::base::{CITY, MARK_COUNTER, PENNANT_COUNTER, PENNANTS, ROAD, TILES};
use crate::family::{ClassicPosition, ClassicRules};
use crate::kinds;
use bastide_core::option::{OptionInfo, PartInfo};
use bastide_core::tile::Segment;
use bastide_core::{FigureKind, SegmentIndex, Worth};

/// Figure kind for the large follower.
pub const LARGE: FigureKind = kinds::figure(LARGE_WORD);
/// Notation word for a large follower.
pub const LARGE_WORD: &str = "large";
/// Weight of a large follower in majorities (IC-01).
pub const LARGE_STRENGTH: u16 = 2;

/// Element: inns and cathedrals have an effect.
pub const INNS: u64 = kinds::element("inns");
/// Element: each seat has a large follower.
pub const LARGES: u64 = kinds::element("large");

/// Mark of an inn, in the mark counter.
pub const INN: u8 = 1;
/// Mark of a cathedral, in the mark counter.
pub const CATHEDRAL: u8 = 2;

/// The expansion's entry in the list of parts.
pub const PART: PartInfo = PartInfo {
    id: "inns-cathedrals",
    max_seats: 6, // IC-01
    options: &[OptionInfo::new("inn_cathedral_final", &["zero", "ignore"], "IC-03")],
    tiles: &[("inns-cathedrals", include_str!("tiles.toml"))],
};

/// The chosen options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Whether inns and cathedrals are ignored at the end of the game, instead of making their features worthless.
    pub ignored_at_end: bool,
}

impl Options {
    pub(crate) fn set(&mut self, name: &str, value: &str) -> bool {
        match (name, value) {
            ("inn_cathedral_final", "zero" | "ignore") => self.ignored_at_end = value == "ignore",
            _ => return false,
        }
        true
    }
}

/// Reads a segment's attribute; returns whether it belongs to this expansion.
pub(crate) fn read_attribute(name: &str, number: u8, in_play: bool, segment: &mut Segment) -> bool {
    let mark = match (name, segment.kind) {
        ("inn", ROAD) => INN,
        ("cathedral", CITY) => CATHEDRAL,
        _ => return false,
    };
    segment.counters[MARK_COUNTER] |= if number > 0 && in_play { mark } else { 0 };
    true
}

/// Adjusts the score of a road with an inn (IC-02) or a city with a cathedral (IC-03).
pub(crate) fn worth<W: Worth>(
    position: &ClassicPosition,
    rules: &ClassicRules,
    root: SegmentIndex,
    finished: bool,
    score: &mut W,
) {
    let features = &position.board.features;
    let marks = match features.kind(root) {
        CITY | ROAD => features.counter(root, MARK_COUNTER) & (INN | CATHEDRAL),
        _ => 0,
    };
    if marks == 0 {
        return;
    }
    if !finished {
        if !rules.options.inns_cathedrals.ignored_at_end {
            *score = W::default();
        }
        return;
    }
    let tiles = features.tiles(root);
    *score = if marks & CATHEDRAL != 0 {
        let pennants = u16::from(features.counter(root, PENNANT_COUNTER));
        W::of("IC-03", TILES, tiles, 3).and("IC-03", PENNANTS, pennants, 3)
    } else {
        W::of("IC-02", TILES, tiles, 2)
    };
}
