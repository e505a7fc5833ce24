//! Implements Carcassonne, the base game; its rules are in `rules.md` next to this file.

pub(crate) mod hand;

use crate::family::{ClassicPosition, ClassicRules};
use crate::kinds;
use bastide_core::option::{OptionInfo, PartInfo};
use bastide_core::tile::Segment;
use bastide_core::{FigureKind, SeenSegments, SegmentIndex, Worth, bits};
pub use hand::{HANDS, Hand};

/// Segment kind for cities.
pub const CITY: u8 = kinds::segment("city");
/// Segment kind for roads.
pub const ROAD: u8 = kinds::segment("road");
/// Segment kind for fields.
pub const FIELD: u8 = kinds::segment("field");
/// Segment kind for rivers.
pub const RIVER: u8 = kinds::segment("river");
/// Segment kind for monasteries.
pub const MONASTERY: u8 = kinds::segment("monastery");
/// First segment kind on which the base game's rules never place a figure. Expansion segment kinds on which figures are placed as in the
/// base game come before it.
pub const FIRST_FIGURELESS_KIND: u8 = kinds::segment("mist");

/// Counter for pennants.
pub const PENNANT_COUNTER: usize = 0;
/// Counter that holds the marks of a feature as a bit set; the expansions define the bits.
pub const MARK_COUNTER: usize = 1;

/// Mark of a volcano tile, on which no follower can be placed; several expansions have such tiles.
pub const VOLCANO: u32 = 1 << 0;

/// Score term that counts the tiles of a feature.
pub const TILES: &str = "tiles";
/// Score term that counts the pennants in a city.
pub const PENNANTS: &str = "pennants";
/// Score term that counts the tiles around a monastery.
pub const NEIGHBOURS: &str = "neighbours";
/// Score term that counts the complete cities that a field touches.
pub const CITIES: &str = "cities";

/// Figure kind for ordinary followers.
pub const FOLLOWER: FigureKind = kinds::figure(FOLLOWER_WORD);
/// Notation word for a follower.
pub const FOLLOWER_WORD: &str = "follower";
/// Points for each complete city that a field touches (BASE-21).
pub const CITY_EACH: i16 = 3;
/// Number of followers that each seat plays with; the eighth marks the score (BASE-01).
pub const FOLLOWERS: u8 = 7;
/// Weight of a follower in a majority.
pub const FOLLOWER_STRENGTH: u16 = 1;

/// The base game's part of a set-up.
pub const PART: PartInfo = PartInfo {
    id: "base",
    max_seats: 5, // BASE-01
    options: &[
        OptionInfo::new("first_player", &["random", "host_seat", "youngest"], "BASE-03"),
        OptionInfo::new("small_city", &["4", "2"], "BASE-12"),
        OptionInfo::new("farmers", &["true", "false"], "BASE-21"),
        OptionInfo::new("hand", &["one", "two_open", "two_hidden", "three_open", "three_hidden"], "BASE-24"),
    ],
    tiles: &[("base", include_str!("tiles.toml"))],
};

/// The options chosen for the base game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The first seat if the host chooses it, or `None` if chance draws it (BASE-03).
    pub first_seat: Option<u8>,
    /// Whether a complete city of two tiles scores only half (BASE-12).
    pub small_city_2: bool,
    /// Whether fields stay empty and score nothing (BASE-21).
    pub no_farmers: bool,
    /// The hands that players choose a tile from (BASE-24).
    pub hand: Hand,
}

impl Options {
    pub(crate) fn set(&mut self, name: &str, value: &str) -> bool {
        match (name, value) {
            ("first_player", "random") => self.first_seat = None,
            // The set-up specifies the seat later; until then it is seat 0.
            ("first_player", "host_seat" | "youngest") => self.first_seat = Some(0),
            ("small_city", "4" | "2") => self.small_city_2 = value == "2",
            ("farmers", "true" | "false") => self.no_farmers = value == "false",
            ("hand", "one") => self.hand = Hand::default(),
            ("hand", "two_open" | "two_hidden") => self.hand = Hand { size: 2, hidden: value == "two_hidden" },
            ("hand", "three_open" | "three_hidden") => self.hand = Hand { size: 3, hidden: value == "three_hidden" },
            _ => return false,
        }
        true
    }
}

/// Reads an attribute of a segment. Returns whether it is one of the base game's attributes.
pub(crate) fn read_attribute(name: &str, number: u8, segment: &mut Segment) -> bool {
    if name != "pennants" || segment.kind != CITY {
        return false;
    }
    segment.counters[PENNANT_COUNTER] = number;
    true
}

