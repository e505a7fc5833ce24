//! What kinds of figure are and may do, and the questions that expansions ask about one another's figures.

use crate::abbey_mayor::figures as abbey_mayor;
use crate::base::{self, FOLLOWER};
use crate::count::block as count;
use crate::family::{ClassicPosition, ClassicRules};
use crate::inns_cathedrals;
use crate::kinds::{FOLLOWER_KINDS, KIND_WORDS};
use crate::mists::figures as mists;
use crate::princess_dragon::pieces as princess_dragon;
use crate::traders_builders;
use bastide_core::feature::Figure;
use bastide_core::{Answer, Answers, Events, FigureIndex, FigureKind, SegmentIndex, TileIndex, bits, wide_bits};

/// Whether a kind of figure has a role of its own on each kind of feature: ordinary and large followers, and guards.
#[inline]
pub fn is_ordinary(kind: FigureKind) -> bool {
    matches!(kind, FOLLOWER | inns_cathedrals::LARGE | mists::GUARD) // MIST-07
}

/// The kinds of follower that may go wherever there is room, one bit each.
pub(crate) const GO_ANYWHERE: u16 = 1 << FOLLOWER | 1 << inns_cathedrals::LARGE | 1 << mists::GUARD;

/// Whether a kind of figure goes home when its owner's last follower leaves the feature.
#[inline]
pub(crate) fn is_companion(kind: FigureKind) -> bool {
    traders_builders::is_companion(kind)
}

/// The kinds of follower that a seat has in supply, one bit each.
#[inline]
pub(crate) fn supplied(position: &ClassicPosition, seat: u8) -> u16 {
    /// The bytes of a word in which a count is held for every kind of follower.
    const FOLLOWERS: u64 = (1 << (8 * FOLLOWER_KINDS)) - 1;
    /// The highest bit of every byte.
    const HIGH: u64 = 0x8080_8080_8080_8080;
    // A kind that is not in play is in nobody's supply (BASE-10).
    let counts = position.supplies(seat).first_chunk().map_or(0, |counts| u64::from_le_bytes(*counts));
    // All counts at once: none reaches 128, so that its byte's highest bit says whether there are any, and moves to the kind's place.
    let held = ((counts & FOLLOWERS) + !HIGH) & HIGH;
    ((held >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u16
}

/// The followers of all kinds that a seat has in supply.
#[inline]
pub(crate) fn followers_in_supply(position: &ClassicPosition, seat: u8) -> impl Iterator<Item = FigureKind> + Clone {
    bits(supplied(position, seat)).map(|kind| kind as FigureKind)
}

/// The figures of a seat, with their numbers.
#[inline]
pub(crate) fn figures_of<'a>(
    position: &'a ClassicPosition,
    rules: &ClassicRules,
    seat: u8,
) -> impl Iterator<Item = (FigureIndex, &'a Figure)> + 'a {
    let (first, behind) = (rules.first_figure(seat, 0), rules.first_figure(seat + 1, 0));
    let figures = position.board.features.figures()[first..behind].iter().enumerate();
    figures.map(move |(number, figure)| ((first + number) as FigureIndex, figure))
}

/// The number of a seat's first follower, and how many followers it has: few enough for a bit each.
#[inline]
pub(crate) fn followers_of(rules: &ClassicRules, seat: u8) -> (usize, usize) {
    let (first, behind) = (rules.first_figure(seat, 0), rules.first_figure(seat, FOLLOWER_KINDS));
    (first, behind - first)
}

/// The ordinary and large followers, and the guards, that a seat has in supply.
#[inline]
pub(crate) fn ordinary_followers(position: &ClassicPosition, seat: u8) -> impl Iterator<Item = FigureKind> + Clone {
    bits(supplied(position, seat) & GO_ANYWHERE).map(|kind| kind as FigureKind)
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
    abbey_mayor::may_stand(figure, segment) // AM-06, AM-09
}

/// Whether a kind of segment lies on the land, where figures can be reached: not on a tower, not in a quarter.
#[inline]
pub const fn is_on_land(segment: u8) -> bool {
    segment < base::BARREN
}

/// Which of so many figures from one on are off the land, one bit each.
#[inline]
pub(crate) fn off_land(position: &ClassicPosition, first: usize, len: usize) -> u64 {
    let features = &position.board.features;
    (base::BARREN..KIND_WORDS.len() as u8).fold(0, |off, kind| off | features.standing_bits_on(kind, first, len))
}

/// Which of so many figures from one on wait off the land where several may that cannot be told apart, one bit each.
#[inline]
pub(crate) fn among_several(position: &ClassicPosition, first: usize, len: usize) -> u64 {
    position.board.features.standing_bits_on(count::QUARTER, first, len) // COUNT-04
}

/// Whether a tile is one that the dragon does not enter, and no portal leads to.
#[inline]
pub(crate) fn is_closed_to_dragon(position: &ClassicPosition, rules: &ClassicRules, tile: TileIndex) -> bool {
    count::is_closed(position, rules, tile) // COUNT-12
}

/// Whether the dragon keeps a follower from being put onto a tower, or out of a city, onto a segment (PD-08).
#[inline]
pub(crate) fn is_with_dragon(position: &ClassicPosition, rules: &ClassicRules, segment: SegmentIndex) -> bool {
    !rules.options.princess_dragon.first
        && princess_dragon::holds_tile(position, position.board.features.tile_of(segment))
}

/// Whether a segment belongs to a city on which nobody is placed by the ordinary rules.
#[inline]
pub(crate) fn is_in_city_block(position: &ClassicPosition, segment: SegmentIndex) -> bool {
    count::is_block(position, position.board.features.tile_of(segment)) // COUNT-01
}

/// Whether nobody may come to stand on a segment, whatever stands there: the dragon is on its tile, or it lies in the block.
#[inline]
pub(crate) fn is_barred(position: &ClassicPosition, segment: SegmentIndex) -> bool {
    is_in_city_block(position, segment)
        || princess_dragon::holds_tile(position, position.board.features.tile_of(segment)) // PD-08
}

/// Whether an earlier figure cannot be told from this one.
pub(crate) fn has_earlier_like(position: &ClassicPosition, number: usize) -> bool {
    let figures = position.board.features.figures();
    let this = figures[number];
    let of_kind = |other: &&Figure| other.seat == this.seat && other.kind == this.kind;
    figures[..number].iter().rev().take_while(of_kind).any(|other| other.is_like(&this))
}

/// Which figures, of those for which a bit each stands from the number `first` on, cannot be told from an earlier one of them.
#[inline]
pub(crate) fn with_earlier_like(position: &ClassicPosition, first: usize, all: u64) -> u64 {
    let figure = |bit: usize| position.board.features.figure((first + bit) as FigureIndex);
    // The lowest has no earlier one.
    let has_one = |&bit: &usize| wide_bits(all & !(u64::MAX << bit)).any(|other| figure(other).is_like(&figure(bit)));
    wide_bits(all & all.wrapping_sub(1)).filter(has_one).fold(0, |alike, bit| alike | 1 << bit)
}

/// Of followers that cannot be told apart, the one that leaves: one by whom the fairy does not stand, if there is one.
pub(crate) fn leaves_first(position: &ClassicPosition, number: FigureIndex) -> FigureIndex {
    let figures = position.board.features.figures();
    let this = figures[usize::from(number)];
    let mut alike = (0..figures.len() as FigureIndex).filter(|&other| figures[usize::from(other)].is_like(&this));
    alike.find(|&other| !princess_dragon::is_by_fairy(position, other)).unwrap_or(number) // PD-02
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
#[inline]
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
