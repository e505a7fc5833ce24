//! The Count of Carcassonne: see `rules.md` beside this file.

pub(crate) mod block;
pub(crate) mod pending;

use crate::base::{self, CITY, FIELD, MONASTERY, ROAD};
use crate::family::{ClassicPosition, ClassicRules};
use crate::figures::{followers_in_supply, followers_of, has_earlier_like, leaves_first, list_entry, may_stand};
use crate::kinds;
use crate::next::{Next, Stage};
use crate::pending::Pending;
use bastide_core::option::{OptionInfo, PartInfo};
use bastide_core::tile::Segment;
use bastide_core::{Answer, Answers, Events, FigureIndex, PieceKind, Place, SegmentIndex, Spot, plain_struct};
pub(crate) use block::complete_cities;
pub use block::{CARCASSONNE, QUARTER, QUARTER_WORD};
pub use pending::Enter;

/// The element: the city of Carcassonne and its count are in play.
pub const COUNTS: u32 = kinds::element("count");

/// The count.
pub const COUNT: PieceKind = kinds::piece(COUNT_WORD);
/// The word for him.
pub const COUNT_WORD: &str = "count";
/// The quarters' names, by the kinds of feature that they serve (COUNT-03).
pub const QUARTERS: [(&str, u8); 4] =
    [("castle", CITY), ("blacksmith", ROAD), ("cathedral", MONASTERY), ("market", FIELD)];

/// Where the block's first tile lies, the one in its north-western corner (COUNT-01): the castle is north of the middle.
pub const BLOCK: Place = Place::new(-2, -1);
/// Where a river's spring lies, so that the river runs away from the city (RIV-11).
pub const SPRING: (Place, u8) = (Place::new(2, -1), 0);
/// Where a spring lies that has a road behind it.
pub const ROAD_SPRING: (Place, u8) = (Place::new(-3, -1), 2);
/// The set whose tiles form the block.
pub const SET: &str = "count";

/// What the expansion brings to a set-up.
pub const PART: PartInfo = PartInfo {
    id: "count",
    max_seats: 5,
    options: &[
        OptionInfo::new("count_entry", &["completed", "another_scores"], "COUNT-04").at_first("another_scores"),
        OptionInfo::new("count_final", &["any_quarter", "market_only"], "COUNT-08").at_first("market_only"),
        OptionInfo::new("count_move", &["by_player", "clockwise", "follow"], "COUNT-09"),
        OptionInfo::new("carcassonne_land", &["closed", "open"], "COUNT-12"),
    ],
    tiles: &[(SET, include_str!("tiles.toml"))],
};

/// The chosen options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// What brings a follower into the city (COUNT-04).
    pub entry: Entry,
    /// The market alone empties at the end (COUNT-08).
    pub final_market_only: bool,
    /// How the count moves (COUNT-09).
    pub moves: Moves,
    /// Dragon and portals come to the land that the block shows round the city (COUNT-12).
    pub open_land: bool,
}

/// What brings a follower into the city (COUNT-04).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Entry {
    /// A completed road, city or monastery that is worth at least a point.
    #[default]
    Completed,
    /// One that brings another seat at least a point.
    AnotherScores,
    /// The same as version 1 of the rules had it: whatever was completed counted, and the fairy's points did not.
    First,
}

/// How the count moves (COUNT-09).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Moves {
    /// Whoever places a follower in the city says where to.
    #[default]
    ByPlayer,
    /// To the next quarter.
    Clockwise,
    /// To the quarter of the follower just placed.
    Follow,
}

impl Options {
    /// Whether the fairy's points are points that somebody got from a feature (COUNT-04).
    pub(crate) fn counts_fairy(&self) -> bool {
        self.entry != Entry::First
    }

    pub(crate) fn set(&mut self, name: &str, value: &str) -> bool {
        match (name, value) {
            ("count_entry", "completed") => self.entry = Entry::Completed,
            ("count_entry", "another_scores") if self.entry == Entry::First => {} // It was the one way then.
            ("count_entry", "another_scores") => self.entry = Entry::AnotherScores,
            ("count_final", "any_quarter" | "market_only") => self.final_market_only = value == "market_only",
            ("carcassonne_land", "closed" | "open") => self.open_land = value == "open",
            ("count_move", "by_player") => self.moves = Moves::ByPlayer,
            ("count_move", "clockwise") => self.moves = Moves::Clockwise,
            ("count_move", "follow") => self.moves = Moves::Follow,
            _ => return false,
        }
        true
    }
}

