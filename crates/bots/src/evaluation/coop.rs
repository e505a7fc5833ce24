//! Provides the evaluator of Mists over Carcassonne, where all seats are one team.
//!
//! The team wins with 50 points (COOP-14) and loses when it runs out of ghosts (COOP-09) or tiles (COOP-15). The value of a position is
//! therefore the sum of the team's points, the expected points of the features on the map, and the value of the ghosts in reserve, each of
//! which is worth more the fewer are left. Every colour on a feature scores it in full (COOP-12), so features of different colours are
//! worth joining.

use bastide_core::{MAX_SEATS, SegmentIndex};
use coop::base::{
    ALL_GHOSTS, CITY, CITY_EACH, FIELD, GOAL, MAX_COLOURS, MIST, PENNANT_COUNTER, ROAD, colours, is_limited,
};
use coop::{Coop, CoopPosition, CoopRules, Pending, ghosts, scoring};
use games::families::COOP;

use super::board_features::{BoardFeatures, Chances, figures_on, supply_worth};
use super::evaluator::{Evaluator, usual_evaluator};
use super::feature_estimate::{Appraisal, FeatureEstimate, FeatureKinds, MergeChance};
use super::parts::Part;
use super::personality::Personality;
use super::uses::Uses;
use super::values::{Sums, Values, from_sum, scores, to_sum};
use super::weights::named_weights;

/// Factor for the values of the quick evaluation. The easy level errs by a number of points, so this factor makes its errors matter less in
/// a partner than in an opponent.
const PARTNER: f32 = 2.5;

named_weights! {
    file "../../weights/coop.toml" of COOP;
    /// Evaluation weights, in team points. Their values are in `weights/coop.toml`.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Weights {
        /// Parameters for the chances of completion.
        pub chances: Chances,
        /// Fraction of the gain from joining features of different colours that is counted.
        pub joining: f32,
        /// Tries at joining two features, per tile left.
        pub joining_tries: f32,
        /// Value of the team's first, second, ... figure in supply, early in the game.
        pub supply: [f32; 4],
        /// Value of each ghost in reserve, starting with the one that would be used last.
        pub reserve: [f32; ALL_GHOSTS as usize],
        /// Fraction of a ghost that counts as in reserve if it is on a bank that can still be finished, for a bank with one, two, ... open
        /// edges.
        pub returning: [f32; 4],
        /// Value of winning, in addition to the points.
        pub victory: f32,
        /// Cost of losing.
        pub defeat: f32,
    }
}

/// Evaluates positions of Mists over Carcassonne.
#[derive(Clone, Debug)]
pub struct CoopEvaluator<'r> {
    rules: &'r CoopRules,
    weights: Weights,
    personality: Personality,
    board: BoardFeatures,
    count: u64,
}

impl<'r> Evaluator<'r, Coop> for CoopEvaluator<'r> {
    usual_evaluator!(Coop, FeatureKinds::endless(1 << FIELD | 1 << MIST));

    fn set_parent(&mut self, position: &CoopPosition) {
        self.board.begin_parent();
        self.values(position);
        self.count -= 1;
        self.board.keep_parent(position, self.joined(position));
    }

    /// Returns the value of the position to the team, stored for the first seat.
    fn values(&mut self, position: &CoopPosition) -> Values {
        self.count += 1;
        let mut values = [0.0; MAX_SEATS];
        values[0] = self.value(position);
        values
    }

    fn quick_eval(&self, position: &CoopPosition) -> Values {
        let mut values = scores(position, self.rules.seats);
        values[0] += self.outcome(position);
        let features = &position.board.features;
        for root in features.roots().filter(|&root| features.is_occupied(root)) {
            // A feature with fewer open edges is more likely to be finished.
            let hope = 1.0 / (1.0 + 0.4 * f32::from(features.open(root)));
            values[0] += hope * scoring::worth(position, root).points() as f32;
        }
        values[0] += self.ghosts(position);
        // The factor makes the easy level's errors relatively smaller, because the whole team would pay for them.
        values[0] *= PARTNER;
        values
    }

    /// Returns the team's value, since there are no opponents.
    fn margin(&self, values: &Values, _: u8) -> f32 {
        values.iter().sum()
    }

    fn lead(&self, values: &Values, _: u8) -> f32 {
        values.iter().sum()
    }
}

