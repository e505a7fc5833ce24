//! The Cult; its rules are in `rules.md` next to this file.

use crate::base::{MARK_COUNTER, MONASTERY};
use crate::family::{ClassicPosition, ClassicRules};
use crate::kinds;
use bastide_core::option::{OptionInfo, PartInfo};
use bastide_core::tile::Segment;
use bastide_core::{
    Answer, Answers, Events, FigureIndex, KindIndex, OpenPlaces, Place, PlacedTile, SegmentIndex, TileKind, bits,
};

/// Element: shrines challenge monasteries.
pub const SHRINES: u64 = kinds::element("shrines");

/// Attribute of a shrine in tile files.
const SHRINE_ATTRIBUTE: &str = "shrine";
/// Name of a shrine's mark. Hunters & Gatherers has a mark `shrine` with another meaning.
pub const SHRINE_WORD: &str = "cult-shrine";
/// Mark of a shrine, in the mark counter of a monastery.
pub const SHRINE: u8 = 64;

/// Tile set of the shrine that is missing from the printing with five tiles.
const SIXTH_SET: &str = "cult-sixth";

/// The expansion's entry in the list of parts.
pub const PART: PartInfo = PartInfo {
    id: "cult",
    max_seats: 5, // BASE-01
    options: &[
        OptionInfo::new("cult_tiles", &["6", "5"], "CULT-01"),
        OptionInfo::new("shrine_challenge", &["true", "false"], "CULT-04"),
    ],
    tiles: &[("cult", include_str!("tiles.toml")), (SIXTH_SET, include_str!("sixth.toml"))],
};

/// The chosen options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Whether the printing with five tiles is used (CULT-01).
    pub five_tiles: bool,
    /// Whether shrines and monasteries are scored without regard to each other (CULT-04).
    pub no_challenge: bool,
}

impl Options {
    pub(crate) fn set(&mut self, name: &str, value: &str) -> bool {
        match (name, value) {
            ("cult_tiles", "6" | "5") => self.five_tiles = value == "5",
            ("shrine_challenge", "true" | "false") => self.no_challenge = value == "false",
            _ => return false,
        }
        true
    }
}

/// Returns whether the set-up uses a tile set of this expansion (CULT-01).
pub(crate) fn uses_set(options: Options, set: &str) -> bool {
    set != SIXTH_SET || !options.five_tiles
}

/// Reads a segment's attribute; returns whether it belongs to this expansion.
pub(crate) fn read_attribute(name: &str, number: u8, in_play: bool, segment: &mut Segment) -> bool {
    if name != SHRINE_ATTRIBUTE || segment.kind != MONASTERY {
        return false;
    }
    segment.counters[MARK_COUNTER] |= if number > 0 && in_play { SHRINE } else { 0 }; // CULT-02
    true
}

/// Returns whether a segment on the table is a shrine.
pub fn is_shrine(position: &ClassicPosition, segment: SegmentIndex) -> bool {
    let features = &position.board.features;
    features.kind(segment) == MONASTERY && features.counter(features.root(segment), MARK_COUNTER) & SHRINE != 0
}

/// Returns whether a kind of tile has a shrine (true) or a monastery (false), or `None` if it has neither.
#[inline]
fn side_of(kind: &TileKind) -> Option<bool> {
    let own = bits(kind.segments_of(MONASTERY)).next()?; // CULT-08
    Some(kind.segments()[usize::from(own)].counters[MARK_COUNTER] & SHRINE != 0)
}

/// Returns the tiles with shrines (`shrines`) or monasteries around a place.
#[inline]
fn around<'a>(
    position: &'a ClassicPosition,
    rules: &'a ClassicRules,
    at: Place,
    shrines: bool,
) -> impl Iterator<Item = PlacedTile> + 'a {
    position.board.surrounded_beside(at).filter(move |tile| side_of(rules.kind(tile.kind)) == Some(shrines))
}

/// Returns whether a tile with a shrine or a monastery may lie at a place next to the shrines and monasteries around it (CULT-03).
pub(crate) fn may_lie(position: &ClassicPosition, rules: &ClassicRules, kind: KindIndex, at: Place) -> bool {
    side_of(rules.kind(kind)).is_none_or(|is_shrine| side_may_lie(position, rules, is_shrine, at))
}

/// Like [`may_lie`], for a shrine or for a monastery.
fn side_may_lie(position: &ClassicPosition, rules: &ClassicRules, is_shrine: bool, at: Place) -> bool {
    let mut rivals = around(position, rules, at, !is_shrine);
    let Some(rival) = rivals.next() else { return true };
    rivals.next().is_none() && around(position, rules, rival.at, is_shrine).next().is_none()
}

