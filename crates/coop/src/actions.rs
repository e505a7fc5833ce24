//! Lists what a player can do after placing a tile, in a fixed order.

use crate::base::MAX_COLOURS;
use crate::family::CoopPosition;
use bastide_core::{Answer, Answers, FigureKind, bits};

/// Returns the colours for which the active seat has figures in supply.
#[inline]
fn colours(position: &CoopPosition) -> impl Iterator<Item = FigureKind> {
    let seat = position.seat();
    (0..MAX_COLOURS as FigureKind).filter(move |&colour| position.supply(seat, colour) > 0)
}

/// Returns the free segments on which a figure can be placed, as a bit set. The set is empty if the seat has no figure in supply (COOP-10).
#[inline]
pub(crate) fn offered(position: &CoopPosition, free: u16) -> u16 {
    if colours(position).next().is_some() { free } else { 0 }
}

/// Lists the placements of figures on free segments of the newest tile, by segment and then by colour (COOP-10), followed by `Pass`.
#[inline]
pub(crate) fn list(position: &CoopPosition, free: u16, answers: &mut impl Answers) {
    let first = position.board.newest_segment();
    for own in bits(free) {
        for figure in colours(position) {
            answers.add(Answer::Deploy { figure, segment: first + own });
        }
    }
    answers.add(Answer::Pass);
}

/// Lists the tiles from which ghosts can be removed instead of scoring (COOP-13), in index order, followed by `Pass`, which scores the
/// feature.
#[inline]
pub(crate) fn list_rewards(position: &CoopPosition, answers: &mut impl Answers) {
    for tile in position.extra.haunted_tiles() {
        answers.add(Answer::Clear { tile });
    }
    answers.add(Answer::Pass);
}