/// What the expansion remembers of this half of the turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extra {
    /// Something was completed that opens the city (COUNT-04).
    pub scored: bool,
    /// The seat whose turn it is scored from something completed (COUNT-04).
    pub own_scored: bool,
    /// The seat whose turn it is moved a follower out of the city (COUNT-06).
    pub own_moved: bool,
    /// It placed a figure on a tile: the segment's number and one, or nothing (COUNT-04).
    pub placed_on: SegmentIndex,
    /// It placed a figure on something that was then completed (COUNT-04).
    pub own_placed: bool,
    /// It placed a follower in the city, before the second tile of its turn (COUNT-04).
    pub entered: bool,
    /// The seat that placed the newest tile (COUNT-08).
    pub placer: u8,
}

plain_struct!(Extra { scored, own_scored, own_moved, placed_on, own_placed, entered, placer });

/// Reads an attribute of a segment; whether it is one of this expansion's.
pub(crate) fn read_attribute(name: &str, number: u8, segment: &mut Segment) -> bool {
    if name != "carcassonne" || segment.kind != CITY {
        return false;
    }
    segment.counters[base::MARK_COUNTER] |= if number > 0 { CARCASSONNE } else { 0 };
    true
}

/// Reads the kind of feature that a quarter serves (COUNT-03); whether there is such a quarter.
pub(crate) fn read_quarter(word: &str, segment: &mut Segment) -> bool {
    let served = QUARTERS.iter().find(|(name, _)| *name == word);
    segment.symbols = served.map_or(0, |(_, kind)| *kind);
    segment.kind == QUARTER && served.is_some()
}

/// The count comes to the castle (COUNT-02).
pub(crate) fn start(position: &mut ClassicPosition, rules: &ClassicRules, events: &mut impl Events) {
    if let Some(castle) = quarter(position, rules, CITY) {
        position.lead(COUNT, Spot::Segment(castle), events);
    }
}

/// The quarters, in the order in which their tiles lie: segment, and the kind of feature that it serves.
pub fn quarters(position: &ClassicPosition, rules: &ClassicRules) -> impl Iterator<Item = (SegmentIndex, u8)> {
    let (tiles, features) = (position.board.tiles(), &position.board.features);
    let end = tiles.get(rules.start.len()).map_or(features.len(), |tile| tile.first);
    let quarters = (0..end).filter(|&segment| features.kind(segment) == QUARTER);
    quarters.map(|segment| (segment, serves(position, rules, segment)))
}

/// The quarter that serves a kind of feature.
fn quarter(position: &ClassicPosition, rules: &ClassicRules, serves: u8) -> Option<SegmentIndex> {
    quarters(position, rules).find(|(_, served)| *served == serves).map(|(segment, _)| segment)
}

/// The kind of feature that a quarter serves.
fn serves(position: &ClassicPosition, rules: &ClassicRules, quarter: SegmentIndex) -> u8 {
    let tile = position.board.tiles()[usize::from(position.board.features.tile_of(quarter))];
    rules.kind(tile.kind).segments[usize::from(quarter - tile.first)].symbols
}

/// A half of a turn begins, or a turn continues with its second tile: then what the first brought still holds (RIV-08).
#[inline]
pub(crate) fn half_begins(position: &mut ClassicPosition, continues: bool) {
    let Extra { own_scored, own_placed, entered, placer, .. } = position.extra.count;
    let begun = Extra { placer, ..Extra::default() };
    position.extra.count = if continues { Extra { own_scored, own_placed, entered, ..begun } } else { begun };
}

/// The tile is placed, and what may be done with it is done: takes note of who placed it, and of a figure on it (COUNT-04, COUNT-08).
#[inline]
pub(crate) fn acted(position: &mut ClassicPosition, rules: &ClassicRules) {
    if rules.options.is_before_version_3() {
        return;
    }
    let seat = position.seat();
    (position.extra.count.placer, position.extra.count.placed_on) = (seat, 0);
    if !position.board.has_ended() {
        return; // Nothing is completed that a figure could have been placed on.
    }
    let features = &position.board.features;
    let newest = position.board.newest_segment();
    let (first, behind) = (rules.first_figure(seat, 0), rules.first_figure(seat + 1, 0));
    let mut standing = features.standing(first, behind - first);
    position.extra.count.placed_on =
        standing.find(|&(_, segment)| segment >= newest).map_or(0, |(_, segment)| segment + 1);
}

