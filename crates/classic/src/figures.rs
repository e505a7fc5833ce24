//! What the family's figures, pieces and kinds of segment are, and the questions about them that expansions ask.

use crate::abbey_mayor;
use crate::base::{self, FOLLOWER};
use crate::bits;
use crate::count;
use crate::inns_cathedrals;
use crate::mists;
use crate::princess_dragon;
use crate::tower;
use crate::traders_builders;
use crate::{ClassicPosition, ClassicRules};
use bastide_core::feature::{Figure, FigureIndex};
use bastide_core::{Answer, Answers, Events, FigureKind, SegmentIndex, TileIndex};

/// How many kinds of figure there are.
const FIGURE_KINDS: usize = 8;
/// How many kinds of segment there are.
const SEGMENT_KINDS: usize = 10;
/// How many kinds of piece belong to nobody.
const PIECE_KINDS: usize = 3;

/// The kinds of figure, with their words; a kind's number is its index.
pub const FIGURE_WORDS: [&str; FIGURE_KINDS] = {
    let mut words = [""; FIGURE_KINDS];
    words[FOLLOWER as usize] = base::FOLLOWER_WORD;
    words[inns_cathedrals::LARGE as usize] = inns_cathedrals::LARGE_WORD;
    words[abbey_mayor::MAYOR as usize] = abbey_mayor::MAYOR_WORD;
    words[abbey_mayor::WAGON as usize] = abbey_mayor::WAGON_WORD;
    words[mists::GUARD as usize] = mists::GUARD_WORD;
    words[abbey_mayor::BARN as usize] = abbey_mayor::BARN_WORD;
    words[traders_builders::BUILDER as usize] = traders_builders::BUILDER_WORD;
    words[traders_builders::PIG as usize] = traders_builders::PIG_WORD;
    words
};

/// The kinds of segment, with their words; a kind's number is its index. The first four are the kinds of edge as well.
pub const KIND_WORDS: [&str; SEGMENT_KINDS] = {
    let mut words = [""; SEGMENT_KINDS];
    let mut kind = 0;
    while kind < base::KIND_WORDS.len() {
        words[kind] = base::KIND_WORDS[kind];
        kind += 1;
    }
    words[mists::CASTLE as usize] = mists::CASTLE_WORD;
    words[mists::CEMETERY as usize] = mists::CEMETERY_WORD;
    words[mists::MIST as usize] = mists::MIST_WORD;
    words[tower::FOUNDATION as usize] = tower::FOUNDATION_WORD;
    words[count::QUARTER as usize] = count::QUARTER_WORD;
    words
};

/// A follower's role on each kind of segment.
pub const ROLE_WORDS: [&str; SEGMENT_KINDS] = {
    let mut words = [""; SEGMENT_KINDS];
    let mut kind = 0;
    while kind < base::ROLE_WORDS.len() {
        words[kind] = base::ROLE_WORDS[kind];
        kind += 1;
    }
    words[mists::CASTLE as usize] = mists::LORD;
    words[mists::CEMETERY as usize] = mists::KEEPER;
    words[tower::FOUNDATION as usize] = tower::WATCHMAN;
    words[count::QUARTER as usize] = count::COURTIER;
    words
};

/// The pieces that belong to nobody, with their words; a kind's number is its index.
pub const PIECE_WORDS: [&str; PIECE_KINDS] = {
    let mut words = [""; PIECE_KINDS];
    words[princess_dragon::DRAGON as usize] = princess_dragon::DRAGON_WORD;
    words[princess_dragon::FAIRY as usize] = princess_dragon::FAIRY_WORD;
    words[count::COUNT as usize] = count::COUNT_WORD;
    words
};

/// The kinds of follower come first: ordinary ones, then those of inns_cathedrals (IC-01), abbey_mayor (AM-12) and mists (MIST-07).
const FOLLOWER_KINDS: FigureKind = 5;

/// Whether a kind of figure is a follower: it counts in majorities, and dragon, princess and tower take it. A barn is none
/// (AM-13, AM-14), nor are builder and pig (TB-06, TB-08).
#[inline]
pub const fn is_follower(kind: FigureKind) -> bool {
    kind < FOLLOWER_KINDS
}

