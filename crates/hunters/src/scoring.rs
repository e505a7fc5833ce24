//! Computes the scores of features, and awards them in the order that the rules prescribe.

use crate::base::{FOREST, MEADOW, MUSHROOM_COUNTER, MUSHROOMS, RIVER, SYSTEM};
use crate::family::{HuntersPosition, HuntersRules};
use crate::{base, later};
use bastide_core::{Events, FigureIndex, MAX_SEATS, Score, SegmentIndex, SegmentSet, Subject};

/// Returns whether a feature is complete: a forest or a river without open edges (HG-09, HG-10). Meadows, lakes and systems never are.
#[inline]
pub fn is_complete(position: &HuntersPosition, root: SegmentIndex) -> bool {
    let features = &position.board.features;
    scores_when_complete(features.kind(root)) && features.open(root) == 0
}

/// Returns the score that each owner of a feature would receive if the game ended now. Meadows and systems score for what they contain
/// (HG-16, HG-17); forests and rivers score nothing unless they are complete (HG-15).
#[inline]
pub fn worth(position: &HuntersPosition, rules: &HuntersRules, root: SegmentIndex) -> Score {
    if position.board.features.open(root) > 0 && scores_when_complete(position.board.features.kind(root)) {
        return Score::default();
    }
    as_complete(position, rules, root)
}

/// Returns the score that each owner of a feature would receive if the feature, in its current state, were complete.
#[inline]
pub fn as_complete(position: &HuntersPosition, rules: &HuntersRules, root: SegmentIndex) -> Score {
    let (features, is_later) = (&position.board.features, rules.options.later);
    match features.kind(root) {
        MEADOW if is_later => later::meadow_worth(position, rules, root),
        MEADOW => base::meadow_worth(position, rules, root),
        FOREST => {
            let (clause, each) =
                if is_later { ("HG-28", later::MUSHROOM_EACH) } else { ("HG-19", base::MUSHROOM_EACH) };
            let mushrooms = features.counter(root, MUSHROOM_COUNTER).into();
            base::forest_worth(position, rules, root).and(clause, MUSHROOMS, mushrooms, each)
        }
        RIVER => {
            let score = base::river_worth(position, rules, root);
            if is_later { later::with_fish(position, root, score) } else { score }
        }
        SYSTEM => {
            let score = base::system_worth(position, root);
            if is_later { later::with_rafts(position, root, score) } else { score }
        }
        _ => Score::default(),
    }
}

/// Returns each seat's strength on a feature, which is its number of figures there (HG-11, HG-16, HG-17). In a meadow with a hunter on the
/// shrine, only hunters on the shrine count (HG-21).
#[inline]
pub fn tally(position: &HuntersPosition, rules: &HuntersRules, root: SegmentIndex) -> [u16; MAX_SEATS] {
    let features = &position.board.features;
    let (mut all, mut on_shrine, mut shrine) = ([0; MAX_SEATS], [0; MAX_SEATS], false);
    for figure in features.figures_on(root) {
        let figure = features.figure(figure);
        all[usize::from(figure.seat)] += 1;
        if figure.segment().is_some_and(|segment| base::is_on_shrine(position, rules, segment)) {
            on_shrine[usize::from(figure.seat)] += 1;
            shrine = true;
        }
    }
    if shrine { on_shrine } else { all }
}

/// Returns whether features of this kind are scored as soon as they are complete; all others wait for the end of the game (HG-14).
#[inline]
pub(crate) const fn scores_when_complete(kind: u8) -> bool {
    kind == FOREST || kind == RIVER
}

/// Scores every forest and river that the newest tile completed, once each, in the order of the tile's segments (HG-03). Returns whether
/// one of these forests has gold, even if it was unoccupied (HG-12).
#[inline]
pub(crate) fn score_completed(position: &mut HuntersPosition, rules: &HuntersRules, events: &mut impl Events) -> bool {
    let Some(&tile) = position.board.tiles().last() else { return false };
    if !position.board.has_ended_feature() {
        return false;
    }
    let mut gold = false;
    for own in 0..rules.kind(tile.kind).segments().len() {
        let features = &position.board.features;
        let segment = tile.first + own as SegmentIndex;
        if !scores_when_complete(features.kind(segment)) {
            continue;
        }
        let root = features.root(segment);
        if features.open(root) > 0 {
            continue; // HG-09, HG-10: no end and no side is open.
        }
        gold |= features.kind(segment) == FOREST && features.counter(root, base::GOLD_COUNTER) > 0;
        // A feature with several segments on this tile is scored only once: scoring returns its figures, so it is unoccupied afterwards.
        if features.is_occupied(root) {
            let score = as_complete(position, rules, root);
            award(position, rules, root, score, true, false, events);
            while let Some(figure) = first_figure(position, root) {
                position.return_figure(figure, events); // HG-11
            }
        }
    }
    gold
}

/// Returns the first figure on a feature.
#[inline]
fn first_figure(position: &HuntersPosition, root: SegmentIndex) -> Option<FigureIndex> {
    let mut figures = position.board.features.figures_on(root);
    figures.next()
}

/// Awards the full score of a feature to each of its strongest seats (HG-11).
fn award(
    position: &mut HuntersPosition,
    rules: &HuntersRules,
    root: SegmentIndex,
    score: Score,
    finished: bool,
    last: bool,
    events: &mut impl Events,
) {
    let tally = tally(position, rules, root);
    let most = tally.into_iter().max().unwrap_or(0);
    for seat in 0..rules.seats {
        if most > 0 && tally[usize::from(seat)] == most {
            position.award(seat, Subject::Feature(root), score, finished, last, events);
        }
    }
}

/// Returns the gatherers and fishers on incomplete forests and rivers to their owners' supply, without points (HG-15), in the order of
/// their indices (HG-38).
pub(crate) fn send_home(position: &mut HuntersPosition, events: &mut impl Events) {
    for figure in 0..position.board.features.figures().len() {
        let features = &position.board.features;
        let stands_on = features.figures()[figure].segment().map(|segment| features.kind(segment));
        if stands_on.is_some_and(scores_when_complete) {
            position.return_figure(figure as FigureIndex, events);
        }
    }
}

/// Awards the final scoring: systems with huts (HG-16), then meadows with hunters (HG-17), each in the order of the figures' indices.
pub(crate) fn score_final(position: &mut HuntersPosition, rules: &HuntersRules, events: &mut impl Events) {
    for kind in [SYSTEM, MEADOW] {
        let mut done = SegmentSet::default();
        for figure in 0..position.board.features.figures().len() {
            let features = &position.board.features;
            let Some(segment) = features.figures()[figure].segment() else { continue };
            let root = features.root(segment);
            if features.kind(root) == kind && done.insert(root) {
                let score = as_complete(position, rules, root);
                award(position, rules, root, score, true, true, events);
            }
        }
    }
}
