//! The Discovery: what a position is worth to each seat.
//!
//! Whoever stands on an area gets it in full, whoever else stands there (DISC-12), so that nothing is shared and nothing stolen: what
//! counts is how far an area can still grow, whether it gets complete, and when its follower comes back. A complete area counts as
//! one only for whoever takes the follower back in a turn of their own (DISC-06, DISC-14), so that it is worth that much only while
//! there are turns to do so. Four followers are few, and so the value of one in supply is what makes a player take one back.

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
    /// What the evaluator thinks things are worth, in points. The values stand in a weights file, `weights/discovery.toml`.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Weights {
        /// How areas get complete.
        pub chances: Chances,
        /// Tiles that an area can expect to grow by for each of its gaps that is filled.
        pub growth: f32,
        /// Towns that come with a tile that a mountain or a sea grows by.
        pub towns: f32,
        /// Towns that come with a tile by which a grassland grows that borders a mountain.
        pub towns_beside: f32,
        /// What the first, second, ... follower in supply is worth while the game is young.
        pub supply: [f32; FOLLOWERS as usize],
        /// Own turns left at which a follower in supply is worth half.
        pub supply_half: f32,
        /// How much of a follower on a complete area counts as being in supply: a turn is needed to take it back.
        pub returnable: f32,
        /// The same on an area that is not complete, for the chance that it gets complete.
        pub returning: f32,
        /// How much of what a seat would gain by joining areas it is credited with.
        pub joining: f32,
        /// Tries at that which each turn of theirs is.
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

/// What an area can come to.
#[derive(Clone, Copy, Debug, Default)]
struct Area {
    /// Points at the end of the game, where every area counts as unfinished (DISC-14).
    left_standing: f32,
    /// Points for whoever takes a follower back once it is complete.
    complete: f32,
}

impl<'r> Evaluator<'r, Discovery> for DiscoveryEvaluator<'r> {
    // Every area can get complete.
    usual_evaluator!(Discovery, FeatureKinds::endless(0));

    fn take_parent(&mut self, position: &DiscoveryPosition) {
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
        self.board.look(self.rules, position, (placing, true), figures_on);
        let whole = self.sum_up(position);
        self.add_sum(position, &whole, &mut values);
        values
    }

    fn quick_eval(&self, position: &DiscoveryPosition) -> Values {
        let mut values = scores(position, self.rules.seats);
        let features = &position.board.features;
        for figure in features.figures() {
            let Some(root) = figure.segment().map(|segment| features.root(segment)) else { continue };
            // There is always hope that an area grows by one more point.
            let hope = if features.open(root) > 0 { 1.0 } else { 0.0 };
            values[usize::from(figure.seat)] += worth(position, self.rules, root, false).points() as f32 + hope;
        }
        values
    }
}

