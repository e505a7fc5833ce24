//! The later edition, published in 2020; its rules are in `rules.md` next to this file.

use crate::base::{
    AUROCHS, DEER, DEER_COUNTER, FIRE, FISH, FISH_COUNTER, FISH_EACH, FOREST, FREE_SYMBOLS_SHIFT, GOLD_COUNTER,
    HERD_COUNTER, LAKE, LAKE_COUNTER, MAMMOTHS, MEADOW, MEMBER, RIVER, TIGER_COUNTER, aurochs_on, deer_left, printed,
};
use crate::family::{HuntersPosition, HuntersRules};
use bastide_core::option::OptionInfo;
use bastide_core::tile::Segment;
use bastide_core::{
    Answer, Answers, Events, FigureIndex, PlacedTile, Score, SegmentBits, SegmentIndex, Subject, plain_struct,
};

/// Option for the edition (HG-23).
pub const EDITION: OptionInfo = OptionInfo::new("edition", &["first", "later"], "HG-23");
/// Option for whether a fire keeps tigers from taking deer from a hunting trap (HG-32).
pub const TRAP_AND_FIRE: OptionInfo =
    OptionInfo::new("trap_and_fire", &["apart", "fire_saves_deer"], "HG-32").default_in_version_1("fire_saves_deer");
/// Id of the menhir tile set.
pub const MENHIR_SET: &str = "hunters-menhir";
/// Tile sets: name and text of the tile file.
pub const SETS: [(&str, &str); 2] =
    [("hunters-2020", include_str!("tiles.toml")), (MENHIR_SET, include_str!("menhirs.toml"))];

/// Number of huts that each seat has (HG-24).
pub const HUTS: u8 = 3;
/// Points for each mammoth (HG-27).
pub const MAMMOTH_EACH: i16 = 3;
/// Points for each aurochs (HG-27).
pub const AUROCHS_EACH: i16 = 2;
/// Points for each deer (HG-27).
pub const DEER_EACH: i16 = 1;
/// Points for each mushroom patch (HG-28).
pub const MUSHROOM_EACH: i16 = 3;
/// Points for each lake in a logboat's system (HG-31).
pub const LOGBOAT_EACH: i16 = 2;
/// Points for each lake in a raft's system (HG-34).
pub const RAFT_EACH: i16 = 1;

/// Name of the score term that counts the lakes of a system.
pub const LAKES: &str = "lakes";
/// Name of the score term that counts the points of animals a second time.
pub const DOUBLED: &str = "doubled";

/// Index of a system's counter for rafts.
pub const RAFT_COUNTER: usize = 2;

/// Names of the powers in tile files. A power's number in a segment's symbols is its index plus one.
pub const POWERS: [&str; 6] = ["shaman", "logboat", "hunting_trap", "pit_trap", "raft", "wild_fire"];
const SHAMAN: u8 = 1;
const LOGBOAT: u8 = 2;
const HUNTING_TRAP: u8 = 3;
const PIT_TRAP: u8 = 4;
const RAFT: u8 = 5;

/// Maximum number of segments in a set-up. Every saved position has a bit for each possible segment.
pub const MAX_SEGMENTS: usize = 1280;

/// State of the later edition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extra {
    /// Meadow segments whose animals were taken by a hunting trap and no longer count (HG-32).
    pub spent: SegmentBits<{ MAX_SEGMENTS / 64 }>,
}

plain_struct!(Extra { spent });

/// Parses a numeric attribute of a segment. Returns false if the later edition has no such attribute for this kind of segment.
pub(crate) fn read_number(name: &str, number: u8, in_play: bool, segment: &mut Segment) -> bool {
    match (segment.kind, name) {
        (FOREST, "menhir") => segment.counters[GOLD_COUNTER] = segment.counters[GOLD_COUNTER].saturating_add(number), // HG-25
        (RIVER, "fish") => segment.counters[FISH_COUNTER] = if in_play { number } else { 0 }, // HG-26
        _ => return false,
    }
    true
}

/// Parses a word attribute of a segment. Returns false if the word is not a power of the later edition, or if this kind of segment cannot
/// have that power.
pub(crate) fn read_word(name: &str, word: &str, segment: &mut Segment) -> bool {
    let Some(index) = POWERS.iter().position(|power| name == "power" && *power == word) else { return false };
    let power = index as u8 + 1;
    segment.symbols |= power << FREE_SYMBOLS_SHIFT;
    segment.kind == if matches!(power, LOGBOAT | RAFT) { LAKE } else { MEADOW }
}

/// Adds what only the later edition counts to a system's counters: a raft on one of its lakes, and the fish in one of its rivers.
pub(crate) fn read_water(water: &Segment, system: &mut Segment) {
    if water.kind == RIVER {
        system.counters[FISH_COUNTER] = system.counters[FISH_COUNTER].saturating_add(water.counters[FISH_COUNTER]); // HG-26
    }
    if power_of(water) == RAFT {
        system.counters[RAFT_COUNTER] += 1; // HG-34
    }
}

