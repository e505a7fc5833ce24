//! Properties of kinds of figure, and queries that expansions make about one another's figures.

use crate::abbey_mayor::figures as abbey_mayor;
use crate::base::{self, FOLLOWER};
use crate::count::block as count;
use crate::family::{ClassicPosition, ClassicRules};
use crate::inns_cathedrals;
use crate::kinds::{self, FOLLOWER_KINDS, KIND_WORDS, LAST_FOLLOWER, is_follower};
use crate::mists::figures as mists;
use crate::phantom::{self, figures::PHANTOM};
use crate::princess_dragon::pieces as princess_dragon;
use crate::traders_builders;
use bastide_core::feature::Figure;
use bastide_core::tile::Segment;
use bastide_core::{Answer, Answers, Events, FigureIndex, FigureKind, Place, SegmentIndex, TileIndex, bits, wide_bits};

/// Returns whether a kind of figure has a role on every kind of feature, as ordinary followers, large followers and guards do.
#[inline]
pub fn is_ordinary(kind: FigureKind) -> bool {
    matches!(kind, FOLLOWER | inns_cathedrals::LARGE | mists::GUARD | PHANTOM) // MIST-07, PHAN-02
}

/// Element: watchtowers score, so that it matters on which tile of a feature a follower stands.
const WATCHTOWERS: u64 = kinds::element("watchtowers");
/// Marks of tiles with a watchtower.
pub(crate) const WATCHTOWER_MARKS: u32 = 0x1f << 16;

/// Kinds of follower that may be placed on any free feature, as a bit set.
pub(crate) const UNRESTRICTED_FOLLOWERS: u16 =
    1 << FOLLOWER | 1 << inns_cathedrals::LARGE | 1 << mists::GUARD | 1 << PHANTOM;

/// Returns whether a kind of figure goes home when its owner's last follower leaves the feature.
#[inline]
pub(crate) fn is_companion(kind: FigureKind) -> bool {
    traders_builders::is_companion(kind)
}

/// Returns the kinds of follower that a seat has in supply, as a bit set.
#[inline]
pub(crate) fn kinds_in_supply(position: &ClassicPosition, seat: u8) -> u16 {
    kinds_in_supply_without_phantom(position, seat)
        | u16::from(position.supply(seat, LAST_FOLLOWER) > 0) << LAST_FOLLOWER
}