impl DiscoveryEvaluator<'_> {
    /// Sums up what all areas give, and what joining them promises.
    fn sum_up(&mut self, position: &DiscoveryPosition) -> Part {
        for slot in self.board.changed() {
            let mut part = Part::default();
            if self.board.estimates[slot].occupied {
                let appraisal = self.appraise(position, &self.board.estimates[slot]);
                self.board.estimates[slot].take(appraisal);
                part = self.part_of(position, &self.board.estimates[slot]);
            }
            self.board.add_part(part);
        }
        let joined = self.joined();
        self.board.add_joins(position, joined)
    }

    /// Adds what stands on the map and what is in supply.
    fn add_sum(&self, position: &DiscoveryPosition, whole: &Part, values: &mut Values) {
        let features = &position.board.features;
        // Of each seat, what it gains by taking followers back from complete areas, instead of leaving them.
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
            // One follower a turn can be taken back.
            *value += gains[seat].iter().take(usize::from(self.board.turns[seat])).sum::<f32>();
            *value += self.personality.keeping
                * supply_worth(&self.weights.supply, supply)
                * self.board.time_left(seat, self.weights.supply_half);
        }
    }

    /// Works out what an area can come to on which somebody stands.
    fn appraise(&self, position: &DiscoveryPosition, estimate: &FeatureEstimate) -> Appraisal {
        let (chance, filled) = self.board.outlook(estimate, &self.weights.chances.with_hope(self.personality.gaps));
        let chance = if position.board.features.open(estimate.root) > 0 { chance } else { 1.0 };
        let area = self.area(position, estimate, filled);
        let value = area.left_standing + chance * (area.complete - area.left_standing);
        Appraisal { chance, value, unfinished: area.left_standing }
    }

    /// What an area gives that was appraised: a complete one what is certain, without what taking followers back gains.
    fn part_of(&self, position: &DiscoveryPosition, estimate: &FeatureEstimate) -> Part {
        let w = &self.weights;
        let (value, back) = match position.board.features.open(estimate.root) {
            0 => (estimate.unfinished, w.returnable),
            _ => (estimate.value, w.returning * estimate.chance),
        };
        let mut part = Part::default();
        for (seat, &figures) in estimate.tally.iter().enumerate().filter(|(_, figures)| **figures > 0) {
            part.give(seat, f32::from(figures) * value);
            part.back[seat] = to_sum(f32::from(figures) * back);
        }
        part
    }

    /// What joining two areas promises.
    fn joined(&self) -> impl Fn(&BoardFeatures, MergeChance) -> Sums + use<> {
        let weight = (self.personality.joining * self.weights.joining, self.weights.joining_tries);
        move |board, merge| board.join_sums(merge, |_| weight, followers_gains)
    }

    /// What a mountain can expect depends on the grasslands that border it.
    fn keep_mountains(&mut self, position: &DiscoveryPosition) {
        for slot in 0..self.board.estimates.len() {
            let FeatureEstimate { root, kind, occupied, .. } = self.board.estimates[slot];
            if kind == MOUNTAIN && occupied {
                adjacent_grasslands(position, self.rules, root, |grassland| self.board.add_dependence(root, grassland));
            }
        }
    }

    /// What an area can come to, if so many of its gaps are filled.
    fn area(&self, position: &DiscoveryPosition, estimate: &FeatureEstimate, filled: f32) -> Area {
        let (w, features) = (&self.weights, &position.board.features);
        let tiles = f32::from(features.tiles(estimate.root));
        let more = self.personality.growth * w.growth * filled;
        let last = if estimate.gaps().is_empty() { 0.0 } else { estimate.gaps().len() as f32 };
        // Complete, it covers at least the tiles that fill its gaps.
        let in_all = tiles + last.max(more);
        // DISC-07, DISC-08, DISC-09: so small an area gains nothing by being complete.
        let small = in_all < f32::from(SMALL_TILES) + 0.5 && (tiles > 1.5 || last > 0.0);
        let times = if small { 1.0 } else { f32::from(COMPLETE_TIMES) };
        match estimate.kind {
            GRASS => {
                Area { left_standing: tiles + more, complete: times * in_all } // DISC-07
            }
            MOUNTAIN => {
                let now = worth(position, self.rules, estimate.root, false).points() as f32;
                let beside = self.open_beside(position, estimate.root);
                let lasting = self.personality.lasting_for(self.board.youth());
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

    /// Gaps of the grasslands that border a mountain, while there is time to fill them.
    fn open_beside(&self, position: &DiscoveryPosition, mountain: SegmentIndex) -> f32 {
        let mut open = 0.0;
        adjacent_grasslands(position, self.rules, mountain, |grassland| {
            open += f32::from(position.board.features.open(grassland).min(4));
        });
        open * self.board.youth()
    }
}

/// What joining two areas brings each seat: every follower gets both, whoever else does (DISC-12).
fn followers_gains(a: &FeatureEstimate, b: &FeatureEstimate, gained: &mut [f32]) {
    for (seat, gain) in gained.iter_mut().enumerate() {
        *gain = f32::from(a.tally[seat]) * b.value + f32::from(b.tally[seat]) * a.value;
    }
}

/// Keeps the greatest values, the greatest first.
fn keep_greatest(kept: &mut [f32], value: f32) {
    let mut value = value;
    for place in kept {
        if value > *place {
            std::mem::swap(place, &mut value);
        }
    }
}
