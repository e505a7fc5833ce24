//! Implements Abbey & Mayor; its rules are in `rules.md` next to this file.

pub(crate) mod figures;

use crate::base::{CITY, FIELD, MONASTERY, ROAD};
use crate::family::{ClassicPosition, ClassicRules};
use crate::figures::{is_barred, is_closed_to_dragon, is_on_land};
use crate::kinds::{self, is_follower};
use crate::next::{Next, Stage};
use bastide_core::feature::Figure;
use bastide_core::option::{OptionInfo, PartInfo};
use bastide_core::tile::NO_SEGMENT;
use bastide_core::{
    Answer, Answers, Event, Events, FigureIndex, FigureKind, KindIndex, MAX_SEATS, Place, PlacedTile, SegmentIndex,
    SegmentSet, bits, plain_struct,
};
pub use figures::{BARN, BARN_WORD, MAYOR, MAYOR_WORD, WAGON, WAGON_WORD};

/// Element: each seat has an abbey.
pub const ABBEYS: u64 = kinds::element("abbeys");
/// Element: each seat has a mayor.
pub const MAYORS: u64 = kinds::element("mayors");
/// Element: each seat has a wagon.
pub const WAGONS: u64 = kinds::element("wagons");
/// Element: each seat has a barn.
pub const BARNS: u64 = kinds::element("barns");

/// Word for abbey tokens, and the mark of an abbey tile.
pub const ABBEY_WORD: &str = "abbey";

/// Points for each complete city that a barn's field touches (AM-18).
pub const BARN_EACH: i16 = 4;
/// Points for each complete city when farmers are scored because a barn was placed (AM-15).
pub(crate) const PLACED_EACH: i16 = 3;
/// Points for each complete city when farmers are scored because a field with a barn was joined (AM-17).
pub(crate) const JOINED_EACH: i16 = 1;

/// The expansion's part of a set-up (AM-01).
pub const PART: PartInfo = PartInfo {
    id: "abbey-mayor",
    max_seats: 5,
    options: &[
        OptionInfo::new("abbey_at_end", &["false", "true"], "AM-05"),
        OptionInfo::new("wagon_move", &["same_tile_link", "adjacent_tiles"], "AM-10"),
        OptionInfo::new("barn_on_barn", &["false", "true"], "AM-13"),
    ],
    // The tile file encodes where roads end and separate fields, and where cities are separate (AM-21, AM-22), and that the abbey contains
    // a monastery (AM-04).
    tiles: &[("abbey-mayor", include_str!("tiles.toml"))],
};

/// The options chosen for this expansion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Whether a last round of abbeys follows the last land tile (AM-05).
    pub abbey_at_end: bool,
    /// Whether a wagon may move to its own tile and those around it (AM-10).
    pub wagon_to_adjacent_tiles: bool,
    /// Whether a barn may be placed on a field that already has one (AM-13).
    pub barn_on_barn: bool,
    /// Whether a player scores a field once for each of their barns there, as in version 1 of the rules (AM-18).
    pub every_barn_scores: bool,
}

impl Options {
    pub(crate) fn set(&mut self, name: &str, value: &str) -> bool {
        match (name, value) {
            ("abbey_at_end", "false" | "true") => self.abbey_at_end = value == "true",
            ("wagon_move", "same_tile_link" | "adjacent_tiles") => {
                self.wagon_to_adjacent_tiles = value == "adjacent_tiles";
            }
            ("barn_on_barn", "false" | "true") => self.barn_on_barn = value == "true",
            _ => return false,
        }
        true
    }
}

/// State of the expansion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extra {
    /// Whether each seat still has its abbey (AM-01).
    pub abbeys: [bool; MAX_SEATS],
    /// Number of seats that have not yet had their turn in the last round of abbeys, plus one; 0 before that round (AM-05).
    pub last_round: u8,
}

plain_struct!(Extra { abbeys, last_round });

/// Gives each seat its abbey (AM-01).
pub(crate) fn start(position: &mut ClassicPosition, rules: &ClassicRules) {
    if abbey_kind(rules).is_some() {
        position.extra.abbey_mayor.abbeys[..usize::from(rules.seats)].fill(true);
    }
}

/// Returns the kind of tile that is an abbey.
pub fn abbey_kind(rules: &ClassicRules) -> Option<KindIndex> {
    rules.kinds.iter().position(|kind| kind.closes).map(|kind| kind as KindIndex)
}

/// Returns whether the active seat can place its abbey: the seat still has it, and there is a place with tiles on all four sides (AM-02).
#[inline]
pub(crate) fn can_place_abbey(position: &ClassicPosition) -> bool {
    position.extra.abbey_mayor.abbeys[usize::from(position.seat())] && position.board.has_gaps()
}

