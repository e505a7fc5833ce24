//! Hunters & Gatherers; its rules are in `rules.md` next to this file.

use crate::family::{HuntersPosition, HuntersRules};
use crate::kinds;
use bastide_core::option::OptionInfo;
use bastide_core::tile::Segment;
use bastide_core::{FigureKind, Score, SegmentIndex, SegmentSet, bits};

/// The segment kind for meadows.
pub const MEADOW: u8 = kinds::segment("meadow");
/// The segment kind for forests.
pub const FOREST: u8 = kinds::segment("forest");
/// The segment kind for rivers.
pub const RIVER: u8 = kinds::segment("river");
/// The segment kind for lakes.
pub const LAKE: u8 = kinds::segment("lake");
/// The segment kind for river systems: all connected rivers and lakes. A system is represented by a segment without ports on every tile
/// with water (HG-07).
pub const SYSTEM: u8 = kinds::segment("system");

/// The figure kind for tribe members.
pub const MEMBER: FigureKind = kinds::figure("member");
/// The figure kind for huts.
pub const HUT: FigureKind = kinds::figure("hut");
/// Number of tribe members that each seat plays with; the sixth marks the score (HG-01).
pub const MEMBERS: u8 = 5;
/// Number of huts that each seat has (HG-01).
pub const HUTS: u8 = 2;

/// Index of a meadow's counter for mammoths and aurochs.
pub const HERD_COUNTER: usize = 0;
/// Index of a meadow's counter for deer.
pub const DEER_COUNTER: usize = 1;
/// Index of a meadow's counter for tigers, whose value is [`FIRE`] if there is a fire.
pub const TIGER_COUNTER: usize = 2;
/// Number of tigers that marks a fire. It is a counter's maximum, so adding to it has no effect.
pub const FIRE: u8 = u8::MAX;
/// Index of a forest's counter for gold nuggets.
pub const GOLD_COUNTER: usize = 0;
/// Index of a forest's counter for mushroom patches.
pub const MUSHROOM_COUNTER: usize = 1;
/// Index of the counter for fish: the fish in a lake, all fish in a system or, where these count, the fish in a river itself.
pub const FISH_COUNTER: usize = 0;
/// Index of a system's counter for lakes.
pub const LAKE_COUNTER: usize = 1;

/// Symbol bit for a meadow segment with the shrine.
pub const SHRINE: u8 = 1 << 0;
/// Bit offset of the number of aurochs within a meadow segment's symbols.
const AUROCHS_SHIFT: u8 = 1;
/// Maximum number of aurochs on one segment.
pub(crate) const MAX_AUROCHS: u8 = 3;
/// Position of the lowest symbol bit that the first edition does not use.
pub(crate) const FREE_SYMBOLS_SHIFT: u8 = 4;

/// Name of the score term that counts the segments of the feature.
pub const SEGMENTS: &str = "segments";
/// Name of the score term that counts the tiles of the feature.
pub const TILES: &str = "tiles";
/// Name of the score term that counts fish.
pub const FISH: &str = "fish";
/// Name of the score term that counts mushroom patches.
pub const MUSHROOMS: &str = "mushrooms";
/// Name of the score term that counts mammoths.
pub const MAMMOTHS: &str = "mammoths";
/// Name of the score term that counts aurochs.
pub const AUROCHS: &str = "aurochs";
/// Name of the score term that counts the deer not taken by a tiger.
pub const DEER: &str = "deer";

/// Points for each segment of a river (HG-09).
pub const RIVER_EACH: i16 = 1;
/// Points for each segment of a forest (HG-10).
pub const FOREST_EACH: i16 = 2;
/// Points for each fish (HG-09, HG-16).
pub const FISH_EACH: i16 = 1;
/// Points for each mushroom patch (HG-19).
pub const MUSHROOM_EACH: i16 = 2;
/// Points for each animal that counts (HG-17).
pub const ANIMAL_EACH: i16 = 2;

/// The game's id in the list of parts.
pub const ID: &str = "hunters";
/// Id of the bonus tile set.
pub const BONUS_SET: &str = "hunters-bonus";
/// Maximum number of seats (HG-01).
pub const MAX_SEATS: u8 = 5;
/// Option for how the first seat is chosen.
pub const FIRST_PLAYER: OptionInfo = OptionInfo::new("first_player", &["random", "host_seat", "youngest"], "HG-02");
/// Option for counting rivers and forests by segments or by tiles. The later edition counts tiles by default (HG-23).
pub const COUNT_BY: OptionInfo = OptionInfo::new("count_by", &["segment", "tile"], "HG-10");
/// Tile sets: name and text of the tile file.
pub const SETS: [(&str, &str); 2] = [("hunters", include_str!("tiles.toml")), (BONUS_SET, include_str!("bonus.toml"))];

