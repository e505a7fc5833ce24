//! Values moves of the mage and the witch. What they change about a feature's points is part of its estimate; here the moves are compared
//! without evaluating each of them.

use bastide_core::{Answer, PieceKind, SegmentIndex, Spot};
use classic::ClassicPosition;
use classic::mage_witch::{MAGE, MAGE_EACH, WITCH, feature_of};

use super::context::EvalContext;
use crate::evaluation::values::Values;

/// Returns where the figures stand, which affects the values of features although the map is the same.
pub(super) fn figures_on_map(position: &ClassicPosition) -> [Option<Spot>; 2] {
    [MAGE, WITCH].map(|piece| position.piece(piece))
}

/// Adds an estimate of what a move changes for the owners of the features that the figure leaves and enters. `values` are those of the
/// position, which must be the last one evaluated.
pub(super) fn add_move(context: &EvalContext, position: &ClassicPosition, answer: Answer, values: &mut Values) {
    let (piece, to) = match answer {
        Answer::Lead { piece, to: Spot::Segment(to) } => (piece, Some(position.board.features.root(to))),
        Answer::Withdraw { piece } => (piece, None),
        _ => return,
    };
    let other = if piece == MAGE { WITCH } else { MAGE };
    let from = feature_of(position, piece);
    if from.is_some() && from == feature_of(position, other) {
        add_arrival(context, position, other, from, values); // Neither counts before one of them moves (MW-05).
    } else {
        add_departure(context, position, piece, from, values);
    }
    add_arrival(context, position, piece, to, values);
}

/// Adds what a figure that arrives changes for the owners of a feature. The seat to move may still take a free feature of its tile.
fn add_arrival(
    context: &EvalContext,
    position: &ClassicPosition,
    piece: PieceKind,
    root: Option<SegmentIndex>,
    values: &mut Values,
) {
    let Some(root) = root else { return };
    let features = &position.board.features;
    let tiles = f32::from(features.tiles(root)) * f32::from(MAGE_EACH);
    let is_here = || features.ring(root).any(|segment| segment >= position.board.newest_segment());
    if piece == MAGE && !features.is_occupied(root) && is_here() {
        values[usize::from(position.seat())] += tiles;
        return;
    }
    let Some(estimate) = context.board.at_root(root) else { return };
    let change = if piece == MAGE { tiles } else { -estimate.value / 2.0 };
    add_to_owners(context, estimate.root, change, values);
}

/// Adds what a figure that leaves changes for the owners of a feature, whose estimate includes the figure.
fn add_departure(
    context: &EvalContext,
    position: &ClassicPosition,
    piece: PieceKind,
    root: Option<SegmentIndex>,
    values: &mut Values,
) {
    let Some(estimate) = root.and_then(|root| context.board.at_root(root)) else { return };
    let tiles = f32::from(position.board.features.tiles(estimate.root)) * f32::from(MAGE_EACH);
    let change = if piece == MAGE { -tiles } else { estimate.value };
    add_to_owners(context, estimate.root, change, values);
}

fn add_to_owners(context: &EvalContext, root: SegmentIndex, change: f32, values: &mut Values) {
    let Some(estimate) = context.board.at_root(root).filter(|estimate| estimate.occupied) else { return };
    for (_, value) in values.iter_mut().enumerate().filter(|&(seat, _)| estimate.is_owner(seat)) {
        *value += change;
    }
}