/// Lists the places where the abbey can be placed (AM-02).
pub(crate) fn list_gaps(position: &ClassicPosition, answers: &mut impl Answers) {
    for at in position.board.gaps() {
        answers.add(Answer::Place { at, rotation: 0 });
    }
}

/// Returns whether the newest tile is an abbey.
#[inline]
pub(crate) fn newest_is_abbey(position: &ClassicPosition, rules: &ClassicRules) -> bool {
    position.board.tiles().last().is_some_and(|tile| rules.kind(tile.kind).closes)
}

/// Calls `each` with the segments that the newest tile, an abbey, has closed at its four sides (AM-03).
pub(crate) fn ended_segments(position: &ClassicPosition, rules: &ClassicRules, mut each: impl FnMut(SegmentIndex)) {
    for side in 0..4 {
        let Some(tile) = position.board.beside_newest(side) else { continue };
        let ports = rules.kind(tile.kind).turned[usize::from(tile.rotation & 3)].ports[(side + 2) % 4];
        ports.into_iter().filter(|&port| port != NO_SEGMENT).for_each(|port| each(tile.first + u16::from(port)));
    }
}

/// Lists the corners of the newest tile where a barn can be placed: four tiles meet there, each has a field at that corner, and that field
/// has no barn yet (AM-13). Farmers on the field do not matter.
pub(crate) fn list_barns(position: &ClassicPosition, rules: &ClassicRules, answers: &mut impl Answers) {
    let board = &position.board;
    let Some(&tile) = board.tiles().last() else { return };
    if position.supply(position.seat(), BARN) == 0 {
        return;
    }
    // Few tiles have neighbours on both sides of any corner.
    let sides = board.sides_beside_newest();
    for corner in bits(sides & (sides >> 1 | sides << 3)).map(usize::from) {
        let next = (corner + 1) % 4;
        let beside = board.beside_newest(corner).zip(board.beside_newest(next));
        let Some((beside, after)) = beside else { continue };
        let Some(field) = field_of(position, rules, &tile, corner) else { continue };
        // Going clockwise from the newest tile, the shared corner is a quarter turn further on each tile.
        let shows = |other: Option<PlacedTile>, by: usize| {
            other.is_some_and(|other| field_of(position, rules, &other, (corner + by) % 4).is_some())
        };
        let across = tile.at.beside(corner).beside(next);
        let all = shows(Some(beside), 1)
            && shows(Some(after), 3)
            && shows(board.tile_at(across).map(|across| board.tiles()[usize::from(across)]), 2)
            && !is_closed(position, rules, &[beside.at, after.at, across]);
        if all && (rules.options.abbey_mayor.barn_on_barn || !has_barn(position, board.features.root(field))) {
            answers.add(Answer::DeployCorner { figure: BARN, corner: corner as u8 });
        }
    }
}

/// Returns whether any of the tiles at these places belongs to the City of Carcassonne and is closed, so that no barn can be placed at its
/// corners (COUNT-12).
fn is_closed(position: &ClassicPosition, rules: &ClassicRules, places: &[Place]) -> bool {
    let is_closed =
        |&at: &Place| position.board.tile_at(at).is_some_and(|tile| is_closed_to_dragon(position, rules, tile));
    !rules.options.is_before_version_3() && places.iter().any(is_closed)
}

/// Returns the field segment at a corner of a tile, if any.
#[inline]
fn field_of(
    position: &ClassicPosition,
    rules: &ClassicRules,
    tile: &PlacedTile,
    corner: usize,
) -> Option<SegmentIndex> {
    let own = rules.kind(tile.kind).corner(tile.rotation, corner);
    let segment = (own != NO_SEGMENT).then(|| tile.first + SegmentIndex::from(own))?;
    (position.board.features.kind(segment) == FIELD).then_some(segment)
}

/// Returns whether a field has a barn. The barn occupies the field, so no farmer can be placed there (AM-16).
pub fn has_barn(position: &ClassicPosition, root: SegmentIndex) -> bool {
    let features = &position.board.features;
    features.figures_on(root).any(|figure| features.figure(figure).kind == BARN)
}

/// Returns whether an earlier barn of the same seat is on the same field, so that the seat has already scored the field (AM-19).
pub(crate) fn has_earlier_barn(position: &ClassicPosition, barn: usize) -> bool {
    let features = &position.board.features;
    let root = |figure: &Figure| figure.segment().map(|segment| features.root(segment));
    let this = &features.figures()[barn];
    let mut earlier = features.figures()[..barn].iter();
    earlier.any(|other| other.kind == BARN && other.seat == this.seat && root(other) == root(this))
}