impl CoopEvaluator<'_> {
    /// Returns the value of a win, the cost of a loss as a negative number, or 0 while the game is running.
    fn outcome(&self, position: &CoopPosition) -> f32 {
        match position.pending() {
            Pending::Over if scoring::is_won(position, self.rules) => self.weights.victory,
            Pending::Over => -self.weights.defeat,
            _ => 0.0,
        }
    }

    fn value(&mut self, position: &CoopPosition) -> f32 {
        let points = scoring::points(position, self.rules) as f32;
        if position.pending() == Pending::Over {
            return points.min(GOAL as f32) + self.outcome(position);
        }
        let placing =
            matches!(position.pending(), Pending::Place { .. } | Pending::Deploy { .. } | Pending::Reward { .. });
        self.board.examine(self.rules, position, (placing, true), figures_on);
        let on_map = from_sum(self.sum_up(position).points[0]);
        let need = (GOAL as f32 - points).max(0.0);
        // Points beyond those needed to win are worth little.
        let expected = on_map.min(need) + 0.2 * (on_map - need).max(0.0);
        points + expected + self.figures(position) + self.ghosts(position)
    }

    /// Adds up the parts of all features and the value of possible joins.
    fn sum_up(&mut self, position: &CoopPosition) -> Part {
        let chances = self.weights.chances.scale_gap_factor(self.personality.gaps);
        for slot in self.board.changed_slots() {
            let estimate = &self.board.estimates[slot];
            let mut part = Part::default();
            if estimate.occupied && matches!(estimate.kind, CITY | ROAD) {
                let (chance, _) = self.board.outlook(estimate, &chances);
                let chance = if position.board.features.open(estimate.root) == 0 { 1.0 } else { chance };
                let value = once(position, estimate);
                part.add_points(0, chance * value * colours(position, estimate.root).count_ones() as f32);
                self.board.estimates[slot].set_appraisal(Appraisal { chance, value, unfinished: 0.0 });
            }
            self.board.add_part(part);
        }
        let joined = self.joined(position);
        self.board.add_joins(position, joined)
    }

    /// Returns a function that computes the team's gain from joining two features: every colour on either of them then scores both.
    fn joined<'p>(&self, position: &'p CoopPosition) -> impl Fn(&BoardFeatures, MergeChance) -> Sums + use<'p> {
        let (weight, tries) = ((self.personality.joining * self.weights.joining).min(1.0), self.weights.joining_tries);
        move |board, merge| {
            let [a, b] = board.both(merge);
            let (of_a, of_b) = (colours(position, a.root), colours(position, b.root));
            let all = (of_a | of_b).count_ones() as f32;
            let gain = (all - of_a.count_ones() as f32) * a.value + (all - of_b.count_ones() as f32) * b.value;
            let chance = a.chance.min(b.chance) * board.chance_of(merge.tiles, tries * f32::from(board.left));
            let mut sums = [0; MAX_SEATS];
            sums[0] = to_sum(weight * chance * gain);
            sums
        }
    }

    /// Returns the value of the figures in supply.
    fn figures(&self, position: &CoopPosition) -> f32 {
        let seats = 0..self.rules.seats;
        let time = self.board.fraction_left();
        let seats = seats.map(|seat| {
            let supply: u8 = position.supplies(seat)[..MAX_COLOURS].iter().sum();
            supply_worth(&self.weights.supply, f32::from(supply))
        });
        self.personality.keeping * seats.sum::<f32>() * time / f32::from(self.rules.seats)
    }

    /// Returns the value of the ghosts in reserve, including part of the ghosts that return when their banks are finished.
    fn ghosts(&self, position: &CoopPosition) -> f32 {
        let features = &position.board.features;
        let lasting = self.personality.lasting_factor(self.board.fraction_left());
        let mut reserve = f32::from(ghosts::reserve(position));
        for tile in position.extra.haunted_tiles() {
            let placed = position.board.tiles()[usize::from(tile)];
            let kind = self.rules.kind(placed.kind);
            let Some(own) = kind.segments().iter().position(|segment| segment.kind == MIST) else { continue };
            let bank = features.root(placed.first + own as SegmentIndex);
            if !is_limited(position, self.rules, bank) {
                let open = usize::from(features.open(bank)).clamp(1, self.weights.returning.len());
                let back = (lasting * self.weights.returning[open - 1]).min(1.0);
                reserve += f32::from(position.extra.on(tile)) * back;
            }
        }
        supply_worth(&self.weights.reserve, reserve)
    }
}

/// Returns the points that a feature brings one colour once it is finished, assuming that one tile is added for each of its gaps.
fn once(position: &CoopPosition, estimate: &FeatureEstimate) -> f32 {
    let features = &position.board.features;
    let tiles = f32::from(features.tiles(estimate.root)) + estimate.gaps().len() as f32;
    if estimate.kind == CITY {
        f32::from(CITY_EACH) * (tiles + f32::from(features.counter(estimate.root, PENNANT_COUNTER)))
    } else {
        tiles
    }
}