/// Whether a kind of figure has a role of its own on each kind of feature: ordinary and large followers, and guards.
#[inline]
pub fn is_ordinary(kind: FigureKind) -> bool {
    let mut ordinary = kind == FOLLOWER;
    ordinary |= kind == inns_cathedrals::LARGE;
    ordinary |= kind == mists::GUARD; // MIST-07
    ordinary
}

/// Whether a kind of figure goes home when its owner's last follower leaves the feature.
#[inline]
pub(crate) fn is_companion(kind: FigureKind) -> bool {
    let mut companion = false;
    companion |= traders_builders::is_companion(kind);
    companion && kind != FOLLOWER
}

/// The kinds of follower that a seat has in supply, one bit each.
#[inline]
pub(crate) fn supplied(position: &ClassicPosition, seat: u8) -> u16 {
    // A kind that is not in play is in nobody's supply (BASE-10).
    let counts = position.supplies(seat)[..usize::from(FOLLOWER_KINDS)].iter().enumerate();
    counts.fold(0, |kinds, (kind, &held)| kinds | u16::from(held > 0) << kind)
}

/// The followers of all kinds that a seat has in supply.
#[inline]
pub(crate) fn followers_in_supply(position: &ClassicPosition, seat: u8) -> impl Iterator<Item = FigureKind> {
    bits(supplied(position, seat)).map(|kind| kind as FigureKind)
}

