//! Lets positions be arranged by hand.

use crate::base::{ALL_GHOSTS, CITY, ROAD};
use crate::family::{Coop, CoopPosition, CoopRules};
use crate::{ghosts, scoring};
use bastide_core::{Arrange, FigureKind, SegmentIndex, TileIndex};

impl Arrange for Coop {
    fn may_stand(
        position: &CoopPosition,
        rules: &CoopRules,
        _: FigureKind,
        segment: SegmentIndex,
    ) -> Result<(), &'static str> {
        let features = &position.board.features;
        if !matches!(features.kind(segment), CITY | ROAD) {
            return Err("figures stand only in cities and on roads"); // COOP-10
        }
        if features.figures().iter().any(|other| other.segment() == Some(segment)) {
            return Err("a figure stands there already"); // COOP-10
        }
        if scoring::is_complete(position, rules, features.root(segment)) {
            return Err("the feature is complete, so its figures have gone home"); // COOP-13
        }
        Ok(())
    }

    fn set_tile_tokens(position: &mut CoopPosition, rules: &CoopRules, tile: TileIndex, count: u8) -> bool {
        let Some(&placed) = position.board.tiles().get(usize::from(tile)) else { return false };
        let Some(mist) = ghosts::mist_segment(rules, placed) else { return false };
        let bank = position.board.features.root(mist);
        let can = count <= ghosts::printed(rules, placed)
            && (count == 0 || !scoring::is_complete(position, rules, bank))
            && usize::from(tile) < position.extra.on.len();
        if can {
            position.extra.on[usize::from(tile)] = count;
        }
        can
    }

    fn check_arranged(position: &CoopPosition, rules: &CoopRules) -> Result<(), &'static str> {
        if position.extra.all() > u16::from(ALL_GHOSTS) {
            return Err("there are more ghosts on the map than in the game"); // COOP-09
        }
        if scoring::is_won(position, rules) {
            return Err("the team has already won with these scores"); // COOP-14
        }
        Ok(())
    }
}
