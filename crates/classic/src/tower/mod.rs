//! The Tower; its rules are in `rules.md` next to this file.

use crate::family::{ClassicPosition, ClassicRules};
use crate::figures::{figures_of, has_earlier_twin, is_on_land, is_with_dragon, left, ordinary_followers, send_home};
use crate::kinds::{self, is_follower};
use crate::next::{Next, Stage};
use crate::pending::Pending;
use bastide_core::option::{OptionInfo, PartInfo};
use bastide_core::{
    Answer, Answers, Event, Events, FigureIndex, FigureKind, KindIndex, MAX_SEATS, Place, Plain, Random, Score,
    SegmentIndex, Subject, TileIndex, count, is_choice, nth,
};

/// Element: towers are built.
pub const TOWERS: u64 = kinds::element("towers");

/// Segment kind for foundations and the towers on them, which a follower can occupy.
pub const FOUNDATION: u8 = kinds::segment(FOUNDATION_WORD);
/// Notation word for a tower, and the mark of a tile with a foundation.
pub const FOUNDATION_WORD: &str = "tower";
/// Mark of a tile with a foundation, computed from its segments.
pub(crate) const FOUNDATION_TILE_MARK: u32 = 1 << 12;
/// Word for tower pieces, as tokens.
pub const PIECES: &str = "tower";
/// Word for ransoms, as a source of gained and lost points.
pub const RANSOM_WORD: &str = "ransom";

/// Maximum number of foundations in a set-up.
pub const MAX_TOWERS: usize = 80;
/// Number of foundations that every saved position has room for; any others are appended.
const SAVED_TOWERS: usize = 40;
/// Number of tower pieces that each seat has at the start, indexed by the number of seats minus one (TOW-01).
const PIECES_EACH: [u8; MAX_SEATS] = [10, 10, 9, 7, 6, 5];
/// Points that a ransom costs (TOW-07).
const RANSOM: i16 = 3;

/// The expansion's entry in the list of parts.
pub const PART: PartInfo = PartInfo {
    id: "tower",
    max_seats: 5,
    options: &[
        OptionInfo::new("tower_actions", &["every_turn", "foundation_turn"], "TOW-02"),
        OptionInfo::new("tower_takes_own", &["false", "true"], "TOW-04"),
    ],
    tiles: &[("tower", include_str!("tiles.toml"))],
};

/// The chosen options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Whether towers are built and occupied only in turns when a foundation tile is placed (TOW-02).
    pub only_with_foundation: bool,
    /// Whether players may take their own followers, which then go home (TOW-04).
    pub takes_own: bool,
}

impl Options {
    pub(crate) fn set(&mut self, name: &str, value: &str) -> bool {
        match (name, value) {
            ("tower_actions", "every_turn" | "foundation_turn") => {
                self.only_with_foundation = value == "foundation_turn";
            }
            ("tower_takes_own", "false" | "true") => self.takes_own = value == "true",
            _ => return false,
        }
        true
    }
}

/// State of the expansion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extra {
    /// Foundations on the table, in the order in which they were placed.
    pub foundations: [SegmentIndex; MAX_TOWERS],
    /// Number of tower pieces on each foundation.
    pub heights: [u8; MAX_TOWERS],
    /// Number of foundations.
    pub len: u8,
    /// Number of tower pieces that each seat has left.
    pub pieces: [u8; MAX_SEATS],
    /// Whether the seat whose turn it is has paid a ransom (TOW-07).
    pub ransomed: bool,
    /// Whether the seat whose turn it is had prisoners to buy back but too few points when it placed its tile (TOW-07).
    pub too_poor: bool,
}

impl Default for Extra {
    fn default() -> Self {
        Self {
            foundations: [0; MAX_TOWERS],
            heights: [0; MAX_TOWERS],
            len: 0,
            pieces: [0; MAX_SEATS],
            ransomed: false,
            too_poor: false,
        }
    }
}

impl Plain for Extra {
    fn write(&self, out: &mut Vec<u8>) {
        self.foundations[..SAVED_TOWERS].iter().for_each(|foundation| foundation.write(out));
        self.heights[..SAVED_TOWERS].iter().for_each(|height| height.write(out));
        self.len.write(out);
        self.pieces.write(out);
        self.ransomed.write(out);
        self.too_poor.write(out);
        for (foundation, height) in self.towers().skip(SAVED_TOWERS) {
            foundation.write(out);
            height.write(out);
        }
    }

