//! The Count of Carcassonne: see `rules.md` beside this file.

use crate::base::{self, CITY, FIELD, MONASTERY, ROAD};
use crate::{ClassicPosition, ClassicRules};
use bastide_core::feature::FigureIndex;
use bastide_core::option::{OptionInfo, PartInfo};
use bastide_core::tile::Segment;
use bastide_core::{Answer, Answers, Events, PieceKind, Place, SegmentIndex, Spot, TileIndex, plain_struct};

/// The element: the city of Carcassonne and its count are in play.
pub const COUNTS: u32 = 1 << 17;

/// The count.
pub const COUNT: PieceKind = 2;
/// The word for him.
pub const COUNT_WORD: &str = "count";
/// A quarter of the city of Carcassonne, as a kind of segment.
pub const QUARTER: u8 = 9;
/// The word for it.
pub const QUARTER_WORD: &str = "quarter";
/// The word for a follower in a quarter.
pub const COURTIER: &str = "courtier";
/// The quarters' names, by the kinds of feature that they serve (COUNT-03).
pub const QUARTERS: [(&str, u8); 4] =
    [("castle", CITY), ("blacksmith", ROAD), ("cathedral", MONASTERY), ("market", FIELD)];

/// The mark of the city of Carcassonne, in the counter of marks.
pub const CARCASSONNE: u8 = 8;
/// Where the block's first tile lies, the one in its north-western corner (COUNT-01): the castle is north of the middle.
pub const BLOCK: Place = Place::new(-2, -1);
/// Where a river's spring lies, so that the river runs away from the city (RIV-11).
pub const SPRING: (Place, u8) = (Place::new(2, -1), 0);
/// Where a spring lies that has a road behind it.
pub const ROAD_SPRING: (Place, u8) = (Place::new(-3, -1), 2);
/// Tiles of the block: the first that lie on the table.
const BLOCK_TILES: TileIndex = 12;
/// The set whose tiles form the block.
pub const SET: &str = "count";

/// What the expansion brings to a set-up.
pub const PART: PartInfo = PartInfo {
    id: "count",
    max_seats: 5,
    options: &[
        OptionInfo { name: "count_final", values: &["market_only", "any_quarter"], clause: "COUNT-08" },
        OptionInfo { name: "count_move", values: &["by_player", "clockwise", "follow"], clause: "COUNT-09" },
    ],
    tiles: &[(SET, include_str!("tiles.toml"))],
};

/// The chosen options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// All quarters empty at the end (COUNT-08).
    pub final_any_quarter: bool,
    /// How the count moves (COUNT-09).
    pub moves: Moves,
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
    pub(crate) fn set(&mut self, name: &str, value: &str) -> bool {
        match (name, value) {
            ("count_final", "market_only" | "any_quarter") => self.final_any_quarter = value == "any_quarter",
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
    /// Something completed scored at least a point for somebody (COUNT-04).
    pub scored: bool,
    /// The seat whose turn it is scored from something completed (COUNT-04).
    pub own_scored: bool,
    /// The seat whose turn it is moved a follower out of the city (COUNT-06).
    pub own_moved: bool,
}

plain_struct!(Extra { scored, own_scored, own_moved });

/// A seat may move followers out of the city.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Enter {
    /// Who.
    pub seat: u8,
    /// At the end of the game (COUNT-08).
    pub last: bool,
}

plain_struct!(Enter { seat, last });