/// The chosen options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The first seat, if the host chooses it; `None` if it is drawn (HG-02).
    pub first_seat: Option<u8>,
    /// Whether rivers and forests count tiles instead of segments (HG-10).
    pub by_tile: bool,
}

impl Options {
    pub(crate) fn set(&mut self, name: &str, value: &str) -> bool {
        match (name, value) {
            ("first_player", "random") => self.first_seat = None,
            // A placeholder: `set_first_seat` later sets the seat given in the set-up.
            ("first_player", "host_seat" | "youngest") => self.first_seat = Some(0),
            ("count_by", "segment" | "tile") => self.by_tile = value == "tile",
            _ => return false,
        }
        true
    }
}

/// Parses a numeric attribute of a segment. Returns false if the first edition has no such attribute for this kind of segment, or if the
/// number is invalid.
pub(crate) fn read_number(name: &str, number: u8, segment: &mut Segment) -> bool {
    match (segment.kind, name) {
        (MEADOW, "fire") if number <= 1 => {
            if number == 1 {
                segment.counters[TIGER_COUNTER] = FIRE; // HG-18
            }
        }
        (MEADOW, "shrine") if number <= 1 => segment.symbols |= SHRINE * number,
        (FOREST, "gold") => segment.counters[GOLD_COUNTER] = number,
        (FOREST, "mushrooms") => segment.counters[MUSHROOM_COUNTER] = number,
        (LAKE, "fish") => segment.counters[FISH_COUNTER] = number,
        // Nothing to store: the river's ports already show that it begins on this tile.
        (RIVER, "spring") => return number <= 1,
        _ => return false,
    }
    true
}

/// Adds an animal to a meadow segment. Returns false if the word is not an animal, or if the segment already has the maximum number of
/// aurochs.
pub(crate) fn add_animal(word: &str, segment: &mut Segment) -> bool {
    let counter = match word {
        "mammoth" => HERD_COUNTER,
        "aurochs" if aurochs_on(segment) == MAX_AUROCHS => return false,
        "aurochs" => {
            segment.symbols += 1 << AUROCHS_SHIFT; // HG-20
            HERD_COUNTER
        }
        "deer" => DEER_COUNTER,
        "tiger" => TIGER_COUNTER,
        _ => return false,
    };
    segment.counters[counter] = segment.counters[counter].saturating_add(1);
    true
}

/// Returns the number of aurochs on a meadow segment.
#[inline]
pub(crate) const fn aurochs_on(segment: &Segment) -> u8 {
    segment.symbols >> AUROCHS_SHIFT & MAX_AUROCHS
}

/// Returns the kind of an edge: all meadow, all forest, or a river between two meadows.
pub(crate) fn edge_kind(ports: [u8; 3], kinds: [u8; 3]) -> Option<u8> {
    let whole = ports[0] == ports[1] && ports[1] == ports[2];
    match kinds {
        [MEADOW, MEADOW, MEADOW] | [FOREST, FOREST, FOREST] if whole => Some(kinds[0]),
        [MEADOW, RIVER, MEADOW] => Some(RIVER),
        _ => None,
    }
}

/// Returns the segments of the newest tile where the active seat may place a figure, as a bit set: members on meadows, forests and rivers
/// (HG-05), huts on systems (HG-07). A system is neither a river nor a lake, so huts and fishers do not get in each other's way.
#[inline]
pub(crate) fn free_segments(position: &HuntersPosition, rules: &HuntersRules) -> u16 {
    let Some(&tile) = position.board.tiles().last() else { return 0 };
    let (features, seat) = (&position.board.features, position.seat());
    let members = position.supply(seat, MEMBER) > 0; // HG-08
    let huts = position.supply(seat, HUT) > 0;
    let mut free = 0;
    for (own, segment) in rules.kind(tile.kind).segments().iter().enumerate() {
        let supplied = if segment.kind == SYSTEM { huts } else { members && segment.kind != LAKE };
        if supplied {
            let root = features.root(tile.first + own as SegmentIndex);
            free |= u16::from(!features.is_occupied(root)) << own;
        }
    }
    free
}

/// Returns the kind of figure that stands on a kind of segment.
#[inline]
pub const fn figure_on(kind: u8) -> FigureKind {
    if kind == SYSTEM { HUT } else { MEMBER }
}