    fn read(from: &mut &[u8]) -> Option<Self> {
        let mut extra = Self::default();
        extra.foundations[..SAVED_TOWERS].copy_from_slice(&<[SegmentIndex; SAVED_TOWERS]>::read(from)?);
        extra.heights[..SAVED_TOWERS].copy_from_slice(&<[u8; SAVED_TOWERS]>::read(from)?);
        extra.len = u8::read(from)?;
        extra.pieces = Plain::read(from)?;
        extra.ransomed = Plain::read(from)?;
        extra.too_poor = Plain::read(from)?;
        for tower in SAVED_TOWERS..usize::from(extra.len).min(MAX_TOWERS) {
            extra.foundations[tower] = Plain::read(from)?;
            extra.heights[tower] = Plain::read(from)?;
        }
        Some(extra)
    }
}

impl Extra {
    /// Returns the foundations on the table, each with the height of its tower.
    #[inline]
    pub fn towers(&self) -> impl Iterator<Item = (SegmentIndex, u8)> {
        let len = usize::from(self.len).min(MAX_TOWERS);
        self.foundations[..len].iter().copied().zip(self.heights[..len].iter().copied())
    }

    /// Returns the height of the tower on a foundation.
    pub fn height(&self, foundation: SegmentIndex) -> u8 {
        self.towers().find(|(segment, _)| *segment == foundation).map_or(0, |(_, height)| height)
    }
}

/// Gives each seat its tower pieces (TOW-01).
pub(crate) fn start(position: &mut ClassicPosition, rules: &ClassicRules) {
    for seat in 0..usize::from(rules.seats) {
        position.extra.tower.pieces[seat] = PIECES_EACH[usize::from(rules.seats) - 1];
    }
}

/// Resets the state at the start of a turn, in which one ransom may be paid (TOW-07).
#[inline]
pub(crate) fn turn_begins(position: &mut ClassicPosition) {
    position.extra.tower.ransomed = false;
}

/// Records the foundations of the tile just placed, and whether the player has prisoners to buy back but too few points (TOW-07).
#[inline(always)]
pub(crate) fn placed(position: &mut ClassicPosition, rules: &ClassicRules) {
    let captives = position.board.features.captives(position.seat()) > 0 && !rules.options.is_before_version_3();
    position.extra.tower.too_poor = captives && position.score(position.seat()) < i32::from(RANSOM);
    if position.board.newest_marks() & FOUNDATION_TILE_MARK != 0 {
        record_foundations(position, rules);
    }
}

/// Records the foundations of the newest tile.
pub(crate) fn record_foundations(position: &mut ClassicPosition, rules: &ClassicRules) {
    let Some(&tile) = position.board.tiles().last() else { return };
    for (i, _) in rules.kind(tile.kind).segments().iter().enumerate().filter(|(_, own)| own.kind == FOUNDATION) {
        let extra = &mut position.extra.tower;
        extra.foundations[usize::from(extra.len)] = tile.first + i as SegmentIndex;
        extra.len += 1;
    }
}

/// Lists where the seat may add a tower piece to a foundation or an open tower, and where it may put a follower on top (TOW-02), even if
/// another segment of the tile has a follower (TOW-03).
pub(crate) fn list_actions(position: &ClassicPosition, rules: &ClassicRules, answers: &mut impl Answers) {
    let (seat, extra) = (position.seat(), &position.extra.tower);
    let features = &position.board.features;
    if rules.options.tower.only_with_foundation && position.board.newest_marks() & FOUNDATION_TILE_MARK == 0 {
        return;
    }
    let (pieces, followers) = (extra.pieces[usize::from(seat)], ordinary_followers(position, seat));
    if pieces == 0 && followers.clone().next().is_none() {
        return; // There is nothing left to place on any tower.
    }
    for (segment, height) in extra.towers() {
        if features.is_occupied(segment) {
            continue; // TOW-05: a follower on top ends the tower.
        }
        answers.add_if(pieces > 0, Answer::Build { segment });
        if answers.has_enough() {
            return;
        }
        if height > 0 && !is_with_dragon(position, rules, segment) {
            for figure in followers.clone() {
                answers.add(Answer::Deploy { figure, segment });
            }
        }
    }
}

/// Lists the open towers that a phantom may be put on after the action (PHAN-08).
pub(crate) fn list_ways_up(
    position: &ClassicPosition,
    rules: &ClassicRules,
    figure: FigureKind,
    answers: &mut impl Answers,
) {
    let has_foundation = position.board.newest_marks() & FOUNDATION_TILE_MARK != 0;
    if rules.options.tower.only_with_foundation && !has_foundation {
        return; // TOW-02
    }
    for (segment, height) in position.extra.tower.towers() {
        let is_open = height > 0 && !position.board.features.is_occupied(segment);
        answers.add_if(is_open && !is_with_dragon(position, rules, segment), Answer::Deploy { figure, segment });
    }
}

