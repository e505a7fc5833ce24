//! Implements The Cathars; the rules are in `rules.md` next to this file.

use crate::base;
use crate::base::{CITY, PENNANT_COUNTER, PENNANTS, TILES};
use crate::family::{ClassicPosition, ClassicRules};
use crate::figures::{followers_of, only_followers, send_home};
use crate::kinds;
use crate::next::{Next, Stage};
use bastide_core::option::{OptionInfo, PartInfo};
use bastide_core::tile::Segment;
use bastide_core::{Answer, Answers, Events, Place, Score, SegmentIndex, Worth};

/// Element: cities can be besieged.
pub const SIEGE: u64 = kinds::element("siege");

/// Mark of a besieged city, as a bit of the mark counter.
pub const BESIEGED_MARK: u8 = 4;
/// Number of times that a besieged city counts for a field (CATH-05).
pub const BESIEGED_TIMES: i16 = 2;
/// Score term that counts the complete besieged cities that a field touches.
pub const BESIEGED_CITIES: &str = "besieged";

/// The expansion's part of a set-up.
pub const PART: PartInfo = PartInfo {
    id: "cathars",
    max_seats: 5,
    options: &[
        OptionInfo::new("siege_tiles", &["cathars", "besiegers", "both"], "CATH-01"),
        OptionInfo::new("siege_escape", &["cathar_tile", "any_city_tile", "off"], "CATH-04"),
    ],
    tiles: &[("cathars", include_str!("tiles.toml")), ("besiegers", include_str!("besiegers.toml"))],
};

/// The options chosen for this expansion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The tile sets in play (CATH-01).
    pub sets: Sets,
    /// The ways in which a knight may escape (CATH-04).
    pub escape: Escape,
}

/// The tile sets in play (CATH-01).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sets {
    /// The four tiles of The Cathars.
    #[default]
    Cathars,
    /// The six tiles of The Besiegers.
    Besiegers,
    /// The tiles of both sets.
    Both,
}

/// The ways in which a knight may escape from a besieged city (CATH-04).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Escape {
    /// Knights escape past a monastery next to a besieged tile of the city.
    #[default]
    CatharTile,
    /// Knights escape past a monastery next to any tile of the city.
    AnyCityTile,
    /// Knights cannot escape.
    Off,
}

impl Options {
    pub(crate) fn set(&mut self, name: &str, value: &str) -> bool {
        match (name, value) {
            ("siege_tiles", "cathars") => self.sets = Sets::Cathars,
            ("siege_tiles", "besiegers") => self.sets = Sets::Besiegers,
            ("siege_tiles", "both") => self.sets = Sets::Both,
            ("siege_escape", "cathar_tile") => self.escape = Escape::CatharTile,
            ("siege_escape", "any_city_tile") => self.escape = Escape::AnyCityTile,
            ("siege_escape", "off") => self.escape = Escape::Off,
            _ => return false,
        }
        true
    }
}

/// Returns whether the set-up uses a tile set of this expansion (CATH-01).
pub(crate) fn uses_set(sets: Sets, set: &str) -> bool {
    match set {
        "cathars" => sets != Sets::Besiegers,
        _ => sets != Sets::Cathars,
    }
}

/// Reads an attribute of a segment. Returns whether it is one of this expansion's attributes.
pub(crate) fn read_attribute(name: &str, number: u8, in_play: bool, segment: &mut Segment) -> bool {
    if name != "besieged" || segment.kind != CITY {
        return false;
    }
    segment.counters[base::MARK_COUNTER] |= if number > 0 && in_play { BESIEGED_MARK } else { 0 };
    true
}

/// Returns whether a city is besieged (CATH-01).
#[inline]
pub fn is_besieged(position: &ClassicPosition, root: SegmentIndex) -> bool {
    let features = &position.board.features;
    features.kind(root) == CITY && features.counter(root, base::MARK_COUNTER) & BESIEGED_MARK != 0
}

/// Adds the points that a field gets for besieged cities; it gets `each` points for an ordinary city (CATH-05).
pub(crate) fn add_besieged(score: Score, cities: u16, each: i16) -> Score {
    score.and("CATH-05", BESIEGED_CITIES, cities, BESIEGED_TIMES * each)
}

/// Adjusts the score of a besieged city: one point less for each tile and pennant (CATH-02, CATH-06), and nothing while it is unfinished
/// (CATH-03).
pub(crate) fn worth<W: Worth>(position: &ClassicPosition, root: SegmentIndex, finished: bool, score: &mut W) {
    if !is_besieged(position, root) {
        return;
    }
    if !finished {
        *score = W::default(); // CATH-03
        return;
    }
    let features = &position.board.features;
    // Points per tile without the siege: normally 2, but 3 with a cathedral, and 1 in a small city with `small_city = 2`.
    let each = score.first_each() - 1;
    let clause = if each == 0 { "CATH-06" } else { "CATH-02" };
    let pennants = u16::from(features.counter(root, PENNANT_COUNTER));
    *score = W::of(clause, TILES, features.tiles(root), each).and(clause, PENNANTS, pennants, each);
}

/// Lists the knights that a seat may remove from besieged cities at the end of its turn (CATH-04).
pub(crate) fn list_escapes(position: &ClassicPosition, rules: &ClassicRules, answers: &mut impl Answers) {
    if rules.options.cathars.escape == Escape::Off {
        return;
    }
    let features = &position.board.features;
    let (first, len) = followers_of(rules, position.seat());
    let knights = only_followers(rules, position.seat(), features.standing_bits_on(CITY, first, len));
    for (number, segment) in features.with_segments(first, knights) {
        let root = features.root(segment);
        if is_besieged(position, root) && has_escape(position, rules, root) {
            answers.add(Answer::Return { figure: number });
            if answers.has_enough() {
                return;
            }
        }
    }
}

/// Returns whether a monastery is next to one of the city's besieged tiles, or, with `siege_escape = any_city_tile`, next to any of its
/// tiles (CATH-04).
fn has_escape(position: &ClassicPosition, rules: &ClassicRules, root: SegmentIndex) -> bool {
    let board = &position.board;
    let any_tile = rules.options.cathars.escape == Escape::AnyCityTile;
    board.features.ring(root).any(|segment| {
        let tile = board.tiles()[usize::from(board.features.tile_of(segment))];
        let own = &rules.kind(tile.kind).segments[usize::from(segment - tile.first)];
        (any_tile || own.counters[base::MARK_COUNTER] & BESIEGED_MARK != 0)
            && has_monastery_round(position, rules, tile.at)
    })
}

/// Returns whether any of the eight places around this one has a monastery or an abbey, whether complete or not and occupied or not.
fn has_monastery_round(position: &ClassicPosition, rules: &ClassicRules, at: Place) -> bool {
    at.around().filter_map(|place| position.board.tile_at(place)).any(|tile| {
        let kind = rules.kind(position.board.tiles()[usize::from(tile)].kind);
        kind.has_surrounded && kind.segments().iter().any(|segment| segment.kind == base::MONASTERY)
    })
}

/// Handles a knight's escape from a besieged city, or a decision not to escape (CATH-04).
pub(crate) fn escape(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    answer: Answer,
    events: &mut impl Events,
) -> Next {
    if let Answer::Return { figure } = answer {
        send_home(position, rules, figure, events);
    }
    Next::After(Stage::Escape)
}
