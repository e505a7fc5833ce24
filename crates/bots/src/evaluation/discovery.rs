//! Provides the evaluator of The Discovery.
//!
//! A follower scores its area in full, even if other followers are there (DISC-12), so points are neither shared nor taken over. The value
//! of an area depends on how far it can still grow, whether it gets completed, and when its follower returns. A complete area scores as
//! complete only for a player who removes the follower during one of their turns (DISC-06, DISC-14), so it has this value only as long as
//! the player has such turns left. A player has only four followers, so the value of a follower in supply is the incentive to remove one.

use bastide_core::{MAX_SEATS, SegmentIndex};
use discovery::base::{
    COMPLETE_TIMES, FOLLOWER, FOLLOWERS, GRASS, MOUNTAIN, SEA, SMALL_TILES, TOWN_COUNTER, adjacent_grasslands,
};
use discovery::scoring::worth;
use discovery::{Discovery, DiscoveryPosition, DiscoveryRules, Pending};
use games::families::DISCOVERY;

use super::board_features::{BoardFeatures, Chances, figures_on, supply_worth};
use super::evaluator::{Evaluator, usual_evaluator};
use super::feature_estimate::{Appraisal, FeatureEstimate, FeatureKinds, MergeChance};
use super::parts::Part;
use super::personality::Personality;
use super::uses::Uses;
use super::values::{Sums, Values, from_sum, scores, to_sum};
use super::weights::named_weights;

named_weights! {
    file "../../weights/discovery.toml" of DISCOVERY;
    /// Evaluation weights, in points. Their values are in `weights/discovery.toml`.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Weights {
        /// Parameters for the chances of completion.
        pub chances: Chances,
        /// Number of tiles that an area is expected to gain for each of its gaps that gets filled.
        pub growth: f32,
        /// Expected number of towns on each tile that a mountain or a sea gains.
        pub towns: f32,
        /// Expected number of towns for each open edge of a grassland beside a mountain, early in the game.
        pub towns_beside: f32,
        /// Value of the first, second, ... follower in supply, early in the game.
        pub supply: [f32; FOLLOWERS as usize],
        /// Number of own turns left at which a follower in supply is worth half its value.
        pub supply_half: f32,
        /// Fraction of a follower on a complete area that counts as in supply. It is less than 1, because removing the follower takes a
        /// turn.
        pub returnable: f32,
        /// Like `returnable`, for a follower on an incomplete area that is certain to be completed.
        pub returning: f32,
        /// Fraction of a seat's gain from joining areas that is credited to the seat.
        pub joining: f32,
        /// Tries at joining two areas, per turn of the seat.
        pub joining_tries: f32,
    }
}

/// Evaluates positions of The Discovery.
#[derive(Clone, Debug)]
pub struct DiscoveryEvaluator<'r> {
    rules: &'r DiscoveryRules,
    weights: Weights,
    personality: Personality,
    board: BoardFeatures,
    count: u64,
}

/// The possible points of an area.
#[derive(Clone, Copy, Debug, Default)]
struct Area {
    /// Points at the end of the game, when every area counts as unfinished (DISC-14).
    left_standing: f32,
    /// Points for a player who removes a follower once the area is complete.
    complete: f32,
}

impl<'r> Evaluator<'r, Discovery> for DiscoveryEvaluator<'r> {
    // Every area can be completed.
    usual_evaluator!(Discovery, FeatureKinds::endless(0));

    fn set_parent(&mut self, position: &DiscoveryPosition) {
        self.board.begin_parent();
        self.values(position);
        self.count -= 1;
        let joined = self.joined();
        self.board.keep_parent(position, joined);
        self.keep_mountains(position);
    }

    fn values(&mut self, position: &DiscoveryPosition) -> Values {
        self.count += 1;
        let mut values = scores(position, self.rules.seats);
        if position.pending() == Pending::Over {
            return values;
        }
        let placing = matches!(position.pending(), Pending::Place { .. } | Pending::Deploy { .. } | Pending::Refill);
        self.board.examine(self.rules, position, (placing, true), figures_on);
        let whole = self.sum_up(position);
        self.add_sum(position, &whole, &mut values);
        values
    }

    fn quick_eval(&self, position: &DiscoveryPosition) -> Values {
        let mut values = scores(position, self.rules.seats);
        let features = &position.board.features;
        for figure in features.figures() {
            let Some(root) = figure.segment().map(|segment| features.root(segment)) else { continue };
            // Every open area is expected to gain one more point.
            let hope = if features.open(root) > 0 { 1.0 } else { 0.0 };
            values[usize::from(figure.seat)] += worth(position, self.rules, root, false).points() as f32 + hope;
        }
        values
    }
}

