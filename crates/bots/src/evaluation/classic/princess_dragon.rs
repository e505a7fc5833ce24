//! Values the dragon, which threatens followers, and the fairy, which gives a follower beside it a point for each turn that begins there
//! (PD-04) and three points when it scores (PD-05).

use bastide_core::feature::Figure;
use bastide_core::{KindIndex, MAX_SEATS, Spot};
use classic::base::FIELD;
use classic::princess_dragon::{DRAGON, DRAGON_MARK, DRAGONS, FAIRIES, FAIRY, FAIRY_SCORED, FAIRY_TURN, STEPS};
use classic::{ClassicPosition, ClassicRules, is_follower};

use super::context::EvalContext;
use crate::evaluation::board_features::unplaced;
use crate::evaluation::uses::Use;
use crate::evaluation::values::Values;

/// The kinds of tile that make the dragon move.
#[derive(Clone, Debug)]
pub(super) struct DragonTiles(Vec<KindIndex>);

impl DragonTiles {
    pub(super) fn of(rules: &ClassicRules) -> Self {
        let kinds = 0..if rules.options.has(DRAGONS) { rules.kinds.len() } else { 0 };
        let marked = kinds.filter(|&kind| rules.kinds[kind].marks & DRAGON_MARK != 0);
        Self(marked.map(|kind| kind as KindIndex).collect())
    }

    /// Subtracts the threat to followers that the dragon may reach (PD-12); nearer followers are threatened more. Followers on the fairy's
    /// tile are safe (PD-03).
    pub(super) fn add_dragon(&self, context: &EvalContext, position: &ClassicPosition, values: &mut Values) {
        if !context.has(DRAGONS) || !context.uses.has(Use::Dragon) {
            return;
        }
        let Some(Spot::Tile(dragon)) = position.piece(DRAGON) else { return };
        let marching: u16 = self.0.iter().map(|&kind| u16::from(unplaced(context.rules, position, kind))).sum();
        if marching == 0 || context.board.left == 0 {
            return;
        }
        // The chance that the dragon moves before the player can react.
        let soon = (f32::from(marching * u16::from(context.rules.seats)) / f32::from(context.board.left)).min(1.0);
        let (from, fairy) = (position.board.tiles()[usize::from(dragon)].at, position.piece_tile(FAIRY));
        for &(figure, at) in &context.followers {
            let steps = (from.x - at.x).unsigned_abs() + (from.y - at.y).unsigned_abs();
            if steps > u16::from(STEPS) || position.board.tile_at(at) == fairy {
                continue;
            }
            let near = 1.0 - f32::from(steps.max(1) - 1) / f32::from(STEPS);
            let loss = context.loss(position, &figure, 0.0);
            values[usize::from(figure.seat)] -= context.weights.more.dragon_fear * soon * near * loss;
        }
    }
}

/// Adds the points that the fairy is expected to give the followers beside it.
pub(super) fn add_fairy(context: &EvalContext, position: &ClassicPosition, values: &mut Values) {
    if !context.has(FAIRIES) || !context.uses.has(Use::Fairy) {
        return;
    }
    let features = &position.board.features;
    match position.piece(FAIRY) {
        Some(Spot::Figure(number)) => {
            add_beside_fairy(context, position, &features.figure(number), true, values);
        }
        Some(Spot::Tile(tile)) if context.rules.options.princess_dragon.fairy_on_tile => {
            let mut met = [false; MAX_SEATS];
            for figure in context.figures.iter().filter(|figure| is_follower(figure.kind)) {
                if figure.segment().is_some_and(|segment| features.tile_of(segment) == tile) {
                    let first = !std::mem::replace(&mut met[usize::from(figure.seat)], true);
                    add_beside_fairy(context, position, figure, first, values);
                }
            }
        }
        _ => {}
    }
}

fn add_beside_fairy(
    context: &EvalContext,
    position: &ClassicPosition,
    figure: &Figure,
    first: bool,
    values: &mut Values,
) {
    let w = &context.weights.more;
    let seat = usize::from(figure.seat);
    if first {
        values[seat] += f32::from(FAIRY_TURN) * f32::from(context.board.turns[seat]).min(w.fairy_turns);
    }
    let Some(segment) = figure.segment() else { return };
    let Some(estimate) = context.estimate_at(position, segment) else { return };
    // Fields and unfinished features are scored at the end, when the fairy may still be there.
    let last = 1.0 - context.board.fraction_left();
    let is_field = position.board.features.kind(segment) == FIELD;
    let scored = if is_field { last } else { estimate.chance + (1.0 - estimate.chance) * last };
    values[seat] += w.fairy_score * f32::from(FAIRY_SCORED) * scored;
}