/// Returns the power of a printed segment; 0 for none.
#[inline]
const fn power_of(segment: &Segment) -> u8 {
    segment.symbols >> FREE_SYMBOLS_SHIFT
}

/// Returns the segment of the newest tile that has a power, and that power.
#[inline]
fn power(position: &HuntersPosition, rules: &HuntersRules) -> Option<(SegmentIndex, u8)> {
    let tile = position.board.tiles().last()?;
    let segments = rules.kind(tile.kind).segments().iter().enumerate();
    let (own, power) = segments.map(|(own, s)| (own, power_of(s))).find(|&(_, power)| power != 0)?;
    Some((tile.first + own as SegmentIndex, power))
}

/// Handles the immediate power of the tile just placed (HG-29).
pub(crate) fn placed(position: &mut HuntersPosition, rules: &HuntersRules, events: &mut impl Events) {
    match power(position, rules) {
        Some((lake, LOGBOAT)) => launch_logboat(position, rules, lake, events),
        Some((meadow, HUNTING_TRAP)) => spring_trap(position, rules, meadow, events),
        _ => {}
    }
}

/// Awards points for all lakes in the logboat's system, including the logboat's own lake (HG-31).
fn launch_logboat(position: &mut HuntersPosition, rules: &HuntersRules, lake: SegmentIndex, events: &mut impl Events) {
    let Some(system) = system_of(position, rules, lake) else { return };
    let lakes = position.board.features.counter(system, LAKE_COUNTER).into();
    let score = Score::of("HG-31", LAKES, lakes, LOGBOAT_EACH);
    position.award(position.seat(), Subject::Feature(system), score, false, false, events);
}

/// Returns the root of the system that a river or a lake belongs to.
fn system_of(position: &HuntersPosition, rules: &HuntersRules, water: SegmentIndex) -> Option<SegmentIndex> {
    let features = &position.board.features;
    let first = position.board.tiles()[usize::from(features.tile_of(water))].first;
    let along = printed(position, rules, water).along?;
    Some(features.root(first + SegmentIndex::from(along)))
}

/// Springs the hunting trap: the active seat scores the animals in the trap's meadow that are on the trap's tile or the eight places around
/// it. These animals no longer count afterwards (HG-32).
fn spring_trap(position: &mut HuntersPosition, rules: &HuntersRules, trap: SegmentIndex, events: &mut impl Events) {
    let features = &position.board.features;
    let root = features.root(trap);
    let mut spent = position.extra.later.spent;
    let mut caught = Animals::default();
    for segment in features.ring(root).filter(|&segment| is_near(position, segment, trap)) {
        let animals = Animals::on(printed(position, rules, segment));
        if animals != Animals::default() && spent.insert(segment) {
            caught.add(animals);
        }
    }
    // A fire takes effect in the final scoring (HG-29). With this option it also keeps tigers from taking deer from the trap.
    let saved = rules.options.fire_saves_deer && features.counter(root, TIGER_COUNTER) == FIRE;
    let deer = caught.deer_left(saved).1;
    let score = Score::of("HG-32", MAMMOTHS, caught.mammoths, MAMMOTH_EACH)
        .and("HG-32", AUROCHS, caught.aurochs, AUROCHS_EACH)
        .and("HG-32", DEER, deer, DEER_EACH);
    position.extra.later.spent = spent;
    position.award(position.seat(), Subject::Feature(root), score, false, false, events);
}

/// Returns whether a segment is on the same tile as `other` or in one of the eight places around it.
fn is_near(position: &HuntersPosition, segment: SegmentIndex, other: SegmentIndex) -> bool {
    let (at, centre) = (position.board.place_of(segment), position.board.place_of(other));
    at == centre || at.touches(centre)
}

/// Returns whether the tile just placed has the shaman and the active seat has a member on the map that can be taken back (HG-30).
#[inline]
pub(crate) fn may_call_back(position: &HuntersPosition, rules: &HuntersRules) -> bool {
    newest_is_shaman(position, rules) && members(position).next().is_some()
}

/// Returns whether the newest tile has the shaman.
pub(crate) fn newest_is_shaman(position: &HuntersPosition, rules: &HuntersRules) -> bool {
    power(position, rules).is_some_and(|(_, power)| power == SHAMAN)
}

/// Returns the indices of the active seat's members on the map.
fn members(position: &HuntersPosition) -> impl Iterator<Item = FigureIndex> {
    let figures = position.board.features.figures().iter().enumerate();
    figures
        .filter(|(_, figure)| figure.seat == position.seat() && figure.kind == MEMBER && figure.segment().is_some())
        .map(|(number, _)| number as FigureIndex)
}

/// Lists the members that may be taken back (HG-30).
pub(crate) fn list_members(position: &HuntersPosition, answers: &mut impl Answers) {
    members(position).for_each(|figure| answers.add(Answer::Return { figure }));
}

