//! The Watchtowers; its rules are in `rules.md` next to this file.

use crate::base::{CITY, MONASTERY, PENNANT_COUNTER, ROAD};
use crate::family::{ClassicPosition, ClassicRules};
use crate::figures::{WATCHTOWER_MARKS, followers_around, is_common_city};
use crate::kinds::{self, is_follower};
use bastide_core::option::PartInfo;
use bastide_core::{Events, Score, SegmentIndex, Subject, TileIndex, TileKind};

/// Element: watchtowers score.
pub const WATCHTOWERS: u64 = kinds::element("watchtowers");

/// Score source for watchtowers.
pub const WATCHTOWER_WORD: &str = "watchtower";

/// A kind of watchtower: what it counts, and the points for each (WATCH-03).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Watchtower {
    /// Score term for what is counted.
    pub counts: &'static str,
    /// Points for each.
    pub each: i16,
    /// Mark of the tile in tile files.
    pub mark: &'static str,
    /// The mark's bit.
    pub bit: u32,
}

/// Score term that counts followers around a watchtower.
pub const FOLLOWERS: &str = "followers";
/// Score term that counts pennants around a watchtower.
pub const PENNANTS: &str = "pennants";
/// Score term that counts tiles with a road around a watchtower.
pub const ROAD_TILES: &str = "road-tiles";
/// Score term that counts tiles with a city around a watchtower.
pub const CITY_TILES: &str = "city-tiles";
/// Score term that counts monasteries around a watchtower.
pub const MONASTERIES: &str = "monasteries";

/// The kinds of watchtower (WATCH-03).
pub const KINDS: [Watchtower; 5] = [
    Watchtower { counts: FOLLOWERS, each: 2, mark: "watchtower-follower", bit: 1 << 16 },
    Watchtower { counts: PENNANTS, each: 2, mark: "watchtower-pennant", bit: 1 << 17 },
    Watchtower { counts: ROAD_TILES, each: 1, mark: "watchtower-road", bit: 1 << 18 },
    Watchtower { counts: CITY_TILES, each: 1, mark: "watchtower-city", bit: 1 << 19 },
    Watchtower { counts: MONASTERIES, each: 3, mark: "watchtower-monastery", bit: 1 << 20 },
];

const _: () = assert!(
    KINDS[0].bit | KINDS[1].bit | KINDS[2].bit | KINDS[3].bit | KINDS[4].bit == WATCHTOWER_MARKS,
    "`figures` has the marks of all kinds"
);

/// The expansion's entry in the list of parts (WATCH-01).
pub const PART: PartInfo = PartInfo {
    id: "watchtowers",
    max_seats: 5, // BASE-01
    options: &[],
    tiles: &[("watchtowers", include_str!("tiles.toml"))],
};

/// Returns the watchtower on a kind of tile.
pub fn watchtower(kind: &TileKind) -> Option<&'static Watchtower> {
    KINDS.iter().find(|tower| kind.marks & tower.bit != 0)
}

/// Awards the points of the watchtowers on which followers of these completed features stand, before any follower goes home (WATCH-02,
/// WATCH-04). Returns the seats that got points, as a bit set.
pub(crate) fn score(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    completed: &[SegmentIndex],
    events: &mut impl Events,
) -> u8 {
    let mut paid = 0;
    for &segment in completed {
        let root = position.board.features.root(segment);
        if matches!(position.board.features.kind(root), ROAD | CITY) && position.board.features.is_occupied(root) {
            paid |= score_feature(position, rules, root, events);
        }
    }
    paid
}

/// Awards the points of the watchtowers on which followers of a feature stand, one for each follower (WATCH-05).
fn score_feature(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    root: SegmentIndex,
    events: &mut impl Events,
) -> u8 {
    let mut paid = 0;
    for figure in 0..position.board.features.figures().len() {
        let features = &position.board.features;
        let figure = features.figures()[figure];
        let Some(segment) = figure.segment().filter(|&segment| features.root(segment) == root) else { continue };
        if !is_follower(figure.kind) {
            continue; // WATCH-02: only followers.
        }
        if let Some(score) = worth(position, rules, features.tile_of(segment)).filter(|score| score.points() > 0) {
            position.award(figure.seat, Subject::Named(WATCHTOWER_WORD), score, true, false, events); // WATCH-09
            paid |= 1 << figure.seat;
        }
    }
    paid
}

/// Returns the points of the watchtower on a tile, or `None` if there is none (WATCH-03).
pub fn worth(position: &ClassicPosition, rules: &ClassicRules, tile: TileIndex) -> Option<Score> {
    let board = &position.board;
    let lies = board.tiles()[usize::from(tile)];
    let tower = watchtower(rules.kind(lies.kind))?;
    let count = if tower.counts == FOLLOWERS {
        followers_around(position, lies.at).count() as u16
    } else {
        let tiles = lies.at.around().filter_map(|at| board.tile_at(at)).chain([tile]);
        tiles.map(|tile| printed(rules.kind(board.tiles()[usize::from(tile)].kind), tower.counts)).sum()
    };
    Some(Score::of("WATCH-03", tower.counts, count, tower.each))
}

/// Counts what a kind of tile shows: pennants, monasteries (WATCH-07), or 1 if it shows a road or a city (WATCH-08).
fn printed(kind: &TileKind, counts: &str) -> u16 {
    let segments = kind.segments();
    match counts {
        PENNANTS => segments.iter().map(|own| u16::from(own.counters[PENNANT_COUNTER])).sum(),
        ROAD_TILES => u16::from(segments.iter().any(|own| own.kind == ROAD)),
        CITY_TILES => u16::from(segments.iter().any(is_common_city)),
        _ => segments.iter().filter(|own| own.kind == MONASTERY).count() as u16,
    }
}
