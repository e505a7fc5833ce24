//! The River and The River II; the rules are in `rules.md` next to this file.

use crate::base;
use crate::family::{ClassicPosition, ClassicRules};
use crate::kinds;
use bastide_core::option::{OptionInfo, PartInfo};
use bastide_core::tile::{Segment, TileKind};
use bastide_core::{Answer, Answers, Events, KindIndex, Place, SegmentIndex, bits, is_choice};

/// Element: the game begins with a river.
pub const RIVER: u64 = kinds::element("river");
/// Element: printed pig herds count (RIV-09).
pub const HERD: u64 = kinds::element("pig-herds");

/// Element: the river is laid according to the printed rules (RIV-03 to RIV-06, RIV-12). Without this element it is laid as in other
/// programs, so that their games can be replayed: the lake of The River II is drawn among the other river tiles, its volcano comes last,
/// the river only needs room to continue, and a tile that fits nowhere is discarded.
pub const PRINTED: u64 = kinds::element("printed-river");

/// Symbol of a spring on a river segment.
pub const SPRING: u8 = 1;
/// Symbol of a lake, where the river ends.
pub const LAKE: u8 = 2;
/// Symbol of a fork.
pub const FORK: u8 = 4;
/// Mark of a tile with a fork, computed from its segments.
pub(crate) const FORK_TILE_MARK: u32 = 1 << 13;
/// Mark of a tile with a lake, computed from its segments.
pub(crate) const LAKE_TILE_MARK: u32 = 1 << 14;

/// Bits of river edges at the four sides of a place.
const RIVER_EDGES: u16 = 0x1111 << base::RIVER;

/// Index of the counter for pig herds on a field.
pub const HERD_COUNTER: usize = 2;
/// Points that a herd adds for each of its field's cities (RIV-09).
pub const HERD_EACH: i16 = 1;
/// Score term that counts a field's cities, once for each herd on the field.
pub const HERDS: &str = "herds";

/// Option that decides whether the start tile is shuffled in or removed (RIV-02).
const START_TILE: OptionInfo = OptionInfo::new("river_start_tile", &["shuffle", "remove"], "RIV-02");

/// The expansion's entry in the list of parts.
pub const PART: PartInfo = PartInfo {
    id: "river",
    max_seats: 5,
    options: &[OptionInfo::new("river", &["1", "2", "both"], "RIV-01"), START_TILE],
    tiles: &[("river-1", include_str!("tiles-1.toml")), ("river-2", include_str!("tiles-2.toml"))],
};

/// The chosen options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The rivers in play (RIV-01).
    pub rivers: Rivers,
    /// Whether the start tile of the base game stays in the box (RIV-02).
    pub no_start_tile: bool,
}

/// The rivers in play (RIV-01).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rivers {
    /// The first River.
    #[default]
    First,
    /// The River II.
    Second,
    /// Both rivers, joined.
    Both,
}

impl Options {
    pub(crate) fn set(&mut self, name: &str, value: &str) -> bool {
        match (name, value) {
            ("river", "1") => self.rivers = Rivers::First,
            ("river", "2") => self.rivers = Rivers::Second,
            ("river", "both") => self.rivers = Rivers::Both,
            ("river_start_tile", "shuffle" | "remove") => self.no_start_tile = value == "remove",
            _ => return false,
        }
        true
    }
}

/// Returns whether the set-up uses a tile set of this expansion (RIV-01).
pub(crate) fn uses_set(rivers: Rivers, set: &str) -> bool {
    match set {
        "river-1" => rivers != Rivers::Second,
        _ => rivers != Rivers::First,
    }
}

/// Reads a segment's attribute; returns whether it belongs to this expansion.
pub(crate) fn read_attribute(name: &str, number: u8, segment: &mut Segment) -> bool {
    match (name, segment.kind) {
        ("spring", base::RIVER) => segment.symbols |= SPRING * u8::from(number > 0),
        ("lake", base::RIVER) => segment.symbols |= LAKE * u8::from(number > 0),
        ("fork", base::RIVER) => segment.symbols |= FORK * u8::from(number > 0),
        ("pig_herd", base::FIELD) => segment.counters[HERD_COUNTER] = number,
        _ => return false,
    }
    true
}