/// Returns the open places at which a shrine, or a monastery, may not lie (CULT-03). The same places as by [`side_may_lie`], found from
/// their rivals, of which there are few.
fn barred(position: &ClassicPosition, rules: &ClassicRules, is_shrine: bool) -> OpenPlaces {
    let (mut touched, mut barred) = (OpenPlaces::NONE, OpenPlaces::NONE);
    let board = &position.board;
    for tile in board.tiles() {
        let kind = rules.kind(tile.kind);
        if side_of(kind) != Some(!is_shrine) {
            continue;
        }
        let is_taken = around(position, rules, tile.at, is_shrine).next().is_some();
        board.each_open_around(tile.at, |open| {
            if !touched.insert(open) || is_taken {
                barred.insert(open);
            }
        });
    }
    barred
}

/// Lists where a tile may be placed; `slot` is its index in a hand, if it comes from one.
#[inline(never)]
pub(crate) fn list_places(
    position: &ClassicPosition,
    rules: &ClassicRules,
    kind: KindIndex,
    slot: Option<u8>,
    answers: &mut impl Answers,
) {
    let tile = rules.kind(kind);
    let barred = side_of(tile).map_or(OpenPlaces::NONE, |is_shrine| barred(position, rules, is_shrine));
    match slot {
        None if barred.is_empty() => position.list_places(rules, kind, answers),
        _ => position.board.list_places_except(tile, slot, &barred, answers),
    }
}

/// Returns whether a tile with a shrine or a monastery can be placed.
#[inline(never)]
pub(crate) fn fits_anywhere(position: &ClassicPosition, rules: &ClassicRules, kind: KindIndex) -> bool {
    let tile = rules.kind(kind);
    let fits = |need: u16| tile.turned[..usize::from(tile.rotations)].iter().any(|turned| need & !turned.edges == 0);
    position.board.open_places().any(|(at, need)| fits(need) && may_lie(position, rules, kind, at))
}

/// Lists where the tiles in the active seat's hand may be placed.
#[inline(never)]
pub(crate) fn list_hand(position: &ClassicPosition, rules: &ClassicRules, answers: &mut impl Answers) {
    let hand = position.hand(position.seat());
    for (slot, &kind) in hand.iter().enumerate().filter(|&(slot, kind)| !hand[..slot].contains(kind)) {
        list_places(position, rules, kind, Some(slot as u8), answers);
    }
}

/// Lists the gaps in which an abbey may be placed. Decided: CULT-03 holds for abbeys too (CULT-08).
#[inline(never)]
pub(crate) fn list_gaps(position: &ClassicPosition, rules: &ClassicRules, answers: &mut impl Answers) {
    for at in position.board.gaps() {
        answers.add_if(side_may_lie(position, rules, false, at), Answer::Place { at, rotation: 0 });
    }
}

/// Returns which of the completed features are shrines and monasteries that score, by their index, as a bit set. Must be called before
/// figures go home. A completed one without a follower ends no challenge (CULT-07).
pub(crate) fn scoring(position: &ClassicPosition, completed: &[SegmentIndex]) -> u64 {
    let features = &position.board.features;
    let scores = |segment: SegmentIndex| features.kind(segment) == MONASTERY && features.is_occupied(segment);
    completed.iter().enumerate().fold(0, |all, (i, &segment)| all | u64::from(scores(segment)) << i)
}

/// Sends home the followers on unfinished shrines and monasteries beside one that was completed and scored; they score nothing (CULT-05).
pub(crate) fn end_challenges(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    winner: SegmentIndex,
    events: &mut impl Events,
) {
    while let Some(figure) = next_loser(position, rules, winner) {
        position.return_figure(figure, events);
    }
}

/// Returns a figure on an unfinished rival of a shrine or a monastery. Rivals that were completed by the same tile have scored (CULT-06).
fn next_loser(position: &ClassicPosition, rules: &ClassicRules, winner: SegmentIndex) -> Option<FigureIndex> {
    let features = &position.board.features;
    let mut losers = rivals(position, rules, winner).filter(|&rival| features.open(rival) > 0);
    losers.find_map(|loser| features.figures_on(loser).next())
}

/// Returns the rivals of a shrine or a monastery: those of the other kind on the eight places around it, occupied or not (CULT-04).
pub fn rivals<'a>(
    position: &'a ClassicPosition,
    rules: &'a ClassicRules,
    segment: SegmentIndex,
) -> impl Iterator<Item = SegmentIndex> + 'a {
    let at = position.board.place_of(segment);
    around(position, rules, at, !is_shrine(position, segment))
        .flat_map(move |tile| bits(rules.kind(tile.kind).segments_of(MONASTERY)).map(move |own| tile.first + own))
}
