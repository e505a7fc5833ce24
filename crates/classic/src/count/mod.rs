//! The Count of Carcassonne; its rules are in `rules.md` next to this file.

pub(crate) mod block;
pub(crate) mod pending;

use crate::base::{self, CITY, FIELD, MONASTERY, ROAD};
use crate::family::{ClassicPosition, ClassicRules};
use crate::figures::{first_to_leave, followers_in_supply, followers_of, has_earlier_twin, list_entry, may_stand};
use crate::kinds;
use crate::next::{Next, Stage};
use crate::pending::Pending;
use bastide_core::option::{OptionInfo, PartInfo};
use bastide_core::tile::Segment;
use bastide_core::{Answer, Answers, Events, FigureIndex, PieceKind, Place, SegmentIndex, Spot, plain_struct};
pub(crate) use block::complete_cities;
pub use block::{CARCASSONNE, QUARTER, QUARTER_WORD};
pub use pending::Enter;

/// Element: the City of Carcassonne and its count are in play.
pub const COUNTS: u64 = kinds::element("count");

/// Piece kind for the count.
pub const COUNT: PieceKind = kinds::piece(COUNT_WORD);
/// Notation word for the count.
pub const COUNT_WORD: &str = "count";
/// Names of the quarters, with the kind of feature that each one serves (COUNT-03).
pub const QUARTERS: [(&str, u8); 4] =
    [("castle", CITY), ("blacksmith", ROAD), ("cathedral", MONASTERY), ("market", FIELD)];

/// Place of the block's first tile, at its north-western corner (COUNT-01); the castle is north of the middle.
pub const BLOCK: Place = Place::new(-2, -1);
/// Place and rotation of a river's spring, from which the river runs away from the city (RIV-11).
pub const SPRING: (Place, u8) = (Place::new(2, -1), 0);
/// Place and rotation of a spring with a road behind it, which continues a road of the city (RIV-11).
pub const ROAD_SPRING: (Place, u8) = (Place::new(-3, -1), 2);
/// The tile set that forms the block.
pub const SET: &str = "count";

/// The expansion's entry in the list of parts.
pub const PART: PartInfo = PartInfo {
    id: "count",
    max_seats: 5,
    options: &[
        OptionInfo::new("count_entry", &["completed", "another_scores"], "COUNT-04")
            .default_in_version_1("another_scores"),
        OptionInfo::new("count_final", &["any_quarter", "market_only"], "COUNT-08").default_in_version_1("market_only"),
        OptionInfo::new("count_move", &["by_player", "clockwise", "follow"], "COUNT-09"),
        OptionInfo::new("carcassonne_land", &["closed", "open"], "COUNT-12"),
    ],
    tiles: &[(SET, include_str!("tiles.toml"))],
};

/// The chosen options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Condition for placing a follower in the city (COUNT-04).
    pub entry: Entry,
    /// Whether, at the end of the game, followers can leave the market but no other quarter (COUNT-08).
    pub final_market_only: bool,
    /// Movement of the count (COUNT-09).
    pub moves: Moves,
    /// Whether the dragon and portals reach the land around the city that the block shows (COUNT-12).
    pub open_land: bool,
}

/// Condition for placing a follower in the city (COUNT-04).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Entry {
    /// A completed road, city or monastery that is worth at least a point.
    #[default]
    Completed,
    /// A completed road, city or monastery that gives another seat at least a point.
    AnotherScores,
    /// The condition in version 1 of the rules: any completed feature counts, and the fairy's points do not.
    First,
}

/// Movement of the count (COUNT-09).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Moves {
    /// The player who places a follower in the city decides.
    #[default]
    ByPlayer,
    /// The count moves to the next quarter.
    Clockwise,
    /// The count moves to the quarter of the follower just placed.
    Follow,
}

impl Options {
    /// Returns whether the fairy's points count as points from a feature (COUNT-04).
    pub(crate) fn counts_fairy(&self) -> bool {
        self.entry != Entry::First
    }

