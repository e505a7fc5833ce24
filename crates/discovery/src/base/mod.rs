//! The Discovery: see `rules.md` beside this file.

use crate::family::{DiscoveryPosition, DiscoveryRules};
use crate::kinds;
use bastide_core::option::{OptionInfo, PartInfo};
use bastide_core::{FigureKind, Score, SegmentIndex, SegmentSet, bits};

/// Grassland.
pub const GRASS: u8 = kinds::segment("grass");
/// A mountain.
pub const MOUNTAIN: u8 = kinds::segment("mountain");
/// A sea.
pub const SEA: u8 = kinds::segment("sea");

/// A follower.
pub const FOLLOWER: FigureKind = kinds::figure("follower");
/// Followers that each seat plays with; the fifth marks the score (DISC-01).
pub const FOLLOWERS: u8 = 4;
/// The word for a town, which stands where several segments meet.
pub const TOWN: &str = "town";

/// The counter of towns on a segment.
pub const TOWN_COUNTER: usize = 0;
/// A complete area of so many tiles scores as an unfinished one (DISC-07, DISC-08, DISC-09).
pub const SMALL_TILES: u16 = 2;
/// How often complete grasslands and mountains count that are not small (DISC-07, DISC-08).
pub const COMPLETE_TIMES: i16 = 2;
/// Tiles that make up a hand where players choose from several (DISC-16).
pub const HAND: usize = 2;

/// What a score's term counts: tiles of the area.
pub const TILES: &str = "tiles";
/// Towns.
pub const TOWNS: &str = "towns";

/// What the game brings to a set-up.
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

/// How many tiles a player chooses from (DISC-16).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hand {
    /// The one that was drawn.
    #[default]
    One,
    /// Two that everybody sees.
    TwoOpen,
    /// Two that nobody else sees.
    TwoHidden,
}

/// Which tiles are taken out before the start (DISC-17).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EqualTurns {
    /// None.
    #[default]
    Off,
    /// So many that all seats have the same number of turns.
    Even,
    /// As many as the printed rules say.
    Printed,
}

/// Tiles that are drawn or dealt in a game: all but those that lie on the table from the start.
pub(crate) fn drawn_tiles(rules: &DiscoveryRules) -> u16 {
    let copies: u16 = rules.kinds.iter().map(|kind| u16::from(kind.copies)).sum();
    copies - rules.start.len() as u16
}

/// How many tiles are taken out before the start (DISC-17).
pub(crate) fn taken_out(rules: &DiscoveryRules) -> u8 {
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

/// The segments of the newest tile on which a follower may be placed, one bit each (DISC-05).
#[inline]
pub(crate) fn free_segments(position: &DiscoveryPosition, rules: &DiscoveryRules) -> u16 {
    let Some(&tile) = position.board.tiles().last() else { return 0 };
    let features = &position.board.features;
    let mut free = 0;
    for own in 0..rules.kind(tile.kind).len {
        // Nobody stands on the connected area; DISC-13: it may have been left.
        let root = features.root(tile.first + SegmentIndex::from(own));
        free |= u16::from(!features.is_occupied(root)) << own;
    }
    free
}

/// What an area is worth to each follower on it, as a complete one or as one that is not.
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

/// The towns on a mountain and on all grasslands adjacent to it, each once: a town stands on one of them alone (DISC-08).
fn mountain_towns(position: &DiscoveryPosition, rules: &DiscoveryRules, mountain: SegmentIndex) -> u16 {
    let towns = |root| u16::from(position.board.features.counter(root, TOWN_COUNTER));
    let mut all = towns(mountain);
    adjacent_grasslands(position, rules, mountain, |grassland| all += towns(grassland));
    all
}

/// The grasslands that are adjacent to a mountain, each once, by their roots (DISC-10).
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
