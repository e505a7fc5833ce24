//! Hunters & Gatherers: see `rules.md` beside this file.

use crate::family::{HuntersPosition, HuntersRules};
use crate::kinds;
use bastide_core::option::OptionInfo;
use bastide_core::tile::Segment;
use bastide_core::{FigureKind, Score, SegmentIndex, SegmentSet, bits};

/// A meadow.
pub const MEADOW: u8 = kinds::segment("meadow");
/// A forest.
pub const FOREST: u8 = kinds::segment("forest");
/// A river.
pub const RIVER: u8 = kinds::segment("river");
/// A lake.
pub const LAKE: u8 = kinds::segment("lake");
/// A river system: all rivers and lakes that hang together, a segment without ports on every tile with water (HG-07).
pub const SYSTEM: u8 = kinds::segment("system");

/// A tribe member.
pub const MEMBER: FigureKind = kinds::figure("member");
/// A hut.
pub const HUT: FigureKind = kinds::figure("hut");
/// Tribe members that each seat plays with; the sixth marks the score (HG-01).
pub const MEMBERS: u8 = 5;
/// Huts of each seat (HG-01).
pub const HUTS: u8 = 2;

/// A meadow's counter of mammoths and aurochs together.
pub const HERD_COUNTER: usize = 0;
/// A meadow's counter of deer.
pub const DEER_COUNTER: usize = 1;
/// A meadow's counter of tigers, which is [`FIRE`] where a fire burns.
pub const TIGER_COUNTER: usize = 2;
/// The most that a counter holds. As many tigers as that stand for a fire: whatever is added to them, it goes on burning.
pub const FIRE: u8 = u8::MAX;
/// A forest's counter of nuggets.
pub const GOLD_COUNTER: usize = 0;
/// A forest's counter of mushroom patches.
pub const MUSHROOM_COUNTER: usize = 1;
/// The counter of fish in a lake, of all fish in a system, and of those in a river itself where these count.
pub const FISH_COUNTER: usize = 0;
/// A system's counter of lakes.
pub const LAKE_COUNTER: usize = 1;

/// The symbol of a meadow segment with the shrine.
pub const SHRINE: u8 = 1 << 0;
/// Where the number of aurochs stands among a meadow segment's symbols.
const AUROCHS_SHIFT: u8 = 1;
/// Most aurochs on one segment.
pub(crate) const MAX_AUROCHS: u8 = 3;
/// The first of the symbols that the game of 2002 has no use for.
pub(crate) const FREE_SYMBOLS_SHIFT: u8 = 4;

/// What a score's term counts: segments of the feature.
pub const SEGMENTS: &str = "segments";
/// Tiles of the feature.
pub const TILES: &str = "tiles";
/// Fish.
pub const FISH: &str = "fish";
/// Mushroom patches.
pub const MUSHROOMS: &str = "mushrooms";
/// Mammoths.
pub const MAMMOTHS: &str = "mammoths";
/// Aurochs.
pub const AUROCHS: &str = "aurochs";
/// Deer that no tiger takes.
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

/// The game's id among the parts.
pub const ID: &str = "hunters";
/// The tile set of the bonus tiles.
pub const BONUS_SET: &str = "hunters-bonus";
/// Most seats (HG-01).
pub const MAX_SEATS: u8 = 5;
/// The seat that begins.
pub const FIRST_PLAYER: OptionInfo = OptionInfo::new("first_player", &["random", "host_seat", "youngest"], "HG-02");
/// What rivers and forests count: tiles in the later edition, where nothing else is chosen (HG-23).
pub const COUNT_BY: OptionInfo = OptionInfo::new("count_by", &["segment", "tile"], "HG-10");
/// The tile sets: name and text of the tile file.
pub const SETS: [(&str, &str); 2] = [("hunters", include_str!("tiles.toml")), (BONUS_SET, include_str!("bonus.toml"))];

/// The chosen options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The seat that begins, where the host names it; otherwise chance does (HG-02).
    pub first_seat: Option<u8>,
    /// Rivers and forests count tiles, not segments (HG-10).
    pub by_tile: bool,
}

impl Options {
    pub(crate) fn set(&mut self, name: &str, value: &str) -> bool {
        match (name, value) {
            ("first_player", "random") => self.first_seat = None,
            // Which seat it is comes with the set-up; until then, the first.
            ("first_player", "host_seat" | "youngest") => self.first_seat = Some(0),
            ("count_by", "segment" | "tile") => self.by_tile = value == "tile",
            _ => return false,
        }
        true
    }
}

/// Reads an attribute of a segment that is a number; whether it is one of the game's.
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
        // The river begins here: it has no other end on this tile, which its ports say already.
        (RIVER, "spring") => return number <= 1,
        _ => return false,
    }
    true
}

/// Adds an animal to a meadow segment; whether there is such an animal, and room for it.
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

