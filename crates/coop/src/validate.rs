//! Checks whether a position read from bytes can occur in a game.

use crate::base::{ALL_GHOSTS, CITY, MAX_COLOURS, ROAD, free_segments};
use crate::family::{CoopPosition, CoopRules};
use crate::pending::Pending;
use crate::scoring::{finished_segments, is_complete};
use crate::{actions, ghosts, scoring};
use bastide_core::{FigureKind, KindIndex, MAX_PIECES};

/// Returns whether the figures, the ghosts and the pending decision are consistent with the rest of the position.
pub(crate) fn validate(position: &CoopPosition, rules: &CoopRules) -> bool {
    let nothing_else = position.bag().aside().is_empty() && (0..MAX_PIECES).all(|i| position.piece(i as u8).is_none());
    nothing_else
        && (0..rules.seats).all(|seat| position.hand(seat).is_empty())
        && figures_hold(position, rules)
        && validate_ghosts(position, rules)
        && is_valid_pending(position, rules, position.pending())
}

/// Returns whether every figure is either in supply or on a road or a city, with no two figures on one segment (COOP-10).
fn figures_hold(position: &CoopPosition, rules: &CoopRules) -> bool {
    let features = &position.board.features;
    let figures = features.figures();
    let stand = figures.iter().enumerate().all(|(i, figure)| {
        let taken = |segment| figures[..i].iter().any(|other| other.segment() == Some(segment));
        let stands = |segment| matches!(features.kind(segment), CITY | ROAD) && !taken(segment);
        figure.corner() == 0
            && figure.attached() == 0
            && figure.captor().is_none()
            && figure.segment().is_none_or(stands)
    });
    let waiting = |seat: u8, kind: FigureKind| {
        figures.iter().filter(|figure| figure.seat == seat && figure.kind == kind && figure.is_in_supply()).count()
    };
    let colours = 0..MAX_COLOURS as FigureKind;
    stand
        && (0..rules.seats)
            .all(|seat| colours.clone().all(|kind| usize::from(position.supply(seat, kind)) == waiting(seat, kind)))
}

/// Returns whether the ghosts are in possible positions: no tile has more than are printed on it, a finished bank has none, and the total
/// does not exceed the number in the game.
fn validate_ghosts(position: &CoopPosition, rules: &CoopRules) -> bool {
    let tiles = position.board.tiles();
    position.extra.all() <= u16::from(ALL_GHOSTS)
        && position.extra.haunted_tiles().all(|number| {
            let Some(&tile) = tiles.get(usize::from(number)) else { return false };
            let Some(segment) = ghosts::mist_segment(rules, tile) else { return false };
            let bank = position.board.features.root(segment);
            position.extra.on(number) <= ghosts::printed(rules, tile) && !is_complete(position, rules, bank)
        })
}

fn is_valid_pending(position: &CoopPosition, rules: &CoopRules, pending: Pending) -> bool {
    let begun = position.turn() > 0;
    let placed = position.board.tiles().len() > rules.start.len();
    let won = scoring::is_won(position, rules);
    match pending {
        Pending::Over => true,
        Pending::Begin => !begun && !won && !placed,
        Pending::Draw => begun && !won && position.bag().left() > 0,
        Pending::Place { kind } => {
            begun && !won && may_be_drawn(position, rules, kind) && position.board.fits_anywhere(rules.kind(kind))
        }
        Pending::Deploy { free } => {
            begun && !won && placed && free != 0 && free == actions::offered(position, free_segments(position, rules))
        }
        Pending::Reward { left } => {
            // Features that were already decided have no figures left, so they are not among the finished features found here.
            let waiting = finished_segments(position, rules);
            begun && !won && placed && left != 0 && left == waiting && position.extra.all() > 0
        }
    }
}

/// Returns whether a tile of this kind can be the drawn tile: some copy must be neither in the bag nor on the table.
fn may_be_drawn(position: &CoopPosition, rules: &CoopRules, kind: KindIndex) -> bool {
    let placed = position.board.tiles().iter().filter(|tile| tile.kind == kind).count();
    let copies = rules.kinds.get(usize::from(kind)).map_or(0, |tile| usize::from(tile.copies));
    placed + usize::from(position.bag().count(kind)) < copies
}