/// Adds a piece to a tower.
fn add_piece(position: &mut ClassicPosition, segment: SegmentIndex, events: &mut impl Events) {
    let seat = position.seat();
    let extra = &mut position.extra.tower;
    let Some(tower) = extra.towers().position(|(foundation, _)| foundation == segment) else { return };
    extra.heights[tower] += 1;
    extra.pieces[usize::from(seat)] -= 1;
    events.emit(Event::Built { seat, segment, height: extra.heights[tower] });
    events.emit(Event::Tokens { seat, token: PIECES, change: -1 });
}

/// Returns the name of a special way of carrying out an answer: `tower` if a tower is built or occupied, `ransom` if a prisoner is bought
/// back.
pub fn mode(position: &ClassicPosition, answer: Answer) -> Option<&'static str> {
    let climbs = |segment| position.board.features.kind(segment) == FOUNDATION;
    let tower = match answer {
        Answer::Build { .. } => true,
        Answer::Deploy { segment, .. } => climbs(segment),
        Answer::Redeem { .. } if !matches!(position.pending(), Pending::Exchange(_)) => return Some(RANSOM_WORD),
        _ => false,
    };
    tower.then_some(PIECES)
}

/// Returns whether a place is within reach of a tower (TOW-04): the tower's own place, and in each direction as many places as the tower is
/// high.
pub fn reaches(tower: Place, height: u8, at: Place) -> bool {
    let (dx, dy) = ((tower.x - at.x).unsigned_abs(), (tower.y - at.y).unsigned_abs());
    (dx == 0 || dy == 0) && dx + dy <= u16::from(height)
}

/// Returns the tiles within reach of a tower, in the order in which they were placed (TOW-04).
pub fn tiles_in_reach(position: &ClassicPosition, tower: SegmentIndex) -> impl Iterator<Item = TileIndex> {
    let (from, height) = (position.board.place_of(tower), position.extra.tower.height(tower));
    let tiles = position.board.tiles().iter().enumerate();
    tiles.filter(move |(_, tile)| reaches(from, height, tile.at)).map(|(number, _)| number as TileIndex)
}

/// Lists the followers that a tower may take: opponents' followers and, with `tower_takes_own`, the player's own (TOW-04). Only the first
/// of several indistinguishable followers is listed.
pub(crate) fn list_captures(
    position: &ClassicPosition,
    rules: &ClassicRules,
    tower: SegmentIndex,
    answers: &mut impl Answers,
) {
    let board = &position.board;
    let (from, height) = (board.place_of(tower), position.extra.tower.height(tower));
    for (number, segment) in board.features.standing(0, board.features.figures().len()) {
        let figure = board.features.figure(number);
        let own = figure.seat == position.seat();
        if own && !rules.options.tower.takes_own
            || !is_follower(figure.kind)
            || !is_on_land(board.features.kind(segment))
            || !reaches(from, height, board.place_of(segment))
            || has_earlier_twin(position, usize::from(number))
        {
            continue;
        }
        answers.add(Answer::Capture { figure: number });
        if answers.has_enough() {
            return;
        }
    }
}

/// Lists the active seat's figures that the seat `from` holds captive, one of each kind (TOW-06).
pub(crate) fn list_exchanges(position: &ClassicPosition, rules: &ClassicRules, from: u8, answers: &mut impl Answers) {
    for (figure, this) in figures_of(position, rules, position.seat()) {
        if this.captor() == Some(from) && !has_earlier_twin(position, usize::from(figure)) {
            answers.add(Answer::Redeem { figure });
        }
    }
}

/// Lists the prisoners that the seat may buy back, one of each kind and holder: once per turn, if it has enough points (TOW-07).
#[inline(always)]
pub(crate) fn list_ransoms(position: &ClassicPosition, rules: &ClassicRules, answers: &mut impl Answers) {
    if position.board.features.captives(position.seat()) > 0 {
        list_captives(position, rules, answers);
    }
}

fn list_captives(position: &ClassicPosition, rules: &ClassicRules, answers: &mut impl Answers) {
    let seat = position.seat();
    if position.extra.tower.ransomed || position.score(seat) < i32::from(RANSOM) {
        return;
    }
    for (figure, this) in figures_of(position, rules, seat) {
        if this.captor().is_some() && !has_earlier_twin(position, usize::from(figure)) {
            answers.add(Answer::Redeem { figure });
        }
    }
}

/// Returns whether the seat had too few points for a ransom when it placed its tile, so that it is asked after the scoring (TOW-07).
#[inline]
pub(crate) fn was_ransom_unaffordable(position: &ClassicPosition) -> bool {
    position.extra.tower.too_poor
}

/// Samples an answer while a tile is in hand: a place, or a prisoner to buy back (TOW-07).
pub(crate) fn sample_place(
    position: &ClassicPosition,
    rules: &ClassicRules,
    kind: KindIndex,
    random: &mut impl Random,
) -> Answer {
    let ransoms = count(|answers| list_ransoms(position, rules, answers));
    let sampled = position.sample_place_or(rules, kind, ransoms, random);
    sampled.unwrap_or_else(|ransom| nth(ransom, |answers| list_ransoms(position, rules, answers)))
}