/// Aurochs on a meadow segment.
#[inline]
pub(crate) const fn aurochs_on(segment: &Segment) -> u8 {
    segment.symbols >> AUROCHS_SHIFT & MAX_AUROCHS
}

/// The kind of an edge: meadow or forest throughout, or a river between two meadows.
pub(crate) fn edge_kind(ports: [u8; 3], kinds: [u8; 3]) -> Option<u8> {
    let whole = ports[0] == ports[1] && ports[1] == ports[2];
    match kinds {
        [MEADOW, MEADOW, MEADOW] | [FOREST, FOREST, FOREST] if whole => Some(kinds[0]),
        [MEADOW, RIVER, MEADOW] => Some(RIVER),
        _ => None,
    }
}

/// The segments of the newest tile on which the seat whose turn it is may place a figure, one bit each: members on meadows, forests
/// and rivers (HG-05), huts on systems (HG-07). A system is no river and no lake, so that huts and fishers do not meet.
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

/// The kind of figure that stands on a kind of segment.
#[inline]
pub const fn figure_on(kind: u8) -> FigureKind {
    if kind == SYSTEM { HUT } else { MEMBER }
}

/// The printed segment that a segment on the table is.
#[inline]
pub(crate) fn printed<'a>(position: &HuntersPosition, rules: &'a HuntersRules, segment: SegmentIndex) -> &'a Segment {
    let tile = position.board.tiles()[usize::from(position.board.features.tile_of(segment))];
    &rules.kind(tile.kind).segments[usize::from(segment - tile.first)]
}

/// The lakes at the ends of a river, each once, also where it begins and ends in the same one (HG-09).
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

/// What a forest or a river counts: its segments, or its tiles (HG-10).
fn length(position: &HuntersPosition, rules: &HuntersRules, root: SegmentIndex) -> (&'static str, u16) {
    let features = &position.board.features;
    match rules.options.base.by_tile {
        true => (TILES, features.tiles(root)),
        false => (SEGMENTS, features.size(root)),
    }
}

/// What a river gives when it is complete.
pub(crate) fn river_worth(position: &HuntersPosition, rules: &HuntersRules, root: SegmentIndex) -> Score {
    let (of, count) = length(position, rules, root);
    let mut fish = 0;
    lakes_of_river(position, rules, root, |lake| {
        fish += u16::from(position.board.features.counter(lake, FISH_COUNTER))
    });
    Score::of("HG-09", of, count, RIVER_EACH).and("HG-09", FISH, fish, FISH_EACH)
}

/// What a forest gives when it is complete, without what grows in it.
pub(crate) fn forest_worth(position: &HuntersPosition, rules: &HuntersRules, root: SegmentIndex) -> Score {
    let (of, count) = length(position, rules, root);
    Score::of("HG-10", of, count, FOREST_EACH)
}

/// What a system gives to those with most huts (HG-16).
pub(crate) fn system_worth(position: &HuntersPosition, root: SegmentIndex) -> Score {
    Score::of("HG-16", FISH, u16::from(position.board.features.counter(root, FISH_COUNTER)), FISH_EACH)
}

/// What a meadow gives to those with most hunters.
pub(crate) fn meadow_worth(position: &HuntersPosition, rules: &HuntersRules, root: SegmentIndex) -> Score {
    let features = &position.board.features;
    let herd = features.counter(root, HERD_COUNTER);
    let aurochs = if herd == 0 { 0 } else { aurochs(position, rules, root) };
    let (clause, deer) = deer_left(features.counter(root, DEER_COUNTER).into(), features.counter(root, TIGER_COUNTER));
    Score::of("HG-17", MAMMOTHS, u16::from(herd) - aurochs, ANIMAL_EACH)
        .and("HG-20", AUROCHS, aurochs, ANIMAL_EACH)
        .and(clause, DEER, deer, ANIMAL_EACH)
}

/// The deer that so many tigers leave, and the clause that says so: each takes one (HG-17), and none where a fire burns (HG-18).
#[inline]
pub(crate) const fn deer_left(deer: u16, tigers: u8) -> (&'static str, u16) {
    if tigers == FIRE { ("HG-18", deer) } else { ("HG-17", deer.saturating_sub(tigers as u16)) }
}

/// Aurochs in a meadow.
fn aurochs(position: &HuntersPosition, rules: &HuntersRules, root: SegmentIndex) -> u16 {
    let ring = position.board.features.ring(root);
    ring.map(|segment| u16::from(aurochs_on(printed(position, rules, segment)))).sum()
}

/// Whether a figure is a hunter who was placed on the shrine: nobody comes to a segment but with its tile (HG-21).
#[inline]
pub(crate) fn is_on_shrine(position: &HuntersPosition, rules: &HuntersRules, segment: SegmentIndex) -> bool {
    position.board.features.kind(segment) == MEADOW && printed(position, rules, segment).symbols & SHRINE != 0
}