/// Returns the segment of the tile kind that a segment on the map is a copy of.
#[inline]
pub(crate) fn printed<'a>(position: &HuntersPosition, rules: &'a HuntersRules, segment: SegmentIndex) -> &'a Segment {
    let tile = position.board.tiles()[usize::from(position.board.features.tile_of(segment))];
    &rules.kind(tile.kind).segments[usize::from(segment - tile.first)]
}

/// Calls `each` once for every lake at an end of a river. A river that begins and ends in the same lake has one such lake (HG-09).
pub fn lakes_of_river(
    position: &HuntersPosition,
    rules: &HuntersRules,
    river: SegmentIndex,
    mut each: impl FnMut(SegmentIndex),
) {
    let (board, features) = (&position.board, &position.board.features);
    let mut seen = SegmentSet::default();
    for segment in features.ring(river) {
        let tile = board.tiles()[usize::from(features.tile_of(segment))];
        for lake in bits(printed(position, rules, segment).touches) {
            if seen.insert(tile.first + lake) {
                each(tile.first + lake);
            }
        }
    }
}

/// Returns the length of a forest or a river, preceded by the name of the unit: segments or tiles (HG-10).
fn length(position: &HuntersPosition, rules: &HuntersRules, root: SegmentIndex) -> (&'static str, u16) {
    let features = &position.board.features;
    match rules.options.base.by_tile {
        true => (TILES, features.tiles(root)),
        false => (SEGMENTS, features.size(root)),
    }
}

/// Returns the score of a complete river.
pub(crate) fn river_worth(position: &HuntersPosition, rules: &HuntersRules, root: SegmentIndex) -> Score {
    let (of, count) = length(position, rules, root);
    let mut fish = 0;
    lakes_of_river(position, rules, root, |lake| {
        fish += u16::from(position.board.features.counter(lake, FISH_COUNTER))
    });
    Score::of("HG-09", of, count, RIVER_EACH).and("HG-09", FISH, fish, FISH_EACH)
}

/// Returns the score of a complete forest, without mushrooms.
pub(crate) fn forest_worth(position: &HuntersPosition, rules: &HuntersRules, root: SegmentIndex) -> Score {
    let (of, count) = length(position, rules, root);
    Score::of("HG-10", of, count, FOREST_EACH)
}

/// Returns a system's score for the seats with the most huts (HG-16).
pub(crate) fn system_worth(position: &HuntersPosition, root: SegmentIndex) -> Score {
    Score::of("HG-16", FISH, u16::from(position.board.features.counter(root, FISH_COUNTER)), FISH_EACH)
}

/// Returns a meadow's score for the seats with the most hunters.
pub(crate) fn meadow_worth(position: &HuntersPosition, rules: &HuntersRules, root: SegmentIndex) -> Score {
    let features = &position.board.features;
    let herd = features.counter(root, HERD_COUNTER);
    let aurochs = if herd == 0 { 0 } else { aurochs(position, rules, root) };
    let (clause, deer) = deer_left(features.counter(root, DEER_COUNTER).into(), features.counter(root, TIGER_COUNTER));
    Score::of("HG-17", MAMMOTHS, u16::from(herd) - aurochs, ANIMAL_EACH)
        .and("HG-20", AUROCHS, aurochs, ANIMAL_EACH)
        .and(clause, DEER, deer, ANIMAL_EACH)
}

/// Returns the number of deer not taken by tigers, preceded by the clause that applies: each tiger takes one (HG-17), but none if there is
/// a fire (HG-18).
#[inline]
pub(crate) const fn deer_left(deer: u16, tigers: u8) -> (&'static str, u16) {
    if tigers == FIRE { ("HG-18", deer) } else { ("HG-17", deer.saturating_sub(tigers as u16)) }
}

/// Returns the number of aurochs in a meadow.
fn aurochs(position: &HuntersPosition, rules: &HuntersRules, root: SegmentIndex) -> u16 {
    let ring = position.board.features.ring(root);
    ring.map(|segment| u16::from(aurochs_on(printed(position, rules, segment)))).sum()
}

/// Returns whether a figure on this segment stands on the shrine. The figure can only have been placed together with that tile (HG-21).
#[inline]
pub(crate) fn is_on_shrine(position: &HuntersPosition, rules: &HuntersRules, segment: SegmentIndex) -> bool {
    position.board.features.kind(segment) == MEADOW && printed(position, rules, segment).symbols & SHRINE != 0
}
