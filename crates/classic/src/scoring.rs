//! The order of scoring, and the hooks by which expansions change what a feature is worth.

use crate::inns_cathedrals;
use crate::options::INNS_CATHEDRALS;
use crate::{ClassicPosition, ClassicRules, base, newest_segment, scores_when_complete, strength};
use bastide_core::{Events, MAX_SEATS, MAX_SEGMENTS, Score, SegmentIndex};

/// What a feature is worth to each of its owners: `finished` as a complete feature, otherwise as one that the end of the game
/// left unfinished. A field is worth its complete cities either way.
pub fn worth(position: &ClassicPosition, rules: &ClassicRules, root: SegmentIndex, finished: bool) -> Score {
    let mut score = base::worth(position, rules, root, finished);
    if rules.options.has(INNS_CATHEDRALS) {
        inns_cathedrals::worth(position, rules, root, finished, &mut score);
    }
    score
}

/// How strong each seat is on a feature (BASE-14).
#[inline]
pub fn tally(position: &ClassicPosition, rules: &ClassicRules, root: SegmentIndex) -> [u16; MAX_SEATS] {
    let mut tally = [0; MAX_SEATS];
    for figure in position.board.features.figures_on(root) {
        let figure = position.board.features.figure(figure);
        tally[usize::from(figure.seat)] += strength(rules, figure.kind);
    }
    tally
}

/// Scores every feature that the newest tile completed, each on its own (BASE-17): roads and cities in the order of the tile's
/// segments, then surrounded segments in the order in which they were laid.
pub(crate) fn score_completed(position: &mut ClassicPosition, rules: &ClassicRules, events: &mut impl Events) {
    let Some(&tile) = position.board.tiles().last() else { return };
    let first = newest_segment(position);
    for i in 0..rules.kind(tile.kind).segments().len() {
        let features = &position.board.features;
        let segment = first + i as SegmentIndex;
        let root = features.root(segment);
        // BASE-11, BASE-12: no end and no gap is left. A feature that was scored is empty, and so is not scored twice.
        if features.open(root) == 0 && features.is_occupied(root) && scores_when_complete(features.kind(segment)) {
            score_complete(position, rules, root, events);
        }
    }
    for i in 0..position.board.closed_by_last().len() {
        let root = position.board.closed_by_last()[i];
        if position.board.features.is_occupied(root) {
            score_complete(position, rules, root, events); // BASE-13
        }
    }
}

fn score_complete(position: &mut ClassicPosition, rules: &ClassicRules, root: SegmentIndex, events: &mut impl Events) {
    award(position, rules, root, true, false, events);
    loop {
        let Some(figure) = position.board.features.figures_on(root).next() else { break };
        position.return_figure(figure, events); // BASE-15
    }
}

/// Awards a feature to whoever is strongest on it (BASE-14).
fn award(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    root: SegmentIndex,
    finished: bool,
    last: bool,
    events: &mut impl Events,
) {
    let tally = tally(position, rules, root);
    let most = tally.into_iter().max().unwrap_or(0);
    if most == 0 {
        return;
    }
    let score = worth(position, rules, root, finished);
    for seat in 0..rules.seats {
        if tally[usize::from(seat)] == most {
            position.award(seat, root, score, finished, last, events);
        }
    }
}

/// The final scoring: unfinished features (BASE-20), then fields (BASE-21), each in the order of the figures that stand there.
pub(crate) fn score_final(position: &mut ClassicPosition, rules: &ClassicRules, events: &mut impl Events) {
    for fields in [false, true] {
        let mut done = RootSet::default();
        for figure in 0..position.board.features.figures().len() {
            let features = &position.board.features;
            let Some(segment) = features.figures()[figure].segment() else { continue };
            let root = features.root(segment);
            if (features.kind(root) == base::FIELD) == fields && done.insert(root) {
                award(position, rules, root, fields, true, events);
            }
        }
    }
}

/// A set of features, by their roots.
pub(crate) struct RootSet([u64; MAX_SEGMENTS.div_ceil(64)]);

impl Default for RootSet {
    fn default() -> Self {
        Self([0; MAX_SEGMENTS.div_ceil(64)])
    }
}

impl RootSet {
    /// Adds a feature; whether it is new.
    pub(crate) fn insert(&mut self, root: SegmentIndex) -> bool {
        let (word, bit) = (usize::from(root) / 64, 1 << (root % 64));
        let new = self.0[word] & bit == 0;
        self.0[word] |= bit;
        new
    }
}