    pub(crate) fn set(&mut self, name: &str, value: &str) -> bool {
        match (name, value) {
            ("count_entry", "completed") => self.entry = Entry::Completed,
            ("count_entry", "another_scores") if self.entry == Entry::First => {} // It was the only way then.
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

/// State of the expansion in this half of the turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extra {
    /// Whether a completed feature allows the active seat to place a follower in the city (COUNT-04).
    pub scored: bool,
    /// Whether the active seat got points for a completed feature (COUNT-04).
    pub own_scored: bool,
    /// Whether the active seat moved a follower out of the city (COUNT-06).
    pub own_moved: bool,
    /// Index, plus one, of the segment of the newest tile on which the active seat placed a figure; 0 if it placed none (COUNT-04).
    pub placed_on: SegmentIndex,
    /// Whether the active seat placed a figure on a feature that was then completed (COUNT-04).
    pub own_placed: bool,
    /// Whether the active seat has already placed a follower in the city, with this tile or the one before it in a continued turn
    /// (COUNT-04).
    pub entered: bool,
    /// The seat that placed the newest tile (COUNT-08).
    pub placer: u8,
}

plain_struct!(Extra { scored, own_scored, own_moved, placed_on, own_placed, entered, placer });

/// Reads a segment's attribute; returns whether it belongs to this expansion.
pub(crate) fn read_attribute(name: &str, number: u8, segment: &mut Segment) -> bool {
    if name != "carcassonne" || segment.kind != CITY {
        return false;
    }
    segment.counters[base::MARK_COUNTER] |= if number > 0 { CARCASSONNE } else { 0 };
    true
}

/// Reads the kind of feature that a quarter serves (COUNT-03); returns whether such a quarter exists.
pub(crate) fn read_quarter(word: &str, segment: &mut Segment) -> bool {
    let served = QUARTERS.iter().find(|(name, _)| *name == word);
    segment.symbols = served.map_or(0, |(_, kind)| *kind);
    segment.kind == QUARTER && served.is_some()
}

/// Places the count in the castle (COUNT-02).
pub(crate) fn start(position: &mut ClassicPosition, rules: &ClassicRules, events: &mut impl Events) {
    if let Some(castle) = quarter(position, rules, CITY) {
        position.lead(COUNT, Spot::Segment(castle), events);
    }
}

/// Returns the quarters in the order of their tiles, each with the kind of feature that it serves.
pub fn quarters(position: &ClassicPosition, rules: &ClassicRules) -> impl Iterator<Item = (SegmentIndex, u8)> {
    let (tiles, features) = (position.board.tiles(), &position.board.features);
    let end = tiles.get(rules.start.len()).map_or(features.len(), |tile| tile.first);
    let quarters = (0..end).filter(|&segment| features.kind(segment) == QUARTER);
    quarters.map(|segment| (segment, served_kind(position, rules, segment)))
}

/// Returns the quarter that serves a kind of feature.
fn quarter(position: &ClassicPosition, rules: &ClassicRules, serves: u8) -> Option<SegmentIndex> {
    quarters(position, rules).find(|(_, served)| *served == serves).map(|(segment, _)| segment)
}

/// Returns the kind of feature that a quarter serves.
fn served_kind(position: &ClassicPosition, rules: &ClassicRules, quarter: SegmentIndex) -> u8 {
    let tile = position.board.tiles()[usize::from(position.board.features.tile_of(quarter))];
    rules.kind(tile.kind).segments[usize::from(quarter - tile.first)].symbols
}

/// Resets the state at the start of a turn or of its second half. If a turn `continues` with a second river tile, keeps the record of what
/// happened with the first one (RIV-08).
#[inline]
pub(crate) fn half_begins(position: &mut ClassicPosition, continues: bool) {
    let Extra { own_scored, own_placed, entered, placer, .. } = position.extra.count;
    let begun = Extra { placer, ..Extra::default() };
    position.extra.count = if continues { Extra { own_scored, own_placed, entered, ..begun } } else { begun };
}

/// Records, after the action, who placed the tile and on which of its segments they placed a figure (COUNT-04, COUNT-08).
#[inline]
pub(crate) fn record_action(position: &mut ClassicPosition, rules: &ClassicRules) {
    if rules.options.is_before_version_3() {
        return;
    }
    let seat = position.seat();
    (position.extra.count.placer, position.extra.count.placed_on) = (seat, 0);
    if !position.board.has_ended_feature() {
        return; // Nothing on which a figure could have been placed is complete.
    }
    let features = &position.board.features;
    let newest = position.board.newest_segment();
    let (first, behind) = (rules.first_figure(seat, 0), rules.first_figure(seat + 1, 0));
    let mut standing = features.standing(first, behind - first).filter(|&(_, segment)| segment >= newest);
    let placed = standing.next().map(|(_, segment)| segment);
    // PHAN-02: two figures can have been placed; what matters is whether one of them is on a complete feature.
    let is_complete =
        |segment: &SegmentIndex| takes_complete(features.kind(*segment)) && features.open(features.root(*segment)) == 0;
    let second = standing.map(|(_, segment)| segment).find(is_complete);
    position.extra.count.placed_on = second.or(placed).map_or(0, |segment| segment + 1);
}

/// Returns whether features of this kind are scored when they are complete.
const fn takes_complete(kind: u8) -> bool {
    kind != FIELD && kind < base::FIRST_FIGURELESS_KIND
}

/// Records a completed feature. `paid` is the bit set of the seats that got points for it, including points from the fairy (PD-05); `worth`
/// returns the points that the feature gives an owner, or would give if it had one (COUNT-04).
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

/// Returns the seat that moves followers first: the one to the left of the seat that moves last.
pub(crate) fn first_to_enter(position: &ClassicPosition, rules: &ClassicRules, last: bool) -> Enter {
    Enter { seat: rules.next_seat(last_to_enter(position, rules, last)), last }
}

/// Returns the seat that moves followers last: the seat whose turn it is (COUNT-05) or, at the end of the game, the seat that placed the
/// last tile. Another seat may have drawn a later tile that fitted nowhere (COUNT-08).
fn last_to_enter(position: &ClassicPosition, rules: &ClassicRules, last: bool) -> u8 {
    if last && !rules.options.is_before_version_3() { position.extra.count.placer } else { position.seat() }
}

/// Returns the next seat that may move followers, or `None` after the last one.
pub(crate) fn next_to_enter(position: &ClassicPosition, rules: &ClassicRules, enter: Enter) -> Option<Enter> {
    let is_last = enter.seat == last_to_enter(position, rules, enter.last);
    (!is_last).then(|| Enter { seat: rules.next_seat(enter.seat), ..enter })
}

/// Lists the moves of followers out of every quarter except the count's (COUNT-09): onto matching features that were just completed, given
/// in `targets`, or at the end of the game those listed by `list_final` (COUNT-05, COUNT-08).
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
        let served = served_kind(position, rules, stands);
        let leads = enter.last || targets.iter().any(|&segment| features.kind(segment) == served);
        if locked || !leads || has_earlier_twin(position, usize::from(number)) {
            continue;
        }
        let figure = first_to_leave(position, number);
        if enter.last {
            list_final(position, rules, figure, served, answers);
            if answers.has_enough() {
                return;
            }
            continue;
        }
        // Occupied features are allowed, so several followers can share a monastery (COUNT-14).
        for &segment in targets.iter().filter(|&&segment| features.kind(segment) == served) {
            list_entry(position, rules, figure, segment, answers);
        }
        if answers.has_enough() {
            return;
        }
    }
}