/// Returns the river's symbols on a segment.
pub(crate) fn river_symbols(segment: &Segment) -> u8 {
    if segment.kind == base::RIVER { segment.symbols } else { 0 }
}

/// The stage at which a lake is drawn.
const LAKE_STAGE: u8 = 3;

/// Returns the stage at which a river tile is drawn (RIV-03, RIV-04, RIV-05): 0 for the fork, 1 for ordinary tiles, 2 for the volcano, 3
/// for the lake. If there are several forks, only one is drawn at stage 0, right after the spring; the others are drawn with the ordinary
/// tiles.
fn stage(position: &ClassicPosition, rules: &ClassicRules, kind: KindIndex) -> u8 {
    let at_spring = position.board.tiles().len() == rules.start.len() || rules.options.is_before_version_3();
    let marks = rules.kind(kind).marks;
    match (marks & FORK_TILE_MARK != 0, marks & base::VOLCANO != 0, marks & LAKE_TILE_MARK != 0) {
        (true, ..) => u8::from(!at_spring),
        (_, true, _) => 2,
        (.., true) if rules.options.has(PRINTED) || !has_volcano(rules) => LAKE_STAGE,
        _ => 1,
    }
}

/// Returns whether the river has a volcano.
fn has_volcano(rules: &ClassicRules) -> bool {
    let mut kinds = rules.kinds.iter();
    kinds.any(|kind| kind.pile == bastide_core::tile::PILE_FIRST && kind.marks & base::VOLCANO != 0)
}

/// Returns the stage of the next river tile.
fn next_stage(position: &ClassicPosition, rules: &ClassicRules) -> u8 {
    let stages = || kinds(position, rules).map(|kind| stage(position, rules, kind));
    // RIV-08: a lake follows each volcano, even if there are several of each.
    let after_volcano = !rules.options.is_before_version_3() && does_same_player_continue(position, rules);
    if after_volcano && stages().any(|stage| stage == LAKE_STAGE) {
        return LAKE_STAGE;
    }
    stages().min().unwrap_or(0)
}

/// Returns the kinds of river tile that are left.
fn kinds(position: &ClassicPosition, rules: &ClassicRules) -> impl Iterator<Item = KindIndex> {
    let is_left =
        |&kind: &KindIndex| position.bag().count(kind) > 0 && rules.kind(kind).pile == bastide_core::tile::PILE_FIRST;
    rules.first_kinds.clone().filter(is_left)
}

/// Lists the river tiles that can be drawn now: those of the next stage that fit somewhere. A tile that does not fit is put back, and
/// another one is drawn (RIV-12).
pub(crate) fn list_draws(position: &ClassicPosition, rules: &ClassicRules, answers: &mut impl Answers) {
    let next = next_stage(position, rules);
    let ends = RiverEnds::of(position, rules);
    for kind in kinds(position, rules) {
        let fits = || !rules.options.has(PRINTED) || ends.accept_kind(position, rules, kind);
        if stage(position, rules, kind) == next && fits() {
            answers.add(Answer::Draw { kind });
        }
    }
}

/// Removes the rest of the river (RIV-12) if none of the next stage's tiles fits.
#[inline]
pub(crate) fn remove_rest(position: &mut ClassicPosition, rules: &ClassicRules, events: &mut impl Events) {
    if position.bag().left_in_first_pile() > 0 && rules.options.has(PRINTED) {
        leave_out_printed(position, rules, events);
    }
}

fn leave_out_printed(position: &mut ClassicPosition, rules: &ClassicRules, events: &mut impl Events) {
    let (next, ends) = (next_stage(position, rules), RiverEnds::of(position, rules));
    if kinds(position, rules)
        .any(|kind| stage(position, rules, kind) == next && ends.accept_kind(position, rules, kind))
    {
        return;
    }
    for kind in 0..rules.kinds.len() as u16 {
        let kind = kind as KindIndex;
        if rules.kind(kind).pile == bastide_core::tile::PILE_FIRST && position.bag().count(kind) > 0 {
            position.remove_undrawn(rules, kind, events);
        }
    }
}