/// Takes note of a completed feature: who got points for it, the fairy's among them (PD-05), one bit a seat, and what it is worth to
/// whoever might have stood there (COUNT-04).
pub(crate) fn completed(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    root: SegmentIndex,
    paid: u8,
    worth: impl FnOnce(&ClassicPosition) -> i32,
) {
    let served = matches!(position.board.features.kind(root), ROAD | CITY | MONASTERY);
    let opens = match rules.options.count.entry {
        Entry::Completed => served && worth(position) > 0,
        Entry::AnotherScores => served && paid != 0,
        Entry::First => paid != 0,
    };
    let placed_on = position.extra.count.placed_on;
    position.extra.count.own_placed |= placed_on > 0 && position.board.features.root(placed_on - 1) == root;
    position.extra.count.scored |= opens;
    position.extra.count.own_scored |= paid >> position.seat() & 1 == 1;
}

/// The seat that moves followers first: the one to the left of the seat that is last.
pub(crate) fn first_to_enter(position: &ClassicPosition, rules: &ClassicRules, last: bool) -> Enter {
    Enter { seat: rules.next_seat(last_to_enter(position, rules, last)), last }
}

/// The seat that moves followers last: the one whose turn it is (COUNT-05); at the end of the game the one that placed the last tile, who
/// may not be the one that drew another which fitted nowhere (COUNT-08).
fn last_to_enter(position: &ClassicPosition, rules: &ClassicRules, last: bool) -> u8 {
    if last && !rules.options.is_before_version_3() { position.extra.count.placer } else { position.seat() }
}

/// The next seat that may move followers; none after the one that is last.
pub(crate) fn next_to_enter(position: &ClassicPosition, rules: &ClassicRules, enter: Enter) -> Option<Enter> {
    let is_last = enter.seat == last_to_enter(position, rules, enter.last);
    (!is_last).then(|| Enter { seat: rules.next_seat(enter.seat), ..enter })
}

/// Lists the moves out of the city onto features just completed, in `targets`, or at the end of the game onto fields
/// (COUNT-05, COUNT-08): of followers in the matching quarter, unless the count stands there (COUNT-09).
pub(crate) fn list_entries(
    position: &ClassicPosition,
    rules: &ClassicRules,
    enter: Enter,
    targets: &[SegmentIndex],
    answers: &mut impl Answers,
) {
    let features = &position.board.features;
    let (first, len) = followers_of(rules, enter.seat);
    for (number, stands) in features.with_segments(first, features.standing_bits_on(QUARTER, first, len)) {
        let locked = position.piece(COUNT) == Some(Spot::Segment(stands));
        let served = serves(position, rules, stands);
        let leads = enter.last || targets.iter().any(|&segment| features.kind(segment) == served);
        if locked || !leads || has_earlier_like(position, usize::from(number)) {
            continue;
        }
        let figure = leaves_first(position, number);
        if enter.last {
            list_final(position, rules, figure, served, answers);
            if answers.has_enough() {
                return;
            }
            continue;
        }
        // Who is there already does not matter: so several followers come to share a monastery (COUNT-14).
        for &segment in targets.iter().filter(|&&segment| features.kind(segment) == served) {
            list_entry(position, rules, figure, segment, answers);
        }
        if answers.has_enough() {
            return;
        }
    }
}

/// Lists the moves of a follower at the end of the game: onto every field from the market, and from the other quarters onto
/// unfinished features of their kind (COUNT-08); by the option from the market alone.
fn list_final(
    position: &ClassicPosition,
    rules: &ClassicRules,
    figure: FigureIndex,
    served: u8,
    answers: &mut impl Answers,
) {
    let no_farmers = rules.options.base.no_farmers && !rules.options.is_before_version_3();
    // BASE-21: without farmers nobody becomes one.
    let stays = if served == FIELD { no_farmers } else { rules.options.count.final_market_only };
    if stays {
        return;
    }
    let features = &position.board.features;
    for root in features.roots_of(served) {
        let finished = served != FIELD && features.open(root) == 0;
        if !finished {
            list_entry(position, rules, figure, root, answers);
            if answers.has_enough() {
                return;
            }
        }
    }
}

