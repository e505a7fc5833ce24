//! Mists over Carcassonne, level 1; the rules are in `rules.md` next to this file.

use crate::family::{CoopPosition, CoopRules};
use crate::kinds::{self, FIGURE_WORDS};
use bastide_core::option::{OptionInfo, PartInfo};
use bastide_core::{MAX_FIGURE_KINDS, PlacedTile, Score, SegmentIndex, place};

/// The segment kind for cities.
pub const CITY: u8 = kinds::segment("city");
/// The segment kind for roads.
pub const ROAD: u8 = kinds::segment("road");
/// The segment kind for fields, on which no figure can be placed (COOP-10).
pub const FIELD: u8 = kinds::segment("field");
/// The segment kind for mist, which covers fields.
pub const MIST: u8 = kinds::segment("mist");

/// Maximum number of colours that a seat can have.
pub const MAX_COLOURS: usize = FIGURE_WORDS.len();

/// Index of the counter for a city's pennants.
pub const PENNANT_COUNTER: usize = 0;
/// Points that a finished city scores per tile and per pennant for each colour (COOP-11).
pub const CITY_EACH: i16 = 2;

/// Name of the score term that counts tiles.
pub const TILES: &str = "tiles";
/// Name of the score term that counts pennants.
pub const PENNANTS: &str = "pennants";
/// Word for ghosts in descriptions of the reserve.
pub const GHOST_WORD: &str = "ghost";

/// Number of points that the team needs to win (COOP-14).
pub const GOAL: i32 = 50;
/// Number of ghosts in the game (COOP-02).
pub const ALL_GHOSTS: u8 = 15;
/// Maximum number of ghosts that can be removed from a tile instead of scoring (COOP-13).
pub const MAX_GHOSTS_REMOVED: u8 = 3;

/// Id of the game and of its only part.
pub const ID: &str = "coop";
/// The game's entry in the list of parts. It lists no tiles, because the game uses the tiles from the Carcassonne expansion in the same
/// box; the `games` crate adds them.
pub const PART: PartInfo = PartInfo {
    id: ID,
    max_seats: 5, // COOP-01
    options: &[OptionInfo::new("first_player", &["random", "host_seat", "youngest"], "COOP-03")],
    tiles: &[],
};

/// Maximum number of tiles in a game. It is limited because ghosts are stored per tile.
pub const MAX_GAME_TILES: usize = 64;

/// Returns the number of guards of each colour that every seat gets, by figure kind (COOP-01).
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

/// Returns the segments of the newest tile on which a figure may be placed, as a bit set: unoccupied roads and cities (COOP-10).
#[inline]
pub(crate) fn free_segments(position: &CoopPosition, rules: &CoopRules) -> u16 {
    newest_features(position, rules, |root| !position.board.features.is_occupied(root))
}

/// Returns the road and city segments of the newest tile whose features satisfy `has`, as a bit set.
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

/// Returns whether there is mist on a side of a tile. Mist always covers the whole edge.
#[inline]
fn is_misty(position: &CoopPosition, rules: &CoopRules, tile: PlacedTile, side: usize) -> bool {
    position.board.kind_at_side(rules.kind(tile.kind), tile, side) == Some(MIST)
}

/// Yields, for each misty side of a tile that has a neighbour, whether the neighbour has mist there too.
#[inline]
pub(crate) fn meetings(position: &CoopPosition, rules: &CoopRules, tile: PlacedTile) -> impl Iterator<Item = bool> {
    (0..4).filter(move |&side| is_misty(position, rules, tile, side)).filter_map(move |side| {
        let beside = position.board.tile_at(tile.at.beside(side))?;
        let beside = position.board.tiles()[usize::from(beside)];
        Some(is_misty(position, rules, beside, place::opposite(side)))
    })
}

/// Returns whether a misty edge of a bank meets clear ground, so that the bank can never be finished (COOP-06).
#[inline]
pub fn is_limited(position: &CoopPosition, rules: &CoopRules, bank: SegmentIndex) -> bool {
    let features = &position.board.features;
    features.ring(bank).any(|segment| {
        let tile = position.board.tiles()[usize::from(features.tile_of(segment))];
        meetings(position, rules, tile).any(|misty| !misty)
    })
}

/// Returns the colours on a feature, as a bit set with [`MAX_COLOURS`] bits per seat.
#[inline]
pub fn colours(position: &CoopPosition, root: SegmentIndex) -> u32 {
    let features = &position.board.features;
    features.figures_on(root).fold(0, |colours, figure| {
        let figure = features.figure(figure);
        colours | 1 << (usize::from(figure.seat) * MAX_COLOURS + usize::from(figure.kind))
    })
}

/// Returns the score that a feature would give the team in its current state, finished or not: its value for each colour on it (COOP-11,
/// COOP-12), or for one colour if there are no figures on it.
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
