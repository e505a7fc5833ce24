//! Describes positions for programs outside the family: the pending decision, which banks can never be finished, and where ghosts are.

use crate::family::{Coop, CoopPosition, CoopRules};
use crate::pending::Pending;
use crate::{base, ghosts, kinds, scoring, turn};
use bastide_core::described::{Asked, Described, Remembered};
use bastide_core::{Events, FigureKind, MAX_SEATS, Score, SegmentIndex, TileIndex, bits};

impl Described for Coop {
    const KIND_WORDS: &'static [&'static str] = &kinds::KIND_WORDS;
    const ROLE_WORDS: &'static [&'static str] = &kinds::ROLE_WORDS;
    const FIGURE_WORDS: &'static [&'static str] = &kinds::FIGURE_WORDS;
    const TEAM_GOAL: Option<i32> = Some(base::GOAL);

    fn asked(position: &CoopPosition) -> Asked {
        match position.pending() {
            Pending::Over => Asked::Over,
            Pending::Begin | Pending::Draw => Asked::Chance,
            Pending::Place { kind } => Asked::Place(kind),
            Pending::Deploy { .. } => Asked::Deploy,
            // COOP-13
            Pending::Reward { .. } => {
                Asked::Other("reward", "the feature may be scored with pass, or ghosts taken off a tile")
            }
        }
    }

    // Returns the prefix for a guard's colour, such as `second`; empty for the seat's first colour.
    fn role_prefix(kind: FigureKind) -> &'static str {
        kinds::FIGURE_WORDS[usize::from(kind)].trim_end_matches(kinds::FIGURE_WORDS[0]).trim_end_matches('-')
    }

    fn is_complete(position: &CoopPosition, rules: &CoopRules, root: SegmentIndex) -> bool {
        scoring::is_complete(position, rules, root)
    }

    // Returns the points that the feature would give the team if it were finished in its current state. An unfinished feature scores
    // nothing.
    fn worth(position: &CoopPosition, _: &CoopRules, root: SegmentIndex) -> Score {
        scoring::worth(position, root)
    }

    fn tally(position: &CoopPosition, _: &CoopRules, root: SegmentIndex) -> [u16; MAX_SEATS] {
        scoring::tally(position, root)
    }

    // Points are recorded for the seat whose turn it is (COOP-16).
    fn awarded_score(position: &CoopPosition, _: &CoopRules, root: SegmentIndex, seat: u8) -> Option<Score> {
        let scores = seat == position.seat() && position.board.features.is_occupied(root);
        scores.then(|| scoring::worth(position, root))
    }

    fn team_loss(position: &CoopPosition, rules: &CoopRules) -> &'static str {
        if ghosts::too_few(position, rules) {
            "ghosts" // COOP-09
        } else if position.bag().left() == 0 {
            "tiles" // COOP-15
        } else {
            ""
        }
    }

    fn end_now(position: &mut CoopPosition, _: &CoopRules, events: &mut impl Events) {
        turn::end_game(position, events);
    }

    fn stock(position: &CoopPosition, _: &CoopRules, mut each: impl FnMut(&'static str, u8)) {
        each(base::GHOST_WORD, ghosts::reserve(position));
    }

    fn tile_tokens(position: &CoopPosition, tile: TileIndex) -> u8 {
        position.extra.on(tile)
    }

    fn reward(position: &CoopPosition, _: &CoopRules) -> Option<(SegmentIndex, Score)> {
        let Pending::Reward { left } = position.pending() else { return None };
        let root = turn::first_feature(position, left);
        Some((root, scoring::worth(position, root)))
    }

    // Marks a bank of mist that can never be finished (COOP-06).
    fn marks(position: &CoopPosition, rules: &CoopRules, root: SegmentIndex, mut each: impl FnMut(&'static str)) {
        if position.board.features.kind(root) == base::MIST && base::is_limited(position, rules, root) {
            each("limited");
        }
    }

    fn remembered(position: &CoopPosition, _: &CoopRules, mut each: impl FnMut(&'static str, Remembered)) {
        for tile in position.extra.haunted_tiles() {
            each("ghosts", Remembered::OnTile(tile, position.extra.on(tile)));
        }
        // The segments of the newest tile whose features are undecided, including the one now being decided.
        if let Pending::Reward { left } = position.pending() {
            let first = position.board.newest_segment();
            bits(left).for_each(|own| each("reward", Remembered::Segment(first + own)));
        }
    }
}
