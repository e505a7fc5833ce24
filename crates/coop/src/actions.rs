//! Lists what a player can do after placing a tile, in fixed order.

use crate::base::MAX_COLOURS;
use crate::family::CoopPosition;
use bastide_core::{Answer, Answers, FigureKind, bits};

/// Returns the colours of which the seat whose turn it is has a figure in supply.
#[inline]
fn colours(position: &CoopPosition) -> impl Iterator<Item = FigureKind> {
    let seat = position.seat();
    (0..MAX_COLOURS as FigureKind).filter(move |&colour| position.supply(seat, colour) > 0)
}

/// Returns the free segments on which a figure can be placed, as a bit set; empty without a figure in supply (COOP-10).
#[inline]
pub(crate) fn offered(position: &CoopPosition, free: u16) -> u16 {
    if colours(position).next().is_some() { free } else { 0 }
}

/// Lists figures onto free segments of the newest tile, by segment and by colour (COOP-10), then `Pass`.
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

/// Lists the tiles from which ghosts can be removed instead of scoring (COOP-13), in order of their indices, then `Pass`, which scores.
#[inline]
pub(crate) fn list_rewards(position: &CoopPosition, answers: &mut impl Answers) {
    for tile in position.extra.haunted_tiles() {
        answers.add(Answer::Clear { tile });
    }
    answers.add(Answer::Pass);
}
