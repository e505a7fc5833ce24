//! Searches all paths of the dragon's move to their ends. Each step is chosen by the seat that leads the dragon, to maximise that seat's
//! margin.
//!
//! The cost of a tile to each seat is computed once, by evaluating the position without the figures that the dragon would eat there. The
//! cost of a path is the sum over its tiles, so hundreds of paths can be compared quickly.

use bastide_core::{Answer, Place, Spot, TileIndex};
use classic::ClassicPosition;
use classic::princess_dragon::{DRAGON, DragonStep, STEPS, eat_figures, next_dragon_tiles, prey_tile};

use crate::evaluation::classic::ClassicEvaluator;
use crate::evaluation::evaluator::Evaluator;
use crate::evaluation::values::Values;

/// The costs of the dragon's paths from one position.
#[derive(Clone, Debug)]
pub struct DragonPaths {
    /// Values of every seat if the dragon eats no more figures.
    calm: Values,
    /// Changes in these values when the dragon visits a tile. Contains only tiles with figures that the dragon would eat.
    costs: Vec<(TileIndex, Values)>,
}

impl DragonPaths {
    /// Computes the costs of the tiles within the dragon's reach.
    pub fn new(
        evaluator: &mut ClassicEvaluator<'_>,
        position: &ClassicPosition,
        step: DragonStep,
        scratch: &mut ClassicPosition,
    ) -> Self {
        let calm = evaluator.values(position);
        let mut paths = Self { calm, costs: Vec::new() };
        let Some(Spot::Tile(dragon)) = position.piece(DRAGON) else { return paths };
        let tiles = position.board.tiles();
        let (from, steps) = (tiles[usize::from(dragon)].at, u16::from(STEPS - step.taken));
        for tile in position.board.features.figures().iter().filter_map(|figure| prey_tile(position, figure)) {
            let far = distance(from, tiles[usize::from(tile)].at) > steps;
            if far || paths.costs.iter().any(|(other, _)| *other == tile) {
                continue;
            }
            scratch.clone_from(position);
            eat_figures(scratch, evaluator.rules(), tile, &mut ());
            let mut cost = evaluator.values(scratch);
            cost.iter_mut().zip(calm).for_each(|(after, before)| *after -= before);
            paths.costs.push((tile, cost));
        }
        paths
    }

    /// Returns the best step for the seat that leads the dragon, and every seat's value after the whole move.
    pub fn best(
        &self,
        evaluator: &ClassicEvaluator<'_>,
        position: &ClassicPosition,
        step: DragonStep,
    ) -> (Answer, Values) {
        let mut best = (Answer::Pass, self.calm);
        let mut most = f32::MIN;
        self.each_step(evaluator, position, step, |answer, values| {
            let margin = evaluator.margin(&values, step.seat);
            if margin > most {
                (most, best) = (margin, (answer, values));
            }
        });
        best
    }

    /// Calls `each` with every possible step, and every seat's value after the whole move.
    pub fn each_step(
        &self,
        evaluator: &ClassicEvaluator<'_>,
        position: &ClassicPosition,
        step: DragonStep,
        mut each: impl FnMut(Answer, Values),
    ) {
        let Some(Spot::Tile(dragon)) = position.piece(DRAGON) else { return };
        let mut visited = position.extra.princess_dragon.visited;
        visited[usize::from(step.taken.min(STEPS))] = dragon;
        let been = visited;
        for tile in next_dragon_tiles(position, evaluator.rules(), dragon, &been[..=usize::from(step.taken)]) {
            let mut values = self.calm;
            self.visit(tile, &mut values);
            let values = self.continue_path(evaluator, position, step, tile, &mut visited, values);
            each(Answer::Lead { piece: DRAGON, to: Spot::Tile(tile) }, values);
        }
    }

    /// Returns every seat's value after the rest of the move, once the dragon has reached a tile.
    fn continue_path(
        &self,
        evaluator: &ClassicEvaluator<'_>,
        position: &ClassicPosition,
        step: DragonStep,
        tile: TileIndex,
        visited: &mut [TileIndex; STEPS as usize + 1],
        values: Values,
    ) -> Values {
        let taken = step.taken + 1;
        visited[usize::from(taken)] = tile;
        if taken >= STEPS {
            return values;
        }
        let next = DragonStep { seat: (step.seat + 1) % evaluator.rules().seats, taken };
        let mut best = values;
        let mut most = f32::MIN;
        let been = *visited;
        for tile in next_dragon_tiles(position, evaluator.rules(), tile, &been[..=usize::from(taken)]) {
            let mut after = values;
            self.visit(tile, &mut after);
            let after = self.continue_path(evaluator, position, next, tile, visited, after);
            let margin = evaluator.margin(&after, next.seat);
            if margin > most {
                (most, best) = (margin, after);
            }
        }
        best
    }

    fn visit(&self, tile: TileIndex, values: &mut Values) {
        if let Some((_, cost)) = self.costs.iter().find(|(other, _)| *other == tile) {
            values.iter_mut().zip(cost).for_each(|(total, cost)| *total += cost);
        }
    }
}

fn distance(a: Place, b: Place) -> u16 {
    (a.x - b.x).unsigned_abs() + (a.y - b.y).unsigned_abs()
}