/// Returns why the farmers on a field that includes a segment of the newest tile must be sent home, or `None` if they may stay. Either a
/// barn has just been placed on the field (AM-15), or the tile has joined the farmers' field with the field of a barn (AM-17).
pub(crate) fn barn_with_farmers(
    position: &ClassicPosition,
    rules: &ClassicRules,
    segment: SegmentIndex,
) -> Option<SendReason> {
    let features = &position.board.features;
    if features.kind(segment) != FIELD {
        return None;
    }
    let root = features.root(segment);
    let is_farmer = |&figure: &FigureIndex| is_follower(features.figure(figure).kind);
    if !has_barn(position, root) || !features.figures_on(root).any(|figure| is_farmer(&figure)) {
        return None;
    }
    let newest = position.board.tiles().last()?;
    let segments = rules.kind(newest.kind).segments().len() as SegmentIndex;
    let on_newest = features.figures_on(root).any(|figure| {
        let figure = features.figure(figure);
        let here = figure.segment().is_some_and(|s| (newest.first..newest.first + segments).contains(&s));
        figure.kind == BARN && here
    });
    Some(if on_newest { SendReason::ByPlacing } else { SendReason::ByJoining })
}

/// Reason a barn sends farmers home.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SendReason {
    /// The barn was placed on the farmers' field (AM-15).
    ByPlacing,
    /// The barn's field was joined with the farmers' field (AM-17).
    ByJoining,
}

/// Returns the next wagon on a complete feature, going clockwise from the active seat (AM-11).
pub(crate) fn next_wagon(position: &ClassicPosition, rules: &ClassicRules) -> Option<FigureIndex> {
    let features = &position.board.features;
    let seats = (0..rules.seats).map(|after| (position.seat() + after) % rules.seats);
    seats.filter(|&seat| has_left_supply(position, rules, seat, WAGON)).find_map(|seat| {
        let first = rules.first_figure(seat, WAGON) as FigureIndex;
        (first..first + rules.figures[usize::from(WAGON)]).find(|&wagon| {
            features.figure(wagon).segment().is_some_and(|segment| {
                let root = features.root(segment);
                features.open(root) == 0 && is_on_land(features.kind(root))
            })
        })
    })
}

/// Returns whether a seat has a figure of a kind outside its supply.
#[inline]
fn has_left_supply(position: &ClassicPosition, rules: &ClassicRules, seat: u8, kind: FigureKind) -> bool {
    position.supply(seat, kind) < rules.figures[usize::from(kind)]
}

/// Returns whether any field has both a barn and a farmer.
#[inline]
pub(crate) fn has_farmers_by_barns(position: &ClassicPosition, rules: &ClassicRules) -> bool {
    let features = &position.board.features;
    let is_follower_there =
        |segment| features.figures_on(features.root(segment)).any(|figure| is_follower(features.figure(figure).kind));
    // This is a loop because `any` would not be inlined.
    for seat in 0..rules.seats {
        let (first, len) = (rules.first_figure(seat, BARN), usize::from(rules.figures[usize::from(BARN)]));
        for (_, segment) in features.with_segments(first, features.standing_bits(first, len)) {
            if is_follower_there(segment) {
                return true;
            }
        }
    }
    false
}

/// Lists where a wagon may move after its feature was scored: to an unfinished road, city or monastery that has no figures. That feature
/// must be connected to the scored one on one of its tiles or, with `wagon_move = adjacent_tiles`, be on the wagon's tile or one of the
/// eight tiles around it (AM-10).
pub(crate) fn list_wagon_moves(
    position: &ClassicPosition,
    rules: &ClassicRules,
    wagon: FigureIndex,
    answers: &mut impl Answers,
) {
    let board = &position.board;
    let Some(stands) = board.features.figure(wagon).segment() else { return };
    let add = |segment: SegmentIndex, answers: &mut _| add_wagon_move(position, wagon, segment, answers);
    if rules.options.abbey_mayor.wagon_to_adjacent_tiles {
        let at = board.place_of(stands);
        for place in std::iter::once(at).chain(at.around()) {
            let Some(index) = board.tile_at(place) else { continue };
            let tile = board.tiles()[usize::from(index)];
            let segments = rules.kind(tile.kind).segments().len() as SegmentIndex;
            (tile.first..tile.first + segments).for_each(|segment| add(segment, answers));
        }
        return;
    }
    // Two roads on a tile can belong to one feature and lead to the same monastery.
    let mut listed = SegmentSet::default();
    let mut add = |segment: SegmentIndex, answers: &mut _| {
        if listed.insert(segment) {
            add(segment, answers);
        }
    };
    for segment in board.features.ring(stands) {
        let tile = board.tiles()[usize::from(board.features.tile_of(segment))];
        let kind = rules.kind(tile.kind);
        let own = &kind.segments[usize::from(segment - tile.first)];
        bits(own.links).for_each(|link| add(tile.first + link, answers));
        // A feature that ends at an abbey is connected to the abbey, and vice versa.
        for side in 0..4 {
            let ends =
                kind.turned[usize::from(tile.rotation & 3)].ports[side].contains(&((segment - tile.first) as u8));
            let beside = board.tile_at(tile.at.beside(side)).map(|index| board.tiles()[usize::from(index)]);
            let Some(beside) = beside else { continue };
            let other = rules.kind(beside.kind);
            if other.closes && ends {
                add(beside.first, answers);
            } else if kind.closes && !other.closes {
                let port = other.turned[usize::from(beside.rotation & 3)].ports[(side + 2) % 4][1];
                add(beside.first + SegmentIndex::from(port), answers);
            }
        }
    }
}