/// Pays a prisoner's ransom to its holder. The prisoner returns to the supply and can be placed this turn (TOW-07).
fn pay_ransom(position: &mut ClassicPosition, figure: FigureIndex, events: &mut impl Events) {
    let this = position.board.features.figure(figure);
    let Some(holder) = this.captor() else { return };
    position.extra.tower.ransomed = true;
    for (seat, each) in [(this.seat, -RANSOM), (holder, RANSOM)] {
        let score = Score::of("TOW-07", RANSOM_WORD, 1, each);
        position.award(seat, Subject::Named(RANSOM_WORD), score, true, false, events);
    }
    position.redeem(figure, events);
}

/// Adds a tower piece, after which a follower may be taken prisoner (TOW-04).
pub(crate) fn build(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    segment: SegmentIndex,
    events: &mut impl Events,
) -> Next {
    add_piece(position, segment, events);
    match is_choice(|choice| list_captures(position, rules, segment, choice)) {
        true => Next::Ask(Pending::Capture(segment)),
        false => Next::After(Stage::Act),
    }
}

/// Handles the capture of a prisoner, or a pass. Two players who hold each other's prisoners exchange them at once (TOW-06).
pub(crate) fn capture(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    answer: Answer,
    events: &mut impl Events,
) -> Next {
    let Answer::Capture { figure } = answer else { return Next::After(Stage::Act) };
    let (seat, this) = (position.seat(), position.board.features.figure(figure));
    let Some(segment) = this.segment() else { return Next::After(Stage::Act) };
    if this.seat == seat {
        send_home(position, rules, figure, events); // TOW-04
        return Next::After(Stage::Act);
    }
    position.capture(figure, seat, events);
    left(position, rules, segment, events); // PD-13
    let mut mine = Prisoners::default();
    list_exchanges(position, rules, this.seat, &mut mine);
    match (mine.kinds, mine.first) {
        (0, _) => Next::After(Stage::Act),
        (1, Some(mine)) => exchange(position, this.seat, mine, events),
        _ => Next::Ask(Pending::Exchange(this.seat)),
    }
}

/// Returns a prisoner to its owner, either in an exchange (TOW-06) or for a ransom, after which the pending decision is asked again
/// (TOW-07).
pub(crate) fn redeem(position: &mut ClassicPosition, figure: FigureIndex, events: &mut impl Events) -> Next {
    match position.pending() {
        Pending::Exchange(with) => exchange(position, with, figure, events),
        asked => {
            pay_ransom(position, figure, events);
            match asked {
                Pending::Deploy { .. } => Next::Again(Stage::Act),
                Pending::Ransom => Next::After(Stage::Ransom),
                _ => Next::Ask(asked), // The tile is still to be placed.
            }
        }
    }
}

/// Exchanges `mine` for the active seat's only prisoner from the seat `with`: the one that it has just taken (TOW-06).
fn exchange(position: &mut ClassicPosition, with: u8, mine: FigureIndex, events: &mut impl Events) -> Next {
    position.redeem(mine, events);
    let seat = position.seat();
    let mut figures = position.board.features.figures().iter();
    if let Some(theirs) = figures.position(|figure| figure.seat == with && figure.captor() == Some(seat)) {
        position.redeem(theirs as FigureIndex, events);
    }
    Next::After(Stage::Act)
}

/// Collects the prisoners that may be exchanged: how many kinds there are, and the first prisoner.
#[derive(Default)]
struct Prisoners {
    kinds: usize,
    first: Option<FigureIndex>,
}

impl Answers for Prisoners {
    fn add(&mut self, answer: Answer) {
        if let Answer::Redeem { figure } = answer {
            self.kinds += 1;
            self.first = self.first.or(Some(figure));
        }
    }
}
/// Returns the number of tower pieces in a game (TOW-01).
pub(crate) fn all_pieces(rules: &ClassicRules) -> u32 {
    u32::from(rules.seats) * u32::from(PIECES_EACH[usize::from(rules.seats) - 1])
}

/// Returns whether the active seat holds a captive that belongs to the seat `of`.
pub(crate) fn holds_captive_of_other(position: &ClassicPosition, of: u8) -> bool {
    let mut figures = position.board.features.figures().iter();
    figures.any(|figure| figure.seat == of && figure.captor() == Some(position.seat()))
}

/// Returns the number of foundations across all tiles of a set-up.
pub(crate) fn foundations(rules: &ClassicRules) -> usize {
    let on_tile = |kind: &bastide_core::TileKind| kind.segments().iter().filter(|s| s.kind == FOUNDATION).count();
    rules.kinds.iter().map(|kind| usize::from(kind.copies) * on_tile(kind)).sum()
}
