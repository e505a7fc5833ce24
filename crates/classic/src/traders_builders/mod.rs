//! Traders & Builders; its rules are in `rules.md` next to this file.

use crate::base::{CITY, FIELD, ROAD};
use crate::family::{ClassicPosition, ClassicRules};
use crate::kinds::{self, is_follower};
use bastide_core::option::{OptionInfo, PartInfo};
use bastide_core::tile::Segment;
use bastide_core::{
    Answer, Answers, Event, Events, FigureIndex, FigureKind, MAX_SEATS, Score, SegmentIndex, Subject, bits,
    plain_struct,
};

/// Element: builders are in play.
pub const BUILDERS: u64 = kinds::element("builders");
/// Element: pigs are in play.
pub const PIGS: u64 = kinds::element("pigs");
/// Element: goods are traded.
pub const TRADE: u64 = kinds::element("goods");

/// Figure kind for the builder.
pub const BUILDER: FigureKind = kinds::figure(BUILDER_WORD);
/// Notation word for a builder.
pub const BUILDER_WORD: &str = "builder";
/// Figure kind for the pig.
pub const PIG: FigureKind = kinds::figure(PIG_WORD);
/// Notation word for a pig.
pub const PIG_WORD: &str = "pig";

/// Kinds of goods, as tokens and as a source of points, indexed by the number of the kind.
pub const GOODS: [&str; 3] = ["wine", "grain", "cloth"];
/// Number of tokens of each kind.
pub const TOKENS: [u8; 3] = [9, 6, 5];
/// Bits of a city segment's symbols that hold its goods: the kind's number plus one, or 0.
pub const GOODS_SYMBOL: u8 = 3;
/// Points for the most tokens of a kind (TB-11).
pub const MAJORITY: i16 = 10;
/// Points that a pig adds for each of its field's cities (TB-08).
pub const PIG_EACH: i16 = 1;

/// Score term for having the most tokens of a kind.
pub const MOST_GOODS: &str = "goods";
/// Score term that counts the complete cities that a pig's field touches.
pub const PIG_CITIES: &str = "pigs";

/// The expansion's entry in the list of parts.
pub const PART: PartInfo = PartInfo {
    id: "traders-builders",
    max_seats: 5,
    options: &[
        OptionInfo::new("builder_turn", &["may", "must"], "TB-03").default_until(2, "must"),
        OptionInfo::new("pig_herd_with_pigs", &["off", "on"], "TB-08"),
    ],
    tiles: &[("traders-builders", include_str!("tiles.toml"))],
};

/// The chosen options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Whether the player is asked whether to draw the second tile of a double turn (TB-03).
    pub asks: bool,
    /// Whether printed pig herds count even if pigs are in play (RIV-09).
    pub herds_count: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { asks: true, herds_count: false }
    }
}

impl Options {
    pub(crate) fn set(&mut self, name: &str, value: &str) -> bool {
        match (name, value) {
            ("builder_turn", "may" | "must") => self.asks = value == "may",
            ("pig_herd_with_pigs", "off" | "on") => self.herds_count = value == "on",
            _ => return false,
        }
        true
    }
}

/// State of the expansion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extra {
    /// Tokens of each kind of goods, by seat.
    pub goods: [[u8; 3]; MAX_SEATS],
}

plain_struct!(Extra { goods });

/// Reads the goods of a city segment; returns whether the word names a kind of goods.
pub(crate) fn read_goods(word: &str, segment: &mut Segment) -> bool {
    match GOODS.iter().position(|good| *good == word) {
        Some(good) if segment.kind == CITY => {
            segment.symbols |= good as u8 + 1;
            true
        }
        _ => false,
    }
}

/// Returns whether a kind of figure is a companion of its owner's followers, rather than a follower (TB-06, TB-08).
#[inline]
pub const fn is_companion(kind: FigureKind) -> bool {
    kind == BUILDER || kind == PIG
}

/// Returns whether a seat has a follower on a feature.
pub(crate) fn has_follower(position: &ClassicPosition, root: SegmentIndex, seat: u8) -> bool {
    position.board.features.figures_on(root).any(|figure| {
        let figure = position.board.features.figure(figure);
        figure.seat == seat && is_follower(figure.kind)
    })
}

/// Lists where the seat may place its builder or its pig: on features of the newest tile where it already has a follower (TB-02, TB-07).
pub(crate) fn list_companions(position: &ClassicPosition, rules: &ClassicRules, answers: &mut impl Answers) {
    let seat = position.seat();
    let stand_on = |kind, from: FigureKind, to: FigureKind| {
        let (first, behind) = (rules.first_figure(seat, from), rules.first_figure(seat, to));
        position.board.features.standing_bits_on(kind, first, behind - first) != 0
    };
    let stands_on = |kind| {
        let last = kinds::LAST_FOLLOWER;
        stand_on(kind, 0, kinds::FOLLOWER_KINDS)
            || rules.figures[usize::from(last)] > 0 && stand_on(kind, last, last + 1) // PHAN-01
    };
    // Usually the seat has no follower that a builder or a pig could accompany.
    let builder = position.supply(seat, BUILDER) > 0 && (stands_on(CITY) || stands_on(ROAD));
    let pig = position.supply(seat, PIG) > 0 && stands_on(FIELD);
    let Some(&tile) = position.board.tiles().last().filter(|_| builder || pig) else { return };
    let kind = rules.kind(tile.kind);
    let ways = if builder { kind.segments_of(CITY) | kind.segments_of(ROAD) } else { 0 };
    let fields = if pig { kind.segments_of(FIELD) } else { 0 };
    for own in bits(ways | fields) {
        let segment = tile.first + own;
        let root = position.board.features.root(segment);
        if position.board.features.is_occupied(root) && has_follower(position, root, seat) {
            let figure = if ways >> own & 1 == 1 { BUILDER } else { PIG };
            // TB-02, TB-07: if a seat has several builders or pigs, it cannot place a second one on the same feature.
            if rules.figures[usize::from(figure)] > 1
                && !rules.options.is_before_version_3()
                && has_figure(position, root, seat, figure)
            {
                continue;
            }
            answers.add(Answer::Deploy { figure, segment });
        }
    }
}

