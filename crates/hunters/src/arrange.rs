//! Lets positions be arranged by hand.

use crate::base::{LAKE, MEADOW, figure_on};
use crate::family::{Hunters, HuntersPosition, HuntersRules};
use crate::scoring;
use bastide_core::{Arrange, FigureKind, SegmentIndex};

/// Word for a meadow segment whose animals a hunting trap has taken (HG-32).
const SPENT: &str = "spent";

impl Arrange for Hunters {
    fn may_stand(
        position: &HuntersPosition,
        _: &HuntersRules,
        figure: FigureKind,
        segment: SegmentIndex,
    ) -> Result<(), &'static str> {
        let kind = position.board.features.kind(segment);
        if kind == LAKE || figure != figure_on(kind) {
            return Err("a figure of this kind cannot stand there"); // HG-05, HG-07
        }
        if scoring::is_complete(position, position.board.features.root(segment)) {
            return Err("the feature is complete, so its figures have gone home"); // HG-10
        }
        Ok(())
    }

    fn noted_segments(position: &HuntersPosition, mut each: impl FnMut(&'static str, SegmentIndex)) {
        position.extra.later.spent.segments().for_each(|segment| each(SPENT, segment));
    }

    fn note_segment(position: &mut HuntersPosition, rules: &HuntersRules, word: &str, segment: SegmentIndex) -> bool {
        let can = word == SPENT && rules.options.later && position.board.features.kind(segment) == MEADOW;
        if can {
            position.extra.later.spent.insert(segment);
        }
        can
    }
}
