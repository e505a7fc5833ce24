//! Lets positions be arranged by hand.

use crate::base::{LAKE, MEADOW, figure_on};
use crate::family::{Hunters, HuntersPosition, HuntersRules};
use crate::scoring;
use bastide_core::tile::{PILE_APART, PILE_BAG};
use bastide_core::{Arrange, FigureKind, SegmentIndex};

/// Word for a meadow segment whose animals a hunting trap has taken (HG-32).
const SPENT: &str = "spent";

/// Note: 1 if a bonus tile is to be drawn, or is in hand (HG-12).
const BONUS: &str = "bonus";

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

    fn notes(position: &HuntersPosition, _: &HuntersRules, mut each: impl FnMut(&'static str, u16)) {
        if position.extra.bonus {
            each(BONUS, 1);
        }
    }

    fn set_note(position: &mut HuntersPosition, _: &HuntersRules, word: &str, value: u16) -> bool {
        position.extra.bonus = word == BONUS && value == 1;
        word == BONUS && value <= 1
    }

    fn pile_of_hand(position: &HuntersPosition) -> u8 {
        if position.extra.bonus { PILE_APART } else { PILE_BAG } // HG-12
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