/// Returns whether the player who placed the newest tile places the next river tile at once: a lake after the volcano (RIV-04, RIV-08).
#[inline(always)]
pub(crate) fn does_same_player_continue(position: &ClassicPosition, rules: &ClassicRules) -> bool {
    position.bag().left_in_first_pile() > 0 && newest_is_volcano(position, rules)
}

/// Returns whether the newest tile is a river's volcano.
#[inline(never)]
fn newest_is_volcano(position: &ClassicPosition, rules: &ClassicRules) -> bool {
    let Some(tile) = position.board.tiles().last() else { return false };
    let kind = rules.kind(tile.kind);
    kind.pile == bastide_core::tile::PILE_FIRST && kind.marks & base::VOLCANO != 0
}

/// Returns whether a river tile fits anywhere.
pub(crate) fn fits_anywhere(position: &ClassicPosition, rules: &ClassicRules, kind: KindIndex) -> bool {
    is_choice(|choice| list_places(position, rules, kind, choice))
}

/// Lists where a river tile may be placed (RIV-06).
pub(crate) fn list_places(
    position: &ClassicPosition,
    rules: &ClassicRules,
    kind: KindIndex,
    answers: &mut impl Answers,
) {
    let tile = rules.kind(kind);
    each_end(position, rules, |end| {
        for rotation in 0..tile.rotations {
            let edges = tile.turned[usize::from(rotation)].edges;
            if !answers.has_enough() && end.accepts(position, rules, edges) {
                answers.add(Answer::Place { at: end.at, rotation }); // RIV-06
            }
        }
    });
}

/// A place where the river continues.
#[derive(Clone, Copy, Default)]
struct RiverEnd {
    at: Place,
    /// The edges that the neighbours of the place require.
    need: u16,
    /// The river edges that a tile may not add here because the river would make a U-turn.
    barred: u16,
}

impl RiverEnd {
    /// Returns whether a tile with these edges fits here and continues the river on one side, without joining two arms or making a U-turn
    /// (RIV-06).
    #[inline]
    fn accepts(&self, position: &ClassicPosition, rules: &ClassicRules, edges: u16) -> bool {
        // A fitting tile has a river edge towards every neighbour that needs one, and towards no other neighbour.
        let open = edges & !self.need;
        self.need & !edges == 0
            && open & self.barred == 0
            && (rules.options.has(PRINTED) || river_sides(open).all(|side| has_room(position, self.at, side)))
    }
}

/// Returns the constraints on a river tile at a place where a neighbour needs a river, or `None` if no river tile may be placed there
/// (RIV-06).
fn end_at(position: &ClassicPosition, rules: &ClassicRules, at: Place, need: u16) -> Option<RiverEnd> {
    let mut joined = river_sides(need);
    let (entry, second) = (joined.next()?, joined.next());
    if !rules.options.has(PRINTED) {
        return Some(RiverEnd { at, need, barred: 0 });
    }
    if second.is_some() {
        return None;
    }
    // Turning the same way on two tiles in succession would be a U-turn. After a fork, this applies to every path through the fork.
    let bends = turns_before(position, rules, at.beside(entry), (entry + 2) % 4);
    let turns = |&exit: &usize| exit != entry && turn(entry, exit) != 0 && bends >> turn(entry, exit) & 1 == 1;
    let barred = (0..4).filter(turns).fold(0, |barred, exit| barred | 1 << (4 * exit + usize::from(base::RIVER)));
    Some(RiverEnd { at, need, barred })
}

/// Calls `each` with every place where the river can continue.
#[inline(always)]
fn each_end(position: &ClassicPosition, rules: &ClassicRules, mut each: impl FnMut(RiverEnd)) {
    // Wherever the river continues, a neighbour requires a river edge.
    position.board.each_demanding(RIVER_EDGES, |at, need| {
        if let Some(end) = end_at(position, rules, at, need) {
            each(end);
        }
    });
}

/// Maximum number of river ends that are stored while kinds of tile are tried. Few rivers have more ends.
const MAX_ENDS: usize = 8;