/// Adds the score for a river's own fish (HG-26).
pub(crate) fn with_fish(position: &HuntersPosition, root: SegmentIndex, score: Score) -> Score {
    score.and("HG-26", FISH, position.board.features.counter(root, FISH_COUNTER).into(), FISH_EACH)
}

/// Adds points to a system's score for each of its lakes, once per raft (HG-34).
pub(crate) fn with_rafts(position: &HuntersPosition, root: SegmentIndex, score: Score) -> Score {
    let features = &position.board.features;
    let lakes = u16::from(features.counter(root, LAKE_COUNTER)) * u16::from(features.counter(root, RAFT_COUNTER));
    score.and("HG-34", LAKES, lakes, RAFT_EACH)
}

/// Numbers of animals by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Animals {
    mammoths: u16,
    aurochs: u16,
    deer: u16,
    tigers: u16,
}

impl Animals {
    /// Counts the animals of a printed meadow segment. A tiger in the same segment as a fire does not count.
    fn on(segment: &Segment) -> Self {
        let [herd, deer, tigers] =
            [HERD_COUNTER, DEER_COUNTER, TIGER_COUNTER].map(|counter| u16::from(segment.counters[counter]));
        let aurochs = u16::from(aurochs_on(segment));
        let tigers = if tigers == u16::from(FIRE) { 0 } else { tigers };
        Self { mammoths: herd - aurochs, aurochs, deer, tigers }
    }

    fn add(&mut self, other: Self) {
        self.mammoths += other.mammoths;
        self.aurochs += other.aurochs;
        self.deer += other.deer;
        self.tigers += other.tigers;
    }

    /// Returns the number of deer not taken by tigers, preceded by the clause that applies. `burns` is true if there is a fire.
    fn deer_left(&self, burns: bool) -> (&'static str, u16) {
        deer_left(self.deer, if burns { FIRE } else { self.tigers.min(u16::from(FIRE) - 1) as u8 })
    }
}

/// Returns a meadow's score for the seats with the most hunters (HG-27). Animals that a hunting trap took do not count (HG-32), and animals
/// around a pit trap count twice (HG-33).
pub(crate) fn meadow_worth(position: &HuntersPosition, rules: &HuntersRules, root: SegmentIndex) -> Score {
    let features = &position.board.features;
    let (mut all, mut twice) = (Animals::default(), Animals::default());
    let trapped = features.ring(root).any(|segment| is_pit_trap(position, rules, segment));
    for segment in features.ring(root) {
        if position.extra.later.spent.contains(segment) {
            continue;
        }
        let animals = Animals::on(printed(position, rules, segment));
        all.add(animals);
        if trapped && counts_twice(position, rules, segment) {
            twice.add(animals);
        }
    }
    let (clause, deer) = all.deer_left(features.counter(root, TIGER_COUNTER) == FIRE);
    // HG-33: tigers take the deer that count once before those that count twice.
    let deer_twice = deer.min(twice.deer);
    let doubled =
        MAMMOTH_EACH as u16 * twice.mammoths + AUROCHS_EACH as u16 * twice.aurochs + DEER_EACH as u16 * deer_twice;
    let clause = if clause == "HG-18" { "HG-35" } else { "HG-27" };
    Score::of("HG-27", MAMMOTHS, all.mammoths, MAMMOTH_EACH)
        .and("HG-27", AUROCHS, all.aurochs, AUROCHS_EACH)
        .and(clause, DEER, deer, DEER_EACH)
        .and("HG-33", DOUBLED, doubled, 1)
}

/// Returns whether the animals of a meadow segment count twice, that is, whether a pit trap in the same meadow is on the segment's tile or
/// next to it (HG-33).
pub(crate) fn counts_twice(position: &HuntersPosition, rules: &HuntersRules, segment: SegmentIndex) -> bool {
    let mut ring = position.board.features.ring(segment);
    ring.any(|trap| is_pit_trap(position, rules, trap) && is_near(position, segment, trap))
}

fn is_pit_trap(position: &HuntersPosition, rules: &HuntersRules, segment: SegmentIndex) -> bool {
    power_of(printed(position, rules, segment)) == PIT_TRAP
}

/// Returns whether the state is possible: every spent segment must belong to a meadow and have a hunting trap on its tile or next to it.
pub(crate) fn validate(position: &HuntersPosition, rules: &HuntersRules) -> bool {
    let features = &position.board.features;
    let near_trap = |segment: SegmentIndex| {
        let is_trap = |tile: &PlacedTile| {
            let near = tile.at == position.board.place_of(segment) || tile.at.touches(position.board.place_of(segment));
            near && rules.kind(tile.kind).segments().iter().any(|s| power_of(s) == HUNTING_TRAP)
        };
        position.board.tiles().iter().any(is_trap)
    };
    let mut spent = position.extra.later.spent.segments();
    spent.all(|segment| segment < features.len() && features.kind(segment) == MEADOW && near_trap(segment))
}
