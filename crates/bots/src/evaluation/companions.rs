//! Builders, pigs, barns, and wagons that can go on.

use bastide_core::feature::FigureIndex;
use classic::ClassicPosition;
use classic::abbey_mayor::{BARN, BARN_EACH, WAGON};
use classic::traders_builders::{BUILDER, PIG, PIG_EACH};

use super::{Evaluator, Known, Totals, exp2};
use crate::uses::Use;

impl Evaluator<'_> {
    /// Builders on open features bring double turns (TB-03); wagons go on from theirs when these are complete (AM-10).
    pub(super) fn add_builders(&self, position: &ClassicPosition, totals: &mut Totals) {
        for figure in position.board.features.figures().iter().filter(|figure| figure.kind == BUILDER) {
            let Some(known) = figure.segment().and_then(|segment| self.known_at(position, segment)) else { continue };
            let seat = usize::from(figure.seat);
            totals[seat] += self.weights.more.turn * self.double_turns(known, seat);
        }
    }

    /// How many double turns a builder of the seat can be expected to bring on a feature.
    fn double_turns(&self, known: &Known, seat: usize) -> f32 {
        let w = &self.weights.more;
        let mut misses = 1.0;
        for gap in &known.gap[..usize::from(known.gaps)] {
            misses *= exp2(self.log_miss(gap.fits));
        }
        let tries = w.builder_eager * (1.0 - misses) * f32::from(self.turns[seat]);
        w.builder_most * (1.0 - exp2(-tries / w.builder_most))
    }

    /// What wagons save by going on.
    pub(super) fn add_wagons(&self, position: &ClassicPosition, totals: &mut Totals) {
        for figure in position.board.features.figures().iter().filter(|figure| figure.kind == WAGON) {
            let Some(known) = figure.segment().and_then(|segment| self.known_at(position, segment)) else { continue };
            let seat = usize::from(figure.seat);
            totals[seat] += self.weights.more.wagon_ride * known.chance * self.time_left(seat);
        }
    }

    /// What pigs add for their players (TB-08), and what barns give to theirs (AM-18).
    pub(super) fn add_pigs_and_barns(&self, position: &ClassicPosition, known: &Known, totals: &mut Totals) {
        let features = &position.board.features;
        let others = |figure: &FigureIndex| matches!(features.figure(*figure).kind, PIG | BARN);
        if !features.figures_on(known.root).any(|figure| others(&figure)) {
            return;
        }
        let (cities, trust) = self.fed_cities(position, known.root);
        for figure in features.figures_on(known.root).filter(others) {
            let figure = features.figure(figure);
            let seat = usize::from(figure.seat);
            if figure.kind == PIG && known.tally[seat] == known.most {
                totals[seat] += trust * f32::from(PIG_EACH) * cities;
            } else if figure.kind == BARN && self.uses.has(Use::Barn) {
                let open = f32::from(features.open(known.root).min(8));
                let growth = self.weights.field_growth * open * self.youth();
                totals[seat] += trust * (f32::from(BARN_EACH) * cities + growth);
            }
        }
    }
}