/// Lists a follower's moves at the end of the game: from the market onto any field, and from the other quarters onto unfinished features of
/// the kind that the quarter serves, unless `count_final = market_only` (COUNT-08).
fn list_final(
    position: &ClassicPosition,
    rules: &ClassicRules,
    figure: FigureIndex,
    served: u8,
    answers: &mut impl Answers,
) {
    let no_farmers = rules.options.base.no_farmers && !rules.options.is_before_version_3();
    // BASE-21: in a game without farmers, no follower becomes a farmer.
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

/// Returns whether the seat whose turn it is may place a follower in the city now (COUNT-04, COUNT-06).
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
            // A quarter admits the figures allowed on the features that it serves: a mayor can enter only the castle, and a wagon any
            // quarter except the market.
            answers.add_if(may_stand(figure, served), Answer::Deploy { figure, segment });
        }
        if answers.has_enough() {
            return;
        }
    }
}

/// Moves the count after a follower was placed in a quarter. Returns whether the player must choose the quarter instead (COUNT-09).
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
            // The quarters in order around the city: castle, market, blacksmith, cathedral.
            let next = match served_kind(position, rules, from) {
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

/// Lists the quarters that the count may move to (COUNT-09).
pub(crate) fn list_count_moves(position: &ClassicPosition, rules: &ClassicRules, answers: &mut impl Answers) {
    for (segment, _) in quarters(position, rules) {
        let to = Spot::Segment(segment);
        answers.add_if(position.piece(COUNT) != Some(to), Answer::Lead { piece: COUNT, to });
    }
}

/// Handles a follower's move out of the city, after which the same seat is asked again, or a pass, after which the next seat is asked
/// (COUNT-05).
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

/// Returns the next step once no more followers can leave the city (COUNT-05, COUNT-08).
pub(crate) const fn after_entering(enter: Enter) -> Next {
    if enter.last { Next::EndGame } else { Next::After(Stage::LeaveCity) }
}

/// Places a follower in the city (COUNT-04) and moves the count (COUNT-09).
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

/// Handles the count's move to another quarter, or a pass (COUNT-09).
pub(crate) fn move_count_piece(position: &mut ClassicPosition, answer: Answer, events: &mut impl Events) -> Next {
    if let Answer::Lead { piece, to } = answer {
        position.lead(piece, to, events);
    }
    Next::After(Stage::Courtier)
}
