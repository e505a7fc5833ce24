//! The fairy: a point for each turn that begins beside it (PD-04), three for scoring there (PD-05).

use bastide_core::{MAX_SEATS, Spot};
use classic::princess_dragon::{FAIRY, FAIRY_SCORED, FAIRY_TURN};
use classic::{ClassicPosition, is_follower};

use super::{Evaluator, Totals};

impl Evaluator<'_> {
    /// What the fairy can be expected to give to those beside whom it stands.
    pub(super) fn add_fairy(&self, position: &ClassicPosition, totals: &mut Totals) {
        let features = &position.board.features;
        match position.piece(FAIRY) {
            Some(Spot::Figure(number)) => {
                let figure = features.figure(number);
                self.add_beside_fairy(position, &figure, true, totals);
            }
            Some(Spot::Tile(tile)) if self.rules.options.princess_dragon.fairy_on_tile => {
                let mut met = [false; MAX_SEATS];
                for figure in features.figures().iter().filter(|figure| is_follower(figure.kind)) {
                    if figure.segment().is_some_and(|segment| features.tile_of(segment) == tile) {
                        let first = !std::mem::replace(&mut met[usize::from(figure.seat)], true);
                        self.add_beside_fairy(position, figure, first, totals);
                    }
                }
            }
            _ => {}
        }
    }

    fn add_beside_fairy(
        &self,
        position: &ClassicPosition,
        figure: &bastide_core::feature::Figure,
        first: bool,
        totals: &mut Totals,
    ) {
        let w = &self.weights.more;
        let seat = usize::from(figure.seat);
        if first {
            totals[seat] += f32::from(FAIRY_TURN) * f32::from(self.turns[seat]).min(w.fairy_turns);
        }
        let Some(segment) = figure.segment() else { return };
        let Some(known) = self.known_at(position, segment) else { return };
        // Fields and what stays unfinished are scored at the end, if the fairy is still there.
        let last = 1.0 - self.youth();
        let scored = if self.is_field(position, segment) { last } else { known.chance + (1.0 - known.chance) * last };
        totals[seat] += w.fairy_score * f32::from(FAIRY_SCORED) * scored;
    }
}
