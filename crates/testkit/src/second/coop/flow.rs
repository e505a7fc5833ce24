//! The turns of the team.

use super::super::{Act, Whereabouts};
use super::{COLOURS, CoopGame, GOAL, Stage};

impl CoopGame {
    pub(super) fn apply(&mut self, act: Act) {
        match (self.stage.clone(), act) {
            (Stage::Begin, Act::Begin(seat)) => self.begin_turn(seat),
            (Stage::Draw, Act::Draw(kind)) => {
                self.table.bag[kind] -= 1;
                if self.placements(kind).is_empty() {
                    self.table.discarded[kind] += 1; // COOP-05
                    self.begin_turn(self.active);
                } else {
                    self.stage = Stage::Place(kind);
                }
            }
            (Stage::Place(kind), Act::Place(x, y, rotation)) => {
                self.table.place_tile(kind, x, y, rotation);
                self.stage = Stage::Deploy;
                if !self.move_ghosts() {
                    self.stage = Stage::Over; // COOP-09
                } else if self.deployments() == [Act::Pass] {
                    self.find_finished();
                }
            }
            (Stage::Deploy, act) => {
                if let Act::Deploy(colour, spot) = act {
                    self.table.put_figure(self.active, colour, spot);
                }
                self.find_finished();
            }
            (Stage::Reward, act) => self.decide(act),
            (stage, act) => panic!("{act:?} does not answer {stage:?}"),
        }
    }

    /// Begins a seat's turn (COOP-04). If no tile is left, ends the game instead, and the team has lost (COOP-15).
    pub(super) fn begin_turn(&mut self, seat: usize) {
        self.active = seat;
        self.stage = if self.table.bag.iter().sum::<usize>() == 0 { Stage::Over } else { Stage::Draw };
    }

    /// Returns deployments of a figure of any colour onto a road or city without figures, and the option to deploy none (COOP-10).
    pub(super) fn deployments(&self) -> Vec<Act> {
        let mut acts = vec![Act::Pass];
        for spot in self.table.newest_spots().filter(|&spot| ["road", "city"].contains(&self.table.kind_of(spot))) {
            if self.table.figures_on(&self.table.feature(spot)).is_empty() {
                let own = COLOURS.into_iter().filter(|colour| self.table.in_supply(self.active, colour).is_some());
                acts.extend(own.map(|colour| Act::Deploy(colour, spot)));
            }
        }
        acts
    }

    /// Finds the roads and cities with figures that the newest tile finished (COOP-11).
    fn find_finished(&mut self) {
        for spot in self.table.newest_spots() {
            let feature = self.table.feature(spot);
            let occupied = !self.table.figures_on(&feature).is_empty();
            if feature.is_complete() && occupied && !self.finished.contains(&feature) {
                self.finished.push(feature);
            }
        }
        self.continue_turn();
    }

    /// Asks about the next finished feature, or scores it if no ghost is on the table (COOP-13); otherwise begins the next turn.
    fn continue_turn(&mut self) {
        if self.finished.is_empty() {
            self.begin_turn(self.table.next(self.active));
        } else if self.ghosts.iter().sum::<i32>() > 0 {
            self.stage = Stage::Reward;
        } else {
            self.decide(Act::Pass);
        }
    }

    /// Scores the first finished feature, or takes ghosts off a tile instead (COOP-13).
    fn decide(&mut self, act: Act) {
        let feature = self.finished.remove(0);
        match act {
            Act::Clear(tile) => self.ghosts[tile] -= self.ghosts[tile].min(3),
            _ => {
                let points = self.points_for(&feature);
                self.table.give_points(self.active, points, &feature.kind, feature.spots.clone()); // COOP-16
            }
        }
        for figure in self.table.figures_on(&feature) {
            self.table.figures[figure].place = Whereabouts::Supply;
        }
        if self.points() >= GOAL {
            self.stage = Stage::Over; // COOP-14
        } else {
            self.continue_turn();
        }
    }
}
