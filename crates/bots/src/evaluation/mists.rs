//! Ghosts, castles and cemeteries.

use bastide_core::feature::{Figure, FigureIndex};
use classic::ClassicPosition;
use classic::base::FOLLOWER;
use classic::mists::{
    CASTLE, CEMETERY, CHASED_BY, GHOST_EACH, GHOST_EACH_AT_END, GUARD, MISTY_EACH, MISTY_EACH_AT_END, ghosts_left,
};
use classic::scoring::worth;

use super::{Evaluator, Known, Totals};
use crate::uses::Use;

impl Evaluator<'_> {
    /// What ghosts by followers take, and what is feared of those to come.
    pub(super) fn add_ghosts(&self, position: &ClassicPosition, totals: &mut Totals) {
        let more = ghosts_left(position) > 0 && self.left > 0;
        for figure in position.board.features.figures().iter().filter(|figure| figure.kind == FOLLOWER) {
            totals[usize::from(figure.seat)] -= self.haunted(position, figure, figure.attached(), more);
        }
    }

    /// What another ghost by a follower, short of the third, costs its owner. Of the position that was evaluated last.
    pub(crate) fn cost_of_ghost(&self, position: &ClassicPosition, figure: FigureIndex) -> f32 {
        let figure = position.board.features.figure(figure);
        let ghosts = figure.attached();
        self.haunted(position, &figure, ghosts + 1, true) - self.haunted(position, &figure, ghosts, true)
    }

    /// What so many ghosts by a follower cost its owner, where there may be `more` of them.
    fn haunted(&self, position: &ClassicPosition, figure: &Figure, ghosts: u8, more: bool) -> f32 {
        if ghosts == 0 {
            return 0.0;
        }
        let Some(known) = figure.segment().and_then(|segment| self.known_at(position, segment)) else { return 0.0 };
        let seat = usize::from(figure.seat);
        let taken = |ghosts: u8| {
            let counts = !self.rules.options.mists.scoring_only || known.tally[seat] == known.most;
            let when_scored = if counts { f32::from(GHOST_EACH) * known.chance } else { 0.0 };
            f32::from(ghosts) * (when_scored + f32::from(GHOST_EACH_AT_END) * (1.0 - known.chance))
        };
        if !more {
            return taken(ghosts);
        }
        // Whoever is sent home is in supply again, and rid of the ghosts (MIST-06).
        let had = self.in_supply[seat];
        let back = self.supply_value(figure.seat, had + 1.0 - self.coming_back(known, position))
            - self.supply_value(figure.seat, had);
        let chased = self.loss(position, figure, 0.0) - taken(CHASED_BY - 1) - back;
        let fear = self.weights.more.haunt_fear[usize::from(ghosts.min(CHASED_BY - 1)) - 1];
        taken(ghosts) + fear * (1.0 - known.chance) * self.time_left(seat) * chased.max(0.0)
    }

    /// What a castle is worth, of which so much of the open surroundings can be expected to be taken (MIST-09, MIST-12).
    pub(super) fn castle_value(&self, position: &ClassicPosition, known: &Known, open: u16, filled: f32) -> f32 {
        if known.kind != CASTLE || !self.uses.has(Use::Castle) {
            return 0.0; // MIST-10
        }
        let share = self.misty_share(position);
        let finished = worth(position, self.rules, known.root, true).points() as f32;
        let unfinished = worth(position, self.rules, known.root, false).points() as f32;
        known.chance * (finished + f32::from(MISTY_EACH) * share * f32::from(open))
            + (1.0 - known.chance) * (unfinished + f32::from(MISTY_EACH_AT_END) * share * filled)
    }

    /// The share of the tiles in the bag that carry mist.
    fn misty_share(&self, position: &ClassicPosition) -> f32 {
        let misty: u16 = self.setting.misty.iter().map(|&kind| u16::from(position.bag().count(kind))).sum();
        f32::from(misty) / f32::from(self.left.max(1))
    }

    /// How much of a guard each keeper on a cemetery brings, which comes when the keeper goes home (MIST-10).
    pub(super) fn guards_coming(&self, position: &ClassicPosition, known: &Known, seat: u8, back: f32) -> f32 {
        let brings = known.kind == CEMETERY && self.uses.has(Use::Cemetery) && position.reserve(seat, GUARD) > 0;
        if brings { back } else { 0.0 }
    }
}