/// Returns the kind of an edge: all city or all field, or a road or river between two fields. Returns `None` for any other edge. `kinds`
/// are the kinds of the edge's ports, with mist replaced by the terrain below it.
pub(crate) fn edge_kind(ports: [u8; 3], kinds: [u8; 3]) -> Option<u8> {
    let whole = ports[0] == ports[1] && ports[1] == ports[2];
    match kinds {
        [CITY, CITY, CITY] | [FIELD, FIELD, FIELD] if whole => Some(kinds[0]),
        [FIELD, ROAD | RIVER, FIELD] => Some(kinds[1]),
        _ => None,
    }
}

/// Returns the segments of the newest tile on which a follower may be placed, as a bit set.
#[inline(always)]
pub(crate) fn free_segments(position: &ClassicPosition, rules: &ClassicRules) -> u16 {
    let Some(&tile) = position.board.tiles().last() else { return 0 };
    let features = &position.board.features;
    let mut free = 0;
    for (i, segment) in rules.kind(tile.kind).segments().iter().enumerate() {
        // BASE-08: followers can be placed in a city or a monastery, or on a road or a field; BASE-21: not on a field if there are no
        // farmers.
        if !takes_followers(segment.kind) || segment.kind == FIELD && rules.options.base.no_farmers {
            continue;
        }
        let root = features.root(tile.first + i as SegmentIndex);
        free |= u16::from(!features.is_occupied(root)) << i; // BASE-09
    }
    free
}

/// Returns whether followers can stand on a kind of segment under the base game's rules (BASE-08).
#[inline]
pub(crate) const fn takes_followers(kind: u8) -> bool {
    kind != RIVER && kind < FIRST_FIGURELESS_KIND // RIV-07: never on a river.
}

/// Returns a feature's score under the base game's rules.
pub(crate) fn worth<W: Worth>(
    position: &ClassicPosition,
    rules: &ClassicRules,
    root: SegmentIndex,
    finished: bool,
) -> W {
    let features = &position.board.features;
    match features.kind(root) {
        ROAD if finished => W::of("BASE-11", TILES, features.tiles(root), 1),
        ROAD => W::of("BASE-20", TILES, features.tiles(root), 1),
        CITY => {
            let (tiles, pennants) = (features.tiles(root), u16::from(features.counter(root, PENNANT_COUNTER)));
            let (clause, each) = match finished {
                true if tiles == 2 && rules.options.base.small_city_2 => ("BASE-12", 1),
                true => ("BASE-12", 2),
                false => ("BASE-20", 1),
            };
            W::of(clause, TILES, tiles, each).and(clause, PENNANTS, pennants, each)
        }
        MONASTERY => {
            let clause = if finished { "BASE-13" } else { "BASE-20" };
            W::of(clause, TILES, 1, 1).and(clause, NEIGHBOURS, 8 - features.open(root), 1)
        }
        _ => W::default(),
    }
}

/// Calls `each` once for every complete city that a field touches (BASE-21).
pub fn complete_cities(
    position: &ClassicPosition,
    rules: &ClassicRules,
    field: SegmentIndex,
    mut each: impl FnMut(SegmentIndex),
) {
    let features = &position.board.features;
    touched_cities(position, rules, field, |city| {
        if features.open(city) == 0 {
            each(city);
        }
    });
}

/// Calls `each` once for every city that a field touches, complete or not.
pub fn touched_cities(
    position: &ClassicPosition,
    rules: &ClassicRules,
    field: SegmentIndex,
    mut each: impl FnMut(SegmentIndex),
) {
    let mut seen = SeenSegments::default();
    for segment in position.board.features.ring(field) {
        cities_beside(position, rules, segment, |city| {
            if seen.insert(city) {
                each(city);
            }
        });
    }
}

/// Calls `each` with the cities that one segment of a field touches; the same city may be passed more than once.
#[inline]
pub fn cities_beside(
    position: &ClassicPosition,
    rules: &ClassicRules,
    segment: SegmentIndex,
    mut each: impl FnMut(SegmentIndex),
) {
    let (board, features) = (&position.board, &position.board.features);
    let tile = board.tiles()[usize::from(features.tile_of(segment))];
    let touches = rules.kind(tile.kind).segments[usize::from(segment - tile.first)].touches;
    bits(touches).for_each(|city| each(features.root(tile.first + city)));
}