/// Returns whether the tile just placed extends a road or city on which the active seat has a builder (TB-03).
#[inline(always)]
pub(crate) fn extends_builder(position: &ClassicPosition, rules: &ClassicRules) -> bool {
    let (seat, builders) = (position.seat(), rules.figures[usize::from(BUILDER)]);
    position.supply(seat, BUILDER) < builders && meets_builder(position, rules, seat, builders)
}

fn meets_builder(position: &ClassicPosition, rules: &ClassicRules, seat: u8, builders: u8) -> bool {
    let Some(&tile) = position.board.tiles().last() else { return false };
    let (features, kind) = (&position.board.features, rules.kind(tile.kind));
    let ways = kind.segments_of(CITY) | kind.segments_of(ROAD);
    let first = rules.first_figure(seat, BUILDER);
    let standing = features.standing_bits(first, usize::from(builders));
    features.with_segments(first, standing).any(|(_, stands)| {
        let root = features.root(stands);
        bits(ways).any(|own| features.root(tile.first + own) == root)
    })
}

/// Lists the possible answers when the player is asked whether to draw a second tile (TB-03).
pub(crate) fn list_second_half(answers: &mut impl Answers) {
    answers.add(Answer::Again);
    answers.add(Answer::Pass);
}

/// Sends home builders and pigs whose owner has no follower left on the feature (PD-13, TB-09).
pub(crate) fn send_unaccompanied_home(position: &mut ClassicPosition, root: SegmentIndex, events: &mut impl Events) {
    while let Some(figure) = next_unaccompanied(position, root) {
        position.return_figure(figure, events);
    }
}

/// Returns the next builder or pig on a feature whose owner has no follower there.
fn next_unaccompanied(position: &ClassicPosition, root: SegmentIndex) -> Option<FigureIndex> {
    let features = &position.board.features;
    features.figures_on(root).find(|&figure| {
        let this = features.figure(figure);
        is_companion(this.kind) && !has_follower(position, root, this.seat)
    })
}

/// Gives the seat whose turn it is a token for every goods symbol in a completed city, regardless of who scored the city (TB-10).
pub(crate) fn completed(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    root: SegmentIndex,
    events: &mut impl Events,
) {
    if position.board.features.kind(root) != CITY {
        return;
    }
    let mut found = [0_u16; 3];
    for segment in position.board.features.ring(root) {
        let tile = position.board.tiles()[usize::from(position.board.features.tile_of(segment))];
        let symbol = rules.kind(tile.kind).segments[usize::from(segment - tile.first)].symbols & GOODS_SYMBOL;
        if symbol > 0 {
            found[usize::from(symbol) - 1] += 1;
        }
    }
    let seat = position.seat();
    for (good, found) in found.into_iter().map(|found| found.min(u16::from(u8::MAX)) as u8).enumerate() {
        let goods = &mut position.extra.traders_builders.goods;
        let taken: u8 = goods.iter().map(|of_seat| of_seat[good]).sum();
        let given = found.min(TOKENS[good].saturating_sub(taken)); // None is left when a kind runs out.
        if given > 0 {
            goods[usize::from(seat)][good] += given;
            events.emit(Event::Tokens { seat, token: GOODS[good], change: given as i8 });
        }
    }
}

/// Awards ten points for having the most tokens of each kind; tied players each get the points (TB-11).
pub(crate) fn score_final(position: &mut ClassicPosition, rules: &ClassicRules, events: &mut impl Events) {
    let goods = position.extra.traders_builders.goods;
    for (good, word) in GOODS.into_iter().enumerate() {
        let most = goods.iter().map(|of_seat| of_seat[good]).max().unwrap_or(0);
        for seat in (0..rules.seats).filter(|&seat| most > 0 && goods[usize::from(seat)][good] == most) {
            let score = Score::of("TB-11", MOST_GOODS, 1, MAJORITY);
            position.award(seat, Subject::Named(word), score, true, true, events);
        }
    }
}

/// Returns whether a seat has a pig on a field (TB-08).
pub fn has_pig(position: &ClassicPosition, root: SegmentIndex, seat: u8) -> bool {
    has_figure(position, root, seat, PIG)
}

/// Returns whether a seat has a figure of the given kind on a feature.
fn has_figure(position: &ClassicPosition, root: SegmentIndex, seat: u8, kind: FigureKind) -> bool {
    position.board.features.figures_on(root).any(|figure| {
        let figure = position.board.features.figure(figure);
        figure.kind == kind && figure.seat == seat
    })
}
