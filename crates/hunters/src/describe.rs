//! Describes positions for programs outside the family: the pending decision, the marks of features, and which printed things count.

use crate::base::{self, FIRE, LAKE, MEADOW, RIVER, SYSTEM, TIGER_COUNTER};
use crate::family::{Hunters, HuntersPosition, HuntersRules};
use crate::pending::Pending;
use crate::{kinds, later, scoring, turn};
use bastide_core::described::{Asked, Described, Remembered};
use bastide_core::{Events, FigureKind, MAX_SEATS, Score, SegmentIndex, SegmentSet, TileIndex};

impl Described for Hunters {
    const KIND_WORDS: &'static [&'static str] = &kinds::KIND_WORDS;
    const ROLE_WORDS: &'static [&'static str] = &kinds::ROLE_WORDS;
    const FIGURE_WORDS: &'static [&'static str] = &kinds::FIGURE_WORDS;

    fn asked(position: &HuntersPosition) -> Asked {
        match position.pending() {
            Pending::Over => Asked::Over,
            Pending::Place { kind } => Asked::Place(kind),
            Pending::Deploy { .. } => Asked::Deploy,
            Pending::Shaman => Asked::Other("shaman", "one of your members on the table may come back, or pass"),
            _ => Asked::Chance,
        }
    }

    fn has_roles(kind: FigureKind) -> bool {
        kind == base::MEMBER
    }

    fn is_complete(position: &HuntersPosition, _: &HuntersRules, root: SegmentIndex) -> bool {
        scoring::is_complete(position, root)
    }

    fn worth(position: &HuntersPosition, rules: &HuntersRules, root: SegmentIndex) -> Score {
        scoring::worth(position, rules, root)
    }

    fn tally(position: &HuntersPosition, rules: &HuntersRules, root: SegmentIndex) -> [u16; MAX_SEATS] {
        scoring::tally(position, rules, root)
    }

    fn end_now(position: &mut HuntersPosition, rules: &HuntersRules, events: &mut impl Events) {
        turn::end_game(position, rules, events);
    }

    // Reports the lakes of a river, or the rivers and lakes of a system.
    fn scored_with(
        position: &HuntersPosition,
        rules: &HuntersRules,
        root: SegmentIndex,
        mut each: impl FnMut(SegmentIndex),
    ) {
        match position.board.features.kind(root) {
            RIVER => base::lakes_of_river(position, rules, root, each),
            SYSTEM => {
                let mut seen = SegmentSet::default();
                waters_of_system(position, rules, root, |segment| {
                    let feature = position.board.features.root(segment);
                    if seen.insert(feature) {
                        each(feature);
                    }
                });
            }
            _ => {}
        }
    }

    fn counted(
        position: &HuntersPosition,
        rules: &HuntersRules,
        root: SegmentIndex,
        mut each: impl FnMut(TileIndex, u8, bool),
    ) {
        let features = &position.board.features;
        match features.kind(root) {
            MEADOW => counted_in_meadow(position, rules, root, each),
            SYSTEM => waters_of_system(position, rules, root, |water| {
                if features.kind(water) == LAKE || rules.options.later {
                    things_on(position, rules, water, &mut |tile, thing, word| {
                        if word == base::FISH {
                            each(tile, thing, true); // HG-16, HG-26
                        }
                    });
                }
            }),
            RIVER => {
                let mut fish = |tile, thing, word: &str| {
                    if word == base::FISH {
                        each(tile, thing, true); // HG-09, HG-26
                    }
                };
                base::lakes_of_river(position, rules, root, |lake| things_on(position, rules, lake, &mut fish));
                if rules.options.later {
                    features.ring(root).for_each(|river| things_on(position, rules, river, &mut fish));
                }
            }
            _ => features.ring(root).for_each(|segment| {
                things_on(position, rules, segment, &mut |tile, thing, _| each(tile, thing, true)); // HG-12, HG-19
            }),
        }
    }

    fn marks(position: &HuntersPosition, rules: &HuntersRules, root: SegmentIndex, mut each: impl FnMut(&'static str)) {
        let features = &position.board.features;
        match features.kind(root) {
            MEADOW => {
                if features.counter(root, TIGER_COUNTER) == FIRE {
                    each("fire"); // HG-18
                }
                if features.ring(root).any(|segment| base::is_on_shrine(position, rules, segment)) {
                    each("shrine"); // HG-21
                }
            }
            SYSTEM if features.counter(root, later::RAFT_COUNTER) > 0 => each("raft"), // HG-34
            _ => {}
        }
    }

    fn remembered(position: &HuntersPosition, rules: &HuntersRules, mut each: impl FnMut(&'static str, Remembered)) {
        if position.extra.bonus {
            each("turn bonus", Remembered::Numbers([1, 0, 0]));
        }
        if rules.options.later {
            for segment in position.extra.later.spent.segments() {
                let at = position.board.place_of(segment);
                // Coordinates west and north of the start tile are negative, but remain distinct when cast to unsigned.
                let within = u16::from(position.board.index_in_tile(segment));
                each("spent", Remembered::Numbers([at.x as u16, at.y as u16, within]));
            }
        }
    }
}

/// Calls `each` with every river and lake segment of a system.
fn waters_of_system(
    position: &HuntersPosition,
    rules: &HuntersRules,
    root: SegmentIndex,
    mut each: impl FnMut(SegmentIndex),
) {
    let (board, features) = (&position.board, &position.board.features);
    for system in features.ring(root) {
        let tile = board.tiles()[usize::from(features.tile_of(system))];
        for (own, segment) in rules.kind(tile.kind).segments().iter().enumerate() {
            if segment.along.is_some_and(|along| tile.first + SegmentIndex::from(along) == system) {
                each(tile.first + own as SegmentIndex);
            }
        }
    }
}

/// Calls `each` with every animal in a meadow, except for tigers, and whether it counts. Deer taken by tigers and animals taken by a
/// hunting trap do not count. Tigers take deer in order of placement, but take deer that count twice last (HG-33).
fn counted_in_meadow(
    position: &HuntersPosition,
    rules: &HuntersRules,
    root: SegmentIndex,
    mut each: impl FnMut(TileIndex, u8, bool),
) {
    let features = &position.board.features;
    let is_spent = |segment: SegmentIndex| position.extra.later.spent.contains(segment); // HG-32
    let is_safe = |segment: SegmentIndex| rules.options.later && later::counts_twice(position, rules, segment);
    let mut tigers: u16 = 0;
    let own =
        || (0..features.len()).filter(|&segment| features.kind(segment) == MEADOW && features.root(segment) == root);
    if features.counter(root, TIGER_COUNTER) != FIRE {
        let here = own().filter(|&segment| !is_spent(segment));
        tigers = here.map(|s| u16::from(base::printed(position, rules, s).counters[TIGER_COUNTER])).sum();
    }
    for safe in [false, true] {
        for segment in own().filter(|&segment| is_safe(segment) == safe) {
            let spent = is_spent(segment);
            things_on(position, rules, segment, &mut |tile, thing, word| match word {
                "tiger" | "fire" | "shrine" => {}
                "deer" if !spent && tigers > 0 => {
                    tigers -= 1;
                    each(tile, thing, false); // HG-17
                }
                _ => each(tile, thing, !spent),
            });
        }
    }
}

/// Calls `each` with every printed thing on a segment except springs: the tile, the thing's index on the tile, and the thing's word.
fn things_on(
    position: &HuntersPosition,
    rules: &HuntersRules,
    segment: SegmentIndex,
    each: &mut impl FnMut(TileIndex, u8, &str),
) {
    let index = position.board.features.tile_of(segment);
    let tile = position.board.tiles()[usize::from(index)];
    let own = (segment - tile.first) as u8;
    for (number, thing) in rules.texts[usize::from(tile.kind)].printed().iter().enumerate() {
        if thing.segments.contains(&own) && thing.word != "spring" {
            each(index, number as u8, &thing.word);
        }
    }
}