/// Whether the seat whose turn it is may place a follower in the city now (COUNT-04, COUNT-06).
#[inline(always)]
pub(crate) fn may_place(position: &ClassicPosition) -> bool {
    let Extra { scored, own_scored, own_moved, own_placed, entered, .. } = position.extra.count;
    scored && !own_scored && !own_moved && !own_placed && !entered
}

/// Lists the followers that may be placed in the city, quarter by quarter (COUNT-04, COUNT-13).
pub(crate) fn list_courtiers(position: &ClassicPosition, rules: &ClassicRules, answers: &mut impl Answers) {
    let followers = followers_in_supply(position, position.seat());
    if followers.clone().next().is_none() {
        return;
    }
    for (segment, served) in quarters(position, rules) {
        for figure in followers.clone() {
            // A mayor in the castle, a wagon not in the market: where the features that they serve take them.
            answers.add_if(may_stand(figure, served), Answer::Deploy { figure, segment });
        }
        if answers.has_enough() {
            return;
        }
    }
}

/// Moves the count after a follower was placed in a quarter, where no player says where to. Answers whether one must be asked
/// (COUNT-09).
fn move_count(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    placed: SegmentIndex,
    events: &mut impl Events,
) -> bool {
    match rules.options.count.moves {
        Moves::ByPlayer => return true,
        Moves::Follow => position.lead(COUNT, Spot::Segment(placed), events),
        Moves::Clockwise => {
            let Some(Spot::Segment(from)) = position.piece(COUNT) else { return false };
            // Round the city: castle, market, blacksmith, cathedral.
            let next = match serves(position, rules, from) {
                CITY => FIELD,
                FIELD => ROAD,
                ROAD => MONASTERY,
                _ => CITY,
            };
            if let Some(to) = quarter(position, rules, next) {
                position.lead(COUNT, Spot::Segment(to), events);
            }
        }
    }
    false
}

/// Lists the quarters to which the count may move (COUNT-09).
pub(crate) fn list_count_moves(position: &ClassicPosition, rules: &ClassicRules, answers: &mut impl Answers) {
    for (segment, _) in quarters(position, rules) {
        let to = Spot::Segment(segment);
        answers.add_if(position.piece(COUNT) != Some(to), Answer::Lead { piece: COUNT, to });
    }
}

/// A follower left the city (COUNT-05), or none did: the same seat is asked again, then the next.
pub(crate) fn enter(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    enter: Enter,
    answer: Answer,
    events: &mut impl Events,
) -> Next {
    let Answer::Move { figure, segment } = answer else {
        return next_to_enter(position, rules, enter).map_or(after_entering(enter), Next::LeaveCity);
    };
    position.extra.count.own_moved |= enter.seat == position.seat(); // COUNT-06
    position.move_figure(figure, segment, events); // COUNT-07
    Next::LeaveCity(enter)
}

/// What comes when nobody else can leave the city (COUNT-05, COUNT-08).
pub(crate) const fn after_entering(enter: Enter) -> Next {
    if enter.last { Next::EndGame } else { Next::After(Stage::LeaveCity) }
}

/// A follower was placed in the city (COUNT-04), and the count moves (COUNT-09).
pub(crate) fn place_courtier(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    answer: Answer,
    events: &mut impl Events,
) -> Next {
    if let Answer::Deploy { figure, segment } = answer {
        position.deploy(rules, position.seat(), figure, segment, events);
        position.extra.count.entered = !rules.options.is_before_version_3();
        if move_count(position, rules, segment, events) {
            return Next::Ask(Pending::Count);
        }
    }
    Next::After(Stage::Courtier)
}

/// The count was moved to another quarter (COUNT-09), or not.
pub(crate) fn lead_count(position: &mut ClassicPosition, answer: Answer, events: &mut impl Events) -> Next {
    if let Answer::Lead { piece, to } = answer {
        position.lead(piece, to, events);
    }
    Next::After(Stage::Courtier)
}