/// Like [`kinds_in_supply`], but without the phantom, for games without it.
#[inline]
pub(crate) fn kinds_in_supply_without_phantom(position: &ClassicPosition, seat: u8) -> u16 {
    /// Mask of the bytes that hold the counts of the kinds of follower.
    const FOLLOWERS: u64 = (1 << (8 * FOLLOWER_KINDS)) - 1;
    /// The highest bit of every byte.
    const HIGH: u64 = 0x8080_8080_8080_8080;
    // No seat has figures of a kind that is not in play (BASE-10).
    let counts = position.supplies(seat).first_chunk().map_or(0, |counts| u64::from_le_bytes(*counts));
    // Handles all counts at once. Because no count reaches 128, adding 127 sets the highest bit of exactly those bytes whose count is
    // positive; the multiplication then gathers these bits, one for each kind.
    let held = ((counts & FOLLOWERS) + !HIGH) & HIGH;
    ((held >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u16
}

/// Returns the kinds of follower that a seat has in supply.
#[inline]
pub(crate) fn followers_in_supply(position: &ClassicPosition, seat: u8) -> impl Iterator<Item = FigureKind> + Clone {
    bits(kinds_in_supply(position, seat)).map(|kind| kind as FigureKind)
}

/// Returns a seat's figures with their numbers.
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

/// Returns the index of a seat's first follower, and the number of figures from there to its last follower. The number is small enough for
/// a bit set with one bit per figure. With phantoms, some of these figures are not followers ([`only_followers`]).
#[inline]
pub(crate) fn followers_of(rules: &ClassicRules, seat: u8) -> (usize, usize) {
    let end = if rules.options.has(phantom::PHANTOMS) { LAST_FOLLOWER + 1 } else { FOLLOWER_KINDS };
    let (first, behind) = (rules.first_figure(seat, 0), rules.first_figure(seat, end));
    (first, behind - first)
}

/// Removes the figures that are not followers from a bit set of a seat's figures, whose bit 0 is its first follower.
#[inline]
pub(crate) fn only_followers(rules: &ClassicRules, seat: u8, figures: u64) -> u64 {
    if !rules.options.has(phantom::PHANTOMS) {
        return figures;
    }
    let bit = |kind| rules.first_figure(seat, kind) - rules.first_figure(seat, 0);
    let others = (1_u64 << bit(LAST_FOLLOWER)) - (1 << bit(FOLLOWER_KINDS));
    figures & !others
}

/// Returns which of the unrestricted kinds of follower (ordinary and large followers, guards) a seat has in supply.
#[inline]
pub(crate) fn ordinary_followers(position: &ClassicPosition, seat: u8) -> impl Iterator<Item = FigureKind> + Clone {
    bits(kinds_in_supply(position, seat) & UNRESTRICTED_FOLLOWERS).map(|kind| kind as FigureKind)
}

/// Returns how much a figure adds to its owner's strength on a feature (BASE-14).
#[inline]
pub(crate) fn strength(position: &ClassicPosition, root: SegmentIndex, kind: FigureKind) -> u16 {
    match kind {
        FOLLOWER => base::FOLLOWER_STRENGTH,
        inns_cathedrals::LARGE => inns_cathedrals::LARGE_STRENGTH,
        abbey_mayor::MAYOR => abbey_mayor::mayor_strength(position, root),
        abbey_mayor::WAGON => base::FOLLOWER_STRENGTH, // AM-09
        mists::GUARD => base::FOLLOWER_STRENGTH,       // MIST-07
        PHANTOM => base::FOLLOWER_STRENGTH,            // PHAN-01
        _ => 0,
    }
}

/// Returns whether a kind of figure may be placed on a kind of segment.
#[inline]
pub(crate) fn may_stand(figure: FigureKind, segment: u8) -> bool {
    abbey_mayor::may_stand(figure, segment) // AM-06, AM-09
}

/// Returns whether figures on a kind of segment are on land, rather than on a tower or in a quarter, where the dragon and towers cannot
/// take them.
#[inline]
pub const fn is_on_land(segment: u8) -> bool {
    segment < base::FIRST_FIGURELESS_KIND
}

/// Returns whether a figure on this segment is on top of a tower.
#[inline]
pub(crate) fn is_on_tower(position: &ClassicPosition, segment: SegmentIndex) -> bool {
    let kind = position.board.features.kind(segment);
    !is_on_land(kind) && kind != count::QUARTER
}

/// Returns, as a bit set, which of the `len` figures starting at index `first` are on a tower or in a quarter rather than on land.
#[inline]
pub(crate) fn figures_off_land(position: &ClassicPosition, first: usize, len: usize) -> u64 {
    let features = &position.board.features;
    (base::FIRST_FIGURELESS_KIND..KIND_WORDS.len() as u8)
        .fold(0, |off, kind| off | features.standing_bits_on(kind, first, len))
}

/// Returns, as a bit set, which of the `len` figures starting at index `first` are in a quarter, where there can be several
/// indistinguishable figures.
#[inline]
pub(crate) fn among_several(position: &ClassicPosition, first: usize, len: usize) -> u64 {
    position.board.features.standing_bits_on(count::QUARTER, first, len) // COUNT-04
}

/// Returns whether a tile is out of reach of the dragon and portals.
#[inline]
pub(crate) fn is_closed_to_dragon(position: &ClassicPosition, rules: &ClassicRules, tile: TileIndex) -> bool {
    count::is_closed(position, rules, tile) // COUNT-12
}

/// Returns whether the dragon on a segment's tile prevents a follower from being placed on a tower there, or from leaving the City of
/// Carcassonne for that segment (PD-08).
#[inline]
pub(crate) fn is_with_dragon(position: &ClassicPosition, rules: &ClassicRules, segment: SegmentIndex) -> bool {
    !rules.options.princess_dragon.first
        && princess_dragon::holds_tile(position, position.board.features.tile_of(segment))
}

/// Returns whether a segment is on a tile of the City of Carcassonne, where the ordinary rules do not allow figures to be placed.
#[inline]
pub(crate) fn is_in_city_block(position: &ClassicPosition, segment: SegmentIndex) -> bool {
    count::is_block(position, position.board.features.tile_of(segment)) // COUNT-01
}

/// Returns whether a kind of segment is a quarter of the City of Carcassonne, whose figures are on no tile.
#[inline]
pub(crate) fn is_in_quarter(segment: u8) -> bool {
    segment == count::QUARTER
}

/// Returns the followers on the tile at a place and on the eight tiles around it. Those in the quarters of the City of Carcassonne are on
/// no tile (WATCH-08, PROMO-03).
pub(crate) fn followers_around(position: &ClassicPosition, at: Place) -> impl Iterator<Item = &Figure> {
    let features = &position.board.features;
    let is_near = move |segment: SegmentIndex| {
        let other = position.board.place_of(segment);
        (at.x - other.x).abs() <= 1 && (at.y - other.y).abs() <= 1 && !is_in_quarter(features.kind(segment))
    };
    let followers = features.figures().iter().filter(|figure| is_follower(figure.kind)); // WATCH-03
    followers.filter(move |figure| figure.segment().is_some_and(is_near))
}

/// Returns whether a segment on the table is part of the City of Carcassonne.
pub(crate) fn is_in_carcassonne(position: &ClassicPosition, segment: SegmentIndex) -> bool {
    let features = &position.board.features;
    let marks = features.counter(features.root(segment), base::MARK_COUNTER);
    features.kind(segment) == base::CITY && marks & count::CARCASSONNE != 0
}

/// Returns whether a segment of a tile is a city other than the City of Carcassonne.
#[inline]
pub(crate) fn is_common_city(segment: &Segment) -> bool {
    segment.kind == base::CITY && segment.counters[base::MARK_COUNTER] & count::CARCASSONNE == 0
}

/// Returns whether no figure may move to a segment, even if it is unoccupied: the dragon is on its tile, or the tile belongs to the City of
/// Carcassonne.
#[inline]
pub(crate) fn is_barred(position: &ClassicPosition, segment: SegmentIndex) -> bool {
    is_in_city_block(position, segment)
        || princess_dragon::holds_tile(position, position.board.features.tile_of(segment)) // PD-08
}

/// Returns whether an earlier figure is indistinguishable from this one.
pub(crate) fn has_earlier_twin(position: &ClassicPosition, number: usize) -> bool {
    let figures = position.board.features.figures();
    let this = figures[number];
    let of_kind = |other: &&Figure| other.seat == this.seat && other.kind == this.kind;
    figures[..number].iter().rev().take_while(of_kind).any(|other| other.is_interchangeable_with(&this))
}

/// Returns which figures of the bit set `all`, whose bit 0 is the figure with index `first`, are indistinguishable from an earlier figure
/// of the set.
#[inline]
pub(crate) fn figures_with_earlier_twin(position: &ClassicPosition, first: usize, all: u64) -> u64 {
    let figure = |bit: usize| position.board.features.figure((first + bit) as FigureIndex);
    // The first figure of the set has no earlier twin.
    let has_one = |&bit: &usize| {
        wide_bits(all & !(u64::MAX << bit)).any(|other| figure(other).is_interchangeable_with(&figure(bit)))
    };
    wide_bits(all & all.wrapping_sub(1)).filter(has_one).fold(0, |alike, bit| alike | 1 << bit)
}

/// Returns which of the followers indistinguishable from this one leaves first: if possible, one that is not beside the fairy.
pub(crate) fn first_to_leave(position: &ClassicPosition, number: FigureIndex) -> FigureIndex {
    let figures = position.board.features.figures();
    let this = figures[usize::from(number)];
    let mut alike =
        (0..figures.len() as FigureIndex).filter(|&other| figures[usize::from(other)].is_interchangeable_with(&this));
    alike.find(|&other| !princess_dragon::is_by_fairy(position, other)).unwrap_or(number) // PD-02
}

/// Sends a figure home before its feature is scored, along with any companions that this leaves without a follower.
pub fn send_home(position: &mut ClassicPosition, rules: &ClassicRules, figure: FigureIndex, events: &mut impl Events) {
    let Some(segment) = position.board.features.figure(figure).segment() else { return };
    position.return_figure(figure, events);
    left(position, rules, segment, events);
}

/// Sends home the companions that were left without a follower when a figure left their feature before scoring.
pub(crate) fn left(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    segment: SegmentIndex,
    events: &mut impl Events,
) {
    let root = position.board.features.root(segment);
    if rules.options.has(traders_builders::BUILDERS | traders_builders::PIGS) {
        traders_builders::send_unaccompanied_home(position, root, events); // PD-13
    }
}

/// Lists the moves by which a figure can enter a feature from another one, except to segments on the dragon's tile (PD-08).
#[inline]
pub(crate) fn list_entry(
    position: &ClassicPosition,
    rules: &ClassicRules,
    figure: FigureIndex,
    segment: SegmentIndex,
    answers: &mut impl Answers,
) {
    let free = |own: &SegmentIndex| !is_with_dragon(position, rules, *own);
    // The exact segment only matters for a wagon, which may move on from there (AM-10), and by a watchtower (WATCH-02).
    if position.board.features.figure(figure).kind == abbey_mayor::WAGON
        && rules.options.abbey_mayor.wagon_to_adjacent_tiles
    {
        let all = position.board.features.ring(segment).filter(free);
        all.for_each(|segment| answers.add(Answer::Move { figure, segment }));
        return;
    }
    if rules.options.has(WATCHTOWERS) {
        return list_entry_by_watchtowers(position, rules, figure, segment, answers);
    }
    let here = Some(segment).filter(free);
    if let Some(segment) = here.or_else(|| position.board.features.ring(segment).find(free)) {
        answers.add(Answer::Move { figure, segment });
    }
}

/// Like [`list_entry`], for games in which it matters whether a figure stands by a watchtower (WATCH-02).
#[inline(never)]
fn list_entry_by_watchtowers(
    position: &ClassicPosition,
    rules: &ClassicRules,
    figure: FigureIndex,
    segment: SegmentIndex,
    answers: &mut impl Answers,
) {
    let mut is_elsewhere_listed = false;
    for own in position.board.features.ring(segment).filter(|&own| !is_with_dragon(position, rules, own)) {
        let tile = position.board.tiles()[usize::from(position.board.features.tile_of(own))];
        let by_tower = rules.kind(tile.kind).marks & WATCHTOWER_MARKS != 0;
        if by_tower || !is_elsewhere_listed {
            answers.add(Answer::Move { figure, segment: own });
        }
        is_elsewhere_listed |= !by_tower;
    }
}
