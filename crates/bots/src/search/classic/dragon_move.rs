//! The dragon's move: every path that it can take is looked at to its end, each step chosen by the seat that leads it for its
//! own good.
//!
//! What a tile costs whom is worked out once, by sending home whoever the dragon would find there; what a path costs is the sum of
//! its tiles. That is what makes hundreds of paths cheap.

use bastide_core::{Answer, Place, Spot, TileIndex};
use classic::ClassicPosition;
use classic::princess_dragon::{DRAGON, DragonStep, STEPS, eat, prey_tile, ways_on};

use crate::evaluation::classic::ClassicEvaluator;
use crate::evaluation::evaluator::Evaluator;
use crate::evaluation::values::Values;

/// The paths of the dragon from one position on.
#[derive(Clone, Debug)]
pub struct DragonPaths {
    /// What everybody can expect if it ate nobody any more.
    calm: Values,
    /// What changes with a visit to a tile, for the tiles where it does.
    costs: Vec<(TileIndex, Values)>,
}

impl DragonPaths {
    /// Works out what the tiles within reach cost.
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
            eat(scratch, evaluator.rules(), tile, &mut ());
            let mut cost = evaluator.values(scratch);
            cost.iter_mut().zip(calm).for_each(|(after, before)| *after -= before);
            paths.costs.push((tile, cost));
        }
        paths
    }

    /// The best step of whoever leads the dragon, and what everybody can expect then.
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

    /// Calls `each` with every step that can be taken now and what everybody can expect then.
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
        for tile in ways_on(position, evaluator.rules(), dragon, &been[..=usize::from(step.taken)]) {
            let mut values = self.calm;
            self.visit(tile, &mut values);
            let values = self.go_on(evaluator, position, step, tile, &mut visited, values);
            each(Answer::Lead { piece: DRAGON, to: Spot::Tile(tile) }, values);
        }
    }

    /// The dragon has come to a tile: what everybody can expect in the end.
    fn go_on(
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
        for tile in ways_on(position, evaluator.rules(), tile, &been[..=usize::from(taken)]) {
            let mut after = values;
            self.visit(tile, &mut after);
            let after = self.go_on(evaluator, position, next, tile, visited, after);
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