/// The places where the river continues, looked up once for several kinds of tile.
struct RiverEnds {
    /// Number of ends, of which only the first [`MAX_ENDS`] are stored.
    len: usize,
    kept: [RiverEnd; MAX_ENDS],
}

impl RiverEnds {
    fn of(position: &ClassicPosition, rules: &ClassicRules) -> Self {
        let mut ends = Self { len: 0, kept: [RiverEnd::default(); MAX_ENDS] };
        each_end(position, rules, |end| {
            if let Some(free) = ends.kept.get_mut(ends.len) {
                *free = end;
            }
            ends.len += 1;
        });
        ends
    }

    /// Returns whether a river tile can be placed at one of the ends.
    fn accept_kind(&self, position: &ClassicPosition, rules: &ClassicRules, kind: KindIndex) -> bool {
        let Some(ends) = self.kept.get(..self.len) else { return fits_anywhere(position, rules, kind) };
        let tile = rules.kind(kind);
        let turned = &tile.turned[..usize::from(tile.rotations)];
        turned.iter().any(|turned| ends.iter().any(|end| end.accepts(position, rules, turned.edges)))
    }
}

/// Returns whether the river has room to continue beyond a side of a place, with two tiles that would have no other neighbours.
fn has_room(position: &ClassicPosition, at: Place, side: usize) -> bool {
    let (next, left, right) = (at.beside(side), (side + 3) % 4, (side + 1) % 4);
    let beyond = next.beside(side);
    let near = [next.beside(left), next.beside(right), beyond, beyond.beside(left), beyond.beside(right)];
    near.into_iter().all(|place| position.board.tile_at(place).is_none())
}

/// Returns the sides that have a river edge.
fn river_sides(edges: u16) -> impl Iterator<Item = usize> {
    bits(edges & RIVER_EDGES).map(|bit| usize::from(bit) / 4)
}

/// Returns how the river turns on a tile: 0 for straight on, 1 for one side, 3 for the other.
const fn turn(entry: usize, exit: usize) -> usize {
    (exit + 6 - entry) % 4
}

/// Returns, as a bit set, how the river turns on the tile at a place before it leaves by a side: in several ways on a fork, in none on a
/// spring.
fn turns_before(position: &ClassicPosition, rules: &ClassicRules, at: Place, exit: usize) -> u8 {
    let board = &position.board;
    let Some(index) = board.tile_at(at) else { return 0 };
    let tile = board.tiles()[usize::from(index)];
    let edges = rules.kind(tile.kind).turned[usize::from(tile.rotation & 3)].edges;
    let others = river_sides(edges).filter(|&side| side != exit);
    let came = |&side: &usize| {
        // Before version 3 of the rules, the river only came from the neighbour that was placed earlier.
        !rules.options.is_before_version_3() || board.tile_at(at.beside(side)).is_some_and(|before| before < index)
    };
    others.filter(came).fold(0, |bends, side| bends | 1 << turn(side, exit))
}

/// Returns the number of pig herds across all tiles of a set-up.
pub(crate) fn all_herds(rules: &ClassicRules) -> usize {
    count_all(rules, |segment| usize::from(segment.counters[HERD_COUNTER]))
}

/// Returns the maximum number of pig herds in a set-up. Herds are counted in 8 bits, and the points that all herds give a field for all
/// possible cities, with besieged ones counting twice, must fit into 16 bits.
pub(crate) fn max_herds(rules: &ClassicRules) -> usize {
    let cities = count_all(rules, |segment| usize::from(segment.kind == base::CITY));
    (usize::from(u16::MAX) / (2 * cities).max(1)).min(usize::from(u8::MAX))
}

/// Sums a number over the segments of all tiles in a set-up.
fn count_all(rules: &ClassicRules, on: impl Fn(&Segment) -> usize) -> usize {
    let of = |kind: &TileKind| usize::from(kind.copies) * kind.segments().iter().map(&on).sum::<usize>();
    rules.kinds.iter().map(of).sum()
}

/// Returns the number of pig herds on a field (RIV-09).
pub fn herds(position: &ClassicPosition, field: SegmentIndex) -> u16 {
    u16::from(position.board.features.counter(field, HERD_COUNTER))
}
