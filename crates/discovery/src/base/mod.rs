//! The Discovery; the rules are in `rules.md` next to this file.

use crate::family::{DiscoveryPosition, DiscoveryRules};
use crate::kinds;
use bastide_core::option::{OptionInfo, PartInfo};
use bastide_core::{FigureKind, Score, SegmentIndex, SegmentSet, bits};

/// The segment kind for grasslands.
pub const GRASS: u8 = kinds::segment("grass");
/// The segment kind for mountains.
pub const MOUNTAIN: u8 = kinds::segment("mountain");
/// The segment kind for seas.
pub const SEA: u8 = kinds::segment("sea");

/// The figure kind for followers.
pub const FOLLOWER: FigureKind = kinds::figure("follower");
/// Number of followers that each seat plays with; the fifth marks the score (DISC-01).
pub const FOLLOWERS: u8 = 4;
/// Word for a town, a thing printed where several segments meet.
pub const TOWN: &str = "town";

/// Index of the counter for a segment's towns.
pub const TOWN_COUNTER: usize = 0;
/// Number of tiles in a complete area that is small enough to score like an unfinished one (DISC-07, DISC-08, DISC-09).
pub const SMALL_TILES: u16 = 2;
/// Factor by which the score of complete grasslands and mountains is multiplied, unless they are small (DISC-07, DISC-08).
pub const COMPLETE_TIMES: i16 = 2;
/// Number of tiles in a hand if players choose from several (DISC-16).
pub const HAND: usize = 2;

/// Name of the score term that counts the tiles of the area.
pub const TILES: &str = "tiles";
/// Name of the score term that counts towns.
pub const TOWNS: &str = "towns";

/// The game's entry in the list of parts.
pub const PART: PartInfo = PartInfo {
    id: "discovery",
    max_seats: 5, // DISC-01
    options: &[
        OptionInfo::new("first_player", &["random", "host_seat", "youngest"], "DISC-02"),
        OptionInfo::new("hand", &["one", "two_open", "two_hidden"], "DISC-16"),
        OptionInfo::new("equal_turns", &["off", "even", "printed"], "DISC-17"),
    ],
    tiles: &[("discovery", include_str!("tiles.toml"))],
};

/// Hand size (one or two tiles), and whether other players see the hand (DISC-16).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hand {
    /// One tile, which is placed as soon as it is drawn.
    #[default]
    One,
    /// Two tiles, visible to everyone.
    TwoOpen,
    /// Two tiles, visible only to their player.
    TwoHidden,
}

/// Number of tiles removed before the start (DISC-17).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EqualTurns {
    /// No tile is removed.
    #[default]
    Off,
    /// Enough tiles are removed to give all seats the same number of turns.
    Even,
    /// As many tiles are removed as the printed rules say.
    Printed,
}

/// Returns the number of tiles that are drawn or dealt in a game: all but those on the table from the start.
pub(crate) fn drawn_tiles(rules: &DiscoveryRules) -> u16 {
    let copies: u16 = rules.kinds.iter().map(|kind| u16::from(kind.copies)).sum();
    copies - rules.start.len() as u16
}

/// Returns the number of tiles that are removed before the start (DISC-17).
pub(crate) fn removed_tiles(rules: &DiscoveryRules) -> u8 {
    let drawn = drawn_tiles(rules);
    let count = match (rules.options.equal_turns, rules.seats) {
        (EqualTurns::Off, _) => 0,
        (EqualTurns::Even, seats) => drawn % u16::from(seats),
        (EqualTurns::Printed, 2 | 5) => 1,
        (EqualTurns::Printed, 3) => 2,
        (EqualTurns::Printed, 4) => 3,
        (EqualTurns::Printed, _) => 0,
    };
    count.min(drawn) as u8
}

/// Returns the segments of the newest tile on which a follower may be placed, as a bit set (DISC-05).
#[inline]
pub(crate) fn free_segments(position: &DiscoveryPosition, rules: &DiscoveryRules) -> u16 {
    let Some(&tile) = position.board.tiles().last() else { return 0 };
    let features = &position.board.features;
    let mut free = 0;
    for own in 0..rules.kind(tile.kind).len {
        // A segment is free if no follower is on its connected area now, even if one was there before (DISC-13).
        let root = features.root(tile.first + SegmentIndex::from(own));
        free |= u16::from(!features.is_occupied(root)) << own;
    }
    free
}

/// Returns the score that an area gives each follower on it, either as a complete area or as an unfinished one.
pub(crate) fn worth(position: &DiscoveryPosition, rules: &DiscoveryRules, root: SegmentIndex, complete: bool) -> Score {
    let features = &position.board.features;
    let tiles = features.tiles(root); // DISC-11
    let two_tiles = tiles == SMALL_TILES;
    let doubled = if complete && !two_tiles { COMPLETE_TIMES } else { 1 }; // DISC-07, DISC-08
    match features.kind(root) {
        GRASS => Score::of("DISC-07", TILES, tiles, doubled),
        MOUNTAIN => Score::of("DISC-08", TOWNS, mountain_towns(position, rules, root), doubled),
        _ => {
            let towns = u16::from(features.counter(root, TOWN_COUNTER));
            let extra = if complete && !two_tiles { tiles } else { 0 }; // DISC-09; DISC-10a: one tile alone counts.
            Score::of("DISC-09", TOWNS, towns, 1).and("DISC-09", TILES, extra, 1)
        }
    }
}

/// Counts the towns on a mountain and on all grasslands beside it. Each town counts once, because it is on only one of these areas
/// (DISC-08).
fn mountain_towns(position: &DiscoveryPosition, rules: &DiscoveryRules, mountain: SegmentIndex) -> u16 {
    let towns = |root| u16::from(position.board.features.counter(root, TOWN_COUNTER));
    let mut all = towns(mountain);
    adjacent_grasslands(position, rules, mountain, |grassland| all += towns(grassland));
    all
}

/// Calls `each` once with the root of every grassland beside a mountain (DISC-10).
pub fn adjacent_grasslands(
    position: &DiscoveryPosition,
    rules: &DiscoveryRules,
    mountain: SegmentIndex,
    mut each: impl FnMut(SegmentIndex),
) {
    let (board, features) = (&position.board, &position.board.features);
    let mut seen = SegmentSet::default();
    for segment in features.ring(mountain) {
        let tile = board.tiles()[usize::from(features.tile_of(segment))];
        let touches = rules.kind(tile.kind).segments[usize::from(segment - tile.first)].touches;
        for grass in bits(touches) {
            let root = features.root(tile.first + grass);
            if seen.insert(root) {
                each(root);
            }
        }
    }
}
