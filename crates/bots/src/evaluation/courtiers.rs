//! Followers in the quarters of the city of Carcassonne: what they could take over when it is complete (COUNT-05, COUNT-08).

use bastide_core::{MAX_SEATS, Spot};
use classic::ClassicPosition;
use classic::base::FIELD;
use classic::count::COUNT;
use classic::scoring::tally;

use super::{Evaluator, Known, Totals};

impl Evaluator<'_> {
    /// Credits courtiers with part of what they could gain on the features that their quarters serve, and charges those who
    /// would lose it.
    pub(super) fn add_courtiers(&self, position: &ClassicPosition, totals: &mut Totals) {
        let features = &position.board.features;
        for &(quarter, served) in &self.setting.quarters {
            if !features.is_occupied(quarter) {
                continue;
            }
            let locked = position.piece(COUNT) == Some(Spot::Segment(quarter));
            let open = if locked { self.weights.more.locked } else { 1.0 };
            let strengths = tally(position, quarter).map(|n| n.max(1) as u8);
            for figure in features.figures_on(quarter) {
                // All courtiers of a seat go together: they are looked at once, by the first of them.
                let seat = features.figure(figure).seat;
                let first = features.figures_on(quarter).find(|&other| features.figure(other).seat == seat);
                if first == Some(figure) {
                    self.add_courtiers_of(usize::from(seat), strengths[usize::from(seat)], served, open, totals);
                }
            }
        }
    }

    fn add_courtiers_of(&self, seat: usize, strength: u8, served: u8, open: f32, totals: &mut Totals) {
        let w = &self.weights.more;
        let mut best: Option<(f32, &Known)> = None;
        let mut rest = 0.0;
        for known in self.known.iter().filter(|known| known.kind == served) {
            let after = known.tally[seat] + strength;
            let owns = known.most > 0 && known.tally[seat] == known.most;
            if owns || after < known.most {
                continue;
            }
            let gain = if served == FIELD { known.value } else { known.chance * known.value };
            match best {
                Some((most, _)) if most >= gain => rest += gain,
                _ => {
                    rest += best.map_or(0.0, |(most, _)| most);
                    best = Some((gain, known));
                }
            }
        }
        let Some((gain, known)) = best else { return };
        let weight = open * if served == FIELD { w.courtier_field } else { w.courtier };
        totals[seat] += weight * (gain + if served == FIELD { 0.0 } else { 0.3 * rest });
        if known.tally[seat] + strength > known.most && known.most > 0 {
            for owner in (0..MAX_SEATS).filter(|&owner| known.tally[owner] == known.most) {
                totals[owner] -= weight * gain;
            }
        }
    }
}
