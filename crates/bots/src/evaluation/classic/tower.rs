//! Values towers, the threats from them, and prisoners (The Tower).

use bastide_core::{MAX_SEATS, SegmentIndex};
use classic::ClassicPosition;
use classic::tower::TOWERS;

use super::context::EvalContext;
use crate::evaluation::uses::Use;
use crate::evaluation::values::Values;

/// Counts part of each prisoner as being in supply, and collects the towers that can grow.
pub(super) fn collect_towers(context: &mut EvalContext, position: &ClassicPosition) {
    if !context.has(TOWERS) || !context.uses.has(Use::Tower) {
        return;
    }
    let board = &position.board;
    context.towers.clear();
    let free = |&(tower, _): &(SegmentIndex, u8)| !board.features.is_occupied(tower); // TOW-05
    for (tower, height) in position.extra.tower.towers().filter(free) {
        context.towers.add(board.place_of(tower), height.saturating_add(1));
    }
    if !has_captives(context, position) {
        return;
    }
    for figure in position.board.features.figures().iter().filter(|figure| figure.captor().is_some()) {
        context.in_supply[usize::from(figure.seat)] += context.weights.more.prisoner_back;
    }
}

/// Returns whether any player holds a captive.
fn has_captives(context: &EvalContext, position: &ClassicPosition) -> bool {
    (0..context.rules.seats).any(|seat| position.board.features.captives(seat) > 0)
}

/// Adds the value of tower pieces and prisoners, and subtracts the threat to followers within reach of a tower's next piece (TOW-04). Each
/// seat's worst loss counts more than its other losses, because a piece captures only one follower.
pub(super) fn add_towers(context: &EvalContext, position: &ClassicPosition, values: &mut Values) {
    if !context.has(TOWERS) || !context.uses.has(Use::Tower) {
        return;
    }
    let (w, extra) = (&context.weights.more, &position.extra.tower);
    let features = &position.board.features;
    let seats = usize::from(context.rules.seats);
    for (seat, value) in values.iter_mut().enumerate().take(seats) {
        *value += w.piece * f32::from(extra.pieces[seat]) * context.time_left(seat);
    }
    let figures = if has_captives(context, position) { features.figures() } else { &[] };
    for figure in figures {
        if let Some(captor) = figure.captor() {
            let time = context.time_left(usize::from(figure.seat));
            values[usize::from(figure.seat)] -= w.ransom * time;
            values[usize::from(captor)] += w.ransom * time;
        }
    }
    let (mut worst, mut sum) = ([0.0f32; MAX_SEATS], [0.0f32; MAX_SEATS]);
    let hunted: [bool; MAX_SEATS] =
        std::array::from_fn(|seat| (0..seats).any(|other| other != seat && extra.pieces[other] > 0));
    for (figure, at) in &context.followers {
        let seat = usize::from(figure.seat);
        if hunted[seat] && context.towers.reach(*at) {
            let loss = context.loss(position, figure, w.follower * context.time_left(seat));
            worst[seat] = worst[seat].max(loss);
            sum[seat] += loss;
        }
    }
    for (seat, value) in values.iter_mut().enumerate().take(seats) {
        *value -= w.tower_fear * (0.7 * worst[seat] + 0.3 * sum[seat]);
    }
}