/// The figures of a seat, with their numbers.
#[inline]
pub(crate) fn figures_of<'a>(
    position: &'a ClassicPosition,
    rules: &ClassicRules,
    seat: u8,
) -> impl Iterator<Item = (FigureIndex, &'a Figure)> + 'a {
    let figures = position.board.features.figures();
    let each = figures.len() / usize::from(rules.seats.max(1));
    let first = usize::from(seat) * each;
    let figures = figures[first..first + each].iter().enumerate();
    figures.map(move |(number, figure)| ((first + number) as FigureIndex, figure))
}

/// The ordinary and large followers, and the guards, that a seat has in supply.
#[inline]
pub(crate) fn ordinary_followers(position: &ClassicPosition, seat: u8) -> impl Iterator<Item = FigureKind> {
    followers_in_supply(position, seat).filter(|&kind| is_ordinary(kind))
}

/// Majorities: how much a figure counts for its owner on a feature (BASE-14).
#[inline]
pub(crate) fn strength(position: &ClassicPosition, root: SegmentIndex, kind: FigureKind) -> u16 {
    match kind {
        FOLLOWER => base::FOLLOWER_STRENGTH,
        inns_cathedrals::LARGE => inns_cathedrals::LARGE_STRENGTH,
        abbey_mayor::MAYOR => abbey_mayor::mayor_strength(position, root),
        abbey_mayor::WAGON => base::FOLLOWER_STRENGTH, // AM-09
        mists::GUARD => base::FOLLOWER_STRENGTH,       // MIST-07
        _ => 0,
    }
}

/// Whether a kind of figure may be placed on a kind of segment.
#[inline]
pub(crate) fn may_stand(figure: FigureKind, segment: u8) -> bool {
    let mut may = true;
    may &= abbey_mayor::may_stand(figure, segment); // AM-06, AM-09
    may
}

/// Whether a kind of segment lies on the land, where figures can be reached: not on a tower, not in a quarter.
#[inline]
pub const fn is_on_land(segment: u8) -> bool {
    segment < base::BARREN
}

/// Whether a tile is one that the dragon does not enter, and no portal leads to.
#[inline]
pub(crate) fn is_closed_to_dragon(position: &ClassicPosition, rules: &ClassicRules, tile: TileIndex) -> bool {
    let mut closed = false;
    closed |= count::is_closed(position, rules, tile); // COUNT-12
    closed
}

/// Whether the dragon keeps a follower from being put onto a tower, or out of a city, onto a segment (PD-08).
#[inline]
pub(crate) fn is_with_dragon(position: &ClassicPosition, rules: &ClassicRules, segment: SegmentIndex) -> bool {
    let mut with = false;
    with |= !rules.options.princess_dragon.first
        && princess_dragon::holds_tile(position, position.board.features.tile_of(segment));
    with
}

/// Whether a segment belongs to a city on which nobody is placed by the ordinary rules.
#[inline]
pub(crate) fn is_in_city_block(position: &ClassicPosition, segment: SegmentIndex) -> bool {
    let mut within = false;
    within |= count::is_block(position, position.board.features.tile_of(segment)); // COUNT-01
    within
}

/// Whether nobody may come to stand on a segment, whatever stands there: the dragon is on its tile, or it lies in the block.
#[inline]
pub(crate) fn is_barred(position: &ClassicPosition, segment: SegmentIndex) -> bool {
    let mut barred = is_in_city_block(position, segment);
    barred |= princess_dragon::holds_tile(position, position.board.features.tile_of(segment)); // PD-08
    barred
}

/// Whether an earlier figure is of the same seat and kind, with as many tokens, and stands on the same segment or is held by the same
/// seat.
pub(crate) fn has_earlier_like(position: &ClassicPosition, number: usize) -> bool {
    let figures = position.board.features.figures();
    let this = figures[number];
    figures[..number].iter().rev().take_while(|other| other.seat == this.seat && other.kind == this.kind).any(|other| {
        other.segment() == this.segment()
            && other.captor() == this.captor()
            && other.in_supply() == this.in_supply()
            && other.attached() == this.attached()
    })
}

/// The figures that cannot be told from this one: of the same seat and kind, with as many tokens, in the same place.
pub(crate) fn alike(position: &ClassicPosition, number: FigureIndex) -> impl Iterator<Item = FigureIndex> {
    let figures = position.board.features.figures();
    let this = figures[usize::from(number)];
    let alike = move |other: &Figure| {
        (other.seat, other.kind, other.segment(), other.attached())
            == (this.seat, this.kind, this.segment(), this.attached())
    };
    let numbers = figures.iter().enumerate().filter(move |(_, other)| alike(other));
    numbers.map(|(number, _)| number as FigureIndex)
}

/// Of followers that cannot be told apart, the one that leaves: one by whom the fairy does not stand, if there is one.
pub(crate) fn leaves_first(position: &ClassicPosition, number: FigureIndex) -> FigureIndex {
    let mut alike = alike(position, number);
    let mut first = Some(number);
    first = alike.find(|&other| !princess_dragon::is_by_fairy(position, other)).or(first); // PD-02
    first.unwrap_or(number)
}

/// Sends a figure home before its feature is scored, and whoever there needs its company.
pub fn send_home(position: &mut ClassicPosition, rules: &ClassicRules, figure: FigureIndex, events: &mut impl Events) {
    let Some(segment) = position.board.features.figure(figure).segment() else { return };
    position.return_figure(figure, events);
    left(position, rules, segment, events);
}

/// A figure left a feature before it was scored.
pub(crate) fn left(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    segment: SegmentIndex,
    events: &mut impl Events,
) {
    let root = position.board.features.root(segment);
    if rules.options.has(traders_builders::BUILDERS | traders_builders::PIGS) {
        traders_builders::leave_alone(position, root, events); // PD-13
    }
}

/// Lists the ways in which a figure can come onto a feature from elsewhere: not where the dragon is (PD-08).
pub(crate) fn list_entry(
    position: &ClassicPosition,
    rules: &ClassicRules,
    figure: FigureIndex,
    segment: SegmentIndex,
    answers: &mut impl Answers,
) {
    // Where it stands matters for a wagon alone, which may go on from there (AM-10).
    if position.board.features.figure(figure).kind == abbey_mayor::WAGON
        && rules.options.abbey_mayor.wagon_to_adjacent_tiles
    {
        let ring = position.board.features.ring(segment).filter(|&own| !is_with_dragon(position, rules, own));
        ring.for_each(|segment| answers.add(Answer::Move { figure, segment }));
        return;
    }
    let free = |own: &SegmentIndex| !is_with_dragon(position, rules, *own);
    let here = Some(segment).filter(free);
    if let Some(segment) = here.or_else(|| position.board.features.ring(segment).find(free)) {
        answers.add(Answer::Move { figure, segment });
    }
}
