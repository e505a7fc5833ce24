//! Where the dragon goes: every way that it can take is looked at to its end, each step chosen by the seat that leads it for its
//! own good.
//!
//! What a tile costs whom is worked out once, by sending home whoever the dragon would find there; what a way costs is the sum of
//! its tiles. That is what makes hundreds of ways cheap.

use bastide_core::{Answer, Place, Spot, TileIndex};
use classic::ClassicPosition;
use classic::princess_dragon::{DRAGON, March, STEPS, eat, prey_tile, ways_on};

use crate::evaluation::{Evaluator, Totals};

/// The dragon's move from one position on.
#[derive(Clone, Debug)]
pub struct Ways {
    /// What everybody can expect if it ate nobody any more.
    calm: Totals,
    /// What changes with a visit to a tile, for the tiles where it does.
    costs: Vec<(TileIndex, Totals)>,
}

impl Ways {
    /// Works out what the tiles within reach cost.
    pub fn new(
        evaluator: &mut Evaluator<'_>,
        position: &ClassicPosition,
        march: March,
        scratch: &mut ClassicPosition,
    ) -> Self {
        let calm = evaluator.totals(position);
        let mut ways = Self { calm, costs: Vec::new() };
        let Some(Spot::Tile(dragon)) = position.piece(DRAGON) else { return ways };
        let tiles = position.board.tiles();
        let (from, steps) = (tiles[usize::from(dragon)].at, u16::from(STEPS - march.taken));
        for tile in position.board.features.figures().iter().filter_map(|figure| prey_tile(position, figure)) {
            let far = distance(from, tiles[usize::from(tile)].at) > steps;
            if far || ways.costs.iter().any(|(other, _)| *other == tile) {
                continue;
            }
            scratch.clone_from(position);
            eat(scratch, evaluator.rules(), tile, &mut ());
            let mut cost = evaluator.totals(scratch);
            cost.iter_mut().zip(calm).for_each(|(after, before)| *after -= before);
            ways.costs.push((tile, cost));
        }
        ways
    }

    /// The best step of whoever leads the dragon, and what everybody can expect then.
    pub fn best(&self, evaluator: &Evaluator<'_>, position: &ClassicPosition, march: March) -> (Answer, Totals) {
        let mut best = (Answer::Pass, self.calm);
        let mut most = f32::MIN;
        self.each_step(evaluator, position, march, |answer, totals| {
            let standing = evaluator.standing(&totals, march.seat);
            if standing > most {
                (most, best) = (standing, (answer, totals));
            }
        });
        best
    }

    /// Calls `each` with every step that can be taken now and what everybody can expect then.
    pub fn each_step(
        &self,
        evaluator: &Evaluator<'_>,
        position: &ClassicPosition,
        march: March,
        mut each: impl FnMut(Answer, Totals),
    ) {
        let Some(Spot::Tile(dragon)) = position.piece(DRAGON) else { return };
        let mut visited = position.extra.princess_dragon.visited;
        visited[usize::from(march.taken.min(STEPS))] = dragon;
        for tile in
            ways_on(position, evaluator.rules(), dragon, &visited[..=usize::from(march.taken)]).into_iter().flatten()
        {
            let mut totals = self.calm;
            self.visit(tile, &mut totals);
            let totals = self.go_on(evaluator, position, march, tile, &mut visited, totals);
            each(Answer::Lead { piece: DRAGON, to: Spot::Tile(tile) }, totals);
        }
    }

    /// The dragon has come to a tile: what everybody can expect in the end.
    fn go_on(
        &self,
        evaluator: &Evaluator<'_>,
        position: &ClassicPosition,
        march: March,
        tile: TileIndex,
        visited: &mut [TileIndex; STEPS as usize + 1],
        totals: Totals,
    ) -> Totals {
        let taken = march.taken + 1;
        visited[usize::from(taken)] = tile;
        if taken >= STEPS {
            return totals;
        }
        let next = March { seat: (march.seat + 1) % evaluator.rules().seats, taken };
        let mut best = totals;
        let mut most = f32::MIN;
        for tile in ways_on(position, evaluator.rules(), tile, &visited[..=usize::from(taken)]).into_iter().flatten() {
            let mut after = totals;
            self.visit(tile, &mut after);
            let after = self.go_on(evaluator, position, next, tile, visited, after);
            let standing = evaluator.standing(&after, next.seat);
            if standing > most {
                (most, best) = (standing, after);
            }
        }
        best
    }

    fn visit(&self, tile: TileIndex, totals: &mut Totals) {
        if let Some((_, cost)) = self.costs.iter().find(|(other, _)| *other == tile) {
            totals.iter_mut().zip(cost).for_each(|(total, cost)| *total += cost);
        }
    }
}

fn distance(a: Place, b: Place) -> u16 {
    (a.x - b.x).unsigned_abs() + (a.y - b.y).unsigned_abs()
}
