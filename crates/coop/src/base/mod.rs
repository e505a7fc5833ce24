//! Mists over Carcassonne, level 1: see `rules.md` beside this file.

use crate::family::{CoopPosition, CoopRules};
use crate::kinds::{self, FIGURE_WORDS};
use bastide_core::option::{OptionInfo, PartInfo};
use bastide_core::{MAX_FIGURE_KINDS, PlacedTile, Score, SegmentIndex, place};

/// A city.
pub const CITY: u8 = kinds::segment("city");
/// A road.
pub const ROAD: u8 = kinds::segment("road");
/// A field, which nobody stands on (COOP-10).
pub const FIELD: u8 = kinds::segment("field");
/// A bank of mist, where it lies over open ground.
pub const MIST: u8 = kinds::segment("mist");

/// Most colours that a seat has.
pub const MOST_COLOURS: usize = FIGURE_WORDS.len();

/// The counter of pennants on a city.
pub const PENNANT_COUNTER: usize = 0;
/// Points of a finished city for each tile and pennant, for each colour (COOP-11).
pub const CITY_EACH: i16 = 2;

/// What a score's term counts: tiles of the feature.
pub const TILES: &str = "tiles";
/// Pennants.
pub const PENNANTS: &str = "pennants";
/// The word for ghosts.
pub const GHOST_WORD: &str = "ghost";

/// Points with which the team wins (COOP-14).
pub const GOAL: i32 = 50;
/// Ghosts in the game (COOP-02).
pub const ALL_GHOSTS: u8 = 15;
/// Most ghosts that are taken off a tile in place of points (COOP-13).
pub const MOST_TAKEN: u8 = 3;

/// The id of the game, and of its part.
pub const ID: &str = "coop";
/// What the game brings to a set-up. Its tiles are those of the expansion in the same box, which whoever knows both adds.
pub const PART: PartInfo = PartInfo {
    id: ID,
    max_seats: 5, // COOP-01
    options: &[OptionInfo::new("first_player", &["random", "host_seat", "youngest"], "COOP-03")],
    tiles: &[],
};

/// Most tiles of a game: ghosts are remembered tile by tile.
pub const MOST_TILES: usize = 64;

/// The guards of each colour that every seat has: so many colours, so many guards of each (COOP-01).
pub(crate) fn figures(seats: u8) -> [u8; MAX_FIGURE_KINDS] {
    let (colours, guards) = match seats {
        1 => (4, 3),
        2 => (2, 3),
        _ => (1, 5),
    };
    let mut figures = [0; MAX_FIGURE_KINDS];
    figures[..colours].fill(guards);
    figures
}

/// The segments of the newest tile on which a figure may be placed, one bit each: roads and cities where nobody stands (COOP-10).
#[inline]
pub(crate) fn free_segments(position: &CoopPosition, rules: &CoopRules) -> u16 {
    newest_features(position, rules, |root| !position.board.features.is_occupied(root))
}

/// The roads and cities of the newest tile with a property, one bit for each segment.
#[inline]
pub(crate) fn newest_features(position: &CoopPosition, rules: &CoopRules, has: impl Fn(SegmentIndex) -> bool) -> u16 {
    let Some(&tile) = position.board.tiles().last() else { return 0 };
    let mut mask = 0;
    for (own, segment) in rules.kind(tile.kind).segments().iter().enumerate() {
        let root = position.board.features.root(tile.first + own as SegmentIndex);
        mask |= u16::from(matches!(segment.kind, CITY | ROAD) && has(root)) << own;
    }
    mask
}

/// Whether a tile's side carries mist. Mist lies over the whole edge, so that its first port tells.
#[inline]
fn is_misty(position: &CoopPosition, rules: &CoopRules, tile: PlacedTile, side: usize) -> bool {
    position.board.kind_at_side(rules.kind(tile.kind), tile, side) == Some(MIST)
}

/// Of a tile's misty sides that touch a tile: whether the one there carries mist, side by side.
#[inline]
pub(crate) fn meetings(position: &CoopPosition, rules: &CoopRules, tile: PlacedTile) -> impl Iterator<Item = bool> {
    (0..4).filter(move |&side| is_misty(position, rules, tile, side)).filter_map(move |side| {
        let beside = position.board.tile_at(tile.at.beside(side))?;
        let beside = position.board.tiles()[usize::from(beside)];
        Some(is_misty(position, rules, beside, place::opposite(side)))
    })
}

/// Whether a misty edge of a bank meets clear ground, so that the bank can never be finished (COOP-06).
#[inline]
pub fn is_limited(position: &CoopPosition, rules: &CoopRules, bank: SegmentIndex) -> bool {
    let features = &position.board.features;
    features.ring(bank).any(|segment| {
        let tile = position.board.tiles()[usize::from(features.tile_of(segment))];
        meetings(position, rules, tile).any(|misty| !misty)
    })
}

/// The colours that stand on a feature, one bit each, seat by seat.
#[inline]
pub fn colours(position: &CoopPosition, root: SegmentIndex) -> u32 {
    let features = &position.board.features;
    features.figures_on(root).fold(0, |colours, figure| {
        let figure = features.figure(figure);
        colours | 1 << (usize::from(figure.seat) * MOST_COLOURS + usize::from(figure.kind))
    })
}

/// What a feature is worth to the team as it stands, finished or not: its value for each colour on it (COOP-11, COOP-12); without
/// figures, for one.
#[inline]
pub(crate) fn worth(position: &CoopPosition, root: SegmentIndex) -> Score {
    let features = &position.board.features;
    let colours = colours(position, root).count_ones().max(1) as i16;
    let clause = if colours > 1 { "COOP-12" } else { "COOP-11" };
    let tiles = features.tiles(root); // COOP-02: a quarter of the start tile is a tile.
    match features.kind(root) {
        ROAD => Score::of(clause, TILES, tiles, colours),
        CITY => {
            let pennants = u16::from(features.counter(root, PENNANT_COUNTER));
            Score::of(clause, TILES, tiles, CITY_EACH * colours).and(clause, PENNANTS, pennants, CITY_EACH * colours)
        }
        _ => Score::default(),
    }
}
