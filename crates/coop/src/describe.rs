//! What the family tells about itself in words: what is decided, which banks are closed for good, where ghosts stand.

use crate::family::{CoopPosition, CoopRules};
use crate::pending::Pending;
use crate::{base, scoring, turn};
use bastide_core::{Score, SegmentIndex, bits};

/// The words for what gives points and is no feature: nothing does.
pub const SOURCE_WORDS: &[&str] = &[];
/// What is asked of a finished feature, and what may be answered (COOP-13).
pub const REWARD: (&str, &str) = ("reward", "the feature may be scored with pass, or ghosts taken off a tile");
/// The mark of a bank that can never be finished (COOP-06).
pub const LIMITED: &str = "limited";

/// The finished feature that is decided now, and what scoring it gives.
pub fn reward(position: &CoopPosition) -> Option<(SegmentIndex, Score)> {
    let Pending::Reward { left } = position.pending() else { return None };
    let root = turn::decided(position, left);
    Some((root, scoring::worth(position, root)))
}

/// Whether a feature is a bank that can never be finished.
pub fn is_limited(position: &CoopPosition, rules: &CoopRules, root: SegmentIndex) -> bool {
    position.board.features.kind(root) == base::MIST && base::is_limited(position, rules, root)
}

/// The segments of the newest tile whose features are decided, now and next.
pub fn pending(position: &CoopPosition, mut each: impl FnMut(SegmentIndex)) {
    let Pending::Reward { left } = position.pending() else { return };
    let first = position.board.newest_segment();
    bits(left).for_each(|own| each(first + own));
}