/// Lists a wagon's move if it is legal.
fn add_wagon_move(position: &ClassicPosition, wagon: FigureIndex, segment: SegmentIndex, answers: &mut impl Answers) {
    let features = &position.board.features;
    let root = features.root(segment);
    let goes = matches!(features.kind(segment), CITY | ROAD | MONASTERY) && features.open(root) > 0;
    let barred = features.is_occupied(root) || is_barred(position, segment);
    answers.add_if(goes && !barred, Answer::Move { figure: wagon, segment });
}

/// Places an abbey instead of drawing a tile. If the seat passes instead, it draws a tile (AM-02), except in the last round of abbeys
/// (AM-05).
pub(crate) fn place_abbey(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    answer: Answer,
    events: &mut impl Events,
) -> Next {
    let seat = position.seat();
    let (Answer::Place { at, .. }, Some(kind)) = (answer, abbey_kind(rules)) else {
        let nothing_left = position.bag().left() == 0 && position.bag().left_in_first_pile() == 0;
        let nothing_held = || (0..rules.seats).all(|seat| position.hand(seat).is_empty()); // BASE-26
        let is_asked_last = position.extra.abbey_mayor.last_round == 0 && nothing_left && nothing_held();
        if is_asked_last && !rules.options.is_before_version_3() {
            // AM-05: a seat that passes in the second half of its turn, after the last tile, is not asked again in the last round.
            position.extra.abbey_mayor.last_round = rules.seats;
        }
        return Next::After(Stage::Half);
    };
    position.extra.abbey_mayor.abbeys[usize::from(seat)] = false;
    position.draw(rules, kind);
    events.emit(Event::Tokens { seat, token: ABBEY_WORD, change: -1 });
    Next::Place { kind, at }
}

/// Starts or continues the last round of abbeys. Returns the next seat that can place its abbey (AM-05). `has_gaps` says whether there is a
/// place for an abbey.
pub(crate) fn last_round(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    has_gaps: impl Fn(&ClassicPosition) -> bool,
) -> Option<u8> {
    if !rules.options.has(ABBEYS) || !rules.options.abbey_mayor.abbey_at_end {
        return None;
    }
    if position.extra.abbey_mayor.last_round == 0 {
        position.extra.abbey_mayor.last_round = rules.seats + 1;
    }
    let mut seat = position.seat();
    while position.extra.abbey_mayor.last_round > 1 {
        position.extra.abbey_mayor.last_round -= 1;
        seat = rules.next_seat(seat);
        if position.extra.abbey_mayor.abbeys[usize::from(seat)] && has_gaps(position) {
            return Some(seat);
        }
    }
    None
}

/// Places a barn on a corner (AM-13).
pub(crate) fn put_barn(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    answer: Answer,
    events: &mut impl Events,
) -> Next {
    if let Answer::DeployCorner { figure, corner } = answer {
        position.deploy_on_corner(rules, position.seat(), figure, corner, events);
    }
    Next::After(Stage::Act)
}

/// Moves a wagon or returns it to its owner (AM-10, AM-11).
pub(crate) fn move_wagon(
    position: &mut ClassicPosition,
    wagon: FigureIndex,
    answer: Answer,
    events: &mut impl Events,
) -> Next {
    match answer {
        Answer::Move { figure, segment } => position.move_figure(figure, segment, events),
        _ => position.return_figure(wagon, events),
    }
    Next::Again(Stage::Wagons)
}