/// Reads an attribute of a segment; whether it is one of this expansion's.
pub(crate) fn read_attribute(name: &str, number: u8, segment: &mut Segment) -> bool {
    if name != "carcassonne" || segment.kind != CITY {
        return false;
    }
    segment.lanes[base::MARK_LANE] |= if number > 0 { CARCASSONNE } else { 0 };
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
    let block = position.board.tiles().iter().take(rules.start.len());
    block.flat_map(|tile| {
        let own = rules.kind(tile.kind).segments().iter().enumerate();
        own.filter(|(_, own)| own.kind == QUARTER).map(|(i, own)| (tile.first + i as SegmentIndex, own.symbols))
    })
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

/// Whether a tile belongs to the block, where nobody is placed by the ordinary rules (COUNT-01) and the dragon does not go
/// (COUNT-12), whether or not the count is in play.
#[inline]
pub(crate) fn is_block(position: &ClassicPosition, tile: TileIndex) -> bool {
    tile < BLOCK_TILES && begins_with_city(position)
}

/// Whether the first tile on the table is one of the city of Carcassonne, which covers it whole.
fn begins_with_city(position: &ClassicPosition) -> bool {
    let features = &position.board.features;
    let root = features.root(0);
    features.kind(root) == CITY && features.lane(root, base::MARK_LANE) & CARCASSONNE != 0
}

/// A half of a turn begins.
#[inline]
pub(crate) fn turn_begins(position: &mut ClassicPosition) {
    position.extra.count = Extra::default();
}

/// Takes note of what a completed feature scored: for whom, one bit a seat, and whether at least a point (COUNT-04).
pub(crate) fn scored(position: &mut ClassicPosition, paid: u8) {
    position.extra.count.scored |= paid != 0;
    position.extra.count.own_scored |= paid >> position.seat() & 1 == 1;
}

/// The seat that moves followers first: the one to the left of the seat whose turn it is; that seat is last (COUNT-05).
pub(crate) fn first_to_enter(position: &ClassicPosition, rules: &ClassicRules, last: bool) -> Enter {
    Enter { seat: (position.seat() + 1) % rules.seats, last }
}

/// The next seat that may move followers; none after the seat whose turn it is.
pub(crate) fn next_to_enter(position: &ClassicPosition, rules: &ClassicRules, enter: Enter) -> Option<Enter> {
    (enter.seat != position.seat()).then(|| Enter { seat: (enter.seat + 1) % rules.seats, ..enter })
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
    for (number, figure) in crate::figures_of(position, rules, enter.seat) {
        let Some(stands) = figure.segment().filter(|&segment| features.kind(segment) == QUARTER) else { continue };
        let locked = position.piece(COUNT) == Some(Spot::Segment(stands));
        if locked || crate::has_earlier_like(position, usize::from(number)) {
            continue;
        }
        let served = serves(position, rules, stands);
        let figure = number;
        if enter.last {
            list_final(position, rules, figure, served, answers);
            continue;
        }
        // Who is there already does not matter: so several followers come to share a monastery (COUNT-14).
        for &segment in targets.iter().filter(|&&segment| features.kind(segment) == served) {
            crate::list_entry(position, rules, figure, segment, answers);
        }
    }
}

/// Lists the moves of a follower at the end of the game: onto every field from the market (COUNT-08), by the option onto other
/// unfinished features as well.
fn list_final(
    position: &ClassicPosition,
    rules: &ClassicRules,
    figure: FigureIndex,
    served: u8,
    answers: &mut impl Answers,
) {
    if served != FIELD && !rules.options.count.final_any_quarter {
        return;
    }
    let features = &position.board.features;
    for root in features.roots() {
        let finished = served != FIELD && features.open(root) == 0;
        if features.kind(root) == served && !finished {
            answers.add(Answer::Move { figure, segment: root });
        }
    }
}

/// Whether the seat whose turn it is may place a follower in the city now (COUNT-04, COUNT-06).
pub(crate) fn may_place(position: &ClassicPosition) -> bool {
    let Extra { scored, own_scored, own_moved } = position.extra.count;
    scored && !own_scored && !own_moved
}

/// Lists the followers that may be placed in the city, quarter by quarter (COUNT-04, COUNT-13).
pub(crate) fn list_courtiers(position: &ClassicPosition, rules: &ClassicRules, answers: &mut impl Answers) {
    for (segment, served) in quarters(position, rules) {
        for figure in crate::followers_in_supply(position, position.seat()) {
            // A mayor in the castle, a wagon not in the market: where the features that they serve take them.
            answers.add_if(crate::may_stand(figure, served), Answer::Deploy { figure, segment });
        }
    }
}

/// Moves the count after a follower was placed in a quarter, where no player says where to. Answers whether one must be asked
/// (COUNT-09).
pub(crate) fn move_count(
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