impl DiscoveryEvaluator<'_> {
    /// Adds up the parts of all areas and the value of possible joins.
    fn sum_up(&mut self, position: &DiscoveryPosition) -> Part {
        for slot in self.board.changed_slots() {
            let mut part = Part::default();
            if self.board.estimates[slot].occupied {
                let appraisal = self.appraise(position, &self.board.estimates[slot]);
                self.board.estimates[slot].set_appraisal(appraisal);
                part = self.part_of(position, &self.board.estimates[slot]);
            }
            self.board.add_part(part);
        }
        let joined = self.joined();
        self.board.add_joins(position, joined)
    }

    /// Adds the sum of the areas' parts, the gains from removing followers, and the value of the figures in supply.
    fn add_sum(&self, position: &DiscoveryPosition, whole: &Part, values: &mut Values) {
        let features = &position.board.features;
        // Each seat's gains from removing followers from complete areas instead of leaving them there, in descending order.
        let mut gains = [[0.0; FOLLOWERS as usize]; MAX_SEATS];
        for figure in features.figures() {
            let area = figure.segment().and_then(|segment| self.board.at_root(features.root(segment)));
            if let Some(area) = area.filter(|area| features.open(area.root) == 0) {
                keep_greatest(&mut gains[usize::from(figure.seat)], area.value - area.unfinished);
            }
        }
        for (seat, value) in values.iter_mut().enumerate().take(usize::from(self.rules.seats)) {
            let supply = f32::from(position.supply(seat as u8, FOLLOWER)) + from_sum(whole.back[seat]);
            *value += from_sum(whole.points[seat]);
            // A seat can remove one follower per turn.
            *value += gains[seat].iter().take(usize::from(self.board.turns[seat])).sum::<f32>();
            *value += self.personality.keeping
                * supply_worth(&self.weights.supply, supply)
                * self.board.time_left(seat, self.weights.supply_half);
        }
    }

    /// Appraises an occupied area.
    fn appraise(&self, position: &DiscoveryPosition, estimate: &FeatureEstimate) -> Appraisal {
        let (chance, filled) =
            self.board.outlook(estimate, &self.weights.chances.scale_gap_factor(self.personality.gaps));
        let chance = if position.board.features.open(estimate.root) > 0 { chance } else { 1.0 };
        let area = self.area(position, estimate, filled);
        let value = area.left_standing + chance * (area.complete - area.left_standing);
        Appraisal { chance, value, unfinished: area.left_standing }
    }

    /// Returns the part of an appraised area. A complete area counts at its value as unfinished, without the gain from removing followers.
    fn part_of(&self, position: &DiscoveryPosition, estimate: &FeatureEstimate) -> Part {
        let w = &self.weights;
        let (value, back) = match position.board.features.open(estimate.root) {
            0 => (estimate.unfinished, w.returnable),
            _ => (estimate.value, w.returning * estimate.chance),
        };
        let mut part = Part::default();
        for (seat, &figures) in estimate.tally.iter().enumerate().filter(|(_, figures)| **figures > 0) {
            part.add_points(seat, f32::from(figures) * value);
            part.back[seat] = to_sum(f32::from(figures) * back);
        }
        part
    }

    /// Returns a function that computes the value to each seat of joining two areas.
    fn joined(&self) -> impl Fn(&BoardFeatures, MergeChance) -> Sums + use<> {
        let weight = (self.personality.joining * self.weights.joining, self.weights.joining_tries);
        move |board, merge| board.join_sums(merge, |_| weight, followers_gains)
    }

    /// Records that a mountain's value depends on the grasslands beside it.
    fn keep_mountains(&mut self, position: &DiscoveryPosition) {
        for slot in 0..self.board.estimates.len() {
            let FeatureEstimate { root, kind, occupied, .. } = self.board.estimates[slot];
            if kind == MOUNTAIN && occupied {
                adjacent_grasslands(position, self.rules, root, |grassland| self.board.add_dependence(root, grassland));
            }
        }
    }

    /// Computes the possible points of an area, assuming that `filled` of its gaps get filled.
    fn area(&self, position: &DiscoveryPosition, estimate: &FeatureEstimate, filled: f32) -> Area {
        let (w, features) = (&self.weights, &position.board.features);
        let tiles = f32::from(features.tiles(estimate.root));
        let more = self.personality.growth * w.growth * filled;
        let last = if estimate.gaps().is_empty() { 0.0 } else { estimate.gaps().len() as f32 };
        // A complete area includes at least one more tile for each of its gaps.
        let in_all = tiles + last.max(more);
        // DISC-07, DISC-08, DISC-09: such a small area gains nothing from being complete.
        let small = in_all < f32::from(SMALL_TILES) + 0.5 && (tiles > 1.5 || last > 0.0);
        let times = if small { 1.0 } else { f32::from(COMPLETE_TIMES) };
        match estimate.kind {
            GRASS => {
                Area { left_standing: tiles + more, complete: times * in_all } // DISC-07
            }
            MOUNTAIN => {
                let now = worth(position, self.rules, estimate.root, false).points() as f32;
                let beside = self.open_beside(position, estimate.root);
                let lasting = self.personality.lasting_factor(self.board.fraction_left());
                let towns = lasting * (now + w.towns * more + w.towns_beside * beside);
                Area { left_standing: towns, complete: times * towns } // DISC-08
            }
            SEA => {
                let towns = f32::from(features.counter(estimate.root, TOWN_COUNTER)) + w.towns * more;
                Area { left_standing: towns, complete: if small { towns } else { towns + in_all } } // DISC-09
            }
            _ => Area::default(),
        }
    }

    /// Returns the number of open edges of the grasslands beside a mountain, counting at most four per grassland, multiplied by the
    /// fraction of the game left.
    fn open_beside(&self, position: &DiscoveryPosition, mountain: SegmentIndex) -> f32 {
        let mut open = 0.0;
        adjacent_grasslands(position, self.rules, mountain, |grassland| {
            open += f32::from(position.board.features.open(grassland).min(4));
        });
        open * self.board.fraction_left()
    }
}

/// Sets each seat's gain from joining two areas: all of its followers then score the other area as well (DISC-12).
fn followers_gains(a: &FeatureEstimate, b: &FeatureEstimate, gained: &mut [f32]) {
    for (seat, gain) in gained.iter_mut().enumerate() {
        *gain = f32::from(a.tally[seat]) * b.value + f32::from(b.tally[seat]) * a.value;
    }
}

/// Inserts a value into a list of the greatest values, kept in descending order.
fn keep_greatest(kept: &mut [f32], value: f32) {
    let mut value = value;
    for place in kept {
        if value > *place {
            std::mem::swap(place, &mut value);
        }
    }
}
